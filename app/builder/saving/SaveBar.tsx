import { useEffect, useId, useRef, useState } from 'react'

import type { Build } from '../../kits/open/builds.ts'

import { Link, useLocation } from 'react-router-dom'

import { isBlankLine } from '#shared/kinds/kit.ts'
import { partsAndPieces } from '#shared/kinds/partCounts.ts'
import { links } from '#shared/links.ts'
import { useKitState } from '../../kits/state/useKitState.ts'
import { priceSum, sumWords } from '#shared/kinds/priceSum.ts'
import { inContext, t } from '#shared/words/words.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { DockAction } from '../../ui/layers/DockAction.tsx'
import { SaveIcon } from '../../ui/blocks/icons.tsx'
import { CONTROL, isCommand } from '../../ui/browser/keyNames.ts'
import { useOffers } from '../../ui/browser/offers.ts'
import { Sum } from '../../ui/text/Sum.tsx'
import { dismissToast, useToasts } from '../../ui/layers/toast.ts'
import { VisuallyHidden } from '../../ui/text/VisuallyHidden.tsx'
import styles from './SaveBar.module.css'
import { CurrencyButton } from '../money/CurrencyButton.tsx'
import { ShareButton } from '../sharing/ShareButton.tsx'
import { useSaveKit } from './useSaveKit.ts'

const PROMPT_MS = 5_000
/** A total that is still changing is not worth reading out. */
const SPOKEN_AFTER_MS = 1_000

/** The total and Save Kit, in the dock. Saving needs an account, so the button says so. */
export function SaveBar({ build, isDesk }: { build: Build; isDesk: boolean }) {
  const hintId = useId()
  const { pathname, search } = useLocation()
  const [promptedAt, setPromptedAt] = useState(0)
  const button = useRef<HTMLButtonElement>(null)
  const wasPressed = useRef(false)
  const state = useKitState(build)
  const { isSaving, hint: why, save, needsLogin } = useSaveKit(build, state.sending)
  const lines = build.kit.lines.filter((line) => !isBlankLine(line))
  const sum = priceSum(build.kit.lines, build.kit)

  useEffect(() => {
    if (promptedAt === 0) return
    const timer = setTimeout(() => setPromptedAt(0), PROMPT_MS)
    return () => clearTimeout(timer)
  }, [promptedAt])

  // The press has disabled the button, and with that taken the focus from it.
  useEffect(() => {
    if (isSaving || !wasPressed.current) return
    wasPressed.current = false
    if (document.activeElement === document.body) button.current?.focus()
  }, [isSaving])

  function handlePress() {
    if (!needsLogin) {
      wasPressed.current = true
      return void save()
    }
    // A message would lie over the prompt, which stands in its place.
    dismissToast(useToasts.getState().shown?.id ?? 0)
    setPromptedAt(Date.now())
  }

  useOffers(() => [
    { name: t('Save Kit'), icon: <SaveIcon />, keys: `${CONTROL} S`, onChoose: handlePress },
  ])
  // Each time anew: what is pressed is what stands.
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (!isCommand(event) || event.key.toLowerCase() !== 's') return
      // Never the browser's: a page that is saved to a file is no kit.
      event.preventDefault()
      if (!isSaving && !document.querySelector('[role=dialog]')) handlePress()
    }
    addEventListener('keydown', handleKey)
    return () => removeEventListener('keydown', handleKey)
  })

  // Why not, or who will see it: before it is public.
  const said = why ?? state.audience
  const hint = said !== '' && (
    <span className={styles.hint} id={hintId}>
      {said}
    </span>
  )
  return (
    <DockAction>
      <section className={styles.saveBar} aria-label={t('Total and saving')}>
        <div className={styles.total}>
          <div className={styles.sum}>
            <b className="num">
              <Sum sum={sum} />
            </b>
            <CurrencyButton build={build} sum={sum} />
          </div>
          {lines.length > 0 && (isDesk || why !== null) && (
            <span className="num">{partsAndPieces(lines)}</span>
          )}
          {!isDesk && hint}
        </div>
        {isDesk && hint}
        {!isDesk && (
          <ShareButton
            build={build}
            className={styles.share ?? ''}
            {...(needsLogin && { variant: 'primary' })}
          />
        )}
        <Button
          ref={button}
          variant="primary"
          size="l"
          className={styles.save ?? ''}
          aria-disabled={why !== null}
          {...(said !== '' && { 'aria-describedby': hintId })}
          disabled={isSaving}
          onClick={handlePress}
        >
          <SaveIcon />
          {isSaving ? t('Saving...') : inContext('bar', 'Save Kit')}
        </Button>
        <div role="status" className={styles.promptPlace}>
          {promptedAt > 0 && (
            <p className={styles.prompt} data-keep-clear>
              <Link to={links.login(pathname + search)}>{t('Log in to save kits')}</Link>{' '}
              {build.isBlank
                ? state.status
                : t('{status} without a login.', { status: state.status })}
            </p>
          )}
        </div>
        <Spoken text={t('Total: {sum}', { sum: sumWords(sum) })} />
      </section>
    </DockAction>
  )
}

/** Says a text that has come to rest; not the first one, which nobody changed. */
function Spoken({ text }: { text: string }) {
  const [first] = useState(text)
  const [rested, setRested] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), SPOKEN_AFTER_MS)
    return () => clearTimeout(timer)
  }, [text])
  return <VisuallyHidden role="status">{rested === first ? '' : rested}</VisuallyHidden>
}
