#!/usr/bin/env bash
# Vitest 4.1.12 fails on a test file with a comment on the line of its last `vi.mock`, if it also imports a module.
#
# Vitest moves the calls of `vi.mock` to the top, and writes imports behind them as `await import`. It keeps the line
# break of a call. A comment between the call and the line break stays where it was, with the line break. So the next
# statement follows without a separator, and Vitest reports a parse error in a line that the file does not have. A
# semicolon after the call, or the comment on its own line, avoids that. Code style without semicolons is affected.
source "$(dirname "$0")/common.bash"
npm_packages vitest@4.1.12

echo 'export const one = 1' >one.js
echo 'export const two = 2' >two.js

# suite NAME LINE...: writes a test file with the lines between its imports and its test.
suite() {
  local name=$1
  shift
  {
    echo "import { expect, test, vi } from 'vitest'"
    echo "import { one } from './one.js'"
    printf '%s\n' "$@"
    echo "test('one', () => expect(one).toBe(1))"
  } >"$name.test.js"
}
suite plain "vi.mock('./two.js', () => ({ two: 3 }))"
suite above "// Not the real one." "vi.mock('./two.js', () => ({ two: 3 }))"
suite behind "vi.mock('./two.js', () => ({ two: 3 })) // not the real one"
suite semicolon "vi.mock('./two.js', () => ({ two: 3 })); // not the real one"

for name in plain above behind semicolon; do
  if npx vitest run "$name.test.js" >"$name.log" 2>&1; then
    echo "$name: passes"
  else
    echo "$name: $(grep -o 'Parse failure' "$name.log" | head -1)"
  fi
done >seen
expect 'a comment above, behind, and behind a semicolon' 'plain: passes
above: passes
behind: Parse failure
semicolon: passes' "$(cat seen)"
finish
