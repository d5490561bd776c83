// Collects the figures of benches, to repeat those over budget where they are not overlooked.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Lends benches a file for their figures (see lab/bench/report.ts).
 * @returns {{ env: { BENCH_FIGURES: string }, close: () => { judged: number, over: string[] } }}
 *   `close` removes the file and returns the number of figures with a budget, and each one over it
 */
export function openFigures() {
  const folder = mkdtempSync(join(tmpdir(), 'wrenchlist-figures-'))
  const file = join(folder, 'figures')
  writeFileSync(file, '')
  return {
    env: { BENCH_FIGURES: file },
    close: () => {
      const rows = readFileSync(file, 'utf8').split('\n').filter(Boolean).map(parse)
      rmSync(folder, { recursive: true })
      const judged = rows.filter(({ budget }) => budget !== undefined)
      const over = judged.filter(({ figure, budget }) => figure > budget).map(say)
      return { judged: judged.length, over }
    },
  }
}

const parse = (line) => JSON.parse(line)

const say = ({ title, what, figure, unit, budget }) =>
  `${title}: ${what}: ${figure.toLocaleString('en-US')} ${unit}, budget ${budget.toLocaleString('en-US')}`
