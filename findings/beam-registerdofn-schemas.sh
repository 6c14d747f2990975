#!/usr/bin/env bash
# Apache Beam 2.77.0 for Go: a struct that `beam.RegisterDoFn` registers comes to a worker in another process as a
# struct without a name.
#
# RegisterDoFn says that it registers the types of a DoFn's parameters, and to use it instead of RegisterType. It
# tells the type registry about them, but not the registry of schemas. Elements that are structs travel as rows with a
# schema. So a worker makes a new struct type with the same fields, and the call of the DoFn fails: the value "is not
# assignable". A pipeline in one process works. With `beam.RegisterType` the worker finds the type.
source "$(dirname "$0")/common.bash"

cat >main.go <<'GO'
package main

import (
	"fmt"
	"os"
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/runtime/graphx/schema"
	"google.golang.org/protobuf/proto"

	pipepb "github.com/apache/beam/sdks/v2/go/pkg/beam/model/pipeline_v1"
)

// Sum is an element of a pipeline.
type Sum struct{ N int64 }

type useFn struct{}

func (*useFn) ProcessElement(_ int, sums func(*Sum) bool) error { return nil }

func check(err error) {
	if err != nil {
		panic(err)
	}
}

// main registers as its first argument says. Then it writes the schema of a Sum into a file, or prints the type that
// it makes of the schema in the file.
func main() {
	beam.RegisterDoFn(reflect.TypeFor[useFn]())
	if os.Args[1] == "type" {
		beam.RegisterType(reflect.TypeFor[Sum]())
	}
	schema.Initialize()
	if os.Args[2] == "write" {
		s, err := schema.FromType(reflect.TypeFor[Sum]())
		check(err)
		bytes, err := proto.Marshal(s)
		check(err)
		check(os.WriteFile(os.Args[3], bytes, 0o666))
		return
	}
	bytes, err := os.ReadFile(os.Args[3])
	check(err)
	var s pipepb.Schema
	check(proto.Unmarshal(bytes, &s))
	t, err := schema.ToType(&s)
	check(err)
	fmt.Println(t)
}
GO
go_module github.com/apache/beam/sdks/v2 v2.77.0
go build -o program .
for how in dofn type; do
  ./program $how write $how.schema
done
expect 'the type after RegisterDoFn' 'struct { N int64 }' "$(./program dofn read dofn.schema)"
expect 'the type after RegisterType' main.Sum "$(./program type read type.schema)"
finish
