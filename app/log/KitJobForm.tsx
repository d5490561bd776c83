import type { LogEntry } from '#shared/kinds/maintenance.ts'

import { hasNoPrice, priceSum, sumWords } from '#shared/kinds/priceSum.ts'
import { t } from '#shared/words/words.ts'
import { useLiveQuery } from '../device/useLiveQuery.ts'
import { readBuild } from '../kits/open/builds.ts'
import { sourceOfKit } from './entryForm.ts'
import { EntryForm, type EntryFormProps } from './EntryForm.tsx'
import { dayText } from '../show/logWords.ts'
import { useMeasures } from '../show/measures.ts'

interface KitJobFormProps extends Pick<EntryFormProps, 'own' | 'onSave' | 'onCancel'> {
  kitId: string
  /** Milliseconds. */
  now: number
  entries: readonly LogEntry[]
}

/** The job that a kit was for, with what the kit knows of it. */
export function KitJobForm({ kitId, now, entries, own, onSave, onCancel }: KitJobFormProps) {
  const { distance: usual } = useMeasures()
  const build = useLiveQuery(() => readBuild(kitId, ''), [kitId])
  if (!build) return null
  const before = entries.find((entry) => entry.kit === kitId)
  const sum = priceSum(build.kit.lines, build.kit)
  const note = [
    before && t('This kit was logged before, on {day}.', { day: dayText(before.day) }),
    !hasNoPrice(sum) &&
      sum.unpriced !== 0 &&
      t('The parts of the kit: {sum}.', { sum: sumWords(sum) }),
  ]
    .filter(Boolean)
    .join(' ')
  return (
    <EntryForm
      of={kitId}
      source={sourceOfKit(build, entries, now, usual)}
      own={own}
      entries={entries}
      note={note}
      onSave={onSave}
      onCancel={onCancel}
    />
  )
}
