/** Notes as HTML: the tree of #shared/text/markup.ts, rendered as in app/ui/text/Markup.tsx. */
import type { Inline } from '#shared/text/markupInline.ts'

import { type Block, parseMarkup } from '#shared/text/markup.ts'
import { html, type Html } from './html.ts'

const REL = 'noopener noreferrer nofollow ugc'

export function markupHtml(text: string): Html {
  return html`<div class="markup" dir="auto">${parseMarkup(text).map(blockHtml)}</div>`
}

function blockHtml(block: Block): Html {
  switch (block.kind) {
    case 'code':
      return html`<pre><code>${block.text}</code></pre>`
    case 'list':
      return html`<ul>
        ${block.items.map((item) => html`<li>${item.map(inlineHtml)}</li>`)}
      </ul>`
    case 'quote':
      return html`<blockquote>${block.content.map(inlineHtml)}</blockquote>`
    case 'paragraph':
      return html`<p>${block.content.map(inlineHtml)}</p>`
  }
}

function inlineHtml(inline: Inline): Html {
  switch (inline.kind) {
    case 'text':
      return html`${inline.text}`
    case 'break':
      return html`<br />`
    case 'bold':
      return html`<strong>${inline.content.map(inlineHtml)}</strong>`
    case 'italics':
      return html`<em>${inline.content.map(inlineHtml)}</em>`
    case 'strike':
      return html`<s>${inline.content.map(inlineHtml)}</s>`
    case 'super':
      return html`<sup>${inline.content.map(inlineHtml)}</sup>`
    case 'link':
      return linkHtml(inline.href, inline.content.map(inlineHtml))
  }
}

/** The parser allows only http, https and mailto. */
function linkHtml(href: string, content: Html[]): Html {
  if (href.startsWith('mailto:')) return html`<a href="${href}" rel="${REL}">${content}</a>`
  // The title shows the address, because the text may name another one.
  return html`<a href="${href}" rel="${REL}" target="_blank" title="${href}">${content}</a>`
}
