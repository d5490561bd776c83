/**
 * Every sentence is in the catalogues and the catalogues hold no other; after adding one, run
 * `node scripts/words/words.mjs`.
 */
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { LANGUAGES, OFFERED } from '../../shared/words/languages.ts'
import { codeFiles, readSentences, sentencesIn, UNCONVERTED } from './sentences.mjs'
import { brokenIn, catalogueFiles, missingIn, PLURALS } from './words.mjs'

const code = readSentences()

function catalogueOf(language: string, floor: string): Record<string, string> {
  const file = new URL(`../../shared/words/catalogues/${language}.${floor}.json`, import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
}

test('no sentence is outside the catalogues', () => {
  expect(code.problems).toEqual([])
})

test('what is still to be converted is there', () => {
  const files = codeFiles()
  expect(UNCONVERTED.filter((room) => !files.some((file) => file.startsWith(room)))).toEqual([])
})

test('no key is missing, and none that nobody says is left: run node scripts/words/words.mjs', () => {
  const stale = [...catalogueFiles(code)].filter(
    ([file, text]) => !existsSync(file) || readFileSync(file, 'utf8') !== text,
  )
  expect(stale.map(([file]) => file)).toEqual([])
})

test('there is a catalogue of every language but English', () => {
  expect(Object.keys(PLURALS)).toEqual(Object.keys(LANGUAGES).filter((code) => code !== 'en'))
})

test.each(Object.keys(PLURALS))('the placeholders of %s are those of the English', (language) => {
  expect(brokenIn(language)).toEqual([])
})

// Voice control: users say the visible words (WCAG 2.5.3).
test.each(Object.keys(PLURALS))('in %s the name of the chip holds the words in it', (language) => {
  const said = catalogueOf(language, 'app')
  const shown = {
    'Syncing...': 'syncing',
    Synced: 'synced',
    'On this device': 'on this device',
    '{waiting} waiting': '{waiting} waiting for signal',
  }
  for (const [text, state] of Object.entries(shown)) {
    const words = said[text]?.replace(/\s*(…|\.{3})$/, '').toLowerCase()
    expect(said[`Sync: ${state}`]?.toLowerCase()).toContain(words)
  }
})

test.each(Object.keys(PLURALS))('an example of a price is one as %s writes it', (language) => {
  const said = ['app', 'server'].flatMap((floor) => Object.entries(catalogueOf(language, floor)))
  const price = new Intl.NumberFormat(language, { minimumFractionDigits: 2 }).format(12.5)
  const others = said.filter(([key, text]) => key.includes('12.50') && !text.includes(price))
  expect(others).toEqual([])
})

test('a language that people are offered is whole', () => {
  const others = OFFERED.filter((language) => language !== 'en')
  expect(others.flatMap((language) => missingIn(language, code.keys))).toEqual([])
})

/** Files that format for computing, which nobody sees, or for a terminal. */
const COMPUTED = [
  'shared/notify/notifications.ts',
  'sync-server/backup.ts',
  'sync-server/convert.ts',
]

test('nothing names a language to Intl by itself', () => {
  const naming = /(?:Intl\.[A-Z]\w+|\.toLocale\w+)\(\s*'[a-z]/
  const found = codeFiles().filter((file) => naming.test(readFileSync(file, 'utf8')))
  expect(found.filter((file) => !COMPUTED.includes(file))).toEqual([])
})

const HEAD =
  "import { t, many, say, later } from '#shared/words/words.ts'\nimport { T } from './T.tsx'\n"
const read = (source: string) => sentencesIn(HEAD + source)

test('keys are read of every way to say something', () => {
  const { keys, problems, outside } = read(`
    const NAME = later('Name')
    const Some = ({ n, to }) => (
      <p title={t('Add to {name}', { name: to ?? t('a kit') })}>
        <T count={n} one="<b>One</b> part" text="<b>{count}</b> parts" b={bold} />
        {many(n, '{count} line', '{count} lines')}
        {say(NAME)}
      </p>
    )`)
  expect([problems, outside]).toEqual([[], []])
  expect(keys.map(({ one, other }) => [one, other])).toEqual([
    ['Name', null],
    ['Add to {name}', null],
    ['a kit', null],
    ['<b>One</b> part', '<b>{count}</b> parts'],
    ['{count} line', '{count} lines'],
  ])
})

test('a sentence in no catalogue is found', () => {
  const { outside } = read(`
    const Some = ({ isOpen, name }) => (
      <p title="Save kit" aria-label={\`Open \${name}\`} className="Not words">
        Not saved {isOpen ? 'open' : "Can't be opened"} {isOpen && \`\${name} is open\`}
      </p>
    )
    const text = 'This must not be empty.'
    const NAMES = { ok: 'Synced', waits: 'Waiting' }
    const label = () => (isOpen ? 'Close' : 'get')
    const type = isOpen ? 'Plain' : NAMES[text]
    const option = { label: 'Cancel', value: 'cancel', hint: name === 'Some thing' ? 'Short' : '' }
    db.whereRaw('f.name is not distinct from ?', [name])
    throw new Problem('empty', 400, isOpen ? 'Please type a name.' : \`\${name} takes no name.\`)`)
  expect(outside).toEqual([
    'Save kit',
    'Open {}',
    'Not saved',
    'open',
    "Can't be opened",
    '{} is open',
    'This must not be empty.',
    'Synced',
    'Waiting',
    'Close',
    'Cancel',
    'Short',
    'Please type a name.',
    '{} takes no name.',
  ])
})

test('what only developers read is no sentence', () => {
  const { outside } = read(`
    import something from './Some thing here.ts'
    throw new Error(\`This cannot be: \${code}\`)
    log.info({ text: 'Some text' }, 'The server has started')
    const look = { type: 'some type' } as { label: 'Some label' }`)
  expect(outside).toEqual([])
})

test('a text is literal, and is not said before the language is known', () => {
  const { problems } = read(`
    const LABEL = t('Save')
    const words = () => t(\`Open \${name}\`)
    const later = () => t(isOpen ? 'Close' : 'Open')`)
  expect(problems).toEqual([
    "is said before the language is known: t('Save')",
    'is no literal text: t(`Open ${name}`)',
    "is no literal text: t(isOpen ? 'Close' : 'Open')",
  ])
})
