/** Text of a page's elements that selectors match; see readSelectors.ts. */
import type { Selected, Selectors, Simple } from './readSelectors.ts'

import { Parser } from 'htmlparser2'

const MAX_TEXT = 2_000

interface Element {
  tag: string
  attributes: Record<string, string>
}

/** First match of each selector; `content` where the element has it. */
export function selectedIn(html: string, selectors: Selectors): Partial<Record<Selected, string>> {
  const found: Partial<Record<Selected, string>> = {}
  const wanted = Object.entries(selectors) as [Selected, Simple[]][]
  const open: Element[] = []
  let taking: { field: Selected; depth: number }[] = []
  let silent = 0
  const parser = new Parser({
    onopentag(tag, attributes) {
      open.push({ tag, attributes })
      if (tag === 'script' || tag === 'style') silent++
      for (const [field, steps] of wanted) {
        if (field in found || !isMeant(open, steps)) continue
        found[field] = (attributes['content'] ?? '').slice(0, MAX_TEXT)
        if (found[field] === '') taking.push({ field, depth: open.length })
      }
    },
    ontext(text) {
      if (silent > 0) return
      for (const { field } of taking) {
        const before = found[field] ?? ''
        if (before.length < MAX_TEXT) found[field] = (before + text).slice(0, MAX_TEXT)
      }
    },
    onclosetag(tag) {
      if (tag === 'script' || tag === 'style') silent--
      taking = taking.filter(({ depth }) => depth < open.length)
      open.pop()
    },
  })
  parser.write(html)
  parser.end()
  return found
}

function isMeant(open: readonly Element[], steps: readonly Simple[]): boolean {
  let step = steps.length - 1
  for (let depth = open.length - 1; depth >= 0 && step >= 0; depth--) {
    const element = open[depth]
    const isIt = element && fits(element, steps[step])
    if (isIt) step--
    else if (depth === open.length - 1) return false
  }
  return step < 0
}

function fits({ tag, attributes }: Element, simple: Simple | undefined): boolean {
  if (!simple) return false
  const classes = (attributes['class'] ?? '').split(/\s+/)
  return (
    (simple.tag === '' || simple.tag === tag) &&
    (simple.id === '' || attributes['id'] === simple.id) &&
    simple.classes.every((name) => classes.includes(name)) &&
    simple.attributes.every(([name, value]) =>
      value === null ? name in attributes : attributes[name] === value,
    )
  )
}
