// Finds the texts for people in the code: the keys of the catalogues, and texts that bypass them.
import { readdirSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { nameOf } from './loaded.mjs'

const FLOORS = ['app', 'shared', 'sync-server']
/** Files of tests, and of their helpers and doubles. */
const OF_TESTS = /\.test\.tsx?$|(?:^|\/)(?:test|stub)[A-Z]\w*\.tsx?$/

/** Rooms and files whose sentences must still move to the catalogues. It shrinks to nothing. */
/** @type {string[]} */
export const UNCONVERTED = []

/** Texts for programs, developers, or operators at the server's terminal: English. */
const NOT_FOR_PEOPLE = [
  'shared/words/',
  'sync-server/db/',
  'sync-server/postgres/',
  'sync-server/metrics/',
  'sync-server/demo/',
  'sync-server/backup/',
  'sync-server/account.ts',
  'sync-server/backup.ts',
  'sync-server/convert.ts',
  'sync-server/env/env.ts',
  'sync-server/main.ts',
  'sync-server/supervisor.ts',
  'sync-server/http/listen.ts',
  'sync-server/notify/webPush.ts',
]

/** Names, and texts that are only looked up. */
const NAMES = [
  'shared/catalogue/sampleParts.ts',
  'shared/typed/knownBrands.ts',
  'shared/vehicles/makes.ts',
  'shared/vehicles/places.ts',
]

/** Texts that are the same in every language, or are only looked up. */
const NO_SENTENCES = {
  // Stored values of offers, and the name of a demonstration.
  'sync-server/feeds/availabilityOf.ts': ['In stock', 'Out of stock'],
  'sync-server/sources/demoSource.ts': ['Demonstration retailer'],
  'sync-server/jobs/jobStore.ts': ['job:{}', 'source', 'feed'],
  // Names of headers.
  'sync-server/routes/tasks.ts': ['Authorization, X-Device-Key'],
  // Codes.
  'app/data/device/currency.ts': [
    'AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK',
    'CH LI',
  ],
  'shared/money/money.ts': [
    'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
    'BHD IQD JOD KWD LYD OMR TND',
  ],
  'app/share/ImportPreview.tsx': ['Price note'],
  // Columns that other programs read, and stored values.
  'app/log/exportLog.ts': [
    'Mileage unit',
    'Cost currency',
    'Cost (USD)',
    'Due after',
    'Due after unit',
    'New odometer',
    'Due after months',
    'Fuel unit',
  ],
  'app/log/elsewhere/exportFor.ts': [
    'Odometer ({})',
    'Total cost',
    'Full tank',
    'Type of service',
    'Yes',
    'No',
    'True',
    'False',
  ],
  'app/log/import/columns.ts': [
    'Odometer reading',
    'Simply Auto',
    'Car Care',
    'Road Trip',
    'My Garage',
  ],
  'app/log/import/readEntries.ts': ['Cost {}', 'Odometer reading'],
  'shared/kinds/fuel.ts': ['US gal'],
  'app/log/import/ImportLog.tsx': ['US gal'],
  'app/log/entry/FuelFields.tsx': ['US gal'],
  'app/show/measures.ts': ['US qt'],
  'app/show/vehicle/PickerFooter.tsx': ['Lancia', 'S4 Avant'],
  'app/pages/LandingScreen.tsx': [
    '2008 Audi S4',
    'Oil Change',
    'Engine Air Filter Replacement',
    'Cabin Air Filter Replacement',
  ],
  'app/ui/text/FormattingHelp.tsx': ['super^script', 'super', 'script', '[{}](url)'],
  'app/ui/look/fonts.ts': ['Archivo Variable', 'Geist Mono Variable'],
  'app/data/device/db.ts': ['[p+kind+id], [p+kit]'],
  'shared/kinds/jobSheet.ts': ['US qt', 'US fl oz'],
  'shared/kinds/step.ts': ['step'],
  'shared/kinds/differenceWords.ts': ['Kit name', 'Unit price', 'Part name', 'Part number'],
  // Commands for a terminal.
  'app/admin/status/StatusBackups.tsx': [
    'DATA_DIR=./data-restored npm run restore -- {}',
    'DATABASE_URL=postgresql://user:password@host:5432/restored npm run restore -- {}',
  ],
  // CSS, and the manufacturers' names of label sheets.
  'app/share/labels/LabelsSection.tsx': ['@page { size: {}mm {}mm; margin: 0 }'],
  'app/share/labels/labelSizes.ts': [
    'Avery L7160',
    'Avery L7163',
    'Avery L7651',
    'Avery 3474',
    'Avery 5160',
    'Avery 5163',
    'Avery 5164',
    'Brother DK-11209',
    'Brother DK-11201',
    'Dymo 30252',
    'Dymo 30336',
  ],
  // Message of zod without a locale.
  'shared/sync/readRequest.ts': ['Invalid input'],
  'sync-server/auditLog/auditLog.ts': ['id', 'name'],
  'sync-server/announcement/announcement.ts': ['server:announcement', 'server:maintenance'],
  'sync-server/log/deviceLabel.ts': ['Samsung Internet', 'Unknown device'],
  'sync-server/errors/serverErrors.ts': ['Wrenchlist server'],
  'sync-server/notices/kitNotices.ts': ['comment {}'],
  'sync-server/http/assets.ts': ['GET, HEAD'],
  'sync-server/http/sendPage.ts': ['Accept-Encoding, Accept-Language'],
  'shared/admin/errorReport.ts': ['Unknown error'],
  'shared/vehicles/vin.ts': ['ABCDEFGH JKLMN P R STUVWXYZ'],
  // Fallback for an unreadable push in the worker, which knows no language.
  'app/data/hardware/showPush.ts': ['News on Wrenchlist'],
  // Messages in the reports.
  'app/pages/TestErrorsScreen.tsx': ['Test script error', 'Test component error'],
}

/** Attributes and properties that hold words. */
const WORDED =
  /^(?:aria-(?:label|description|valuetext|roledescription)|title|pending|placeholder|alt|label|text|hint|heading|words|sentence|help|caption|subject|message|note|question|what|why)$/
const NO_WORDS = /^(?:className|id|href|to|type|role|name|value|d|Authorization)$/
/** Calls whose texts only developers read. */
const UNREAD =
  /^(?:Error|TypeError|RangeError|SyntaxError|log|logger|console|report\w*|track\w*|describe)$/
const BRAND = 'Wrenchlist'
const LETTER = /\p{L}/u
/** "Restore": one word, if a function returns it or a table of such words holds it. */
const WORD = /^\p{Lu}\p{Ll}+(?:\.\.\.)?$/u
/** "Save Kit", "This must not be empty.": several words that begin like a sentence. */
const SENTENCE = /^[\s“"(]*\p{Lu}[\p{L}'’-]*[,:]? +[\p{L}\d{“"(&+$]/u
/** "“{}” may be {} or {}.": a text that begins with a value, but ends like a sentence. */
const ENDED = /\p{L} \p{Ll}+ [^]*[^\s][.!?]$/u

export function codeFiles() {
  return FLOORS.flatMap((floor) =>
    readdirSync(floor, { recursive: true, encoding: 'utf8' })
      .map((name) => `${floor}/${name.replaceAll('\\', '/')}`)
      .filter((file) => /\.tsx?$/.test(file) && !OF_TESTS.test(file)),
  ).toSorted()
}

/**
 * @returns {{ keys: Map<string, Key>, problems: string[] }} keys of the code, and their problems
 * @typedef {{ context: string, one: string, other: string | null, files: string[] }} Key
 */
export function readSentences(files = codeFiles(), unconverted = UNCONVERTED) {
  /** @type {Map<string, Key>} */
  const keys = new Map()
  /** @type {string[]} */
  const problems = []
  for (const file of files) {
    const isIn = (paths) => paths.some((path) => file.startsWith(path))
    const found = sentencesIn(readFileSync(file, 'utf8'), file)
    for (const key of found.keys) {
      const name = nameOf(key)
      const known = keys.get(name) ?? { ...key, files: [] }
      if (!known.files.includes(file)) known.files.push(file)
      keys.set(name, known)
    }
    problems.push(...found.problems.map((problem) => `${file}: ${problem}`))
    if ([unconverted, NOT_FOR_PEOPLE, NAMES].some(isIn)) continue
    const outside = found.outside.filter((text) => !NO_SENTENCES[file]?.includes(text))
    problems.push(...outside.map((text) => `${file}: not in a catalogue: ${text}`))
  }
  const plurals = new Set([...keys.values()].flatMap(({ other, one }) => (other ? [one] : [])))
  for (const { context, one, other } of keys.values()) {
    if (!other && !context && plurals.has(one))
      problems.push(`both with a plural and without: ${one}`)
  }
  return { keys, problems }
}

/** Keys of one file, their problems, and the texts outside of them. */
export function sentencesIn(code, file = 'some.tsx') {
  const { program, errors } = parseSync(file, code, { preserveParens: false })
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0].message}`)
  const said = saidBy(program)
  /** @type {{ keys: Omit<Key, 'files'>[], problems: string[], outside: string[] }} */
  const found = { keys: [], problems: [], outside: [] }
  /** @param place whether the node is in a function, and whether its text is for people */
  const visit = (node, place) => {
    if (Array.isArray(node)) {
      for (const each of node) visit(each, place)
      return
    }
    if (!node || typeof node.type !== 'string') return
    if (node.type.startsWith('TS') && !PASSED.has(node.type)) return
    const call = said.get(calleeOf(node))
    if (call) {
      read(node, call, place)
      return
    }
    if (isText(node)) noteText(node, place)
    const inside = placeIn(node, place)
    for (const [name, child] of Object.entries(node)) {
      if (name === 'type' || name === 'start' || name === 'end') continue
      if (typeof child === 'object' && child !== null) visit(child, inside(name))
    }
  }
  const noteText = (node, { worded, unread, word }) => {
    if (unread) return
    const text = textOf(node)
    if (
      /^[a-z]+(?:_[a-z]+)+$/.test(text) ||
      text.trim() === BRAND ||
      !LETTER.test(text.replaceAll(/\{\}|&\w+;/g, ''))
    )
      return
    const isOne = word && WORD.test(text)
    if (
      isOne ||
      (worded ? /\p{L}\p{Ll}|\p{L} \p{L}/u.test(text) : SENTENCE.test(text) || ENDED.test(text))
    ) {
      found.outside.push(text.trim().replaceAll(/\s+/g, ' '))
    }
  }
  const read = (node, call, place) => {
    const { key, rest } = call === 'T' ? keyOfElement(node) : keyOfCall(node, call)
    if (!['later', 'kept', 'saying', 'tell', 'tellMany'].includes(call) && !place.inFunction) {
      found.problems.push(
        `is said before the language is known: ${code.slice(node.start, node.end)}`,
      )
    }
    if (call !== 'say') {
      if (key && LETTER.test(key.one)) found.keys.push(key)
      else found.problems.push(`is no literal text: ${code.slice(node.start, node.end)}`)
    }
    for (const each of rest) visit(each, { ...place, worded: false })
  }
  visit(program, { inFunction: false, worded: false, unread: false })
  return found
}

/** TypeScript nodes that wrap a value. */
const PASSED = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'])
const FUNCTIONS = /Function/
/** Nodes that evaluate to one of the texts in them. */
const CHOOSING = new Set(['ConditionalExpression', 'LogicalExpression', 'Property'])
/** A table of words: nothing but capitalized texts. */
const isTable = ({ properties }) =>
  properties.length > 1 &&
  properties.every(({ value }) => value?.type === 'Literal' && WORDS.test(value.value))
const WORDS = /^\p{Lu}\p{Ll}/u

/** Place of a node's children, by the property that holds them. */
function placeIn(node, place) {
  const at = { ...place, word: place.word && CHOOSING.has(node.type) }
  if (FUNCTIONS.test(node.type) || (node.type === 'PropertyDefinition' && !node.static)) {
    at.inFunction = true
    at.worded = false
  }
  switch (node.type) {
    case 'ReturnStatement':
      return () => ({ ...at, word: true })
    case 'ArrowFunctionExpression':
      return (name) => ({ ...at, word: name === 'body' })
    case 'ObjectExpression':
      return () => ({ ...at, word: isTable(node) })
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
    case 'ImportExpression':
      return () => ({ ...at, unread: true })
    case 'NewExpression':
    case 'CallExpression': {
      const name = calleeOf(node)
      // Arguments are up to the callee: `t(...)`, `useId('...')`.
      return () => ({ ...at, worded: false, unread: at.unread || UNREAD.test(name.split('.')[0]) })
    }
    case 'JSXElement':
    case 'JSXFragment':
      return (name) => ({ ...at, worded: name === 'children' })
    case 'JSXAttribute':
      return () => ({
        ...at,
        worded: WORDED.test(attributeName(node)),
        unread: NO_WORDS.test(attributeName(node)),
      })
    case 'Property':
      return (name) => ({
        ...at,
        worded: name === 'value' && WORDED.test(propertyName(node)) && !isSlug(node.value),
        unread: at.unread || name === 'key' || propertyName(node) === 'Authorization',
      })
    case 'ConditionalExpression':
      return (name) => (name === 'test' ? { ...at, worded: false } : at)
    case 'BinaryExpression':
      return () => (node.operator === '+' ? at : { ...at, unread: true })
    case 'MemberExpression':
    case 'SwitchCase':
      return () => ({ ...at, worded: false })
    case 'LogicalExpression':
      return (name) => (name === 'left' && node.operator === '&&' ? { ...at, worded: false } : at)
    default:
      return () => at
  }
}

/** "message": an identifier for programs, whatever its property is called. */
const isSlug = (node) => {
  const text = isText(node.expression ?? node) ? textOf(node.expression ?? node) : ''
  return /^[a-z][\w-]*(?::\{\})?$/.test(text)
}

const isText = ({ type, value }) =>
  type === 'JSXText' ||
  type === 'TemplateLiteral' ||
  (type === 'Literal' && typeof value === 'string')

function textOf(node) {
  if (node.type !== 'TemplateLiteral') return node.value
  return node.quasis.map(({ value }) => value.cooked).join('{}')
}

/** "log.info" of a call, "T" of an element. */
function calleeOf(node) {
  const name = node.type === 'JSXElement' ? node.openingElement.name : node.callee
  if (name?.type === 'MemberExpression') return `${name.object.name ?? ''}.${name.property.name}`
  return name?.name ?? ''
}

const attributeName = ({ name }) => name.name?.name ?? name.name
const propertyName = ({ key }) => String(key.name ?? key.value)

/** Functions of words.ts and its like that a file imports, by their local names. */
function saidBy({ body }) {
  const said = new Map()
  for (const { type, source, specifiers } of body) {
    if (type !== 'ImportDeclaration' || !/\/(words|T|said|told)\.tsx?$/.test(source.value)) continue
    for (const { imported, local } of specifiers) {
      if (SAYING.has(imported?.name)) said.set(local.name, imported.name)
    }
  }
  return said
}
const SAYING = new Set([
  't',
  'many',
  'inContext',
  'later',
  'kept',
  'saying',
  'say',
  'said',
  'tell',
  'tellMany',
  'T',
])

const literal = (node) =>
  node?.type === 'Literal' && typeof node.value === 'string' ? node.value : null

function keyOfCall({ arguments: given }, call) {
  if (call === 'many' || call === 'tellMany') {
    const [count, one, other, ...rest] = given
    const texts = [literal(one), literal(other)]
    const key = texts.includes(null) ? null : { context: '', one: texts[0], other: texts[1] }
    return { key, rest: [count, ...rest] }
  }
  if (call === 'inContext') {
    const [context, text, ...rest] = given
    const texts = [literal(context), literal(text)]
    const key = texts.includes(null) ? null : { context: texts[0], one: texts[1], other: null }
    return { key, rest }
  }
  const [text, ...rest] = given
  if (call === 'say') return { key: null, rest: given }
  return {
    key: literal(text) === null ? null : { context: '', one: text.value, other: null },
    rest,
  }
}

function keyOfElement({ openingElement: { attributes } }) {
  const valueOf = (name) => {
    const attribute = attributes.find((each) => each.name && attributeName(each) === name)
    const value = attribute?.value
    return literal(value?.type === 'JSXExpressionContainer' ? value.expression : value)
  }
  const [one, text] = [valueOf('one'), valueOf('text')]
  const rest = attributes.filter(
    (each) => !['one', 'text'].includes(each.name && attributeName(each)),
  )
  if (text === null) return { key: null, rest }
  const key = one === null ? { one: text, other: null } : { one, other: text }
  return { key: { context: '', ...key }, rest }
}
