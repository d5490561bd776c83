/** A table as the builder's paste reads it, held against what a person reads. */
import type { Row } from '../../app/builder/rows/rowBook.ts'
import type { Wanted, Table } from './tables.ts'

import { type Price, moneyOf } from '#shared/money/money.ts'
import { parseMoney } from '#shared/money/typedMoney.ts'
import { readPasted } from '#shared/tables/pastedTable.ts'
import { textOfBytes } from '#shared/tables/textOfFile.ts'
import { planPaste, type PastePlan } from '../../app/builder/paste/planPaste.ts'
import { useAmountReader } from '../../app/builder/rows/amountReader.ts'

export interface Reading {
  cells: number
  right: number
  wrong: string[]
  /** Wrong amounts and quantities, and parts that are missing, of which no word is said. */
  silent: string[]
}

const NOTHING: PastePlan = {
  changes: [],
  added: [],
  unplaced: [],
  unplacedCount: 0,
  leftOut: [],
  guessed: null,
  unsure: 0,
}

/** Plan of a paste into an empty kit of the table's currency; of one cell an empty plan. */
export function planOf({
  text,
  html,
  currency,
  locale,
}: Omit<Table, 'wanted' | 'title' | 'heads'>): PastePlan {
  const found = typeof text === 'string' ? { text } : textOfBytes(text)
  if ('problem' in found) throw new Error(found.problem)
  const parse: typeof parseMoney = (amount) => parseMoney(amount, { currency, locale })
  useAmountReader.setState({ parse })
  const table = readPasted(found.text, html)
  return table ? planPaste(table, [ghostOf(currency)], null) : NOTHING
}

const ghostOf = (currency: string): Row => ({
  key: 'ghost',
  line: {
    id: 'ghost',
    name: '',
    manufacturer: '',
    partNumber: '',
    price: null,
    qty: 1,
    link: '',
    ord: 'a',
  } as Row['line'],
  drafts: {},
  isGhost: true,
  currency,
})

/** Cells that were read right, and what went wrong. @param currency of the kit */
export function readingOf(table: Table, currency = table.currency): Reading {
  const plan = planOf({ ...table, currency })
  const said = plan.leftOut.join('\n')
  const left = [...plan.added]
  const reading: Reading = { cells: 0, right: 0, wrong: [], silent: [] }
  for (const part of table.wanted) {
    const at = left.findIndex(({ cells }) => isOf(cells, part))
    const [line] = at < 0 ? [] : left.splice(at, 1)
    const { cells = {}, drafts = {} } = line ?? {}
    const note = (what: string) => `${table.title}: ${part.name}: ${what}`
    if (!line && ![part.name, part.number ?? part.name].some((text) => said.includes(text)))
      reading.silent.push(note('is missing'))
    const money = moneyOf((cells['price'] ?? null) as Price)
    const price = money && `${money.currency} ${money.minor}`
    const wantedPrice = part.price && `${part.price.currency} ${part.price.minor}`
    const got: Record<string, unknown> = {
      name: cells['name'],
      brand: cells['manufacturer'],
      number: cells['partNumber'],
      link: cells['link'],
      price: part.price === null ? (drafts.price === undefined ? price : null) : price,
      qty: part.qty === null ? (drafts.qty === undefined ? cells['qty'] : null) : cells['qty'],
    }
    const wanted: Record<string, unknown> = { ...part, ...(part.price && { price: wantedPrice }) }
    for (const cell of Object.keys(part)) {
      reading.cells++
      if (got[cell] === wanted[cell]) reading.right++
      else reading.wrong.push(note(`${cell} is ${JSON.stringify(got[cell])}`))
    }
    if (price !== null && price !== (wantedPrice ?? null) && drafts.price === undefined)
      reading.silent.push(note(`price ${price}`))
    const qty = drafts.qty === undefined ? (cells['qty'] ?? 1) : null
    const isLeftOut = cells['qty'] === undefined && saysQuantities(table, said)
    if (line && qty !== null && qty !== (part.qty ?? 1) && !isLeftOut)
      reading.silent.push(note(`quantity ${JSON.stringify(qty)}`))
  }
  for (const { cells, drafts } of left) {
    const what = `${table.title}: no part: ${JSON.stringify({ ...cells, drafts })}`
    reading.silent.push(what)
  }
  return reading
}

/** Whether the column of quantities is named as one that was left out. */
const saysQuantities = ({ heads }: Table, said: string): boolean =>
  heads.some(({ head, kind }) => kind === 'qty' && head !== '' && said.includes(head.trim()))

const isOf = (cells: Record<string, unknown>, { name, number }: Wanted): boolean =>
  Object.values(cells).some((text) => text === name || (number !== undefined && text === number))
