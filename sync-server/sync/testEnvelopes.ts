/** Fuzzed sync envelopes, wrong in one place, as text: JSON.stringify cannot write some. */
import { newId } from '#shared/ids.ts'

/** Raw JSON text that no value produces, such as 1e999; see `writeJson`. */
export class Raw {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export interface Drawing {
  chance: () => number
  /** Ids of foreign rows and the like, to put where own ones belong. */
  foreign: readonly string[]
}

const deep = (levels: number): Raw => new Raw('['.repeat(levels) + ']'.repeat(levels))

/** Values of every type and many sizes, invalid almost anywhere. */
const NASTY: readonly ((drawing: Drawing) => unknown)[] = [
  () => null,
  () => true,
  () => '',
  () => 0,
  () => new Raw('-0'),
  () => -1,
  () => 1.5,
  () => 2 ** 31,
  () => 2 ** 43,
  () => 2 ** 53,
  () => new Raw('1e308'),
  () => new Raw('1e999'),
  () => new Raw('-1e999'),
  () => new Raw(`1${'0'.repeat(400)}`),
  () => new Raw('"\\u0000"'),
  () => new Raw('"\\ud800"'),
  () => new Raw('"a\\udfff\\ud800b"'),
  () => 'x'.repeat(201),
  () => 'x'.repeat(20_001),
  () => '\u202e'.repeat(90),
  () => "'; drop table kits; --",
  () => [],
  () => ({}),
  () => [[]],
  () => [null, null, null],
  () => ({ $ne: 1 }),
  () => deep(9),
  () => deep(40),
  () => new Raw('{"__proto__":{"polluted":1}}'),
  () => new Raw('{"constructor":{"prototype":{"polluted":1}}}'),
  () => new Raw('{"a":1,"a":2}'),
  () => ['x', 5],
  () => ['x', [5, 2 ** 18]],
  () => ['x', [5, -1]],
  // Lowest and highest clocks of seven digits: 1970 and 2109, in two ways each.
  () => '-------',
  () => 'zzzzzzz',
  () => ['x', `-------${'-'.repeat(12)}`],
  () => ['x', `zzzzzzz${'z'.repeat(12)}`],
  ({ chance, foreign }) => foreign[Math.floor(chance() * foreign.length)],
  () => newId(),
  () => 'toString',
  () => 'beaten',
  () => 'no-such-kind',
  () => 'd:00000000000000000000000000000000',
  () => 'u:admin',
]

const KEYS = ['__proto__', 'constructor', 'toString', '', 'x'.repeat(40), '\u0000', 'author', 'del']

/** Sets an own key, even `__proto__`. */
function put(target: object, key: string, value: unknown): void {
  Object.defineProperty(target, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  })
}

interface Place {
  container: object
  key: string
  /** Index of its op. */
  item: number | null
}

/** Places of a value: each container with each of its keys. */
function places(value: unknown, item: number | null, isOps = false): Place[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    const own = isOps ? Number(key) : item
    return [{ container: value, key, item: own }, ...places(inner, own, key === 'ops')]
  })
}

export interface Spoilt {
  spoilt: object
  /** Description of the change. */
  how: string
  /** Index of the changed op, null for none. */
  item: number | null
}

/** Spoils one place of a copy. */
export function spoil(envelope: object, drawing: Drawing): Spoilt {
  const { chance } = drawing
  const pick = <T>(list: readonly T[]): T => {
    const picked = list[Math.floor(chance() * list.length)]
    if (picked === undefined) throw new Error('nothing to pick from')
    return picked
  }
  const spoilt = structuredClone(envelope)
  const { container, key, item } = pick(places(spoilt, null))
  const dice = chance()
  if (dice < 0.1) {
    if (Array.isArray(container)) container.splice(Number(key), 1)
    else Reflect.deleteProperty(container, key)
    // Later ops move up, so no op is the spoilt one any more.
    return { spoilt, how: `without ${key}`, item: Array.isArray(container) ? 0 : item }
  }
  const value = pick(NASTY)(drawing)
  if (dice < 0.25 && !Array.isArray(container)) {
    const added = pick(KEYS)
    put(container, added, chance() < 0.5 ? value : Reflect.get(container, key))
    return { spoilt, how: `with ${added} beside ${key}`, item }
  }
  if (dice < 0.35 && Array.isArray(container)) {
    container.push(Reflect.get(container, key))
    return { spoilt, how: `${key} twice`, item }
  }
  put(container, key, value)
  return { spoilt, how: `${key} = ${writeJson(value).slice(0, 40)}`, item }
}

/** JSON with `Raw` parts inserted as they are. */
export function writeJson(value: unknown): string {
  if (value instanceof Raw) return value.text
  if (Array.isArray(value)) return `[${value.map(writeJson).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined)
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${writeJson(inner)}`).join()}}`
}
