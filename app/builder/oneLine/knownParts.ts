/** Suggestions for a typed line: parts of own kits, of the catalogue and of its cache. */
import type { PartSummary } from '#shared/catalogue/part.ts'
import type { Price } from '#shared/money/money.ts'
import type { Vehicle } from '#shared/vehicles/vehicle.ts'

import { brandKey, partNumberKey } from '#shared/catalogue/partNumber.ts'
import { later, say } from '#shared/words/words.ts'
import { readOwnLines } from '../../data/kits/index/ownLines.ts'
import { readSeenParts } from '../../data/prices/seenParts.ts'

export interface KnownPart {
  /** Identity of a part across sources. */
  key: string
  name: string
  manufacturer: string
  partNumber: string
  /** Price in an own kit; null if only the catalogue has the part. */
  price: Price
  /** Source: the name of a kit, or the catalogue. */
  from: string
  isOfVehicle: boolean
  isDemo: boolean
}

const CATALOGUE = later('Catalogue')
const MOST_SEEN = 300

/** Parts known on this device, likeliest first; without the open kit's lines. */
export async function readKnownParts(vehicle: Vehicle | null, kitId: string): Promise<KnownPart[]> {
  const [lines, seen] = await Promise.all([readOwnLines(vehicle), readSeenParts(MOST_SEEN)])
  const own = lines
    .filter((one) => one.kitId !== kitId && one.line.name !== '')
    .toSorted((a, b) => Number(b.isOfVehicle) - Number(a.isOfVehicle))
    .map(({ line, kit, isOfVehicle }) =>
      known(line, { price: line.price, from: kit, isOfVehicle, isDemo: false }),
    )
  return onePart([...own, ...seen.map(inCatalogue)])
}

/** A part from a catalogue answer. */
export function inCatalogue(part: Pick<PartSummary, 'name' | 'brand' | 'partNumber' | 'isDemo'>) {
  const { name, brand: manufacturer, partNumber, isDemo } = part
  const words = { name, manufacturer, partNumber }
  return known(words, { price: null, from: say(CATALOGUE), isOfVehicle: false, isDemo })
}

function known(
  words: Pick<KnownPart, 'name' | 'manufacturer' | 'partNumber'>,
  about: Pick<KnownPart, 'price' | 'from' | 'isOfVehicle' | 'isDemo'>,
): KnownPart {
  const { name, manufacturer, partNumber } = words
  const number = partNumberKey(partNumber)
  const key = `${number === '' ? name.trim().toLowerCase() : number} ${brandKey(manufacturer)}`
  return { key, name: name.trim(), manufacturer, partNumber, ...about }
}

/** Distinct parts; the first mention counts. */
export function onePart(parts: readonly KnownPart[]): KnownPart[] {
  const byKey = new Map<string, KnownPart>()
  for (const part of parts) if (!byKey.has(part.key)) byKey.set(part.key, part)
  return [...byKey.values()]
}

/** Parts that match all words: at the start of a word, or anywhere in the number. */
export function findParts(parts: readonly KnownPart[], typed: string, most: number): KnownPart[] {
  const words = wordsOf(typed)
  if (words.length === 0) return []
  const found: KnownPart[] = []
  for (const part of parts) {
    if (found.length >= most) break
    if (isMeant(part, words) && textOf(part) !== typed.trim().toLowerCase()) found.push(part)
  }
  return found
}

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[\s,;/]+/)
    .filter(Boolean)
const textOf = ({ name, manufacturer, partNumber }: KnownPart) =>
  [name, manufacturer, partNumber].filter(Boolean).join(' ').toLowerCase()

function isMeant(part: KnownPart, words: readonly string[]): boolean {
  const own = wordsOf(`${part.name} ${part.manufacturer} ${part.partNumber}`)
  const number = partNumberKey(part.partNumber)
  return words.every((word) => {
    const key = partNumberKey(word)
    return own.some((each) => each.startsWith(word)) || (key.length > 1 && number.includes(key))
  })
}
