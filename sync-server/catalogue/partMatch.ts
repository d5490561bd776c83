/** A search's words as SQL conditions over `parts as p`. */
import { brandKey } from '#shared/catalogue/partNumber.ts'
import { type SearchWord, searchWords } from '#shared/catalogue/searchWords.ts'
import { taskPhrases } from '#shared/catalogue/taskPhrases.ts'

export interface Match {
  /** `?` stands for a binding. */
  sql: string
  bindings: (string | number | string[])[]
}

/**
 * One condition per word or filter. `isIndexed` uses the form of migration 019's indexes.
 * @param isNumber the words are a number that few parts have: many share the letters before it
 */
export function matchesOf(
  asked: { q: string; task: string; category: string; brand: readonly string[] },
  isIndexed: boolean,
  isNumber = false,
): Match[] {
  const words = searchWords(asked.q)
  const task = asked.task.toLowerCase()
  const brands = asked.brand.map(brandKey).filter(Boolean)
  return [
    ...(isIndexed ? indexedWords(words, isNumber) : words.map(wordMatch)),
    ...(task === '' ? [] : [taskMatch(task, isIndexed)]),
    ...(asked.category === ''
      ? []
      : [{ sql: 'lower(p.category) = ?', bindings: [asked.category.toLowerCase()] }]),
    ...(asked.brand.length === 0
      ? []
      : [{ sql: 'p.brand_key = any(?::text[])', bindings: [brands] }]),
  ]
}

/** Conditions joined by `and`. */
export function joined(matches: readonly Match[]): Match {
  return {
    sql: matches.map(({ sql }) => sql).join(' and ') || 'true',
    bindings: matches.flatMap(({ bindings }) => bindings),
  }
}

const isStart = (word: SearchWord) => word.kind === 'start'

/** Word starts are one query of their index; letters beside a number are left out of it. */
function indexedWords(words: readonly SearchWord[], isNumber: boolean): Match[] {
  const isBeside = isNumber && !words.every(isStart)
  const starts = isBeside ? [] : words.filter(isStart)
  const rest = words.filter((word) => isBeside || !isStart(word)).map(wordMatch)
  return starts.length === 0 ? rest : [startsMatch([starts]), ...rest]
}

/** @param phrases alternatives; all words of one have to match */
function startsMatch(phrases: readonly (readonly SearchWord[])[]): Match {
  const query = phrases
    .map((words) =>
      words.flatMap((word) => (word.kind === 'start' ? [`'${word.text}':*`] : [])).join(' & '),
    )
    .map((all) => `(${all})`)
    .join(' | ')
  return { sql: 'part_words(p.search) @@ ?::tsquery', bindings: [query] }
}

/** By the text itself, for a part already at hand. */
function wordMatch(word: SearchWord): Match {
  if (word.kind === 'start') {
    return {
      // `like` is quick, and seldom true where the regular expression is not.
      sql: `p.search like ? and p.search ~ ?`,
      bindings: [`%${word.text}%`, `(^|[\\x01-\\x2f\\x3a-\\x60\\x7b-\\x7f])${word.text}`],
    }
  }
  const patterns = word.texts.map((text) => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`)
  return {
    sql: `(${patterns.map(() => `p.search like ? escape '\\'`).join(' or ')})`,
    bindings: patterns,
  }
}

/** Parts a source names for the task, and parts the task is done with. */
function taskMatch(task: string, isIndexed: boolean): Match {
  const phrases = taskPhrases(task).map((phrase) => searchWords(phrase))
  const starts = phrases.filter((words) => words.every(isStart))
  const rest = isIndexed ? phrases.filter((words) => !words.every(isStart)) : phrases
  const either = [
    { sql: 'lower(p.task) = ?', bindings: [task] },
    ...(isIndexed && starts.length > 0 ? [startsMatch(starts)] : []),
    ...rest.map((words) => joined(words.map(wordMatch))),
  ]
  return {
    sql: `(${either.map(({ sql }) => `(${sql})`).join(' or ')})`,
    bindings: either.flatMap(({ bindings }) => bindings),
  }
}
