import { useState } from 'react'

import type { ProblemRow } from '../store/db.ts'

import { db } from '../store/db.ts'
import { Button } from '../ui/Button.tsx'
import { copyText } from '../ui/copyText.ts'
import { CopyIcon } from '../ui/icons.tsx'
import { WitnessMark } from '../ui/WitnessMark.tsx'
import { problemSentence, problemTitle, valueText } from './problemWords.ts'
import styles from './Drawer.module.css'

const focusOnMount = (button: HTMLButtonElement | null) => button?.focus()

/** One value the server refused: kept word for word until the person lets it go. */
export function SyncProblem({ problem, kitTitle }: { problem: ProblemRow; kitTitle: string }) {
  const [copied, setCopied] = useState<'no' | 'yes' | 'refused'>('no')
  const [isConfirming, setConfirming] = useState(false)
  const text = valueText(problem)
  const title = problemTitle(problem)

  async function handleCopy() {
    setCopied((await copyText(text)) ? 'yes' : 'refused')
  }

  return (
    <section className={`card ${styles.problem}`} aria-label={title}>
      <WitnessMark state="attention" />
      <div className="grow">
        <h3>{title}</h3>
        <p className="muted small">
          {kitTitle}. {problemSentence(problem.code)}
        </p>
        {text !== '' && <p className={styles.value}>{text}</p>}
        {isConfirming ? (
          <div className={styles.actions}>
            <span className="grow strong">Discard it for good?</span>
            <Button ref={focusOnMount} onClick={() => setConfirming(false)}>
              Keep
            </Button>
            <Button variant="danger" onClick={() => void db.problems.delete(problem.id)}>
              Discard
            </Button>
          </div>
        ) : (
          <div className={styles.actions}>
            {text !== '' && (
              <Button onClick={() => void handleCopy()}>
                <CopyIcon />
                {copied === 'yes' ? 'Copied' : 'Copy text'}
              </Button>
            )}
            <Button variant="ghost" onClick={() => setConfirming(true)}>
              Discard
            </Button>
          </div>
        )}
        {copied === 'refused' && (
          <p className="small">This browser does not let us copy. Select the text above.</p>
        )}
      </div>
    </section>
  )
}
