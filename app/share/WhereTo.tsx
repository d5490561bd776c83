import type { Kit } from '#shared/kinds/kit.ts'
import type { Build } from '../kits/open/builds.ts'

import { kitTitle } from '#shared/kinds/kit.ts'
import { t } from '#shared/words/words.ts'
import { Field } from '../ui/controls/Field.tsx'
import styles from './pass.module.css'

/** Stands for a kit that is begun with what comes. */
export const NEW = ''

/** What a kit is called where something could go into it: no two empty drafts alike. */
export function targetTitle(kit: Kit): string {
  return kitTitle(kit, t('Untitled draft {buildId}', { buildId: kit.buildId }))
}

interface WhereToProps {
  builds: readonly Build[]
  /** A build id, or `NEW`. */
  target: string
  onChoose: (target: string) => void
}

/** Chooses the kit that something from outside goes into. */
export function WhereTo({ builds, target, onChoose }: WhereToProps) {
  return (
    <Field label={t('Where to')}>
      {(control) => (
        <select
          {...control}
          className={styles.select}
          value={target}
          onChange={(event) => onChoose(event.target.value)}
        >
          <option value={NEW}>{t('A new kit')}</option>
          {builds.map(({ kit }) => (
            <option key={kit.id} value={kit.buildId}>
              {targetTitle(kit)}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
