import type { FeedColumn, FeedHeading, FeedMapping } from '#shared/catalogue/feed.ts'

import { FEED_COLUMNS } from '#shared/catalogue/feed.ts'
import { nextRun, scheduleProblem } from '#shared/catalogue/schedule.ts'
import {
  MAX_ADDRESS,
  MAX_SOURCE_NAME,
  NEW_SOURCE,
  type Source,
  type SourceFormat,
  sourceSettings,
  type SourceSettings,
} from '#shared/catalogue/source.ts'
import { PART_LIMITS } from '#shared/catalogue/part.ts'
import { type Later, later, say, t, worded } from '#shared/words/words.ts'
import { typedNumber } from '#shared/money/typedNumber.ts'
import { browserLocale } from '../../data/device/browserLocale.ts'
import { readRate } from '../../show/currency/readRate.ts'
import { toast } from '../../ui/browser/toast.ts'
import { useNow } from '../../ui/browser/useNow.ts'
import { type AdminField, type AdminFields, AdminForm } from '../desk/AdminForm.tsx'
import { hoursProblem } from '../desk/fieldProblems.ts'
import { saveSource } from './catalogueData.ts'
import { COLUMN_NAMES, SCHEDULES, utc } from './sourceWords.ts'

const FORMATS: readonly [SourceFormat, Later | string][] = [
  ['auto', later('By itself')],
  ['csv', later('CSV or TSV')],
  ['json', 'JSON'],
  ['xml', later('XML (Google Merchant)')],
]
/** Others than UTF-8 in which shops write. */
const ENCODINGS = ['utf-8', 'windows-1252', 'iso-8859-15', 'windows-1250', 'windows-1251']
const COLUMNS = Object.keys(FEED_COLUMNS) as FeedColumn[]

/** Values of the form: numbers as text, and `read` for the choice of a schedule, 'own' for any other. */
const draftOf = ({ mapping: _mapping, rate, ...from }: SourceSettings) => ({
  ...from,
  rate: rate === null ? '' : typedNumber(rate, browserLocale()),
  priceHours: String(from.priceHours),
  read: SCHEDULES.some(([schedule]) => schedule === from.schedule) ? from.schedule : 'own',
})
/** Column of each heading, by its place; '' for none. */
type Chosen = Record<`h${number}`, string>
type Draft = ReturnType<typeof draftOf> & Chosen
type Set = (changes: Partial<Draft>) => void

/**
 * Settings of a source, with what stood in the columns of its last file.
 * @param props.source null for a new one
 */
export function SourceForm({
  source,
  onDone,
  onCancel,
}: {
  source: Source | null
  onDone: () => void
  onCancel?: () => void
}) {
  const now = useNow()
  const from = source ? sourceSettings.parse(source) : NEW_SOURCE
  const headings = source?.runs[0]?.headings ?? []
  const isUpload = from.kind === 'upload'

  async function send(draft: Draft) {
    const rate = rateOf(draft.rate)
    const isRead = await saveSource(source?.id ?? null, {
      ...sourceSettings.parse({ ...draft, rate: null, priceHours: 0, mapping: {} }),
      mapping: mappingOf(draft, from, headings),
      currency: codeOf(draft),
      rate: 'rate' in rate && rate.rate !== '' ? Number(rate.rate) : null,
      priceHours: Number(draft.priceHours),
    })
    toast({
      title: source ? t('Source changed') : t('Source made'),
      text: isRead === undefined ? draft.name : readWords(isRead, isUpload),
    })
  }

  return (
    <AdminForm<Draft>
      aria-label={source ? t('Settings of {name}', { name: from.name }) : t('New source')}
      isCard
      hasColumns={isUpload}
      initial={{ ...draftOf(from), ...chosenOf(headings) }}
      fields={(draft, set) => {
        const named = namedFields(draft, set, now)
        const read = { ...readFields(draft), ...columnFields(draft, set, headings) }
        return isUpload ? { ...read, ...named } : { ...named, ...read }
      }}
      fold={
        isUpload
          ? { name: t('Its name, and how long its prices stand'), from: 'name' }
          : { name: t('How its file is read'), from: 'merchant' }
      }
      submit={[submitWords(source, isUpload), t('Saving...')]}
      {...(onCancel && { cancel: source ? t('Leave as it was') : t('Cancel'), onCancel })}
      failed={later('The source could not be saved. Please try again.')}
      send={send}
      onDone={onDone}
    />
  )
}

function readWords(isRead: boolean, isUpload: boolean): string {
  if (isRead) return t('Its file was read again.')
  return isUpload ? t('Upload its file again.') : t('Read it again to see it.')
}

function submitWords(source: Source | null, isUpload: boolean): string {
  if (!source) return t('Make the source')
  return isUpload ? t('Save and read it again') : t('Save the source')
}

const codeOf = ({ currency }: Pick<Draft, 'currency'>) => currency.trim().toUpperCase()

/** '' for none. */
const rateOf = (rate: string) =>
  rate.trim() === '' ? { rate: '' } : readRate(rate, t('A number above 0, such as 1.08'))

function rateProblem(text: string): string {
  const read = rateOf(text)
  return 'problem' in read ? read.problem : ''
}

const chosenOf = (headings: readonly FeedHeading[]): Chosen =>
  Object.fromEntries(headings.map(({ column }, at) => [`h${at}`, column ?? '']))

/** Columns chosen by hand stay; others are known by their names. */
function mappingOf(draft: Draft, from: SourceSettings, headings: FeedHeading[]): FeedMapping {
  const mapping = { ...from.mapping }
  const chosen = headings.map(({ heading, column }, at) => ({
    heading,
    before: COLUMNS.find((name) => name === column),
    now: COLUMNS.find((name) => name === draft[`h${at}`]),
  }))
  const changed = chosen.filter(({ before, now }) => before !== now)
  // Turns off the mapping by name.
  for (const { before } of changed) if (before) mapping[before] = ''
  for (const { heading, now } of changed) if (now) mapping[now] = heading
  return mapping
}

/** A choice for each heading, beside what stands below it. A column has one heading. */
function columnFields(draft: Draft, set: Set, headings: FeedHeading[]): AdminFields {
  const choices = [
    ['', t('Left out')] as const,
    ...COLUMNS.map((name) => [name, say(COLUMN_NAMES[name])] as const),
  ]
  const names = headings.map((_, at) => `h${at}` as const)
  const fieldOf = ({ heading, samples }: FeedHeading, name: `h${number}`): AdminField => ({
    label: heading,
    hint: samples.join(' · ') || t('Empty'),
    choices,
    onChoose: (column) => {
      const freed = names.filter((one) => column !== '' && draft[one] === column)
      set({
        ...Object.fromEntries(freed.map((one) => [one, ''])),
        [name]: column,
      } as Partial<Draft>)
    },
  })
  return Object.fromEntries(
    headings.map((heading, at) => [`h${at}`, fieldOf(heading, `h${at}`)] as const),
  )
}

function namedFields(draft: Draft, set: Set, now: number): AdminFields {
  const isAddress = draft.kind === 'address'
  const isOwn = draft.read === 'own'
  const due = scheduleProblem(draft.schedule) === '' ? nextRun(draft.schedule, now) : null
  return {
    name: { label: t('Name'), missing: t('Give it a name'), max: MAX_SOURCE_NAME },
    address: isAddress && {
      label: t('Address'),
      hint: t('Of a CSV, TSV, JSON or XML file, plain or packed with gzip.'),
      problemOf: (text) =>
        /^https?:\/\/[^\s/]+/i.test(text.trim())
          ? ''
          : t('An address like https://shop.example/feed.csv'),
      max: MAX_ADDRESS,
      input: { inputMode: 'url' },
    },
    read: isAddress && {
      label: t('Read it'),
      hint:
        !isOwn &&
        due !== null &&
        t('Next: {time}. What was missed is made up for.', { time: utc(due) }),
      choices: [
        ...SCHEDULES.map(([schedule, words]) => [schedule, say(words)] as const),
        ['own', t('On a schedule of my own')],
      ],
      onChoose: (read) => set({ read, ...(read !== 'own' && { schedule: read }) }),
    },
    schedule: isAddress &&
      isOwn && { label: t('Schedule'), hint: scheduleHint(due), problemOf: scheduleProblem },
    priceHours: {
      label: t('Hours a price stands'),
      hint: t('168 is a week. Then shoppers read: was $x on date.'),
      problemOf: hoursProblem,
      input: { inputMode: 'numeric' },
    },
    historyAllowed: {
      kind: 'check',
      label: t('Its merchants allow prices to be kept and shown over time'),
    },
  }
}

function readFields(draft: Draft): AdminFields {
  return {
    merchant: {
      label: t('Merchant'),
      isOptional: true,
      hint: t('Whose prices these are. If you name one, rows of any other are refused.'),
      max: PART_LIMITS.merchant,
    },
    currency: {
      label: t('Currency'),
      hint: t('Of prices that name none.'),
      problemOf: (text) =>
        /^[A-Za-z]{3}$/.test(text.trim()) ? '' : t('Three letters, such as EUR'),
      max: 3,
    },
    rate: !['', 'USD'].includes(codeOf(draft)) && {
      label: t('US dollars for one'),
      isOptional: true,
      hint: t('Empty: prices are shown as they are, in no sum and never the lowest.'),
      problemOf: rateProblem,
      input: { inputMode: 'decimal' },
    },
    decimal: {
      label: t('Decimals stand behind'),
      choices: [
        ['auto', t('whatever each amount has')],
        ['.', t('a point: 1,234.50')],
        [',', t('a comma: 1.234,50')],
      ],
    },
    encoding: {
      label: t('Encoding'),
      choices: [
        ['', t('What the file says')],
        ...[...new Set([...ENCODINGS, draft.encoding])]
          .filter((one) => one !== '')
          .map((one) => [one, one] as const),
      ],
    },
    format: {
      label: t('Format'),
      choices: FORMATS.map(([format, words]) => [format, worded(words)]),
    },
  }
}

function scheduleHint(due: number | null): string {
  const hint = t('Minute, hour, day, month, weekday, as cron has them, in UTC.')
  return due === null ? hint : `${hint} ${t('Next: {time}.', { time: utc(due) })}`
}
