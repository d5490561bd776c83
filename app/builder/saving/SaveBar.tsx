import { useEffect, useId, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'

import type { Build } from '../../data/kits/open/builds.ts'

import { isBlankLine, isNamed } from '#shared/kinds/kit.ts'
import { partsAndPieces } from '#shared/kinds/partCounts.ts'
import { links } from '#shared/links.ts'
import { sumOf } from '../../data/kits/open/sumOf.ts'
import { useKitState } from '../../data/kits/state/useKitState.ts'
import { sumWords } from '#shared/kinds/priceSum.ts'
import { inContext, t } from '#shared/words/words.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { DockAction } from '../../ui/layers/DockAction.tsx'
import { SaveIcon } from '../../ui/blocks/icons.tsx'
import { CONTROL, isCommand } from '../../ui/browser/keyNames.ts'
import { useOffers } from '../../ui/browser/offers.ts'
import { Sum } from '../../ui/text/Sum.tsx'
import { dismissToast, useToasts, toast } from '../../ui/browser/toast.ts'
import { VisuallyHidden } from '../../ui/text/VisuallyHidden.tsx'
import styles from './SaveBar.module.css'
import { CurrencyButton } from '../money/CurrencyButton.tsx'
import { ShareButton } from '../sharing/ShareButton.tsx'
import { useAccount } from '../../data/device/account.ts'

const PROMPT_MS = 5_000
/** A changing total is not announced. */
const SPOKEN_AFTER_MS = 1_000

/** Total and Save Kit, in the dock. Saving needs an account, so the button says so. */
export function SaveBar({ build, isDesk }: { build: Build; isDesk: boolean }) {
  const hintId = useId()
  const { pathname, search } = useLocation()
  const [promptedAt, setPromptedAt] = useState(0)
  const button = useRef<HTMLButtonElement>(null)
  const wasPressed = useRef(false)
  const state = useKitState(build)
  const { isSaving, hint: why, save, needsLogin } = useSaveKit(build, state.sending)
  const lines = build.kit.lines.filter((line) => !isBlankLine(line))
  const sum = sumOf(build)

  useEffect(() => {
    if (promptedAt === 0) return
    const timer = setTimeout(() => setPromptedAt(0), PROMPT_MS)
    return () => clearTimeout(timer)
  }, [promptedAt])

  // The press disabled the button, which lost the focus.
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
    // A toast would cover the prompt, which appears in its place.
    dismissToast(useToasts.getState().shown?.id ?? 0)
    setPromptedAt(Date.now())
  }

  useOffers(() => [
    { name: t('Save Kit'), icon: <SaveIcon />, keys: `${CONTROL} S`, onChoose: handlePress },
  ])
  // Subscribed on every render, so that the key uses the current handler.
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (!isCommand(event) || event.key.toLowerCase() !== 's') return
      // Never the browser's own: a saved HTML page is no kit.
      event.preventDefault()
      if (!isSaving && !document.querySelector('[role=dialog]')) handlePress()
    }
    addEventListener('keydown', handleKey)
    return () => removeEventListener('keydown', handleKey)
  })

  // Why it cannot be saved, or who will see it: before it is public.
  const said = why ?? state.audience
  const hint = said !== '' && (
    <span className="muted small" id={hintId}>
      {said}
    </span>
  )
  return (
    <DockAction>
      <section className={styles.saveBar} aria-label={t('Total and saving')}>
        <div className={`grow ${styles.total}`}>
          <div className={styles.sum}>
            <b className="num">
              <Sum sum={sum} />
            </b>
            <CurrencyButton build={build} sum={sum} />
          </div>
          {lines.length > 0 && (isDesk || why !== null) && (
            <span className="num">{partsAndPieces(lines, sum.open)}</span>
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
        <div role="status" className={`broad ${styles.promptPlace}`}>
          {promptedAt > 0 && (
            <p className={`small ${styles.prompt}`} data-keep-clear>
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

/** Announces a text once it has settled; not the initial one. */
function Spoken({ text }: { text: string }) {
  const [first] = useState(text)
  const [rested, setRested] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), SPOKEN_AFTER_MS)
    return () => clearTimeout(timer)
  }, [text])
  return <VisuallyHidden role="status">{rested === first ? '' : rested}</VisuallyHidden>
}

interface SaveKit {
  isSaving: boolean
  /** Why saving is not possible, under the button; null when it is. */
  hint: string | null
  /** Saves and goes to the kit's page, or says what is missing; `needsLogin` is the caller's. */
  save: () => Promise<void>
  needsLogin: boolean
}

/**
 * Save Kit: checks the login, then the name, then the parts.
 * @param sending when pending changes are sent, for a save that waits
 */
function useSaveKit(build: Build, sending: string): SaveKit {
  const navigate = useNavigate()
  const account = useAccount()
  const [isSaving, setSaving] = useState(false)
  const isNameMissing = !isNamed(build.kit.name)

  async function save() {
    if (isSaving) return
    setSaving(true)
    try {
      const { saveChecked } = await import('./saveChecked.ts')
      const to = await saveChecked(build, sending)
      if (to) return navigate(to)
    } catch {
      toast({ title: t('Error saving kit'), text: t('Failed to save kit'), tone: 'error' })
    }
    setSaving(false)
  }

  const nameHint = isNameMissing ? t('Enter a kit name to save') : null
  return {
    isSaving,
    hint: account ? nameHint : t('Log in to save kits'),
    save,
    needsLogin: !account,
  }
}
