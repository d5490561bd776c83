import type { PartField } from '#shared/catalogue/correction.ts'
import type { Pieces } from './correctionsData.ts'

import { MAX_LINK_LENGTH } from '#shared/links.ts'
import { PART_LIMITS } from '#shared/catalogue/part.ts'
import { MAX_BRAND, MAX_PART_NUMBER } from '#shared/catalogue/partNumber.ts'
import { type Later, later, say, t } from '#shared/words/words.ts'
import { Dash } from '../../ui/text/Dash.tsx'
import styles from '../../forms/forms.module.css'
import { OpenedForm } from '../desk/AdminForm.tsx'
import { Rows, Titled } from '../desk/AdminList.tsx'
import { Made } from './Made.tsx'

const FIELDS: Record<PartField, { label: Later; max: number; isNeeded?: boolean }> = {
  name: { label: later('Name'), max: PART_LIMITS.name, isNeeded: true },
  partNumber: { label: later('Part number'), max: MAX_PART_NUMBER, isNeeded: true },
  brand: { label: later('Brand'), max: MAX_BRAND, isNeeded: true },
  category: { label: later('Category'), max: PART_LIMITS.category },
  image: { label: later('Address of its picture'), max: MAX_LINK_LENGTH },
  retailerNumber: { label: later('The retailer’s own number'), max: MAX_PART_NUMBER },
}

/** Names of the part: the current ones, and those its sources give. */
export function PartFields({ part, acts, send }: Pieces) {
  const rows = part.fields.map(({ field, value, corrected }) => {
    const label = say(FIELDS[field].label)
    return {
      key: field,
      title: (
        <>
          <span className="muted small">{label}</span> {value || <Dash />}
        </>
      ),
      badges: [corrected !== null && ([t('Corrected'), 'info'] as const)],
      text: corrected && (
        <>
          {corrected.said
            ? t('Its sources say “{said}”.', { said: corrected.said })
            : t('Its sources say nothing.')}{' '}
          <Made act="corrected" hand={corrected} />
        </>
      ),
      acts: [
        corrected !== null && {
          name: t('Take back'),
          label: t('Take back {label}', { label }),
          call: () => send({ action: 'takeBackField', field }, t('Taken back')),
        },
      ],
    }
  })
  return (
    <Titled title={t('What it is')}>
      <Rows of={rows} look="aside" acts={acts} />
      <div className={styles.more}>
        <OpenedForm<Record<string, string>>
          opens={t('Correct it')}
          aria-label={t('Correct the part')}
          isCard
          hasColumns
          initial={Object.fromEntries(part.fields.map(({ field, value }) => [field, value]))}
          fields={() =>
            Object.fromEntries(
              part.fields.map(({ field }) => {
                const { label, max, isNeeded = false } = FIELDS[field]
                return [field, { label: say(label), max, isOptional: !isNeeded }]
              }),
            )
          }
          submit={[t('Save corrections'), t('Saving...')]}
          send={async (_, values) => {
            if (Object.keys(values).length === 0) return
            await send({ action: 'correct', values }, t('Part corrected'))
          }}
        />
      </div>
    </Titled>
  )
}
