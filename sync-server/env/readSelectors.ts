/**
 * Operator-set CSS selectors for shops without machine-readable markup. Supported: tag, .class,
 * #id, [name], [name=value], and descendants.
 */
export const SELECTED = ['name', 'price', 'partNumber', 'brand', 'category', 'sku'] as const
export type Selected = (typeof SELECTED)[number]
export type Selectors = Partial<Record<Selected, Simple[]>>

/** Compound selector; the last of a list is the matched element. */
export interface Simple {
  tag: string
  id: string
  classes: string[]
  attributes: [name: string, value: string | null][]
}

const MAX_STEPS = 6
const PIECE = /^(?:([a-z][\w-]*)|\.([\w-]+)|#([\w-]+)|\[([\w-]+)(?:="?([^"\]]*)"?)?\])/i

/** "name=h1.title; price=.price span"; null when unreadable. */
export function readSelectors(text: string): Selectors | null {
  const all: Selectors = {}
  for (const entry of text.split(';')) {
    if (entry.trim() === '') continue
    const [, name, selector = ''] = /^\s*(\w+)\s*=(.*)$/s.exec(entry) ?? []
    const field = SELECTED.find((each) => each === name)
    const steps = selector.trim().split(/\s+/).map(readSimple)
    const isFine = field && steps.length <= MAX_STEPS && steps.every((step) => step !== null)
    if (!isFine) return null
    all[field] = steps.filter((step) => step !== null)
  }
  return all
}

function readSimple(text: string): Simple | null {
  const simple: Simple = { tag: '', id: '', classes: [], attributes: [] }
  let rest = text
  while (rest !== '') {
    const [whole, tag, className, id, attribute, value] = PIECE.exec(rest) ?? []
    if (!whole || (tag && rest !== text)) return null
    if (tag) simple.tag = tag.toLowerCase()
    if (className) simple.classes.push(className)
    if (id) simple.id = id
    if (attribute) simple.attributes.push([attribute.toLowerCase(), value ?? null])
    rest = rest.slice(whole.length)
  }
  return text === '' ? null : simple
}
