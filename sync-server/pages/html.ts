/** HTML as the server writes it: whatever stands in a template is text, unless it is Html itself. */
import { escapeHtml } from '../words/escapeHtml.ts'

export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export type Part = Html | string | number | null | false | readonly Part[]

/** A template: html`<p>${text}</p>`. Values belong in content and quoted attributes. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(
    strings.reduce((sum, string, index) => sum + textOf(parts[index - 1] ?? null) + string),
  )
}

function textOf(part: Part): string {
  if (part === null || part === false) return ''
  if (part instanceof Html) return part.text
  if (typeof part === 'object') return part.map(textOf).join('')
  return escapeHtml(String(part))
}

/** User text, isolated so that its direction does not affect its surroundings. */
export function written(text: string): Html {
  return html`<bdi>${text}</bdi>`
}

// Control characters, bidi controls (UAX #9), and line separators.
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu

/** User text on one line, for titles and labels, where no markup can isolate it. */
export function oneLine(text: string, max = 300): string {
  const line = Array.from(text.replaceAll(UNSEEN, ' ').replaceAll(/\s+/g, ' ').trim())
  return line.length <= max ? line.join('') : `${line.slice(0, max - 1).join('')}…`
}
