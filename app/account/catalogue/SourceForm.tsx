import { useState } from 'react'

import type { SourceFormat, SourceSettings } from '#shared/catalogue/source.ts'

import { nextRun } from '#shared/catalogue/schedule.ts'
import { MAX_ADDRESS, MAX_PRICE_HOURS, MAX_SOURCE_NAME } from '#shared/catalogue/source.ts'
import { PART_LIMITS } from '#shared/catalogue/part.ts'
import { type Later, later, say, t, worded } from '#shared/words/words.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Checkbox } from '../../ui/controls/Checkbox.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { Input } from '../../ui/controls/Input.tsx'
import { Select } from '../../ui/controls/Select.tsx'
import { readRate, typedRate } from '../../show/currency/readRate.ts'
import { toast } from '../../ui/layers/toast.ts'
import { useNow } from '../../ui/browser/useNow.ts'
import { FormResult } from '../FormParts.tsx'
import { useAction } from '../useAction.ts'
import look from './Dashboard.module.css'
import { saveSource } from './sourcesData.ts'
import { scheduleError, SCHEDULES, utc } from './sourceWords.ts'

const FORMATS: readonly [SourceFormat, Later | string][] = [
  ['auto', later('By itself')],
  ['csv', later('CSV or TSV')],
  ['json', 'JSON'],
  ['xml', later('XML (Google Merchant)')],
]

/** Numbers are kept as they are typed until they are sent. */
type Draft = Omit<SourceSettings, 'rate' | 'priceHours'> & { rate: string; priceHours: string }

/**
 * Everything an operator says of a source.
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
    if (!(await run(() => saveSource(id, settings)))) return
    toast({ title: id === null ? t('Source made') : t('Source changed'), text: draft.name })
    onDone()
  }

  const text = (name: 'name' | 'address' | 'merchant' | 'encoding' | 'currency', max: number) => ({
    value: draft[name],
    maxLength: max,
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => set({ [name]: event.target.value }),
  })
  return (
    <form
      className={`card ${look.pad}`}
      noValidate
      aria-label={id === null ? t('New source') : t('Settings of {name}', { name: from.name })}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Field label={t('Name')} error={errorOf('name')}>
        {(control) => <Input {...control} {...text('name', MAX_SOURCE_NAME)} />}
      </Field>
      <Field label={t('Where its file comes from')}>
        {(control) => (
          <Select
            {...control}
            choices={[
              ['address', t('An address')],
              ['upload', t('I upload it')],
            ]}
            chosen={draft.kind}
            onChoose={(kind) => set({ kind })}
          />
        )}
      </Field>
      {isAddress && (
        <>
          <Field
            label={t('Address')}
            hint={t('Of a CSV, TSV, JSON or XML file, plain or packed with gzip.')}
            error={errorOf('address')}
          >
            {(control) => <Input {...control} {...text('address', MAX_ADDRESS)} inputMode="url" />}
          </Field>
          <Field
            label={t('Read it')}
            hint={
              isOwn
                ? undefined
                : due === null
                  ? ''
                  : t('Next: {time}. What was missed is made up for.', { time: utc(due) })
            }
          >
            {(control) => (
              <Select
                {...control}
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
            )}
          </Field>
          {isOwn && (
            <Field label={t('Schedule')} hint={scheduleHint(due)} error={errorOf('schedule')}>
              {(control) => (
                <Input
                  {...control}
                  value={draft.schedule}
                  autoComplete="off"
                  onChange={({ target }) => set({ schedule: target.value })}
                />
              )}
            </Field>
          )}
        </>
      )}
      <Field
        label={t('Merchant')}
        isOptional
        hint={t('Whose prices these are. If you name one, rows of any other are refused.')}
      >
        {(control) => <Input {...control} {...text('merchant', PART_LIMITS.merchant)} />}
      </Field>
      <Field
        label={t('Hours a price stands')}
        hint={t('168 is a week. Then shoppers read: was $x on date.')}
        error={errorOf('priceHours')}
      >
        {(control) => (
          <Input
            {...control}
            inputMode="numeric"
            value={draft.priceHours}
            onChange={({ target }) => set({ priceHours: target.value })}
          />
        )}
      </Field>
      <Checkbox
        checked={draft.historyAllowed}
        onChange={({ target }) => set({ historyAllowed: target.checked })}
      >
        {t('Its merchants allow prices to be kept and shown over time')}
      </Checkbox>
      <details className={look.problems} open={isTried && problems.rate !== ''}>
        <summary>{t('How its file is read')}</summary>
        <div className={look.fields}>
          <Field label={t('Format')}>
            {(control) => (
              <Select
                {...control}
                choices={FORMATS.map(([format, words]) => [format, worded(words)])}
                chosen={draft.format}
                onChoose={(format) => set({ format })}
              />
            )}
          </Field>
          <Field
            label={t('Encoding')}
            isOptional
            hint={t('Such as windows-1252. Empty: what the file says.')}
          >
            {(control) => <Input {...control} {...text('encoding', 40)} />}
          </Field>
          <Field label={t('Decimals stand behind')}>
            {(control) => (
              <Select
                {...control}
                choices={[
                  ['auto', t('whatever each amount has')],
                  ['.', t('a point: 1,234.50')],
                  [',', t('a comma: 1.234,50')],
                ]}
                chosen={draft.decimal}
                onChoose={(decimal) => set({ decimal })}
              />
            )}
          </Field>
          <Field
            label={t('Currency')}
            hint={t('Of prices that name none.')}
            error={errorOf('currency')}
          >
            {(control) => <Input {...control} {...text('currency', 3)} />}
          </Field>
          {draft.currency.trim().toUpperCase() !== 'USD' && (
            <Field
              label={t('US dollars for one')}
              isOptional
              hint={t('Empty: prices are shown as they are, in no sum and never the lowest.')}
              error={errorOf('rate')}
            >
              {(control) => (
                <Input
                  {...control}
                  inputMode="decimal"
                  value={draft.rate}
                  onChange={({ target }) => set({ rate: target.value })}
                />
              )}
            </Field>
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
