import type { SourceFormat, SourceSettings } from '#shared/catalogue/source.ts'

import { nextRun } from '#shared/catalogue/schedule.ts'
import { MAX_ADDRESS, MAX_SOURCE_NAME } from '#shared/catalogue/source.ts'
import { PART_LIMITS } from '#shared/catalogue/part.ts'
import { type Later, later, say, t, worded } from '#shared/words/words.ts'
import { typedNumber } from '#shared/money/typedNumber.ts'
import { browserLocale } from '../../data/device/browserLocale.ts'
import { readRate } from '../../show/currency/readRate.ts'
import { toast } from '../../ui/browser/toast.ts'
import { useNow } from '../../ui/browser/useNow.ts'
import { type AdminFields, AdminForm } from '../desk/AdminForm.tsx'
import { hoursProblem } from '../desk/fieldProblems.ts'
import { saveSource } from './catalogueData.ts'
import { scheduleError, SCHEDULES, utc } from './sourceWords.ts'

const FORMATS: readonly [SourceFormat, Later | string][] = [
  ['auto', later('By itself')],
  ['csv', later('CSV or TSV')],
  ['json', 'JSON'],
  ['xml', later('XML (Google Merchant)')],
]

/** Values of the form: numbers as text, and `read` for the choice of a schedule, 'own' for any other. */
const draftOf = ({ mapping: _mapping, rate, ...from }: SourceSettings) => ({
  ...from,
  rate: rate === null ? '' : typedNumber(rate, browserLocale()),
  priceHours: String(from.priceHours),
  read: SCHEDULES.some(([schedule]) => schedule === from.schedule) ? from.schedule : 'own',
})
type Draft = ReturnType<typeof draftOf>

/**
 * Settings of a source.
 * @param props.id null for a new one
 */
export function SourceForm({
  id,
  from,
  onDone,
  onCancel,
}: {
  id: string | null
  from: SourceSettings
  onDone: () => void
  onCancel: () => void
}) {
  const now = useNow()
  const isNew = id === null

  async function send({ read: _read, ...draft }: Draft) {
    const rate = rateOf(draft.rate)
    await saveSource(id, {
      ...draft,
      mapping: from.mapping,
      currency: codeOf(draft),
      rate: 'rate' in rate && rate.rate !== '' ? Number(rate.rate) : null,
      priceHours: Number(draft.priceHours),
    })
    toast({ title: isNew ? t('Source made') : t('Source changed'), text: draft.name })
  }

  return (
    <AdminForm
      aria-label={isNew ? t('New source') : t('Settings of {name}', { name: from.name })}
      isCard
      initial={draftOf(from)}
      fields={(draft, set) => fieldsOf(draft, set, now)}
      fold={{ name: t('How its file is read'), from: 'format' }}
      submit={[isNew ? t('Make the source') : t('Save the source'), t('Saving...')]}
      cancel={isNew ? t('Cancel') : t('Leave as it was')}
      failed={later('The source could not be saved. Please try again.')}
      send={send}
      onDone={onDone}
      onCancel={onCancel}
    />
  )
}

const codeOf = ({ currency }: Pick<Draft, 'currency'>) => currency.trim().toUpperCase()

/** '' for none. */
const rateOf = (rate: string) =>
  rate.trim() === '' ? { rate: '' } : readRate(rate, t('A number above 0, such as 1.08'))

function rateProblem(text: string): string {
  const read = rateOf(text)
  return 'problem' in read ? read.problem : ''
}

function fieldsOf(draft: Draft, set: (changes: Partial<Draft>) => void, now: number): AdminFields {
  const isAddress = draft.kind === 'address'
  const isOwn = draft.read === 'own'
  const due = scheduleError(draft.schedule) === '' ? nextRun(draft.schedule, now) : null
  return {
    name: { label: t('Name'), missing: t('Give it a name'), max: MAX_SOURCE_NAME },
    kind: {
      label: t('Where its file comes from'),
      choices: [
        ['address', t('An address')],
        ['upload', t('I upload it')],
      ],
    },
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
      isOwn && { label: t('Schedule'), hint: scheduleHint(due), problemOf: scheduleError },
    merchant: {
      label: t('Merchant'),
      isOptional: true,
      hint: t('Whose prices these are. If you name one, rows of any other are refused.'),
      max: PART_LIMITS.merchant,
    },
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
    format: {
      label: t('Format'),
      choices: FORMATS.map(([format, words]) => [format, worded(words)]),
    },
    encoding: {
      label: t('Encoding'),
      isOptional: true,
      hint: t('Such as windows-1252. Empty: what the file says.'),
      max: 40,
    },
    decimal: {
      label: t('Decimals stand behind'),
      choices: [
        ['auto', t('whatever each amount has')],
        ['.', t('a point: 1,234.50')],
        [',', t('a comma: 1.234,50')],
      ],
    },
    currency: {
      label: t('Currency'),
      hint: t('Of prices that name none.'),
      problemOf: (text) =>
        /^[A-Za-z]{3}$/.test(text.trim()) ? '' : t('Three letters, such as EUR'),
      max: 3,
    },
    rate: codeOf(draft) !== 'USD' && {
      label: t('US dollars for one'),
      isOptional: true,
      hint: t('Empty: prices are shown as they are, in no sum and never the lowest.'),
      problemOf: rateProblem,
      input: { inputMode: 'decimal' },
    },
  }
}

function scheduleHint(due: number | null): string {
  const hint = t('Minute, hour, day, month, weekday, as cron has them, in UTC.')
  return due === null ? hint : `${hint} ${t('Next: {time}.', { time: utc(due) })}`
}
