/**
 * A line: one part of a kit. `LINE_FIELDS` has all that a line's fields are; tables, cards, files,
 * histories, undo and the register loop over it.
 */
import type { Cells, Json } from '../cells/cells.ts'
import type { Cell } from '../tables/columnHeads.ts'

import { textIn } from '../cells/cells.ts'
import {
  type CellRule,
  choice,
  flag,
  integer,
  judged,
  type KindRule,
  orderKey,
  text,
} from '../define.ts'
import { linkProblem } from '../links.ts'
import { formatPrice, isFree, type Price, priceProblem } from '../money/money.ts'
import { kept, type Later, later, numberText, t } from '../words/words.ts'

export const MAX_LINES = 500
export const MAX_NAME = 200
export const MAX_QUANTITY = 99_999
export const DEFAULT_QUANTITY = 1

/** One field of a line that a person types. */
interface Field<Value extends Json> {
  /** Name in headings, messages, files and histories; `worded` translates it. */
  label: string
  /** Short name, for chips. */
  short: Later
  /** Values it may store, and who receives them. */
  rule: CellRule
  /** Value of a new line, and where nothing is stored. */
  empty: Value
  /** Whether a stored value, possibly of a newer version, is one to show. */
  holds: (value: Json) => boolean
  /** Whether a line with nothing but this value is blank. */
  isBlank: (value: Value) => boolean
  /** Text for people; '' for none. */
  shown: (value: Value) => string
  /** Why a stranger's value was dropped: "not a price"; absent for text, which is cut. */
  refused?: string
}

const isText = (value: Json) => typeof value === 'string'

const textField = (label: string, short: Later): Field<string> => ({
  label,
  short,
  rule: text(MAX_NAME),
  empty: '',
  holds: isText,
  isBlank: (value) => !value,
  shown: (value) => value,
})

const price: Field<Price> = {
  label: kept('Unit price'),
  short: later('Price'),
  /** Cents, or "EUR 12.50": see money.ts. */
  rule: judged(priceProblem),
  empty: null,
  holds: (value) => typeof value === 'number' || isText(value),
  isBlank: isFree,
  shown: (value) => (value === null ? '' : formatPrice(value)),
  refused: 'not a price',
}

const qty: Field<number> = {
  label: kept('Quantity'),
  short: later('Qty'),
  rule: integer(0, MAX_QUANTITY, 'invalid_quantity'),
  empty: DEFAULT_QUANTITY,
  holds: (value) => typeof value === 'number',
  isBlank: () => true,
  shown: (value) => (value === 0 ? t('not needed') : numberText(value)),
  refused: 'not a quantity',
}

/** The fields, in the order of columns, changes and messages. */
export const LINE_FIELDS = {
  name: textField(kept('Part name'), later('Name')),
  manufacturer: textField(kept('Manufacturer'), later('Brand')),
  partNumber: textField(kept('Part number'), later('Number')),
  price,
  qty,
  link: {
    ...textField(kept('Link'), later('Link')),
    rule: judged(linkProblem),
    refused: 'not a web link',
  },
} satisfies Record<Cell, Field<Price> | Field<number> | Field<string>>

/** Fields of a line a person types. */
export type LineField = keyof typeof LINE_FIELDS

/** Values of a line, as it is passed on. */
export type LineValues = { [Name in LineField]: (typeof LINE_FIELDS)[Name]['empty'] }

/** A line as screens and answers show it. Every field is present, because undo writes all back. */
export type Line = { id: string; ord: string } & LineValues

/** Each field with its name. */
export const lineFields = Object.entries(LINE_FIELDS) as [LineField, Field<Json>][]

/** One value of each field. */
export function eachField<Value>(
  valueOf: (name: LineField, field: Field<Json>) => Value,
): Record<LineField, Value> {
  const values = lineFields.map(([name, field]) => [name, valueOf(name, field)])
  return Object.fromEntries(values) as Record<LineField, Value>
}

/** Status of a part: to buy, in the garage, on its way, or on the vehicle. Its owner's alone. */
export const LINE_STATUSES = ['need', 'have', 'ordered', 'fitted'] as const
export type LineStatus = (typeof LINE_STATUSES)[number]

/** Status of a line; 'need' by default. */
export function lineStatus(cells: Cells): LineStatus {
  const status = textIn(cells, 'status')
  return LINE_STATUSES.find((known) => known === status) ?? 'need'
}

export const lineRule: KindRule = {
  inKit: true,
  isContent: true,
  most: MAX_LINES,
  collected: 'deleted',
  insertOnce: false,
  writers: 'owner',
  required: ['ord'],
  cells: {
    ord: orderKey,
    ...eachField((_, { rule }) => rule),
    unit: text(20),
    del: flag,
    status: choice(LINE_STATUSES, 'owner'),
  },
}

/** Values of a new line. */
export const noValues = () => eachField((_, { empty }) => empty) as LineValues

/** Line of a row that is not stored. */
export const blankLine = (id: string, ord = ''): Line => ({ id, ord, ...noValues() })

export function lineOf(id: string, cells: Cells): Line {
  const line: Record<string, Json> = { id, ord: textIn(cells, 'ord') }
  for (const [name, { empty, holds }] of lineFields) {
    const value = cells[name]?.[0]
    line[name] = value !== undefined && holds(value) ? value : empty
  }
  return line as Line
}

/** A line without content: a quantity alone is none, and neither is a price of 0. */
export function isBlankLine(line: Omit<LineValues, 'qty'>): boolean {
  return lineFields.every(([name, { isBlank }]) => name === 'qty' || isBlank(line[name]))
}
