import { useState } from 'react'

import type { SourceFormat, SourceSettings } from '#shared/catalogue/source.ts'

import { nextRun } from '#shared/catalogue/schedule.ts'
import { MAX_ADDRESS, MAX_PRICE_HOURS, MAX_SOURCE_NAME } from '#shared/catalogue/source.ts'
import { PART_LIMITS } from '#shared/catalogue/part.ts'
import { type Later, later, say, t, worded } from '#shared/words/words.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Checkbox } from '../../ui/controls/Checkbox.tsx'
import { readRate, typedRate } from '../../show/currency/readRate.ts'
import { useNow } from '../../ui/browser/useNow.ts'
import { FormResult } from '../../forms/FormParts.tsx'
import { Chosen } from '../../forms/Chosen.tsx'
import { Typed } from '../../forms/Typed.tsx'
import { useAction } from '../../forms/useAction.ts'
import look from './Dashboard.module.css'
import { saveSource } from './catalogueData.ts'
import { scheduleError, SCHEDULES, utc } from './sourceWords.ts'

const FORMATS: readonly [SourceFormat, Later | string][] = [
  ['auto', later('By itself')],
  ['csv', later('CSV or TSV')],
  ['json', 'JSON'],
  ['xml', later('XML (Google Merchant)')],
]

/** Numbers stay text until they are sent. */
type Draft = Omit<SourceSettings, 'rate' | 'priceHours'> & { rate: string; priceHours: string }

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
  const [draft, setDraft] = useState<Draft>({
    ...from,
    rate: from.rate === null ? '' : typedRate(String(from.rate)),
    priceHours: String(from.priceHours),
  })
  const [isTried, setTried] = useState(false)
  const { run, isBusy, failure } = useAction(t('The source could not be saved. Please try again.'))
  const problems = problemsOf(draft)
  const errorOf = (name: keyof typeof problems) => (isTried ? problems[name] : '')
  const set = (changes: Partial<Draft>) => setDraft({ ...draft, ...changes })
  const isAddress = draft.kind === 'address'
  const isUsual = SCHEDULES.some(([schedule]) => schedule === draft.schedule)
  const [isOwn, setOwn] = useState(!isUsual)
  const due = problems.schedule ? null : nextRun(draft.schedule, now)

  async function save() {
    setTried(true)
    const rate = rateOf(draft)
    if (Object.values(problems).some((problem) => problem !== '')) return
    const settings = {
      ...draft,
      currency: draft.currency.trim().toUpperCase(),
      rate: 'rate' in rate && rate.rate !== '' ? Number(rate.rate) : null,
      priceHours: Number(draft.priceHours),
    }
    const title = id === null ? t('Source made') : t('Source changed')
    if (await run(() => saveSource(id, settings), { title, text: draft.name })) onDone()
  }

  const text = (name: 'name' | 'address' | 'merchant' | 'encoding' | 'currency', max: number) => ({
    value: draft[name],
    maxLength: max,
    autoComplete: 'off',
    onType: (text: string) => set({ [name]: text }),
  })
  return (
    <form
      className={`card stack ${look.pad}`}
      noValidate
      aria-label={id === null ? t('New source') : t('Settings of {name}', { name: from.name })}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Typed label={t('Name')} error={errorOf('name')} {...text('name', MAX_SOURCE_NAME)} />
      <Chosen
        label={t('Where its file comes from')}
        choices={[
          ['address', t('An address')],
          ['upload', t('I upload it')],
        ]}
        chosen={draft.kind}
        onChoose={(kind) => set({ kind })}
      />
      {isAddress && (
        <>
          <Typed
            label={t('Address')}
            hint={t('Of a CSV, TSV, JSON or XML file, plain or packed with gzip.')}
            error={errorOf('address')}
            {...text('address', MAX_ADDRESS)}
            inputMode="url"
          />
          <Chosen
            label={t('Read it')}
            hint={
              isOwn
                ? undefined
                : due === null
                  ? ''
                  : t('Next: {time}. What was missed is made up for.', { time: utc(due) })
            }
            choices={[
              ...SCHEDULES.map(([schedule, words]) => [schedule, say(words)] as const),
              ['own', t('On a schedule of my own')],
            ]}
            chosen={isOwn ? 'own' : draft.schedule}
            onChoose={(schedule) => {
              setOwn(schedule === 'own')
              if (schedule !== 'own') set({ schedule })
            }}
          />
          {isOwn && (
            <Typed
              label={t('Schedule')}
              hint={scheduleHint(due)}
              error={errorOf('schedule')}
              value={draft.schedule}
              autoComplete="off"
              onType={(text) => set({ schedule: text })}
            />
          )}
        </>
      )}
      <Typed
        label={t('Merchant')}
        isOptional
        hint={t('Whose prices these are. If you name one, rows of any other are refused.')}
        {...text('merchant', PART_LIMITS.merchant)}
      />
      <Typed
        label={t('Hours a price stands')}
        hint={t('168 is a week. Then shoppers read: was $x on date.')}
        error={errorOf('priceHours')}
        inputMode="numeric"
        value={draft.priceHours}
        onType={(text) => set({ priceHours: text })}
      />
      <Checkbox
        checked={draft.historyAllowed}
        onChange={({ target }) => set({ historyAllowed: target.checked })}
      >
        {t('Its merchants allow prices to be kept and shown over time')}
      </Checkbox>
      <details className={look.problems} open={isTried && problems.rate !== ''}>
        <summary>{t('How its file is read')}</summary>
        <div className={look.fields}>
          <Chosen
            label={t('Format')}
            choices={FORMATS.map(([format, words]) => [format, worded(words)])}
            chosen={draft.format}
            onChoose={(format) => set({ format })}
          />
          <Typed
            label={t('Encoding')}
            isOptional
            hint={t('Such as windows-1252. Empty: what the file says.')}
            {...text('encoding', 40)}
          />
          <Chosen
            label={t('Decimals stand behind')}
            choices={[
              ['auto', t('whatever each amount has')],
              ['.', t('a point: 1,234.50')],
              [',', t('a comma: 1.234,50')],
            ]}
            chosen={draft.decimal}
            onChoose={(decimal) => set({ decimal })}
          />
          <Typed
            label={t('Currency')}
            hint={t('Of prices that name none.')}
            error={errorOf('currency')}
            {...text('currency', 3)}
          />
          {draft.currency.trim().toUpperCase() !== 'USD' && (
            <Typed
              label={t('US dollars for one')}
              isOptional
              hint={t('Empty: prices are shown as they are, in no sum and never the lowest.')}
              error={errorOf('rate')}
              inputMode="decimal"
              value={draft.rate}
              onType={(text) => set({ rate: text })}
            />
          )}
        </div>
      </details>
      <FormResult text={failure} />
      <div className={look.buttons}>
        <Button type="submit" variant="primary" aria-disabled={isBusy}>
          {isBusy ? t('Saving...') : id === null ? t('Make the source') : t('Save the source')}
        </Button>
        <Button onClick={onCancel}>{id === null ? t('Cancel') : t('Leave as it was')}</Button>
      </div>
    </form>
  )
}

/** '' for none. */
const rateOf = ({ rate }: Draft) =>
  rate.trim() === '' ? { rate: '' } : readRate(rate, t('A number above 0, such as 1.08'))

function problemsOf(draft: Draft) {
  const hours = Number(draft.priceHours)
  const isHours =
    /^\d{1,4}$/.test(draft.priceHours.trim()) && hours >= 1 && hours <= MAX_PRICE_HOURS
  const rate = rateOf(draft)
  const isAddress = draft.kind === 'address'
  return {
    name: draft.name.trim() === '' ? t('Give it a name') : '',
    address:
      isAddress && !/^https?:\/\/[^\s/]+/i.test(draft.address.trim())
        ? t('An address like https://shop.example/feed.csv')
        : '',
    schedule: isAddress ? scheduleError(draft.schedule) : '',
    priceHours: isHours ? '' : t('Whole hours, from 1 to 8,760'),
    currency: /^[A-Za-z]{3}$/.test(draft.currency.trim()) ? '' : t('Three letters, such as EUR'),
    rate: 'problem' in rate ? rate.problem : '',
  }
}

function scheduleHint(due: number | null): string {
  const hint = t('Minute, hour, day, month, weekday, as cron has them, in UTC.')
  return due === null ? hint : `${hint} ${t('Next: {time}.', { time: utc(due) })}`
}
