/** Label papers: common sheets, and rolls of label printers. Millimetres. */
import { type Later, later, t, worded } from '#shared/words/words.ts'

export interface LabelSize {
  id: string
  /** Product name or words; `sizeWords` has the full label. */
  name: Later | string
  /** Paper size sent to the printer. */
  page: { width: number; height: number }
  label: { width: number; height: number }
  columns: number
  rows: number
  /** Corner of the first label. */
  left: number
  top: number
  /** Pitch between labels. */
  across: number
  down: number
}

export interface LabelGroup {
  name: Later
  sizes: readonly LabelSize[]
}

const A4 = { width: 210, height: 297 }
const LETTER = { width: 215.9, height: 279.4 }

type Grid = [columns: number, rows: number]
type Pair = [number, number]

/** Centred on the page: that is how sheets are cut. @param gap between the labels */
function sheet(
  id: string,
  name: Later | string,
  page: LabelSize['page'],
  [width, height]: Pair,
  [columns, rows]: Grid,
  [gapAcross, gapDown]: Pair = [0, 0],
): LabelSize {
  const [across, down] = [width + gapAcross, height + gapDown]
  return {
    id,
    name,
    page,
    label: { width, height },
    columns,
    rows,
    left: (page.width - columns * across + gapAcross) / 2,
    top: (page.height - rows * down + gapDown) / 2,
    across,
    down,
  }
}

const roll = (id: string, name: Later | string, [width, height]: Pair): LabelSize =>
  sheet(id, name, { width, height }, [width, height], [1, 1])

/** "Avery L7160, 21 of 64 × 38 mm" */
export const sizeWords = ({ name, label, columns, rows }: LabelSize): string =>
  t('{name}, {count} of {width} × {height} mm', {
    name: worded(name),
    count: columns * rows,
    width: Math.round(label.width),
    height: Math.round(label.height),
  })

const IN = 25.4

export const LABEL_GROUPS: readonly LabelGroup[] = [
  {
    name: later('A4 sheets'),
    sizes: [
      sheet('l7160', 'Avery L7160', A4, [63.5, 38.1], [3, 7], [2.5, 0]),
      sheet('l7163', 'Avery L7163', A4, [99.1, 38.1], [2, 7], [2.5, 0]),
      sheet('l7651', 'Avery L7651', A4, [38.1, 21.2], [5, 13], [2.5, 0]),
      sheet('3474', 'Avery 3474', A4, [70, 37], [3, 8]),
    ],
  },
  {
    name: later('Letter sheets'),
    sizes: [
      sheet('5160', 'Avery 5160', LETTER, [2.625 * IN, IN], [3, 10], [0.125 * IN, 0]),
      sheet('5163', 'Avery 5163', LETTER, [4 * IN, 2 * IN], [2, 5], [0.1875 * IN, 0]),
      sheet('5164', 'Avery 5164', LETTER, [4 * IN, (10 / 3) * IN], [2, 3], [0.1875 * IN, 0]),
    ],
  },
  {
    name: later('Label printers'),
    sizes: [
      roll('dk11209', 'Brother DK-11209', [62, 29]),
      roll('dk11201', 'Brother DK-11201', [90, 29]),
      roll('30252', 'Dymo 30252', [3.5 * IN, 1.125 * IN]),
      roll('30336', 'Dymo 30336', [2.125 * IN, IN]),
      roll('50x30', later('Thermal, 2 × 1.2 in'), [50, 30]),
      roll('100x150', later('Thermal, 4 × 6 in'), [4 * IN, 6 * IN]),
    ],
  },
]

export const LABEL_SIZES = LABEL_GROUPS.flatMap(({ sizes }) => sizes)

/** Positions of one page's labels. @param first position of the first one, from 0 */
export function placesOf(
  size: LabelSize,
  first: number,
  count: number,
): { x: number; y: number }[][] {
  const { columns, rows, left, top, across, down } = size
  const aPage = columns * rows
  const pages: { x: number; y: number }[][] = []
  for (let at = first; at < first + count; at++) {
    const [page, place] = [Math.floor(at / aPage), at % aPage]
    const own = (pages[page] ??= [])
    own.push({
      x: left + (place % columns) * across,
      y: top + Math.floor(place / columns) * down,
    })
  }
  return pages
}
