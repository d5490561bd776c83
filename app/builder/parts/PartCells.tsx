import { useId } from 'react'

import type { RowViewProps } from './rowProps.ts'

import { classes } from '../../ui/look/classes.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { PlusIcon, TrashIcon } from '../../ui/blocks/icons.tsx'
import { Stepper } from '../../ui/controls/Stepper.tsx'
import { emptyPrice, priceLabel, priceSign } from '../rows/fieldRules.ts'
import { LinkCell } from '../fields/LinkCell.tsx'
import { LineTotal } from './LineTotal.tsx'
import styles from './parts.module.css'
import { t } from '#shared/words/words.ts'

/** A row at the desk, with every field. */
export function PartCells(props: RowViewProps) {
  const { row, number, fields, actions, note, elementRef, onRemove, onLeave } = props
  const id = useId()
  const line = row.isGhost ? t('new line') : t('line {number}', { number })
  const input = (cell: 'name' | 'manufacturer' | 'partNumber' | 'price', label: string) => ({
    ...fields[cell].inputProps,
    type: 'text',
    'aria-invalid': fields[cell].problem ? true : undefined,
    'aria-label': `${label}, ${line}`,
    'aria-describedby': fields[cell].problem ? `${id}-${cell}` : undefined,
  })
  return (
    <div
      className={classes(styles.row, row.isGhost && styles.ghost)}
      role="row"
      data-line={row.key}
      data-ghost={row.isGhost || undefined}
      ref={(element) => {
        elementRef.current = element
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onLeave()
      }}
    >
      <span className={styles.number} role="cell">
        {row.isGhost ? (
          <PlusIcon />
        ) : (
          <button
            type="button"
            data-grip
            aria-label={t('Move or duplicate, {line}', { line })}
            aria-haspopup="menu"
            onClick={(event) => actions.tools()?.openMenu(row, event.currentTarget)}
          >
            {number}
          </button>
        )}
      </span>
      <span role="cell">
        <part-picture at="start" of={row.isGhost ? undefined : fields.name.text}>
          <input
            {...input('name', t('Part name'))}
            {...fields.nameProps}
            className={classes(styles.input, 'strong', styles.nameInput)}
            placeholder={row.isGhost ? t('Add a part or paste a link') : t('Part name')}
            data-row-focus
          />
        </part-picture>
      </span>
      <span role="cell">
        <input
          {...input('manufacturer', t('Manufacturer'))}
          className={styles.input}
          placeholder={row.isGhost ? t('Manufacturer') : undefined}
        />
      </span>
      <span role="cell">
        <input
          {...input('partNumber', t('Part number'))}
          className={classes(styles.input, fields.partNumber.text && 'mono')}
          placeholder={row.isGhost ? t('Part number') : undefined}
        />
      </span>
      <span
        className={classes(!row.isGhost && styles.money)}
        data-sign={priceSign(row.line, row.currency)}
        role="cell"
      >
        <input
          {...input('price', priceLabel(row.currency))}
          className={classes(styles.input, styles.right, 'num')}
          inputMode="decimal"
          placeholder={emptyPrice(row.currency)}
        />
      </span>
      <span className={styles.qty} role="cell">
        <Stepper
          {...fields.qtyProps}
          isCompact
          label={t('Quantity, {line}', { line })}
          placeholder="—"
          aria-invalid={fields.qty.problem ? true : undefined}
          aria-describedby={fields.qty.problem ? `${id}-qty` : undefined}
        />
      </span>
      <span className={styles.total} role="cell">
        <LineTotal row={row} />
      </span>
      <span role="cell">
        <LinkCell row={row} field={fields.link} line={line} problemId={`${id}-link`} />
      </span>
      <span className={styles.remove} role="cell">
        {!row.isGhost && (
          <IconButton
            label={t('Remove {what}', { what: fields.name.text || line })}
            onClick={onRemove}
          >
            <TrashIcon />
          </IconButton>
        )}
      </span>
      {fields.problems.length > 0 && (
        <span className={styles.problems} role="cell">
          {fields.problems.map(({ cell, problem }) => (
            <span key={cell} id={`${id}-${cell}`} role="alert">
              {problem}
            </span>
          ))}
        </span>
      )}
      {note}
    </div>
  )
}
