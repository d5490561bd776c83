/** Words in the names of parts a task needs. */
import { taskKey } from '../kinds/task.ts'

/** One phrase is enough; it needs all of its words. For built-in and common tasks. */
const PHRASES: readonly [task: RegExp, phrases: readonly string[]][] = [
  [/\boil (change|service)\b/, ['oil filter', 'engine oil', 'motor oil', 'oil drain plug']],
  [/\bvalley pan\b/, ['valley pan', 'intake manifold gasket']],
  [/\bcabin (air )?filter\b/, ['cabin filter', 'cabin air filter', 'pollen filter']],
  [/\bair filter\b/, ['engine air filter', 'air filter']],
  [/\bspark ?plugs?\b/, ['spark plug']],
  [/\b(ignition )?coil ?packs?\b/, ['ignition coil', 'coilpack', 'coil pack']],
  [/\bpcv\b/, ['pcv', 'crankcase breather']],
  [/\bti(re|yre)s?\b/, ['tire', 'tyre', 'valve stem']],
  [
    /\bbrakes?\b/,
    ['brake disc', 'brake rotor', 'brake pad', 'brake shoe', 'brake fluid', 'caliper'],
  ],
  [/\btiming belt\b/, ['timing belt', 'water pump', 'belt tensioner']],
  [/\bcool(ant|ing)\b/, ['coolant', 'thermostat', 'water pump', 'radiator']],
]

/** Words about the work rather than the part. */
const WORK = new Set(
  'and change clean cleaning fix flush for full install installation job new of overhaul refresh repair replace replacement service swap the upgrade'.split(
    ' ',
  ),
)
const MOST_WORDS = 4

/** @returns phrases of lower-case words; empty when the task names no part */
export function taskPhrases(task: string): readonly string[] {
  const name = taskKey(task)
  const known = PHRASES.find(([pattern]) => pattern.test(name))
  if (known) return known[1]
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 1 && !WORK.has(word))
  return words.length === 0 ? [] : [words.slice(0, MOST_WORDS).join(' ')]
}
