import { useId, useState } from 'react'

import type { Kit } from '#shared/kinds/kit.ts'

import { cleanText } from '#shared/kinds/define.ts'
import { MAX_NAME } from '#shared/kinds/kit.ts'
import { t } from '#shared/words/words.ts'
import { setCells } from '../sync/write/pump.ts'
import styles from './SetupCard.module.css'
import { useTypedText } from './fields/useTypedText.ts'

/** Names of drafts begin like this; the list of saved kits leaves them out. */
const DRAFT_NAME = 'Build '

export function KitName({ kit }: { kit: Kit }) {
  const id = useId()
  // A draft's name that was there before counts as none. It stays stored until somebody types.
  const [hidden, setHidden] = useState(kit.name.startsWith(DRAFT_NAME) ? kit.name : null)
  const typed = useTypedText(kit.name === hidden ? '' : kit.name, kit.name)
  const isDraftName = typed.text.startsWith(DRAFT_NAME)

  function handleText(text: string) {
    setHidden(null)
    typed.type(text)
    const name = cleanText(text.slice(0, MAX_NAME))
    typed.writeOver(name, (seen) => setCells('kit', kit.id, kit.id, { name }, { name: seen }))
  }

  return (
    <div className="grow">
      <div className={styles.name}>
        <label className={styles.label} htmlFor={id}>
          {t('Kit Name')}
        </label>
        <input
          id={id}
          data-cell="kitName"
          type="text"
          placeholder={t('Enter kit name')}
          autoComplete="off"
          maxLength={MAX_NAME}
          value={typed.text}
          aria-describedby={isDraftName ? `${id}-warning` : undefined}
          onFocus={typed.handleFocus}
          onBlur={typed.handleBlur}
          onChange={(event) => handleText(event.target.value)}
        />
      </div>
      {isDraftName && (
        <p className={styles.warning} id={`${id}-warning`} role="status">
          {t('Names starting with "Build " are kept for drafts.')}
        </p>
      )}
    </div>
  )
}
