import { useId, useState } from 'react'

import type { ShownCase } from './readOutbox.ts'

import { links } from '#shared/links.ts'
import { t } from '#shared/words/words.ts'
import { discardProblems, giveAgain, isWholeRow, retryProblem } from '../../data/backup/problems.ts'
import { classes } from '../../ui/look/classes.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { copyText } from '../../ui/browser/copyText.ts'
import { CopyIcon, PencilIcon, RefreshIcon } from '../../ui/blocks/icons.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { WitnessMark } from '../../ui/blocks/WitnessMark.tsx'
import { focusField } from '../../show/focusField.ts'
import { bothValues, caseText, problemSentence, problemTitle, retryLabel } from './problemWords.ts'
import styles from './Drawer.module.css'

const focusOnMount = (button: HTMLButtonElement | null) => button?.focus()

type Step = 'idle' | 'confirming' | 'retrying' | 'failed'

/** A refused or overwritten value, kept word for word until the user decides. */
export function SyncProblem({ shown, onLeave }: { shown: ShownCase; onLeave: () => void }) {
  const [copied, setCopied] = useState<'no' | 'yes' | 'refused'>('no')
  const [step, setStep] = useState<Step>('idle')
  const { problems, buildId } = shown
  const [{ kind, code, row, cell }] = problems
  const text = caseText(problems)
  const title = problemTitle(problems, shown)
  const isLost = kind === 'comment' && code === 'parent_gone'
  const isTold = code === 'renamed'
  const both = isWholeRow(problems[0]) ? null : bothValues(problems, shown)
  const mayRetry = !isLost && !isTold && retryProblem(problems) === null
  const id = useId()
  const sentence = problemSentence(problems, shown)

  async function handleCopy() {
    setCopied((await copyText(text)) ? 'yes' : 'refused')
  }

  async function handleRetry() {
    if (step === 'retrying') return
    setStep('retrying')
    const isGiven = await giveAgain(problems).catch(() => false)
    setStep(isGiven ? 'idle' : 'failed')
  }

  function handleEdit() {
    onLeave()
    // A whole line is identified by its name.
    focusField({ kind, row, cell: isWholeRow(problems[0]) && kind === 'line' ? 'name' : cell })
  }

  return (
    <section className={`card ${styles.problem}`} aria-label={title}>
      <WitnessMark state="attention" />
      <div className="grow">
        <h3>{title}</h3>
        {sentence !== '' && <p className="muted small">{sentence}</p>}
        {both?.map((value, at) => (
          <div key={value.label} className={styles.choice}>
            <div id={`${id}${at}`} className="grow">
              <p className="muted small">{value.label}</p>
              <p className={`breaks ${styles.value}`}>{value.text}</p>
            </div>
            {(at === 1 || mayRetry) && (
              <Button
                id={`${id}keep${at}`}
                aria-labelledby={`${id}keep${at} ${id}${at}`}
                aria-disabled={step === 'retrying'}
                onClick={() => void (at === 1 ? discardProblems(problems) : handleRetry())}
              >
                {t('Keep')}
              </Button>
            )}
          </div>
        ))}
        {text !== '' && !both && <p className={`breaks ${styles.value}`}>{text}</p>}
        {step === 'confirming' ? (
          <div className="row wrap after tight">
            <span className="grow strong">{t('Discard it for good?')}</span>
            <Button ref={focusOnMount} onClick={() => setStep('idle')}>
              {t('Keep')}
            </Button>
            <Button variant="danger" onClick={() => void discardProblems(problems)}>
              {t('Discard')}
            </Button>
          </div>
        ) : (
          <div
            className={classes(
              'row wrap after tight',
              !both && mayRetry && buildId !== '' && styles.pairs,
            )}
          >
            {!both && mayRetry && (
              <Button aria-disabled={step === 'retrying'} onClick={() => void handleRetry()}>
                <RefreshIcon />
                {retryLabel(problems)}
              </Button>
            )}
            {buildId !== '' && (
              <LinkButton to={links.build(buildId)} onClick={handleEdit}>
                <PencilIcon />
                {t('Edit')}
              </LinkButton>
            )}
            {text !== '' && (
              <Button onClick={() => void handleCopy()}>
                <CopyIcon />
                {copied === 'yes' ? t('Copied') : isTold ? t('Copy link') : t('Copy text')}
              </Button>
            )}
            {!both && shown.mayDiscard && (
              <Button
                variant="ghost"
                onClick={() => (isTold ? void discardProblems(problems) : setStep('confirming'))}
              >
                {isTold ? t('Got it') : t('Discard')}
              </Button>
            )}
          </div>
        )}
        {step === 'failed' && (
          <p className="small" role="alert">
            {t('This did not work, and nothing has changed. It is still here.')}
          </p>
        )}
        {copied === 'refused' && (
          <p className="small">{t('This browser does not let us copy. Select the text above.')}</p>
        )}
      </div>
    </section>
  )
}
