import type { LogEntry } from '#shared/kinds/maintenance.ts'
import type { EntryVehicle } from '../entry/entryForm.ts'
import type { DistanceUnit } from '#shared/kinds/distance.ts'

import { textOfFile } from '#shared/tables/textOfFile.ts'
import { t } from '#shared/words/words.ts'
import { regionOf, useMeasures } from '../../show/measures.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { EmptyState } from '../../ui/blocks/EmptyState.tsx'
import { CircleAlertIcon } from '../../ui/blocks/icons.tsx'
import { useRead } from '../../ui/browser/useRead.ts'
import { ImportPlanCard } from './ImportPlanCard.tsx'
import { type Usual, readLogFile } from './logFile.ts'
import { ownCurrency } from '../../data/device/currency.ts'

interface ImportLogProps {
  file: File
  log: readonly LogEntry[]
  own: readonly EntryVehicle[]
  /** Stored, with these ids. */
  onDone: (ids: string[]) => void
  onClose: () => void
}

/** Import of another app's file: parsed, previewed, and only then stored. */
export function ImportLog({ file, ...props }: ImportLogProps) {
  const found = useRead(readFile, file, useMeasures().distance)
  if (!found) return <p role="status">{t('Reading {name}...', { name: file.name })}</p>
  if (!('problem' in found)) return <ImportPlanCard {...props} {...found} />
  return (
    <EmptyState
      mark={<CircleAlertIcon />}
      title={t('This file cannot be imported')}
      text={found.problem}
      action={<Button onClick={props.onClose}>{t('Close')}</Button>}
      role="alert"
    />
  )
}

async function readFile(file: File, distance: DistanceUnit) {
  const found = await textOfFile(file, true)
  if ('problem' in found) return found
  const read = readLogFile(found.text, usualReading(distance, navigator.language))
  return 'problem' in read ? read : { file: read, note: found.note ?? null }
}

/** Reading options for a file without its own, by the browser's language. */
function usualReading(distance: DistanceUnit, language: string): Usual {
  const region = regionOf(language)
  return {
    distance,
    fuelUnit: distance === 'km' ? 'L' : region === 'GB' ? 'imp gal' : 'US gal',
    currency: ownCurrency(),
    order: region === 'US' ? 'month' : 'day',
    year: new Date().getFullYear(),
  }
}
