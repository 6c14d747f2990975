#!/usr/bin/env bash
# Apache Beam 2.77.0 for Go: each DoFn registered by the generic functions of package register takes the compiler
# seconds.
#
# The documentation recommends `register.DoFn4x1[...]` and the like, to avoid reflection. Each call instantiates
# wrappers of many kinds for its types. A package with three signatures takes the compiler 12 s, and with
# `beam.RegisterDoFn` well under one. Nine calls with five signatures took 20 s in Matewright. Its pipelines
# have a few large elements, so they are called by reflection.
source "$(dirname "$0")/common.bash"
need node

# package FOLDER IMPORT REGISTRATION: writes a package of three DoFns.
package() {
  mkdir "$1"
  cat >"$1/fn.go" <<GO
package $1

import (
	"context"

	$2
)

type A struct{ N int64 }
type B struct{ N int64 }
type C struct{ N int64 }

type first struct{}
type second struct{}
type third struct{}

func (*first) ProcessElement(context.Context, int, func(*[]byte) bool, func(int, A)) error  { return nil }
func (*second) ProcessElement(context.Context, int, func(*[]byte) bool, func(int, B)) error { return nil }
func (*third) ProcessElement(context.Context, int, func(*[]byte) bool, func(int, C)) error  { return nil }

func init() {
$3
}
GO
}
package generic '"github.com/apache/beam/sdks/v2/go/pkg/beam/register"' '
	register.DoFn4x1[context.Context, int, func(*[]byte) bool, func(int, A), error](&first{})
	register.DoFn4x1[context.Context, int, func(*[]byte) bool, func(int, B), error](&second{})
	register.DoFn4x1[context.Context, int, func(*[]byte) bool, func(int, C), error](&third{})'
package reflected '"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"' '
	beam.RegisterDoFn(reflect.TypeFor[first]())
	beam.RegisterDoFn(reflect.TypeFor[second]())
	beam.RegisterDoFn(reflect.TypeFor[third]())'
go_module github.com/apache/beam/sdks/v2 v2.77.0

# compile PACKAGE: the compiler's user time for one package, in milliseconds. Its dependencies are compiled before.
compile() {
  go build "-debug-actiongraph=$1.json" "./$1"
  node -e '
    const actions = JSON.parse(require("fs").readFileSync(process.argv[1] + ".json", "utf8"))
    const own = actions.find(({ Mode, Package }) => Mode === "build" && Package === "finding/" + process.argv[1])
    console.log(Math.round(own.CmdUser / 1e6))' "$1"
}
export GOCACHE=$work/cache
go build github.com/apache/beam/sdks/v2/go/pkg/beam/register
few=$(compile reflected)
many=$(compile generic)
echo "user time, in milliseconds: $few by reflection, $many with generics"
expect 'generics take over five times as long' yes "$( ((many > 5 * few)) && echo yes || echo no)"
finish
