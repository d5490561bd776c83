import type { Build } from '../store/builds.ts'

import { setCells } from '../store/pump.ts'
import styles from './VisibilityChoice.module.css'

/** Who finds a kit that is saved. The link opens it in any case. */
export function VisibilityChoice({ build }: { build: Build }) {
  const { kit, visibility } = build
  const choose = (chosen: string) => setCells('kit', kit.id, kit.id, { visibility: chosen })
  return (
    <fieldset className={styles.choice}>
      <legend>Who finds it once it is saved</legend>
      <label>
        <input
          type="radio"
          name="visibility"
          checked={visibility === 'public'}
          onChange={() => choose('public')}
        />
        <span>
          <b>Public.</b> It is listed under Kits.
        </span>
      </label>
      <label>
        <input
          type="radio"
          name="visibility"
          checked={visibility === 'unlisted'}
          onChange={() => choose('unlisted')}
        />
        <span>
          <b>Unlisted.</b> Only people with the link.
        </span>
      </label>
    </fieldset>
  )
}
