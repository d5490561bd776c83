// Planted faults: a line that tells lies, each of which the judge has to see and call by its name.

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
type Fields = { [key: string]: Json }

/** Between the browser and the record: what is recorded is what the server truly got and said. */
export interface Lie {
  /** @returns what the server gets instead of `sent` */
  readonly toServer: (sent: string) => string
  /** @returns what the browser gets instead of `got`; `told` is what it had sent */
  readonly toDevice: (got: string, told: string) => string
}

export interface Plant {
  readonly name: string
  /** Words one of which the verdict has to say. */
  readonly guilty: readonly string[]
  /** Whether the liar stands before the device that types, or before the one that looks on. */
  readonly at: 'writer' | 'reader'
  /** A new one for each run: some remember. */
  readonly lie: () => Lie
}

/** The marks the planted story types, so that lies meet what they are to meet. */
export const MARKS = {
  lost: 'Lost washer',
  kept: 'Kept washer',
  deleted: 'Deleted washer',
  newer: 'Newer number',
  older: 'Older number',
}

export const PLANTS: readonly Plant[] = [
  {
    name: 'a typed name is dropped from its push and acknowledged',
    guilty: ['lost'],
    at: 'writer',
    lie: () => dropping((op) => hasValue(op, MARKS.lost)),
  },
  {
    name: 'the server stores nothing of a push, and the device is told that it did',
    guilty: ['false Synced'],
    at: 'writer',
    lie: () => dropping((op) => hasValue(op, MARKS.newer)),
  },
  {
    name: 'the value of before is pushed instead of the newer one',
    guilty: ['replaced'],
    at: 'writer',
    lie: () => inPush((op) => replaceValue(op, MARKS.newer, MARKS.older)),
  },
  {
    name: 'a line is pushed twice under two ids',
    guilty: ['doubled'],
    at: 'writer',
    lie: doubling,
  },
  {
    name: 'a deletion never arrives and is acknowledged',
    guilty: ['revived'],
    at: 'writer',
    lie: () => dropping((op) => 'del' in fields(op['c'])),
  },
  {
    name: 'a deletion is hidden from the other device',
    guilty: ['revived'],
    at: 'reader',
    lie: () => inPull(undeleted),
  },
  {
    name: 'a value is another one in a pull',
    guilty: ['divergent'],
    at: 'reader',
    lie: () => inPull((row) => replaceValue(row, MARKS.kept, 'Nobody typed this')),
  },
  {
    name: 'the order is another one in a pull',
    guilty: ['divergent'],
    at: 'reader',
    lie: () => inPull((row) => replaceOrder(row)),
  },
  {
    name: 'an answer of before is given again, for all that comes later',
    guilty: ['divergent', 'lost'],
    at: 'reader',
    lie: repeating,
  },
]

/** Takes ops out of pushes, and says that they were stored. */
function dropping(isMeant: (op: Fields) => boolean): Lie {
  return {
    toServer: (sent) => changed(sent, 'ops', (ops) => ops.filter((op) => !isMeant(fields(op)))),
    toDevice: (got, told) => {
      const ops = list(fields(JSON.parse(told) as Json)['ops'])
      if (!ops.some((op) => isMeant(fields(op)))) return got
      const answer = fields(JSON.parse(got) as Json)
      const left = [...list(answer['res'])]
      const res = ops.map((op) => (isMeant(fields(op)) ? { ok: 1 } : (left.shift() ?? { ok: 1 })))
      return JSON.stringify({ ...answer, res })
    },
  }
}

function doubling(): Lie {
  const copyId = 'AAAAAAAAAAAAAAAAAAAAAA'
  let isDone = false
  return {
    toServer: (sent) =>
      changed(sent, 'ops', (ops) => {
        const line = ops.map(fields).find((op) => hasValue(op, MARKS.kept) && 'd' in op)
        if (!line || isDone) return ops
        isDone = true
        return [...ops, { ...line, id: copyId }]
      }),
    toDevice: (got, told) => {
      const { length } = list(fields(JSON.parse(told) as Json)['ops'])
      return changed(got, 'res', (res) => res.slice(0, length))
    },
  }
}

function repeating(): Lie {
  let first = ''
  return {
    toServer: (sent) => sent,
    toDevice: (got) => {
      if (!first && got.includes(MARKS.older)) first = got
      return first || got
    },
  }
}

const inPush = (change: (op: Fields) => Fields): Lie => ({
  toServer: (sent) => changed(sent, 'ops', (ops) => ops.map((op) => change(fields(op)))),
  toDevice: (got) => got,
})

const inPull = (change: (row: Fields) => Fields): Lie => ({
  toServer: (sent) => sent,
  toDevice: (got) => changed(got, 'rows', (rows) => rows.map((row) => deep(fields(row), change))),
})

/** A row and the rows in it. */
function deep(row: Fields, change: (row: Fields) => Fields): Fields {
  const inside = Object.entries(fields(row['in'])).map(([kind, rows]) => [
    kind,
    list(rows).map((each) => deep(fields(each), change)),
  ])
  const own = change(row)
  return 'in' in own ? { ...own, in: Object.fromEntries(inside) as Fields } : own
}

function changed(text: string, key: string, change: (rows: Json[]) => Json[]): string {
  const whole = fields(JSON.parse(text) as Json)
  return key in whole ? JSON.stringify({ ...whole, [key]: change(list(whole[key])) }) : text
}

const hasValue = (row: Fields, value: string) =>
  Object.values(fields(row['c'])).some((cell) => first(cell) === value)

function replaceValue(row: Fields, from: string, to: string): Fields {
  if (!hasValue(row, from)) return row
  const cells = Object.entries(fields(row['c'])).map(([name, cell]) => [
    name,
    first(cell) !== from ? cell : Array.isArray(cell) ? [to, ...cell.slice(1)] : to,
  ])
  return { ...row, c: Object.fromEntries(cells) as Fields }
}

/** The first line goes to the end. */
function replaceOrder(row: Fields): Fields {
  const { ord } = fields(row['c'])
  if (first(ord) !== 'a0') return row
  const last = Array.isArray(ord) ? ['a9', ...ord.slice(1)] : 'a9'
  return { ...row, c: { ...fields(row['c']), ord: last } }
}

/** Cells stay where they are, for the stamp of each builds upon the one before. */
function undeleted(row: Fields): Fields {
  const { del } = fields(row['c'])
  if (first(del) !== true) return row
  const alive = Array.isArray(del) ? [false, ...del.slice(1)] : false
  return { ...row, c: { ...fields(row['c']), del: alive } }
}

const first = (cell: Json | undefined) => (Array.isArray(cell) ? cell[0] : cell)

const fields = (value: Json | undefined): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}

const list = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : [])
