import { useEffect, type ReactNode } from 'react'
import type { SyncSummary } from '../../data/sync/send/useSyncStatus.ts'
import { signedIn } from '../../data/device/device.ts'
import { fillWaitingRows } from '../../data/autofill/fillKey.ts'
import { askCounted } from '../../data/telemetry/askCounted.ts'
import { mayCount, useConsent } from '../../data/telemetry/consent.ts'
import { dropOldOverwritten } from '../../data/backup/oldProblems.ts'
import { startInstall } from '../../data/hardware/installOffer.ts'
import { watchUnstored } from '../../data/sync/write/watchUnstored.ts'
import { startReports } from '../../data/telemetry/reports.ts'
import { sendReports } from '../../data/telemetry/sendReports.ts'
import { afterSync, startSync } from '../../data/sync/send/sync.ts'
import { loadFonts } from '../../ui/look/fonts.ts'
import { watchKeyboard } from '../../ui/browser/keyboard.ts'
import { useOffers } from '../../ui/browser/offers.ts'
import { preloadToast } from '../../ui/layers/ToastHost.tsx'
import { Tooltips } from '../../ui/layers/Tooltips.tsx'
import { WitnessMark } from '../../ui/blocks/WitnessMark.tsx'
import { Footer } from './Footer.tsx'
import { registerWorker } from '../start/registerWorker.ts'
import { SyncAnnouncer } from '../drawer/SyncAnnouncer.tsx'
import { UpdatePrompt } from '../prompts/UpdatePrompt.tsx'
import { WatchedPrices } from './WatchedPrices.tsx'
import { chipLabel } from '../drawer/syncWords.ts'
import { t, many } from '#shared/words/words.ts'
import { toast } from '../../ui/browser/toast.ts'
import { UNTOLD_KEY } from '../start/recoverChunks.ts'
import { showLook } from '../../ui/look/theme.ts'
import { createPortal } from 'react-dom'
import { Link } from 'react-router-dom'
import { links } from '#shared/links.ts'
import { useDueJobs } from '../../data/kits/index/useLog.ts'
import { classes } from '../../ui/look/classes.ts'
import { WrenchIcon } from '../../ui/blocks/icons.tsx'
import { useNow } from '../../ui/browser/useNow.ts'
import styles from '../drawer/Chip.module.css'
import { T } from '../../ui/words/T.tsx'
import { dueSlot } from './dueSlot.ts'

export { InstallPrompt } from '../prompts/InstallPrompt.tsx'

let hasStarted = false

/** Everything the first paint does not need, loaded after it. */
export function AfterStart({ sync }: { sync: SyncSummary }) {
  useEffect(() => {
    if (hasStarted) return
    hasStarted = true
    startReports()
    watchUnstored()
    afterSync(sendReports)
    afterSync(fillWaitingRows)
    startSync()
    void adoptForeignToken()
    void askCounted().catch(() => undefined)
    // On failure the next start retries.
    void dropOldOverwritten().catch(() => undefined)
    void loadFonts()
    watchKeyboard()
    watchTheme()
    // The message that something needs a connection must not need one itself.
    void preloadToast().catch(() => undefined)
    tellReload()
    registerWorker()
    startInstall()
    // The screen reserves room for the drawings; without them it shows the words.
    void import('../../show/partPicture.ts').catch(() => undefined)
  }, [])
  useOffers(() =>
    // Without anything to sync there is no chip to press.
    sync.isUnused && sync.problems === 0
      ? []
      : [
          {
            name: chipLabel(sync),
            icon: <WitnessMark state={sync.status} />,
            isOf: 'actions',
            onChoose: () => document.querySelector<HTMLElement>('[aria-label^="Sync: "]')?.click(),
          },
        ],
  )
  const isCounting = useConsent(mayCount)
  useEffect(() => {
    if (!isCounting) return
    // Without it nothing is counted.
    void import('../../data/telemetry/analytics.ts')
      .then(({ startCounting }) => startCounting())
      .catch(() => undefined)
  }, [isCounting])
  return (
    <>
      <Footer />
      {!sync.isUnused && <SyncAnnouncer status={sync.status} problems={sync.problems} />}
      <UpdatePrompt />
      <WatchedPrices />
      <DueJobs />
      <Tooltips />
    </>
  )
}

/** Adopts a token this app did not store, for instance one set by a test. */
async function adoptForeignToken(): Promise<void> {
  const token = localStorage.getItem('authToken')
  if (!token || signedIn()) return
  await (await import('../../data/sessions/signIn.ts')).adoptLater(token)
}

/** Announces once that this page reloaded itself: a press may have been lost. */
function tellReload(): void {
  if (sessionStorage.getItem(UNTOLD_KEY) === null) return
  sessionStorage.removeItem(UNTOLD_KEY)
  toast({
    title: t('Wrenchlist was loaded again'),
    text: t('A part of it had not come. If you had pressed something, press it again.'),
  })
}

/** Keeps the theme in step with the choice, the system and other tabs. */
function watchTheme(): void {
  showLook()
  for (const wish of ['(prefers-color-scheme: dark)', '(prefers-contrast: more)'])
    matchMedia(wish).addEventListener('change', showLook)
  window.addEventListener('storage', showLook)
}

const word = (text: ReactNode) => <span className={styles.dueWord}>{text}</span>

/** Count of due services in the header; hidden at zero. */
function DueJobs() {
  const due = useDueJobs(useNow())
  if (due.length === 0) return null
  const overdue = due.filter(({ state }) => state === 'overdue').length
  const isOverdue = overdue > 0
  const count = isOverdue ? overdue : due.length
  return createPortal(
    <Link
      to={links.maintenance()}
      data-due
      className={classes(styles.chip, styles.due, isOverdue ? styles.attention : styles.waiting)}
      aria-label={
        isOverdue
          ? many(count, '{count} overdue, maintenance log', '{count} overdue, maintenance log')
          : many(count, '{count} due soon, maintenance log', '{count} due soon, maintenance log')
      }
    >
      <WrenchIcon />
      <span className="num">
        {isOverdue ? (
          <T
            count={count}
            one="{count} <word>overdue</word>"
            text="{count} <word>overdue</word>"
            word={word}
          />
        ) : (
          <T
            count={count}
            one="{count} <word>due soon</word>"
            text="{count} <word>due soon</word>"
            word={word}
          />
        )}
      </span>
    </Link>,
    dueSlot,
  )
}
