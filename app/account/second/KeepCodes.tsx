import { useEffect, useRef } from 'react'

import { t } from '#shared/words/words.ts'
import { T } from '../../ui/words/T.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { copyAndTell } from '../../ui/browser/copyText.ts'
import { saveFile } from '../../ui/browser/saveFile.ts'
import styles from '../../forms/forms.module.css'

/** Recovery codes, shown only once. */
export function KeepCodes({
  codes,
  username,
  onKept,
}: {
  codes: string[]
  username: string
  onKept: () => void
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const text = codes.join('\n')
  return (
    <section className={`${styles.inner} ${styles.lone} ${styles.text}`}>
      <h3 ref={heading} tabIndex={-1}>
        {t('Keep these recovery codes')}
      </h3>
      <p>
        <T text="They are shown this once. Each signs you in one time where you have no passkey and no app; without them a lost phone locks you out." />
      </p>
      <ul className={`mono ${styles.codes}`}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.buttons}>
        <Button onClick={() => void copyAndTell(text, { title: t('Codes copied') })}>
          {t('Copy')}
        </Button>
        <Button
          onClick={() => saveFile(`${text}\n`, `wrenchlist-${username}-codes.txt`, 'text/plain')}
        >
          {t('Download')}
        </Button>
        <Button variant="primary" onClick={onKept}>
          {t('I have kept them')}
        </Button>
      </div>
    </section>
  )
}
