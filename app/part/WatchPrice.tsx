import type { FormEvent } from 'react'

import { useState } from 'react'

import { useLiveQuery } from 'dexie-react-hooks'

import type { OpenPart } from '../prices/parts.ts'
import type { OfferView } from './offerView.ts'

import { centsToDecimal, formatCents, parseCents } from '#shared/money.ts'
import { MAX_WATCHES, readWatch, setWatch, watchPrice } from '../prices/watches.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { HistoryIcon } from '../ui/icons.tsx'
import { Input } from '../ui/Input.tsx'
import { toast } from '../ui/toast.ts'
import styles from './Part.module.css'

/** A tenth below today's price is what people wait for. */
const SUGGESTED = 0.9

/** The form stands where the button was. */
const focus = (field: HTMLInputElement | null) => field?.focus()

/** A price to wait for. Kept on this device; compared whenever offers come. */
export function WatchPrice({ part, best }: { part: OpenPart; best: OfferView | undefined }) {
  const watch = useLiveQuery(() => readWatch(part.key), [part.key])
  const [text, setText] = useState<string | null>(null)
  const [error, setError] = useState('')
  // Without its shipping it is no total.
  const totalCents = best?.mayWin ? best.totalCents : null
  const isUnder = watch !== undefined && totalCents !== null && totalCents <= watch.targetCents

  function open() {
    const from = watch?.targetCents ?? Math.round((totalCents ?? 0) * SUGGESTED)
    setError('')
    setText(from > 0 ? centsToDecimal(from) : '')
  }

  async function handleSubmit(event: FormEvent) {
    event.preventDefault()
    const read = parseCents(text ?? '')
    if (!('cents' in read) || read.cents <= 0) {
      setError('Enter an amount in dollars, such as 12.50')
      return
    }
    if (!(await watchPrice(part, read.cents))) {
      setError(`${MAX_WATCHES} prices are watched already. Stop watching another one first.`)
      return
    }
    setText(null)
    toast({
      title: 'Watching this price',
      text: `Wrenchlist looks when it is open and says so at ${formatCents(read.cents)} or less.`,
    })
  }

  async function handleStop() {
    await setWatch(part.key, undefined)
    setText(null)
    toast({
      title: 'No longer watched',
      action: { label: 'Undo', onPress: () => void setWatch(part.key, watch) },
    })
  }

  if (text === null) {
    return (
      <>
        <Button onClick={open}>
          <HistoryIcon />
          {watch ? `Watching for ${formatCents(watch.targetCents)}` : 'Watch this price'}
        </Button>
        {isUnder && <Badge tone="mark">Under your target</Badge>}
      </>
    )
  }
  return (
    <form className={styles.watch} onSubmit={(event) => void handleSubmit(event)} noValidate>
      <Field
        label="Tell me at this total, in dollars"
        hint="Kept on this device only. Of offers in stock whose shipping is known."
        error={error}
      >
        {(control) => (
          <Input
            {...control}
            inputMode="decimal"
            autoComplete="off"
            ref={focus}
            maxLength={12}
            value={text}
            onChange={({ target }) => {
              setText(target.value)
              setError('')
            }}
          />
        )}
      </Field>
      <div className={styles.watchButtons}>
        <Button type="submit" variant="primary">
          Watch
        </Button>
        {watch && <Button onClick={() => void handleStop()}>Stop watching</Button>}
        <Button variant="ghost" onClick={() => setText(null)}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
