import { type ReactNode, useMemo } from 'react'

import type { Inline } from '#shared/text/markupInline.ts'

import { type Block, parseMarkup } from '#shared/text/markup.ts'
import { classes } from '../look/classes.ts'
import styles from './Markup.module.css'

/** No referrer for the site, and no endorsement for search engines. */
const REL = 'noopener noreferrer nofollow ugc'

/** User text with simple formatting. Never HTML of theirs. */
export function Markup({ text, className }: { text: string; className?: string | undefined }) {
  const blocks = useMemo(() => parseMarkup(text), [text])
  return <div className={classes(styles.markup, className)}>{blocks.map(renderBlock)}</div>
}

// A part's index is its only identity.
function renderBlock(block: Block, key: number): ReactNode {
  switch (block.kind) {
    case 'code':
      return (
        <pre key={key}>
          <code>{block.text}</code>
        </pre>
      )
    case 'list':
      return (
        <ul key={key}>
          {block.items.map((item, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- see above
            <li key={index}>{item.map(renderInline)}</li>
          ))}
        </ul>
      )
    case 'quote':
      return <blockquote key={key}>{block.content.map(renderInline)}</blockquote>
    case 'paragraph':
      return <p key={key}>{block.content.map(renderInline)}</p>
  }
}

function renderInline(inline: Inline, key: number): ReactNode {
  switch (inline.kind) {
    case 'text':
      return inline.text
    case 'break':
      return <br key={key} />
    case 'bold':
      return <strong key={key}>{inline.content.map(renderInline)}</strong>
    case 'italics':
      return <em key={key}>{inline.content.map(renderInline)}</em>
    case 'strike':
      return <s key={key}>{inline.content.map(renderInline)}</s>
    case 'super':
      return <sup key={key}>{inline.content.map(renderInline)}</sup>
    case 'link':
      return (
        <a key={key} href={inline.href} {...linkProps(inline.href)}>
          {inline.content.map(renderInline)}
        </a>
      )
  }
}

function linkProps(href: string) {
  const isMail = href.startsWith('mailto:')
  // The title shows the address, because the text may name another one.
  return isMail ? { rel: REL } : { rel: REL, target: '_blank', title: href }
}
