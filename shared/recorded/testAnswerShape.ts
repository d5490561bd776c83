/** For tests: what JSON answers of a route look like, and where others look otherwise. */
import type { Json } from '../sync/cells.ts'

/** The types seen at each place, such as `parts[].brand`; `absent` where an object goes without. */
export type Shape = ReadonlyMap<string, ReadonlySet<string>>

/** Objects whose keys are data. */
const MAPS = /(^|\.)(states|counts|notices|mapping|context|details|others)$/

/** Where a list in pages goes on, null on the last: none that is recorded has so many rows. */
const GOES_ON = 'next'

/** @param answers of one route: a place has the types that any of them has there */
export function shapeOf(answers: readonly Json[]): Shape {
  const shape = new Map<string, Set<string>>()
  const visit = (place: string, values: readonly Json[]) => {
    const types = new Set(place === GOES_ON ? ['string', 'null'] : values.map(typeOf))
    shape.set(place, types)
    const elements = values.filter((value) => Array.isArray(value)).flat()
    if (elements.length > 0) visit(`${place}[]`, elements)
    const objects = values.filter((value) => typeOf(value) === 'object') as { [k: string]: Json }[]
    if (MAPS.test(place)) return
    for (const key of new Set(objects.flatMap((object) => Object.keys(object)))) {
      const having = objects.filter((object) => Object.hasOwn(object, key))
      const inner = place === '' ? key : `${place}.${key}`
      visit(
        inner,
        having.map((object) => object[key] ?? null),
      )
      if (having.length < objects.length) shape.get(inner)?.add('absent')
    }
  }
  visit('', answers)
  return shape
}

function typeOf(value: Json): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'list' : typeof value
}

const outside = (place: string): string =>
  place.endsWith('[]') ? place.slice(0, -2) : place.slice(0, Math.max(0, place.lastIndexOf('.')))

/**
 * What answers say that the record does not, and what they leave out. What was only ever null, or an
 * empty list, does not tell what else may stand there.
 */
export function misfits(said: Shape, recorded: Shape): string[] {
  const found: string[] = []
  for (const [place, types] of said) {
    const known = recorded.get(place)
    const holder = recorded.get(outside(place))
    const isOfObject = !known && isKey(place) && holder?.has('object')
    if (isOfObject) found.push(`${place} is not recorded (it is ${[...types].join(' or ')})`)
    const others = [...types].filter((type) => !known?.has(type))
    const isTold = known && !isUntold(known)
    if (isTold && others.length > 0)
      found.push(`${place} is ${others.join(' and ')}, recorded is ${[...known].join(' or ')}`)
  }
  return [...found, ...missing(said, recorded)]
}

const isUntold = (types: ReadonlySet<string>): boolean =>
  [...types].every((type) => type === 'null' || type === 'absent')

/** Keys of the record that answers never have, though they have what holds them. */
function missing(said: Shape, recorded: Shape): string[] {
  return [...recorded]
    .filter(([place, types]) => {
      const holder = said.get(outside(place))
      return holder?.has('object') && !said.has(place) && !types.has('absent') && isKey(place)
    })
    .map(([place]) => `${place} is missing`)
}

const isKey = (place: string): boolean => place !== '' && !place.endsWith('[]')

/** Places of one that the other has not, though it has what holds them: one of them is out of date. */
export const placesOnlyIn = (one: Shape, other: Shape): string[] =>
  [...one.keys()].filter(
    (place) => !other.has(place) && (place === '' || other.has(outside(place))),
  )
