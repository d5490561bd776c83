import { useState } from 'react'

import { VISIBILITIES, type Visibility } from '#shared/kinds/kit.ts'
import { t } from '#shared/words/words.ts'
import { T } from '../../ui/words/T.tsx'
import type { Build } from '../../data/kits/open/builds.ts'

import { setCells } from '../../data/sync/write/writeQueue.ts'
import styles from './VisibilityChoice.module.css'

/** Visibility of a saved kit in lists. Its link works in any case. */
export function VisibilityChoice({ build }: { build: Build }) {
  const { kit, visibility } = build
  // Optimistic: shown before the store has it.
  const [pressed, setPressed] = useState<Visibility | null>(null)
  if (pressed === visibility) setPressed(null)
  const shown = pressed ?? visibility
  function choose(chosen: Visibility) {
    setPressed(chosen)
    setCells('kit', kit.id, kit.id, { visibility: chosen })
  }
  return (
    <fieldset className={styles.choice}>
      <legend>{t('Who finds it once it is saved')}</legend>
      {VISIBILITIES.map((value) => (
        <label key={value}>
          <input
            type="radio"
            name="visibility"
            checked={shown === value}
            onChange={() => choose(value)}
          />
          <span>
            {value === 'public' ? (
              <T text="<b>Public.</b> It is listed under Kits." b={(text) => <b>{text}</b>} />
            ) : (
              <T text="<b>Unlisted.</b> Only people with the link." b={(text) => <b>{text}</b>} />
            )}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
