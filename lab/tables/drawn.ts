/** Tables drawn by seed: a language, a shop's columns in another order and frame, and harmless changes. */
import { Lots } from '#shared/testSeeded.ts'
import { type Shape, type Table, sheetOf, written } from './tables.ts'

/** Frames that any shape can be written in; blanks may stand in names of no other one. */
const FRAMES = [
  'tsv',
  'csv',
  'csv;',
  'csvq',
  'csv|',
  'md',
  'mdwide',
  'bb',
  'ascii',
  'box',
  'psql',
  'html',
]

type Change = (text: string, lots: Lots) => string
/** Changes of programs and mails that leave each cell as it is. */
const CHANGES: readonly Change[] = [
  (text) => text,
  (text) => `\uFEFF${text}`,
  (text) => text.replaceAll(/\r?\n/g, '\r\n'),
  (text) => text.replaceAll(/\r?\n/g, '\r'),
  (text) => `${text}\n\n\n`,
  (text) => text.replace('\n', '\n\n'),
  (text) => `Parts for the weekend\n\n${text}`,
  (text) => `${text}\n\nThank you for your order.`,
]

/** One drawn table; the same for the same seed. */
export function drawnBy(seed: number, shapes: readonly Shape[]): Table {
  const lots = new Lots(seed)
  const at = Math.floor(lots.chance() * 1_000)
  const given = lots.pick(shapes)
  const isHeaded = given.columns.every(({ head }) => head !== '')
  const frame = isHeaded ? lots.pick(FRAMES) : given.frame
  const order = given.columns.map((column) => ({ column, place: lots.chance() }))
  const turned = order
    .toSorted((a, b) => a.place - b.place)
    .map(({ column }) => ({ ...column, head: column.head.replaceAll('\n', ' ') }))
  const columns = isHeaded ? turned : given.columns
  const { bytes: _, then: __, tail: ___, below, ...options } = given.options
  const shape = {
    ...given,
    frame,
    columns,
    options: { ...options, ...(isFramed(frame) || !below ? {} : { below }) },
  }
  const table = written(sheetOf(shape, at), shape, at)
  const text = lots.pick(CHANGES)(String(table.text), lots)
  return { ...table, title: `seed ${seed}: ${table.title} as ${frame}`, text }
}

const isFramed = (frame: string) => ['md', 'mdwide', 'bb', 'ascii', 'box', 'psql'].includes(frame)
