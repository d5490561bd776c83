import type { DeskField, PartField } from '#shared/catalogue/correction.ts'
import type { Pieces } from './correctionsData.ts'

import { useState } from 'react'

import { MAX_LINK_LENGTH } from '#shared/links.ts'
import { PART_LIMITS } from '#shared/catalogue/part.ts'
import { MAX_BRAND, MAX_PART_NUMBER } from '#shared/catalogue/partNumber.ts'
import { type Later, later, say, t } from '#shared/words/words.ts'
import { Badge } from '../../ui/blocks/Badge.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Dash } from '../../ui/text/Dash.tsx'
import styles from '../../forms/forms.module.css'
import { type DraftField, DraftForm } from './DraftForm.tsx'
import look from '../catalogue/Dashboard.module.css'
import { Made } from './Made.tsx'

const FIELDS: Record<PartField, { label: Later; max: number; isNeeded?: boolean }> = {
  name: { label: later('Name'), max: PART_LIMITS.name, isNeeded: true },
  partNumber: { label: later('Part number'), max: MAX_PART_NUMBER, isNeeded: true },
  brand: { label: later('Brand'), max: MAX_BRAND, isNeeded: true },
  category: { label: later('Category'), max: PART_LIMITS.category },
  image: { label: later('Address of its picture'), max: MAX_LINK_LENGTH },
  retailerNumber: { label: later('The retailer’s own number'), max: MAX_PART_NUMBER },
}

function draftOf(field: PartField): DraftField {
  const { label, max, isNeeded = false } = FIELDS[field]
  return { label: say(label), max, isOptional: !isNeeded }
}

/** Names of the part: the current ones, and those its sources give. */
export function PartFields({ part, isBusy, onEdit }: Pieces) {
  const [isOpen, setOpen] = useState(false)
  return (
    <section>
      <h2 className={styles.mainTitle}>{t('What it is')}</h2>
      <ul className="card">
        {part.fields.map((one) => (
          <FieldRow key={one.field} one={one} isBusy={isBusy} onEdit={onEdit} />
        ))}
      </ul>
      <div className={styles.more}>
        {isOpen ? (
          <DraftForm
            label={t('Correct the part')}
            from={Object.fromEntries(part.fields.map(({ field, value }) => [field, value]))}
            fields={Object.fromEntries(part.fields.map(({ field }) => [field, draftOf(field)]))}
            save={t('Save corrections')}
            isBusy={isBusy}
            onSave={async (_, values) =>
              Object.keys(values).length === 0 ||
              onEdit({ action: 'correct', values }, t('Part corrected'))
            }
            onClose={() => setOpen(false)}
          />
        ) : (
          <Button variant="primary" onClick={() => setOpen(true)}>
            {t('Correct it')}
          </Button>
        )}
      </div>
    </section>
  )
}

function FieldRow({
  one: { field, value, corrected },
  isBusy,
  onEdit,
}: { one: DeskField } & Pick<Pieces, 'isBusy' | 'onEdit'>) {
  const label = say(FIELDS[field].label)
  return (
    <li className={`${styles.item} ${corrected ? look.aside : ''}`}>
      <div className={styles.rowTitle}>
        <span className="muted small">{label}</span> {value || <Dash />}
        {corrected && <Badge tone="info">{t('Corrected')}</Badge>}
      </div>
      {corrected && (
        <>
          <div className="muted small">
            {corrected.said
              ? t('Its sources say “{said}”.', { said: corrected.said })
              : t('Its sources say nothing.')}{' '}
            <Made act="corrected" hand={corrected} />
          </div>
          <div className={styles.itemActions}>
            <Button
              aria-disabled={isBusy}
              aria-label={t('Take back {label}', { label })}
              onClick={() => void onEdit({ action: 'takeBackField', field }, t('Taken back'))}
            >
              {t('Take back')}
            </Button>
          </div>
        </>
      )}
    </li>
  )
}
