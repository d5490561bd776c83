/**
 * `<part-picture of="Oil filter">words</part-picture>`: words with a drawing of the part's family.
 * A custom element, because it is defined after the screen is up: until then it shows its children,
 * in the room it will have. Decorative: the words say what it shows.
 */
import type { DetailedHTMLProps, HTMLAttributes } from 'react'

import { partFamily } from '#shared/catalogue/partFamily.ts'
import { PART_DRAWINGS } from './partDrawings.ts'
import css from './partPicture.css?inline'

interface PictureProps extends DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement> {
  /** Name of the part; without it nothing is drawn. */
  of?: string | undefined
  /** Fallback name. */
  or?: string | undefined
  /** Before the words, or instead of them; else behind them where there is room. */
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
    // A name is typed key by key, and seldom changes the drawing.
    if (this.#path.getAttribute('d') !== strokes) this.#path.setAttribute('d', strokes)
  }
}

customElements.define('part-picture', PartPicture)
