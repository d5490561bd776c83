/** The links of markup.ts: `[text](url)`, and which addresses may be one. */
import { linkProblem, MAX_LINK_LENGTH } from '../links.ts'

/** A link as it stands in a text: from the bracket it is found under to `end`. */
interface FoundLink {
  text: string
  href: string
  end: number
}

/** Every `[text](url)` with an address that may be opened, by the place of its first bracket. */
export function findLinks(text: string): Map<number, FoundLink> {
  const links = new Map<number, FoundLink>()
  if (!text.includes('](')) return links
  const ends = pairParentheses(text)
  const brackets: number[] = []
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at)
    if (character === '[') brackets.push(at)
    if (character !== ']') continue
    const start = brackets.pop()
    const end = ends.get(at + 1)
    if (start === undefined || end === undefined) continue
    const label = text.slice(start + 1, at)
    const href = readHref(text.slice(at + 2, end))
    if (href === null || label.trim() === '') continue
    links.set(start, { text: label, href, end: end + 1 })
    // A link within a link is none.
    brackets.length = 0
    at = end
  }
  return links
}

/** Where each opened parenthesis closes, without a space between: in one pass, for all of them. */
function pairParentheses(text: string): Map<number, number> {
  const ends = new Map<number, number>()
  let open: number[] = []
  for (const { 0: character, index } of text.matchAll(/[()\s]/g)) {
    if (character === '(') open.push(index)
    else if (character === ')') {
      const start = open.pop()
      if (start !== undefined) ends.set(start, index)
    } else open = []
  }
  return ends
}

/** The address a link leads to, as the browser writes it; null for all but http, https, mailto. */
export function readHref(address: string): string | null {
  if (address === '' || address.length > MAX_LINK_LENGTH) return null
  const isMail = /^mailto:[^\s@]+@[^\s@]+$/i.test(address)
  if (!isMail && linkProblem(address) !== null) return null
  try {
    return new URL(address).href
  } catch {
    return null
  }
}
