import { useEffect, useId } from 'react'

import type { RowViewProps } from './rowProps.ts'

import { formatPrice } from '#shared/money.ts'
import { t } from '#shared/words/words.ts'
import { classes } from '../../ui/look/classes.ts'
import { ChevronDownIcon } from '../../ui/blocks/icons.tsx'
import { Stepper } from '../../ui/controls/Stepper.tsx'
import { VisuallyHidden } from '../../ui/text/VisuallyHidden.tsx'
import { CardFields } from './CardFields.tsx'
import { LineTotal } from './LineTotal.tsx'
import styles from './parts.module.css'

/** A row on the phone: what it is and how many; opened, all its fields. */
export function PartCard(props: RowViewProps) {
  const { row, isOpen, fields, note, elementRef, onOpen, onLeave } = props
  const fieldsId = useId()

  // What was opened is to be seen, and not behind the dock.
  useEffect(() => {
    if (isOpen) elementRef.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen, elementRef])

  function handleClose() {
    onOpen(null)
    elementRef.current?.querySelector<HTMLElement>('[data-row-focus]')?.focus()
    onLeave()
  }

  return (
    // Leaving the card is no press: there is nothing here for a keyboard to reach.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      role="listitem"
      className={classes(styles.card, isOpen && styles.opened)}
      data-line={row.key}
      ref={(element) => {
        elementRef.current = element
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onLeave()
      }}
    >
      <button
        type="button"
        className={styles.summary}
        aria-expanded={isOpen}
        aria-controls={isOpen ? fieldsId : undefined}
        data-row-focus
        data-hold
        onClick={() => onOpen(isOpen ? null : row.key)}
      >
        <part-picture className="grow" of={fields.name.text}>
          <VisuallyHidden>{`${t('Edit')} `}</VisuallyHidden>
          <b>{fields.name.text || t('Part without a name')}</b>
          <span className={styles.meta}>
            {fields.manufacturer.text && <span>{fields.manufacturer.text} </span>}
            {fields.partNumber.text && <span className="mono">{fields.partNumber.text}</span>}
          </span>
        </part-picture>
        <ChevronDownIcon />
      </button>
      {isOpen ? (
        <CardFields {...props} id={fieldsId} onClose={handleClose} />
      ) : (
        <Amounts {...props} />
      )}
      {!isOpen && note}
    </div>
  )
}

/** How many, for how much each, how much together. */
function Amounts({ row, number, fields }: RowViewProps) {
  return (
    <>
      <div className={styles.amounts}>
        <Stepper
          {...fields.qtyProps}
          label={t('Quantity, line {number}', { number })}
          text={fields.qty.text}
          onText={fields.qty.handleText}
          onStep={fields.handleStep}
        />
        <span className={classes(styles.each, 'num')}>
          {row.line.price !== null && t('{amount} each', { amount: formatPrice(row.line.price) })}
        </span>
        <span className={styles.cardTotal}>
          <LineTotal row={row} />
        </span>
      </div>
      {fields.problems.length > 0 && (
        <p className={styles.cardProblems} role="alert">
          {fields.problems.map(({ problem }) => problem).join(' ')}
        </p>
      )}
    </>
  )
}
