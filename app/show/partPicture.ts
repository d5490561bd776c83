/**
 * `<part-picture of="Oil filter">words</part-picture>`: words with a drawing of what kind of part they
 * name. An element of its own, since it is fetched once the screen stands: until then it is what it has
 * in it, in the room it will have. For the eyes alone: what it shows is said by the words.
 */
import type { DetailedHTMLProps, HTMLAttributes } from 'react'

import { partFamily } from '#shared/catalogue/partFamily.ts'
import { PART_DRAWINGS } from './partDrawings.ts'
import css from './partPicture.css?inline'

interface PictureProps extends DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement> {
  /** What names the part; nothing is drawn without it. */
  of?: string | undefined
  /** What else tells of it, where that does not. */
  or?: string | undefined
  /** Before the words, or in their place; else behind them where they leave room. */
  at?: 'start' | 'all'
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'part-picture': PictureProps
    }
  }
}

const sheet = new CSSStyleSheet()
sheet.replaceSync(css)
const SVG = 'http://www.w3.org/2000/svg'

class PartPicture extends HTMLElement {
  static observedAttributes = ['of', 'or']
  readonly #path = document.createElementNS(SVG, 'path')

  constructor() {
    super()
    const root = this.attachShadow({ mode: 'open' })
    root.adoptedStyleSheets = [sheet]
    const [words, picture] = ['words', 'picture'].map((name) => {
      const part = root.appendChild(document.createElement('div'))
      part.className = name
      return part
    })
    words?.append(document.createElement('slot'))
    picture?.setAttribute('aria-hidden', 'true')
    const svg = document.createElementNS(SVG, 'svg')
    svg.setAttribute('viewBox', '0 0 32 32')
    svg.append(this.#path)
    picture?.append(svg)
  }

  attributeChangedCallback(): void {
    const of = this.getAttribute('of')
    const strokes = of === null ? '' : PART_DRAWINGS[partFamily(of, this.getAttribute('or') ?? '')]
    // A name is typed key by key, and seldom becomes another part.
    if (this.#path.getAttribute('d') !== strokes) this.#path.setAttribute('d', strokes)
  }
}

customElements.define('part-picture', PartPicture)
