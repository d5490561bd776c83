/** Test helper: shapes of a route's JSON answers, and where two differ. */
import type { Json } from '../cells/cells.ts'

/** Types seen at each place, such as `parts[].brand`; `absent` for an optional key. */
export type Shape = ReadonlyMap<string, ReadonlySet<string>>

/** Objects whose keys are data. */
const MAPS = /(^|\.)(states|counts|notices|mapping|context|details|others)$/

/** Page cursor, always null in the record: it has too few rows. */
const GOES_ON = 'next'

/** @param answers of one route: types of a place are merged over all of them */
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

/** Differences from the record. A place that was only null, or an empty list, has any type. */
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

/** Recorded keys that answers never have, though they have the parent. */
function missing(said: Shape, recorded: Shape): string[] {
  return [...recorded]
    .filter(([place, types]) => {
      const holder = said.get(outside(place))
      return holder?.has('object') && !said.has(place) && !types.has('absent') && isKey(place)
    })
    .map(([place]) => `${place} is missing`)
}

const isKey = (place: string): boolean => place !== '' && !place.endsWith('[]')

/** Places missing from the other shape, though it has their parent: one is out of date. */
export const placesOnlyIn = (one: Shape, other: Shape): string[] =>
  [...one.keys()].filter(
    (place) => !other.has(place) && (place === '' || other.has(outside(place))),
  )
