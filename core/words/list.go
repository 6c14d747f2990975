package words

// And returns a value with all of some things, such as "A, B and C". The things are strings or messages, and one at
// least.
func And[Thing any](things []Thing) any {
	first, last := split(things)
	if len(first) == 0 {
		return last
	}
	return New("core.list.and", "first", first, "last", last)
}

// Or returns a value with one of some things, such as "A, B or C". The things are strings or messages, and one at
// least.
func Or[Thing any](things []Thing) any {
	first, last := split(things)
	if len(first) == 0 {
		return last
	}
	return New("core.list.or", "first", first, "last", last)
}

func split[Thing any](things []Thing) (first []any, last any) {
	n := len(things) - 1
	return Things(things[:n]), things[n]
}

// Things returns strings or messages as a value, such as "A, B, C".
func Things[Thing any](things []Thing) []any {
	list := make([]any, len(things))
	for i, thing := range things {
		list[i] = thing
	}
	return list
}
