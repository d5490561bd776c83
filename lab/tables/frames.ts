/** Ways in which a table is written: text of programs, markup of forums, a clipboard's HTML. */

export type Grid = readonly (readonly string[])[]

const joined = (mark: string, isAll: boolean) => (rows: Grid) =>
  rows
    .map((row) =>
      row
        .map((cell) =>
          isAll || cell.includes(mark) || /["\n]/.test(cell)
            ? `"${cell.replaceAll('"', '""')}"`
            : cell,
        )
        .join(mark),
    )
    .join('\n')

/** Terminals give letters of East Asia two columns; editors count them as one. */
const widthsOf = (rows: Grid) =>
  (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => (row[at] ?? '').length)))

function padded(rows: Grid, between: string, ends: readonly [string, string] = ['', '']): string[] {
  const widths = widthsOf(rows)
  return rows.map(
    (row) => ends[0] + row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(between) + ends[1],
  )
}

const rule = (rows: Grid, fill: string, between: string, ends: readonly [string, string]) =>
  ends[0] +
  widthsOf(rows)
    .map((width) => fill.repeat(width + 2))
    .join(between) +
  ends[1]

function framed(rows: Grid, isEach: boolean): string {
  const line = rule(rows, '-', '+', ['+', '+'])
  const [head = '', ...body] = padded(rows, ' | ', ['| ', ' |'])
  const inner = isEach ? body.flatMap((row) => [row, line]) : [...body, line]
  return [line, head, line, ...inner].join('\n')
}

function boxed(rows: Grid): string {
  const [head = '', ...body] = padded(rows, ' │ ', ['│ ', ' │'])
  return [
    rule(rows, '─', '┬', ['┌', '┐']),
    head,
    rule(rows, '─', '┼', ['├', '┤']),
    ...body,
    rule(rows, '─', '┴', ['└', '┘']),
  ].join('\n')
}

function ruledBelow(lines: readonly string[], line: string): string {
  const [head = '', ...body] = lines
  return [head, line, ...body].join('\n')
}

const marked = (rows: Grid, head: string, cell: string, isLine: boolean) => {
  const between = isLine ? '' : '\n'
  const ofRow = (row: readonly string[], at: number) => {
    const tag = at === 0 ? head : cell
    return `[tr]${between}${row.map((text) => `[${tag}]${text}[/${tag}]`).join(between)}${between}[/tr]`
  }
  return `[table]\n${rows.map(ofRow).join('\n')}\n[/table]`
}

const escaped = (cell: string) =>
  cell.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\n', '<br>')

/** Table of HTML, as a browser or a spreadsheet puts it into a clipboard. */
export const htmlOf = (rows: Grid): string =>
  `<meta charset="utf-8"><table><tbody>${rows
    .map((row) => `<tr>${row.map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>`)
    .join('\n')}</tbody></table>`

const flat = (rows: Grid): Grid => rows.map((row) => row.map((cell) => cell.replaceAll('\n', ' ')))
const bars = (rows: Grid, head: string) =>
  rows
    .map((row, at) => (at === 0 ? `${head}${row.join(head)}${head}` : `|${row.join('|')}|`))
    .join('\n')

/** Frames by the names that the lists of shapes use. */
export const FRAMES: Readonly<Record<string, (rows: Grid) => string>> = {
  tsv: joined('\t', false),
  html: joined('\t', false),
  csv: joined(',', false),
  'csv;': joined(';', false),
  'csv|': joined('|', false),
  csvq: joined(',', true),
  'csvq;': joined(';', true),
  blanks: (rows) =>
    padded(rows, '   ')
      .map((line) => line.trimEnd())
      .join('\n'),
  ruled: (rows) => {
    const lines = padded(rows, '   ').map((line) => line.trimEnd())
    const line = '-'.repeat(Math.max(...lines.map((one) => one.length)))
    return `${line}\n${ruledBelow(lines, line)}\n${line}`
  },
  md: (rows) =>
    ruledBelow(
      rows.map((row) => `| ${row.join(' | ')} |`),
      `|${(rows[0] ?? []).map(() => ' --- |').join('')}`,
    ),
  mdbare: (rows) =>
    ruledBelow(
      rows.map((row) => row.join(' | ')),
      (rows[0] ?? []).map(() => '---').join('|'),
    ),
  mdwide: (rows) =>
    ruledBelow(
      padded(rows, ' | ', ['| ', ' |']),
      `|${widthsOf(rows)
        .map((width) => `${'-'.repeat(width + 1)}:|`)
        .join('')}`,
    ),
  bb: (rows) => marked(flat(rows), 'td', 'td', false),
  bbth: (rows) => marked(flat(rows), 'th', 'td', false),
  bbline: (rows) => marked(flat(rows), 'td', 'td', true),
  ascii: (rows) => framed(rows, false),
  asciifull: (rows) => framed(rows, true),
  box: boxed,
  psql: (rows) => ruledBelow(padded(rows, ' | ', [' ', '']), rule(rows, '-', '+', ['', ''])),
  org: (rows) => ruledBelow(padded(rows, ' | ', ['| ', ' |']), rule(rows, '-', '+', ['|', '|'])),
  rst: (rows) => {
    const line = widthsOf(rows)
      .map((width) => '='.repeat(width))
      .join('  ')
    return `${line}\n${ruledBelow(
      padded(rows, '  ').map((one) => one.trimEnd()),
      line,
    )}\n${line}`
  },
  jira: (rows) => bars(rows, '||'),
}
