import { useState } from 'react'

import { useAccount } from '../../data/device/account.ts'
import { endWords } from '../../data/device/sessionEnd.ts'
import { retryLimited } from '../../data/sync/receive/parked.ts'
import { syncNow } from '../../data/sync/send/sync.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { RefreshIcon } from '../../ui/blocks/icons.tsx'
import { Spinner } from '../../ui/blocks/Spinner.tsx'
import styles from './Drawer.module.css'
import { type Later, later, say, t } from '#shared/words/words.ts'

type Result = Awaited<ReturnType<typeof syncNow>>['kind']
type Attempt = 'none' | 'running' | Result

const OUTCOMES: Record<Exclude<Attempt, 'unauthorized' | 'none'>, Later> = {
  running: later('Asking the server.'),
  done: later('The server answered. Everything it takes has been sent.'),
  failed: later('The server did not answer. Your changes stay on this device.'),
  full: later('The server answered, but this device has no room to store it.'),
  outdated: later(
    'This version is too old for the server. Update it; your changes stay on this device.',
  ),
}

/** Manual retry with its result. @param isSecond another button is the primary one */
export function TryNow({ isSecond }: { isSecond: boolean }) {
  const [attempt, setAttempt] = useState<Attempt>('none')
  const account = useAccount()
  const isRunning = attempt === 'running'
  const { title, text } = endWords(account?.ended ?? 'expired')
  const outcome = () => {
    if (attempt === 'none') return ''
    return attempt === 'unauthorized' ? `${title} ${text}` : say(OUTCOMES[attempt])
  }

  async function handleTry() {
    if (isRunning) return
    setAttempt('running')
    await retryLimited()
    const result = await syncNow()
    setAttempt(result.kind)
  }

  return (
    <>
      <output>
        {!isRunning && attempt !== 'none' && (
          <p className={`small ${styles.result}`}>{outcome()}</p>
        )}
      </output>
      <Button
        variant={isSecond ? 'secondary' : 'primary'}
        size="l"
        isFull
        aria-disabled={isRunning}
        onClick={() => void handleTry()}
      >
        {isRunning ? <Spinner /> : <RefreshIcon />}
        {isRunning ? t('Trying...') : t('Try now')}
      </Button>
    </>
  )
}
