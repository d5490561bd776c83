import type { DeskField, PartField } from '#shared/catalogue/correction.ts'
import type { Pieces } from './pieces.ts'

import { useState } from 'react'

import { MAX_LINK_LENGTH } from '#shared/links.ts'
import { PART_LIMITS } from '#shared/catalogue/part.ts'
import { MAX_BRAND, MAX_PART_NUMBER } from '#shared/catalogue/partNumber.ts'
import { type Later, later, say, t } from '#shared/words/words.ts'
import { Badge } from '../../ui/blocks/Badge.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Dash } from '../../ui/text/Dash.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { Input } from '../../ui/controls/Input.tsx'
import styles from '../account.module.css'
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

/** What the part is called: as it stands, and as its sources say. */
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
          <FieldsForm part={part} isBusy={isBusy} onEdit={onEdit} onClose={() => setOpen(false)} />
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

function FieldsForm({
  part,
  isBusy,
  onEdit,
  onClose,
}: Pieces & {
  onClose: () => void
}) {
  const before = Object.fromEntries(part.fields.map(({ field, value }) => [field, value]))
  const [values, setValues] = useState<Record<string, string>>(before)
  const [isTried, setTried] = useState(false)
  const isMissing = (field: PartField) =>
    FIELDS[field].isNeeded === true && values[field]?.trim() === ''

  async function handleSave() {
    setTried(true)
    if (part.fields.some(({ field }) => isMissing(field))) return
    const changed = Object.entries(values).filter(([field, value]) => value !== before[field])
    const edit = { action: 'correct', values: Object.fromEntries(changed) } as const
    if (changed.length === 0 || (await onEdit(edit, t('Part corrected')))) onClose()
  }

  return (
    <form
      className={`card ${look.pad}`}
      noValidate
      aria-label={t('Correct the part')}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) void handleSave()
      }}
    >
      <div className={look.fields}>
        {part.fields.map(({ field }) => (
          <Field
            key={field}
            label={say(FIELDS[field].label)}
            isOptional={!FIELDS[field].isNeeded}
            error={
              isTried &&
              isMissing(field) &&
              t('{label} is required', { label: say(FIELDS[field].label) })
            }
          >
            {(control) => (
              <Input
                {...control}
                value={values[field] ?? ''}
                maxLength={FIELDS[field].max}
                autoComplete="off"
                onChange={({ target }) => setValues({ ...values, [field]: target.value })}
              />
            )}
          </Field>
        ))}
      </div>
      <div className={look.buttons}>
        <Button type="submit" variant="primary" aria-disabled={isBusy}>
          {isBusy ? t('Saving...') : t('Save corrections')}
        </Button>
        <Button onClick={onClose}>{t('Cancel')}</Button>
      </div>
    </form>
  )
}
