/** Structured data of a page: JSON-LD, microdata and meta tags, as one kind of tree. */
import { Parser } from 'htmlparser2'

import { parseForeignJson } from '#shared/tables/foreignJson.ts'

/** Nodes as in JSON-LD; microdata is converted to it. */
export type Node = { [name: string]: unknown }

export interface Markup {
  jsonLd: Node[]
  microdata: Node[]
  /** By lower-case property or name; the first of each counts. */
  meta: Map<string, string>
}

const MAX_TEXT = 2_000
const MAX_SCRIPT = 512 * 1024
const MAX_ITEMS = 500
const MAX_META = 500

interface Open {
  /** Microdata item that starts here. */
  item: Node | null
  /** Properties that take this element's text, and their item. */
  text: { names: string[]; item: Node; value: string } | null
}

/** Elements whose value is an attribute instead of the text. */
const VALUE_ATTRIBUTES: Record<string, string> = {
  meta: 'content',
  a: 'href',
  link: 'href',
  area: 'href',
  img: 'src',
  source: 'src',
  object: 'data',
  data: 'value',
  meter: 'value',
  time: 'datetime',
}

/** Parses a page without running or fetching anything. Never throws, however broken the page. */
export function markupOf(html: string): Markup {
  const found: Markup = { jsonLd: [], microdata: [], meta: new Map() }
  const open: Open[] = []
  let script: string | null = null
  let ignored = 0

  const parser = new Parser({
    onopentag(tag, attributes) {
      const parent = open.findLast(({ item }) => item !== null)?.item ?? null
      open.push(openElement(tag, attributes, parent, found))
      if (tag === 'meta') readMeta(attributes, found.meta)
      if (tag === 'script' || tag === 'style') {
        ignored++
        if (/^application\/ld\+json\b/i.test(attributes['type'] ?? '')) script = ''
      }
    },
    ontext(text) {
      if (script !== null && script.length < MAX_SCRIPT) script += text
      if (ignored > 0) return
      for (const { text: taking } of open) {
        if (taking && taking.value.length < MAX_TEXT) taking.value += text
      }
    },
    onclosetag(tag) {
      const closed = open.pop()
      if (closed?.text) addValue(closed.text.item, closed.text.names, closed.text.value.trim())
      if (tag !== 'script' && tag !== 'style') return
      ignored--
      if (script !== null) found.jsonLd.push(...parseJsonLd(script))
      script = null
    },
  })
  parser.write(html)
  parser.end()
  return found
}

function openElement(
  tag: string,
  attributes: Record<string, string>,
  parent: Node | null,
  found: Markup,
): Open {
  const names = (attributes['itemprop'] ?? '').split(/\s+/).filter(Boolean)
  if ('itemscope' in attributes) {
    const item: Node = { '@type': (attributes['itemtype'] ?? '').split(/\s+/) }
    if (parent && names.length > 0) addValue(parent, names, item)
    else if (found.microdata.length < MAX_ITEMS) found.microdata.push(item)
    return { item, text: null }
  }
  if (!parent || names.length === 0) return { item: null, text: null }
  const value = attributes['content'] ?? attributes[VALUE_ATTRIBUTES[tag] ?? '']
  if (value === undefined) return { item: null, text: { names, item: parent, value: '' } }
  addValue(parent, names, value.slice(0, MAX_TEXT).trim())
  return { item: null, text: null }
}

function addValue(item: Node, names: readonly string[], value: unknown): void {
  for (const name of names) {
    // "__proto__" is a property like any other.
    const before = Object.hasOwn(item, name) ? item[name] : undefined
    const all = Array.isArray(before) ? (before as unknown[]) : before === undefined ? [] : [before]
    if (all.length >= MAX_ITEMS) return
    Object.defineProperty(item, name, {
      value: [...all, value],
      enumerable: true,
      configurable: true,
      writable: true,
    })
  }
}

function readMeta(attributes: Record<string, string>, meta: Markup['meta']): void {
  const name = (attributes['property'] ?? attributes['name'] ?? '').toLowerCase()
  const content = attributes['content']
  if (!name || content === undefined || meta.has(name) || meta.size >= MAX_META) return
  meta.set(name, content.slice(0, MAX_TEXT).trim())
}

function parseJsonLd(text: string): Node[] {
  try {
    // Some shops wrap it in XHTML comments or CDATA.
    const json: unknown = parseForeignJson(
      text.replace(/^\s*(?:<!--|\/\/\s*<!\[CDATA\[)|(?:-->|\/\/\s*\]\]>)\s*$/g, ''),
    )
    return (Array.isArray(json) ? json : [json]).filter(isNode)
  } catch {
    return []
  }
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
