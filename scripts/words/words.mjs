// The catalogues: shared/words/catalogues/*.po, which translators' tools read. `node
// scripts/words/words.mjs` brings them up to the code: new sentences come untranslated, those nobody
// says any more go. docs/languages.md.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { po } from 'gettext-parser'
import { readPo, writeLoaded } from './loaded.mjs'
import { readSentences } from './sentences.mjs'

export const FOLDER = 'shared/words/catalogues'
/** How gettext's tools count in each; Intl counts for us, and whole millions are no form of their own. */
export const PLURALS = {
  de: 'nplurals=2; plural=(n != 1);',
  es: 'nplurals=2; plural=(n != 1);',
  fr: 'nplurals=2; plural=(n > 1);',
}
const byText = (a, b) => (a < b ? -1 : a > b ? 1 : 0)

/** @returns {Map<string, string[]>} the translations of a catalogue by key; empty ones are missing */
export function readCatalogue(language) {
  const file = join(FOLDER, `${language}.po`)
  if (!existsSync(file)) return new Map()
  return new Map(Array.from(readPo(file), ([name, { forms }]) => [name, forms]))
}

/** A catalogue's file, of these keys and translations. */
export function writtenCatalogue(language, keys, known) {
  const translations = {}
  for (const name of [...keys.keys()].toSorted(byText)) {
    const { context, one, other, files } = keys.get(name)
    const forms = other === null ? 1 : 2
    const msgstr = known.get(name) ?? Array.from({ length: forms }, () => '')
    translations[context] ??= {}
    translations[context][one] = {
      ...(context && { msgctxt: context }),
      msgid: one,
      ...(other !== null && { msgid_plural: other }),
      msgstr,
      comments: { reference: files.join('\n') },
    }
  }
  const headers = {
    Language: language,
    'MIME-Version': '1.0',
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Transfer-Encoding': '8bit',
    'Plural-Forms': PLURALS[language],
  }
  return (
    `${po.compile({ charset: 'utf-8', headers, translations }, { foldLength: 0 })}`.trimEnd() + '\n'
  )
}

const isWhole = (forms) => forms !== undefined && forms.every(Boolean)

/** Every file of the catalogues as it ought to be. @returns {Map<string, string>} by path */
export function catalogueFiles({ keys } = readSentences()) {
  const files = new Map()
  for (const language of Object.keys(PLURALS)) {
    const file = join(FOLDER, `${language}.po`)
    files.set(file, writtenCatalogue(language, keys, readCatalogue(language)))
  }
  return files
}

/** @returns {string[]} the sentences a language has not */
export const missingIn = (language, keys) => {
  const known = readCatalogue(language)
  return [...keys.keys()].filter((name) => !isWhole(known.get(name)))
}

const holesOf = (text) => [...new Set(text.match(/\{\w+\}|<\/?\w+>/g))].toSorted(byText)

/** @returns {string[]} the translations that do not leave open what their English does */
export function brokenIn(language) {
  const broken = []
  for (const [name, forms] of readCatalogue(language)) {
    const english = (name.split('\u0004').at(-1) ?? '').split('\0')
    // The form of one may say "a part" for "{count} part".
    const needed = holesOf(english.join()).filter((hole) => hole !== '{count}')
    const allowed = holesOf(english.join())
    for (const form of forms.filter(Boolean)) {
      const holes = holesOf(form)
      const fits =
        needed.every((hole) => holes.includes(hole)) &&
        holes.every((hole) => allowed.includes(hole))
      const counts =
        forms.length === 1 ||
        form !== forms.at(-1) ||
        holes.includes('{count}') === allowed.includes('{count}')
      if (!fits || !counts || (forms.length === 1 && holes.length !== allowed.length))
        broken.push(form)
    }
  }
  return broken
}

if (process.argv[1] === import.meta.filename) {
  const { keys, problems } = readSentences()
  mkdirSync(FOLDER, { recursive: true })
  for (const [file, text] of catalogueFiles({ keys })) writeFileSync(file, text)
  writeLoaded()
  for (const problem of problems) console.log(problem)
  for (const language of Object.keys(PLURALS)) {
    console.log(
      `${language}: ${missingIn(language, keys).length} of ${keys.size} are not translated`,
    )
  }
  if (problems.length > 0) process.exitCode = 1
}
