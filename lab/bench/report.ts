import { appendFileSync } from 'node:fs'

/** One figure of a bench with its budget. */
export interface Row {
  what: string
  figure: number
  unit: string
  /** The figure may be at most this; without one it is only printed. */
  budget?: number
  note?: string
}

/**
 * Prints rows as a table with a verdict; a budget that is passed makes the process fail. BENCH_FIGURES
 * names a file that gets them too, a line of JSON each: `npm run bench` ends with those over budget.
 */
export function report(title: string, rows: readonly Row[]): void {
  const file = process.env['BENCH_FIGURES']
  if (file)
    appendFileSync(file, rows.map((row) => `${JSON.stringify({ title, ...row })}\n`).join(''))
  console.log(`\n${title}`)
  for (const { what, figure, unit, budget, note } of rows) {
    const isOver = budget !== undefined && figure > budget
    const verdict = budget === undefined ? '' : isOver ? 'OVER' : 'ok'
    const limit = budget === undefined ? '' : `budget ${budget.toLocaleString('en-US')} ${unit}`
    const shown = `${figure.toLocaleString('en-US')} ${unit}`.padStart(14)
    console.log(
      `  ${verdict.padEnd(5)}${what.padEnd(58)}${shown}  ${limit.padEnd(20)} ${note ?? ''}`,
    )
    if (isOver) process.exitCode = 1
  }
}
