package main

import (
	"errors"
	"fmt"
	"go/ast"
	"reflect"
	"strconv"
	"strings"
)

const module = "github.com/matewright/matewright/"

const head = `// Made by wasm/border of Go's types. A change belongs there; npm run build:wasm brings it here.

export type Result<T> = { ok: true, value: T } | { ok: false, error: Problem }

/** A message of the catalogue (core/words): its key, and its values. */
export interface CatalogMessage {
  key: string
  values?: { [name: string]: string | number | CatalogMessage | (string | CatalogMessage)[] }
}

/** What JavaScript can ask. The promises don't reject for what can be expected. */
export interface Engine {
`

// basic has JavaScript's names for types that end the search. A file is passed as it is.
var basic = map[string]string{
	"string": "string", "bool": "boolean",
	"int": "number", "int64": "number", "uint64": "number", "float64": "number",
	"js.Value": "Blob", "indexeddb.File": "Blob", "indexeddb.Files": "Blob[]",
	"words.Message": "CatalogMessage",
}

// declarations are made as the types come up.
type declarations struct {
	root    string
	sources map[string]*source // by folder
	made    map[string]string  // which Go type a name stands for
	text    strings.Builder
	errs    []error
}

// declare returns the declarations of a package's calls, and of all types in them.
func declare(root, folder string) (string, error) {
	d := &declarations{root: root, sources: map[string]*source{}, made: map[string]string{}}
	s := d.source(folder)
	table, ok := s.values["calls"].(*ast.CompositeLit)
	if !ok {
		return "", errors.New("there is no table of calls")
	}
	entries := table.Elts
	if more, ok := s.values["laterCalls"].(*ast.CompositeLit); ok { // of another build of the engine
		entries = append(entries, more.Elts...)
	}
	d.named(s, "problemShape") // of every call
	var calls strings.Builder
	for _, entry := range entries {
		calls.WriteString(d.call(s, entry.(*ast.KeyValueExpr)))
	}
	return head + calls.String() + "}\n" + d.text.String(), errors.Join(d.errs...)
}

// fail records an error, and returns a placeholder type.
func (d *declarations) fail(format string, args ...any) string {
	d.errs = append(d.errs, fmt.Errorf(format, args...))
	return "never"
}

func (d *declarations) source(folder string) *source {
	if d.sources[folder] == nil {
		s, err := readSource(d.root, folder)
		if err != nil {
			d.fail("%w", err)
			s = &source{}
		}
		d.sources[folder] = s
	}
	return d.sources[folder]
}

// call declares an entry of the table: a name, and a function of a method.
func (d *declarations) call(s *source, entry *ast.KeyValueExpr) string {
	name, err := strconv.Unquote(entry.Key.(*ast.BasicLit).Value)
	if err != nil {
		return d.fail("%w", err)
	}
	expression := entry.Value.(*ast.CallExpr).Args[0].(*ast.SelectorExpr)
	method := s.methods[nameOf(expression.X)+"."+expression.Sel.Name]
	if method == nil {
		return d.fail("the call %s has no method", name)
	}
	doc := strings.ReplaceAll(method.Doc.Text(), expression.Sel.Name, name)
	return comment("  ", doc) + fmt.Sprintf(
		"  %s(%s): Promise<Result<%s>>\n",
		name,
		d.parameters(s, method.Type),
		d.answer(s, method.Type),
	)
}

// parameters declares the parameters of a method after the context: the request, if any, and the function for reports,
// if any.
func (d *declarations) parameters(s *source, method *ast.FuncType) string {
	request := "request: " + d.typeOf(s, method.Params.List[1].Type)
	if len(method.Params.List) == 2 {
		return strings.TrimSuffix(request, "request: {}")
	}
	report := method.Params.List[2].Type.(*ast.FuncType).Params.List[0].Type
	return request + ", report: (report: " + d.typeOf(s, report) + ") => void"
}

// answer declares the result of a method before the error. A pointer is never null without an error.
func (d *declarations) answer(s *source, method *ast.FuncType) string {
	if method.Results.NumFields() == 1 {
		return "null"
	}
	return strings.TrimSuffix(d.typeOf(s, method.Results.List[0].Type), " | null")
}

// typeOf returns JavaScript's type for one of Go's, and declares it if it has a name.
func (d *declarations) typeOf(s *source, x ast.Expr) string {
	switch x := x.(type) {
	case *ast.Ident:
		return d.named(s, x.Name)
	case *ast.SelectorExpr:
		pkg := nameOf(x.X)
		if name, ok := basic[pkg+"."+x.Sel.Name]; ok {
			return name
		}
		if folder, ok := strings.CutPrefix(s.imports[pkg], module); ok {
			return d.named(d.source(folder), x.Sel.Name)
		}
	case *ast.StarExpr:
		return d.typeOf(s, x.X) + " | null"
	case *ast.ArrayType:
		of := d.typeOf(s, x.Elt)
		if strings.Contains(of, " ") {
			of = "(" + of + ")"
		}
		return of + "[]"
	case *ast.StructType:
		if x.Fields.NumFields() == 0 {
			return "{}"
		}
	}
	return d.fail("%s: a type as in %T can't be declared", s.folder, x)
}

// named returns the name of one of a package's types, and declares it when it first comes up.
func (d *declarations) named(s *source, name string) string {
	if basic, ok := basic[name]; ok {
		return basic
	}
	spec := s.types[name]
	if spec == nil {
		return d.fail("%s: there is no type %s", s.folder, name)
	}
	if s.methods[name+".MarshalJSON"] != nil || s.methods[name+".MarshalText"] != nil {
		return d.fail("%s.%s: what its JSON looks like is not known", s.folder, name)
	}
	shape, ok := spec.Type.(*ast.StructType)
	if literals := s.literals[name]; !ok && literals != nil {
		return "'" + strings.Join(literals, "' | '") + "'"
	}
	if !ok {
		return d.typeOf(s, spec.Type)
	}
	as, full := strings.TrimSuffix(name, "Shape"), s.folder+"."+name
	as = strings.ToUpper(as[:1]) + as[1:]
	switch d.made[as] {
	case full:
		return as
	case "":
		d.made[as] = full
	default:
		return d.fail("%s and %s would both be %s", full, d.made[as], as)
	}
	fields := d.fields(s, shape) // which declares other types first
	fmt.Fprintf(
		&d.text,
		"\n%sexport interface %s {\n%s}\n",
		comment("", strings.ReplaceAll(spec.Doc.Text(), name, as)),
		as,
		fields,
	)
	return as
}

// fields declares the fields of a struct, and those of structs in it as if they were its own.
func (d *declarations) fields(s *source, shape *ast.StructType) string {
	var text strings.Builder
	for _, f := range shape.Fields.List {
		if len(f.Names) == 0 {
			text.WriteString(d.embedded(s, f.Type))
			continue
		}
		name, options := tagOf(f)
		if name == "" {
			d.fail("%s: the field %s has no name in JSON", s.folder, f.Names[0])
		}
		if name == "-" {
			continue
		}
		of := d.typeOf(s, f.Type)
		if strings.Contains(name, "-") {
			name = strconv.Quote(name)
		}
		if strings.HasPrefix(options, "omit") {
			name, of = name+"?", strings.TrimSuffix(of, " | null")
		}
		doc := f.Doc
		if doc == nil {
			doc = f.Comment
		}
		fmt.Fprintf(&text, "%s  %s: %s\n", comment("  ", doc.Text()), name, of)
	}
	return text.String()
}

func (d *declarations) embedded(s *source, x ast.Expr) string {
	name := nameOf(x)
	if selector, ok := x.(*ast.SelectorExpr); ok {
		name = selector.Sel.Name
		s = d.source(strings.TrimPrefix(s.imports[nameOf(selector.X)], module))
	}
	if spec := s.types[name]; spec != nil {
		if shape, ok := spec.Type.(*ast.StructType); ok {
			return d.fields(s, shape)
		}
	}
	return d.fail("%s: %s is embedded, and not a struct", s.folder, name)
}

func tagOf(f *ast.Field) (name, options string) {
	if f.Tag != nil {
		tag, _ := strconv.Unquote(f.Tag.Value)
		name, options, _ = strings.Cut(reflect.StructTag(tag).Get("json"), ",")
	}
	return name, options
}

// comment returns a comment of JavaScript's.
func comment(indent, text string) string {
	if text = strings.TrimSpace(text); text == "" {
		return ""
	}
	return indent + "/** " + strings.ReplaceAll(text, "\n", "\n"+indent+" * ") + " */\n"
}
