import { useEffect, useState } from 'react'

import type { LogEntry } from '#shared/kinds/maintenance.ts'
import type { EntryVehicle } from '../entry/entryForm.ts'
import type { LogFile, Usual } from './logFile.ts'
import type { DistanceUnit } from '#shared/kinds/distance.ts'

import { textOfFile } from '#shared/tables/textOfFile.ts'
import { t } from '#shared/words/words.ts'
import { regionOf, useMeasures } from '../../show/measures.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { EmptyState } from '../../ui/blocks/EmptyState.tsx'
import { CircleAlertIcon } from '../../ui/blocks/icons.tsx'
import { ImportPlanCard } from './ImportPlanCard.tsx'
import { readLogFile } from './logFile.ts'
import { ownCurrency } from '../../data/device/currency.ts'

interface ImportLogProps {
  file: File
  log: readonly LogEntry[]
  own: readonly EntryVehicle[]
  /** Stored, with these ids. */
  onDone: (ids: string[]) => void
  onClose: () => void
}

type State = { kind: 'reading' } | { kind: 'problem'; text: string } | Read
type Read = { kind: 'read'; file: LogFile; note: string | null }

/** Import of another app's file: parsed, previewed, and only then stored. */
export function ImportLog({ file, ...props }: ImportLogProps) {
  const { distance } = useMeasures()
  const [state, setState] = useState<State>({ kind: 'reading' })
  useEffect(() => {
    let isCurrent = true
    void textOfFile(file, true).then((found) => {
      if (!isCurrent) return
      if ('problem' in found) return setState({ kind: 'problem', text: found.problem })
      const read = readLogFile(found.text, usualReading(distance, navigator.language))
      setState(
        'problem' in read
          ? { kind: 'problem', text: read.problem }
          : { kind: 'read', file: read, note: found.note ?? null },
      )
    })
    return () => {
      isCurrent = false
    }
  }, [file, distance])

  if (state.kind === 'reading')
    return <p role="status">{t('Reading {name}...', { name: file.name })}</p>
  if (state.kind === 'read')
    return <ImportPlanCard {...props} file={state.file} note={state.note} />
  return (
    <EmptyState
      mark={<CircleAlertIcon />}
      title={t('This file cannot be imported')}
      text={state.text}
      action={<Button onClick={props.onClose}>{t('Close')}</Button>}
      role="alert"
    />
  )
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
