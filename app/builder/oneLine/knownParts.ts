/** Parts a typed line may mean: of own kits, of what was seen of the catalogue, and of the catalogue. */
import type { PartSummary } from '#shared/catalogue/part.ts'
import type { Price } from '#shared/money.ts'
import type { Vehicle } from '#shared/vehicles/vehicle.ts'

import { brandKey, partNumberKey } from '#shared/catalogue/partNumber.ts'
import { later, say } from '#shared/words/words.ts'
import { readOwnLines } from '../../kits/index/ownLines.ts'
import { readSeenParts } from '../../prices/seenParts.ts'

export interface KnownPart {
  /** One part has one, wherever it is known from. */
  key: string
  name: string
  manufacturer: string
  partNumber: string
  /** What was paid for it in an own kit; null where only the catalogue has it. */
  price: Price
  /** Where it is known from: the name of a kit, or the catalogue. */
  from: string
  isOfVehicle: boolean
  isDemo: boolean
}

const CATALOGUE = later('Catalogue')
const MOST_SEEN = 300

/** What this device knows, what is most likely meant first; without the lines of the open kit. */
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

/** A part the catalogue has answered with. */
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

/** Each part once, as it is named first. */
export function onePart(parts: readonly KnownPart[]): KnownPart[] {
  const byKey = new Map<string, KnownPart>()
  for (const part of parts) if (!byKey.has(part.key)) byKey.set(part.key, part)
  return [...byKey.values()]
}

/** The parts in which every word is found: at the head of a word, or anywhere in the number. */
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
