import { useId, useState } from 'react'

import { cleanText } from '#shared/kinds/define.ts'
import { MAX_NAME } from '#shared/kinds/kit.ts'
import { t } from '#shared/words/words.ts'
import { setCells } from '../sync/write/pump.ts'
import styles from './SetupCard.module.css'
import { useTypedText } from './fields/useTypedText.ts'

/** Names of drafts begin like this; the list of saved kits leaves them out. */
const DRAFT_NAME = 'Build '

export function KitName({ kitId, name }: { kitId: string; name: string }) {
  const id = useId()
  // A draft's name that was there before counts as none. It stays stored until somebody types.
  const [hidden, setHidden] = useState(name.startsWith(DRAFT_NAME) ? name : null)
  const typed = useTypedText(name === hidden ? '' : name, name)
  const isDraftName = typed.text.startsWith(DRAFT_NAME)

  function handleText(text: string) {
    setHidden(null)
    typed.type(text)
    const next = cleanText(text.slice(0, MAX_NAME))
    typed.writeOver(next, (seen) => setCells('kit', kitId, kitId, { name: next }, { name: seen }))
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
