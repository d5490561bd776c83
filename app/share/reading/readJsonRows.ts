/** Parts in JSON: a list of objects, or an object that has one, as our own export and API do. */
import { isRecord } from '#shared/shape.ts'
import { foreignJsonOf } from '#shared/text/foreignJson.ts'

type Item = Record<string, unknown>

/** @returns what a JSON text lists; null for other JSON and for an empty list */
export function itemsInJson(text: string): Item[] | null {
  const list = listIn(foreignJsonOf(text))
  return list && list.length > 0 ? list : null
}

/**
 * Rows of texts under a row of heads. Of items with more than `most` heads between them only the
 * heads: each item may have its own, and rows of them all would fill the memory.
 */
export function rowsOfItems(items: readonly Item[], most: number): string[][] {
  const heads = [...new Set(items.flatMap((item) => Object.keys(item)))]
  const rows = heads.length > most ? [] : items
  return [heads.map(wordsOf), ...rows.map((item) => heads.map((head) => textOf(item[head])))]
}

function listIn(value: unknown): Item[] | null {
  if (Array.isArray(value)) return value.every(isRecord) ? value : null
  if (!isRecord(value)) return null
  const lists = Object.values(value).filter((one) => Array.isArray(one) && one.length > 0)
  const [list] = ['parts', 'lines', 'items']
    .map((name) => value[name])
    .filter((one) => Array.isArray(one))
  return listIn(list ?? (lists.length === 1 ? lists[0] : null))
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''

/** "unitPrice" -> "unit price": heads as people write them. */
const wordsOf = (name: string): string => name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
