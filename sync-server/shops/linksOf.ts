/** Links of a page, and addresses in a sitemap (sitemaps.org). */
import { Parser } from 'htmlparser2'

/** Per page. */
const MAX_LINKS = 10_000
const MAX_ADDRESS = 2_048

/** Sitemap addresses; `isIndex` when they are sitemaps themselves. */
export function sitemapLinks(xml: string): { isIndex: boolean; links: string[] } {
  const links: string[] = []
  let isIndex = false
  let text: string | null = null
  const parser = new Parser(
    {
      onopentag(tag) {
        const name = tag.replace(/^.*:/, '').toLowerCase()
        if (name === 'sitemapindex') isIndex = true
        if (name === 'loc') text = ''
      },
      ontext(piece) {
        if (text !== null && text.length < MAX_ADDRESS) text += piece
      },
      onclosetag(tag) {
        if (tag.replace(/^.*:/, '').toLowerCase() !== 'loc') return
        if (text && links.length < MAX_LINKS) links.push(text.trim())
        text = null
      },
    },
    { xmlMode: true },
  )
  parser.write(xml)
  parser.end()
  return { isIndex, links }
}

/** Links of a page as written, and its rel=next page, '' for none. */
export function pageLinks(html: string): { links: string[]; next: string } {
  const links: string[] = []
  let next = ''
  const parser = new Parser({
    onopentag(tag, { href, rel }) {
      if ((tag !== 'a' && tag !== 'link') || !href || href.length > MAX_ADDRESS) return
      if (next === '' && rel?.toLowerCase().split(/\s+/).includes('next')) next = href
      else if (tag === 'a' && links.length < MAX_LINKS) links.push(href)
    },
  })
  parser.write(html)
  parser.end()
  return { links, next }
}
