import { useEffect, useId } from 'react'

import type { RowViewProps } from './rowProps.ts'
import type { LineField } from '../fields/useLineField.ts'

import { formatPrice } from '#shared/money/money.ts'
import { t } from '#shared/words/words.ts'
import { classes } from '../../ui/look/classes.ts'
import { ChevronDownIcon, TrashIcon } from '../../ui/blocks/icons.tsx'
import { Stepper } from '../../ui/controls/Stepper.tsx'
import { VisuallyHidden } from '../../ui/text/VisuallyHidden.tsx'
import { LineTotal } from './LineTotal.tsx'
import styles from './parts.module.css'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { Input } from '../../ui/controls/Input.tsx'
import { emptyPrice, priceLabel, priceSign } from '../rows/fieldRules.ts'
import { OpenLink } from '../sharing/OpenLink.tsx'
import { CardMoves } from '../below/restViews.ts'

/** A row on the phone: name and quantity; opened, all its fields. */
export function PartCard(props: RowViewProps) {
  const { row, isOpen, fields, note, elementRef, onOpen, onLeave } = props
  const fieldsId = useId()

  // Scrolls an opened card out from behind the dock.
  useEffect(() => {
    if (isOpen) elementRef.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen, elementRef])

  function handleClose() {
    onOpen(null)
    elementRef.current?.querySelector<HTMLElement>('[data-row-focus]')?.focus()
    onLeave()
  }

  return (
    // Handles blur only: there is nothing for a keyboard to reach.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      role="listitem"
      className={classes('card', styles.card, isOpen && styles.opened)}
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
        className={`row ${styles.summary}`}
        aria-expanded={isOpen}
        aria-controls={isOpen ? fieldsId : undefined}
        data-row-focus
        data-hold
        onClick={() => onOpen(isOpen ? null : row.key)}
      >
        <part-picture className="grow" of={fields.name.text}>
          <VisuallyHidden>{`${t('Edit')} `}</VisuallyHidden>
          <b>{fields.name.text || t('Part without a name')}</b>
          <span className={`wrap muted small breaks ${styles.meta}`}>
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

/** Quantity, unit price and total. */
function Amounts({ row, number, fields }: RowViewProps) {
  return (
    <>
      <div className={`row wrap ${styles.amounts}`}>
        <Stepper {...fields.qtyProps} label={t('Quantity, line {number}', { number })} />
        <span className={classes('muted small', styles.each, 'num')}>
          {row.line.price !== null && t('{amount} each', { amount: formatPrice(row.line.price) })}
        </span>
        <span className={styles.cardTotal}>
          <LineTotal row={row} />
        </span>
      </div>
      {fields.problems.length > 0 && (
        <p className={`small ${styles.cardProblems}`} role="alert">
          {fields.problems.map(({ problem }) => problem).join(' ')}
        </p>
      )}
    </>
  )
}

function CardFields(props: RowViewProps & { id: string; onClose: () => void }) {
  const { row, number, fields, note, actions, id, onClose, onRemove } = props
  const line = t('line {number}', { number })
  const input = (field: LineField, label: string) => ({
    ...field.inputProps,
    enterKeyHint: 'next' as const,
    'aria-label': `${label}, ${line}`,
  })
  return (
    <div className={styles.fields} id={id}>
      <div className="wide">
        <Field label={t('Part name')} error={alert(fields.name)}>
          {(control) => (
            <Input {...control} {...input(fields.name, t('Part name'))} {...fields.nameProps} />
          )}
        </Field>
      </div>
      {note && <div className="wide">{note}</div>}
      <Field label={t('Manufacturer')} error={alert(fields.manufacturer)}>
        {(control) => <Input {...control} {...input(fields.manufacturer, t('Manufacturer'))} />}
      </Field>
      <Field label={t('Part number')} error={alert(fields.partNumber)}>
        {(control) => (
          <Input {...control} {...input(fields.partNumber, t('Part number'))} className="mono" />
        )}
      </Field>
      <Field label={t('Unit price')} error={alert(fields.price)}>
        {(control) => (
          <span className={styles.dollars} data-sign={priceSign(row.line, row.currency)}>
            <Input
              {...control}
              {...input(fields.price, priceLabel(row.currency))}
              className="num"
              inputMode="decimal"
              placeholder={emptyPrice(row.currency)}
            />
          </span>
        )}
      </Field>
      <div>
        <span className="label" aria-hidden="true">
          {t('Quantity')}
        </span>
        <Stepper
          {...fields.qtyProps}
          label={t('Quantity, {line}', { line })}
          error={alert(fields.qty)}
        />
      </div>
      <div className="wide">
        <Field label={t('Link')} error={alert(fields.link)}>
          {(control) => <Input {...control} {...input(fields.link, t('Link'))} inputMode="url" />}
        </Field>
      </div>
      {CardMoves.isHere() && <CardMoves row={row} line={line} actions={actions} />}
      <p className={`between wide ${styles.openTotal}`}>
        {t('Total')} <LineTotal row={row} />
      </p>
      <div className={`row wide ${styles.cardActions}`}>
        <Button variant="danger" onClick={onRemove}>
          <TrashIcon />
          {t('Remove')}
        </Button>
        {row.line.link !== '' && <OpenLink link={row.line.link} line={line} />}
        <Button variant="soft" className={styles.done} onClick={onClose}>
          {t('Done')}
        </Button>
      </div>
    </div>
  )
}

function alert(field: LineField) {
  return field.problem && <span role="alert">{field.problem}</span>
}
