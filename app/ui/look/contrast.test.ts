import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

/** Text colours, with their backgrounds. */
const WORDS: Record<string, readonly string[]> = {
  text: ['bg', 'surface', 'sunken', 'raised', 'hover', 'mark-soft', 'mark-line', 'accent-soft'],
  'text-2': ['bg', 'surface', 'sunken', 'raised', 'hover', 'shop-4', 'mark-soft', 'accent-soft'],
  accent: ['bg', 'surface', 'sunken', 'raised', 'hover', 'shop-4', 'accent-soft'],
  ok: ['bg', 'surface', 'raised', 'ok-soft'],
  wait: ['bg', 'surface', 'raised', 'wait-soft'],
  bad: ['bg', 'surface', 'raised', 'bad-soft'],
  'steel-11': ['steel-3'],
  'shop-1': ['shop-12'],
  'on-solid': ['solid', 'solid-hover'],
  'on-mark': ['mark'],
  'hero-text': ['hero', 'hero-hover'],
  'hero-text-2': ['hero'],
}
/** Colours that make a control findable. */
const EDGES: Record<string, readonly string[]> = {
  control: ['bg', 'surface', 'sunken', 'raised'],
  focus: ['bg', 'surface', 'sunken', 'raised'],
  star: ['surface'],
  solid: ['bg', 'surface'],
}

const tokens = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')
const high = readFileSync(join(import.meta.dirname, '../../public/contrast.css'), 'utf8')

const LIGHT = [
  declared(tokens, ":root,\n  [data-theme='light']"),
  declared(tokens, ':root,\n  [data-theme]'),
]
const LOOKS = {
  light: [...LIGHT, declared(high, ":root[data-contrast='high']")],
  dark: [
    ...LIGHT,
    declared(tokens, "[data-theme='dark']"),
    declared(high, ":root[data-contrast='high']"),
    declared(high, ":root[data-contrast='high'][data-theme='dark']"),
  ],
}

describe.each(Object.entries(LOOKS))('in high contrast, %s', (_, layers) => {
  test('every word has 7:1 on what it lies on', () => {
    expect(tooClose(WORDS, 7, layers)).toEqual([])
  })

  test('the edges of controls and the ring of the focus have 4.5:1', () => {
    expect(tooClose(EDGES, 4.5, layers)).toEqual([])
  })
})

function declared(css: string, selector: string): Map<string, string> {
  const block = css.split(`  ${selector} {\n`)[1]?.split('}')[0] ?? ''
  return new Map(
    [...block.matchAll(/--([\w-]+): ([^;]+);/g)].map(([, name = '', value = '']) => [name, value]),
  )
}

function tooClose(
  pairs: Record<string, readonly string[]>,
  least: number,
  layers: readonly Map<string, string>[],
): string[] {
  const colours = new Map(layers.flatMap((layer) => [...layer]))
  return Object.entries(pairs).flatMap(([over, grounds]) =>
    grounds
      .map((under) => [under, ratio(colourOf(over, colours), colourOf(under, colours))] as const)
      .filter(([, found]) => !(found >= least))
      .map(([under, found]) => `${over} on ${under}: ${found.toFixed(2)}`),
  )
}

function colourOf(name: string, colours: ReadonlyMap<string, string>): string {
  const value = colours.get(name) ?? ''
  const other = /^var\(--([\w-]+)\)$/.exec(value)?.[1]
  return other ? colourOf(other, colours) : value
}

/** WCAG 2.2, contrast ratio. */
function ratio(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
