/** No test holds a time of the machine that it was written on: another one is three times as slow. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Where time is read, and told in pieces of known work. */
const HOMES = ['shared/testProcessor.ts', 'sync-server/testWitness.mjs']
const OF_TESTS = /\.(?:test|e2e)\.tsx?$|(?:^|\/)test[A-Z]\w*\.[mc]?[jt]sx?$/
const CLOCKS = /\bperformance\.now\(|\bprocess\.(?:cpuUsage|hrtime)\b|\bmonitorEventLoopDelay\b/
/** A figure that is named as time, or was taken from the clock in the same line. */
const LIMITS =
  /(?:\w*Ms|(?<!\.)\bms|\btook|\belapsed)\)\.toBeLessThan|Date\.now\(\)[^;\n]*\)\.toBeLessThan(?:OrEqual)?\(\d/

function timesIn(file: string, code: string): string[] {
  return code
    .split('\n')
    .filter((line) => CLOCKS.test(line) || LIMITS.test(line))
    .map((line) => `${file}: ${line.trim()}`)
}

test('tests compare work with work, and wait for what comes', () => {
  const files = ['app', 'shared', 'sync-server', 'e2e', 'lab', 'scripts', 'bundle']
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(
        (name) => `${folder}/${name.replaceAll('\\', '/')}`,
      ),
    )
    .filter((file) => OF_TESTS.test(file) && file !== 'scripts/house/times.test.ts')
  expect(files.length).toBeGreaterThan(400)
  const times = files
    .filter((file) => !HOMES.includes(file))
    .flatMap((file) => timesIn(file, readFileSync(file, 'utf8')))
  // workUnits() of shared/testProcessor.ts, expect.poll(), until(), or vi.useFakeTimers().
  expect(times).toEqual([])
})

test.each([
  ['const began = performance.now()', true],
  ['process.cpuUsage(before)', true],
  ['expect(readMs).toBeLessThan(500)', true],
  ['expect(Date.now() - at).toBeLessThan(60_000)', true],
  ['expect(await workUnits(read)).toBeLessThan(2)', false],
  ['expect(pages).toBeLessThan(10)', false],
])('%s is seen: %s', (line, isSeen) => {
  expect(timesIn('some.test.ts', line)).toHaveLength(isSeen ? 1 : 0)
})
