/** Renders a page into the app's shell: head for tabs, search engines and link previews. */
import type { PageHead } from './knownPages.ts'

import { Html, html, oneLine } from './html.ts'
import { spokenCode } from '../words/language.ts'
import { later, say } from '#shared/words/words.ts'

const SITE = 'Wrenchlist'
const PICTURE = '/preview.png'
const PICTURE_TEXT = later('Wrenchlist: part kits for any car')

/**
 * The built page with this head, and this body in its root.
 * @param publicUrl base of all links; never taken from the request
 * @param isCounted usage is counted: app/data/telemetry/consent.ts asks for consent
 */
export function pageHtml(
  shell: string,
  head: PageHead,
  { publicUrl, isCounted, body }: { publicUrl: string; isCounted: boolean; body?: Html },
): string {
  const title = `${oneLine(head.title)} · ${SITE}`
  const description = oneLine(head.description)
  const url = head.path === null ? null : publicUrl + head.path
  const card = {
    'og:type': 'website',
    'og:site_name': SITE,
    'og:title': oneLine(head.title),
    'og:description': description,
    ...(url && { 'og:url': url }),
    'og:image': publicUrl + PICTURE,
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': say(PICTURE_TEXT),
  }
  // `data-of-page`: the app removes these when it moves on to a screen with another head.
  const tags = html`<meta name="description" content="${description}" />
    ${url && html`<link rel="canonical" href="${url}" data-of-page />`}
    ${isCounted && html`<meta name="counted" content="yes" />`}
    ${!head.isIndexed && html`<meta name="robots" content="noindex" data-of-page />`}
    ${Object.entries(card).map(([property, content]) => html`<meta property="${property}" content="${content}" data-of-page /> `)}<meta
      name="twitter:card"
      content="summary_large_image"
      data-of-page
    />${head.data ? dataBlock(head.data) : null}`
  // Replacer functions, because `$` is special in a replacement string.
  return shell
    .replace(/<html\s[^<>]*>/, (tag) =>
      tag.replace(' lang="en"', () => html` lang="${spokenCode()}"`.text),
    )
    .replace(/<title>[^<]*<\/title>/, () => html`<title>${title}</title>`.text)
    .replace(/<meta\s+name="description"[^<>]*>/, () => tags.text)
    .replace(/(<div id="root">)(<\/div>)/, (_all, open: string, close: string) => {
      return open + (body?.text ?? '') + close
    })
}

/** A script of data, which no browser runs. Escaping `<` keeps it from ending itself. */
function dataBlock(data: Record<string, unknown>): Html {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c')
  return new Html(`<script type="application/ld+json" data-of-page>${json}</script>`)
}
