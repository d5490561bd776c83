import type { RowViewProps } from './rowProps.ts'
import type { LineField } from '../fields/useLineField.ts'

import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { TrashIcon } from '../../ui/blocks/icons.tsx'
import { Input } from '../../ui/controls/Input.tsx'
import { Stepper } from '../../ui/controls/Stepper.tsx'
import { emptyPrice, priceLabel, priceSign } from '../fields/fieldRules.ts'
import { LineTotal } from './LineTotal.tsx'
import { OpenLink } from '../sharing/OpenLink.tsx'
import styles from './parts.module.css'
import { CardMoves } from '../restViews.ts'
import { t } from '#shared/words/words.ts'

/** The fields of an open card. */
export function CardFields(props: RowViewProps & { id: string; onClose: () => void }) {
  const { row, number, fields, note, actions, id, onClose, onRemove } = props
  const line = t('line {number}', { number })
  const input = (field: LineField, label: string) => ({
    ...inputProps(field),
    'aria-label': `${label}, ${line}`,
  })
  return (
    <div className={styles.fields} id={id}>
      <div className={styles.wide}>
        <Field label={t('Part name')} error={alert(fields.name)}>
          {(control) => (
            <Input {...control} {...input(fields.name, t('Part name'))} {...fields.nameProps} />
          )}
        </Field>
      </div>
      {note && <div className={styles.wide}>{note}</div>}
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
        <span className={styles.fieldLabel} aria-hidden="true">
          {t('Quantity')}
        </span>
        <Stepper
          {...fields.qtyProps}
          label={t('Quantity, {line}', { line })}
          text={fields.qty.text}
          onText={fields.qty.handleText}
          onStep={fields.handleStep}
          error={alert(fields.qty)}
        />
      </div>
      <div className={styles.wide}>
        <Field label={t('Link')} error={alert(fields.link)}>
          {(control) => <Input {...control} {...input(fields.link, t('Link'))} inputMode="url" />}
        </Field>
      </div>
      {CardMoves.isHere() && <CardMoves row={row} line={line} actions={actions} />}
      <p className={styles.openTotal}>
        {t('Total')} <LineTotal row={row} />
      </p>
      <div className={styles.cardActions}>
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

function inputProps(field: LineField) {
  return {
    ...field.inputProps,
    value: field.text,
    enterKeyHint: 'next' as const,
    onChange: (event: { target: { value: string } }) => field.handleText(event.target.value),
  }
}
