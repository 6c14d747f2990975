import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chartOf } from './chart.mjs'
import { groupsOf, pointOf, pointsOf, tableOf } from './history.mjs'
import { benchmarks, median, parse } from './measure.mjs'

const MACHINE = { cpu: 'Some <CPU>', cores: 2, system: 'linux/amd64', go: 'go1.26.8' }

/** Lines as the command prints them. @param {string} name @param {number} value @param {object} [other] */
const line = (name, value, other = {}) =>
  JSON.stringify({
    name,
    value,
    unit: 's',
    better: 'less',
    ratio: value * 10,
    reference_seconds: 0.1,
    date: '2026-11-29T10:52:28Z',
    commit: '0123456789abcdef',
    modified: false,
    machine: MACHINE,
    ...other,
  })

const RUN = [
  line('solve/KQvKR', 0.3),
  line('bytes/KQvKR', 2048, { unit: 'B', ratio: null }),
  line('warm/KQvKR', 5000, { unit: 'positions/s', better: 'more', ratio: 500 }),
  line('solve/KQvKR', 0.1),
  line('solve/KQvKR', 0.2),
].join('\n')

test('the median is the one in the middle, or the mean of two', () => {
  assert.equal(median([10, 9, 1]), 9)
  assert.equal(median([4, 1, 2, 3]), 2.5)
})

test('benchstat reads the format of benchmarks', () => {
  const text = benchmarks(parse(RUN))
  for (const part of [
    /^goos: linux\ngoarch: amd64\ncpu: Some <CPU>\n/,
    /^Unit positions\/s better=higher$/m,
    /^BenchmarkSolve\/KQvKR 1 0\.3 sec\/op$/m,
    /^BenchmarkBytes\/KQvKR 1 2048 B$/m,
    /^BenchmarkWarm\/KQvKR 1 5000 positions\/s$/m,
  ]) {
    assert.match(text, part)
  }
  assert.equal(text.match(/^Unit /gm)?.length, 3)
})

test('a point has the medians of the runs', () => {
  const point = pointOf(parse(RUN), 'beside other work')
  assert.equal(point.commit, '0123456789abcdef')
  assert.deepEqual([point.date, point.note, point.samples], ['2026-11-29', 'beside other work', 1])
  assert.deepEqual(point.measures['solve/KQvKR'], { value: 0.2, unit: 's', better: 'less', ratio: 2 })
  assert.deepEqual(point.measures['bytes/KQvKR'], { value: 2048, unit: 'B', better: 'less', ratio: null })
  assert.deepEqual(pointsOf(`${JSON.stringify(point)}\n`), [point])
  assert.throws(() => pointsOf('{"commit":"0","measures":{}}\n'), /line 1: no modified, date, machine, samples, note/)
})

test('series are multiples of the first point, by ratios where there are some', () => {
  const first = pointOf(parse(RUN), '')
  const lines = [
    line('solve/KQvKR', 0.2, { ratio: 1 }),
    line('bytes/KQvKR', 1024, { unit: 'B', ratio: null }),
    line('memory/KQvKR/64MiB', 3 * 2 ** 20, { unit: 'B', ratio: null }),
  ]
  const points = [first, pointOf(parse(lines.join('\n')), '')]
  const groups = groupsOf(points)
  assert.deepEqual(groups.get('solve'), [{ group: 'solve', name: 'KQvKR', values: [1, 0.5] }])
  assert.deepEqual(groups.get('bytes')?.[0].values, [1, 0.5])
  assert.deepEqual(groups.get('warm')?.[0].values, [1, undefined])
  assert.deepEqual(groups.get('memory')?.[0].values, [undefined, 1])
  assert.deepEqual(tableOf(points).rows, [
    ['`solve/KQvKR`', '0.2 s', '1', '0.50'],
    ['`bytes/KQvKR`', '1.0 KiB', '', '0.50'],
    ['`memory/KQvKR/64MiB`', '3.0 MiB', '', '1.00'],
  ])

  const chart = chartOf(points)
  assert.equal(chart.match(/<circle /g)?.length, 6)
  for (const text of ['>KQvKR/64MiB 1.00<', '>KQvKR 0.50<', '>0123456<']) assert.ok(chart.includes(text), text)
  assert.doesNotMatch(chart, /NaN|undefined|Infinity/)
  assert.notEqual(chart, chartOf(points.slice(1)))
})
