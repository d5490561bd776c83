import { useEffect } from 'react'

import type { Overview } from '#shared/desk/status.ts'

import { links } from '#shared/links.ts'
import { t } from '#shared/words/words.ts'
import { useAccount } from '../../device/account.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { EmptyState } from '../../ui/blocks/EmptyState.tsx'
import { CircleAlertIcon } from '../../ui/blocks/icons.tsx'
import { Skeleton } from '../../ui/blocks/Skeleton.tsx'
import { AdminDenied } from '../desk/AdminDenied.tsx'
import { AdminNav } from '../desk/AdminNav.tsx'
import { isUnanswered, serverWords } from '../failureWords.ts'
import { Column, OfflineNote } from '../FormParts.tsx'
import { StaleNote } from '../StaleNote.tsx'
import { useServerData } from '../useServerData.ts'
import { StatusAnnouncement } from './StatusAnnouncement.tsx'
import { StatusBackups } from './StatusBackups.tsx'
import { StatusCharts } from './StatusCharts.tsx'
import { StatusFacts, StatusSettings } from './StatusFacts.tsx'
import { StatusMail } from './StatusMail.tsx'
import { StatusRest } from './StatusRest.tsx'
import { StatusRounds } from './StatusRounds.tsx'
import { readStatus } from './statusData.ts'

/** What goes on by itself is looked at again so often. */
const AGAIN_MS = 15_000
const BUSY_AGAIN_MS = 2_000

/** How this installation is, and what an operator does to it. The server checks each call itself. */
export function AdminStatusScreen() {
  const account = useAccount()
  if (!account?.isAdmin || account.isExpired) {
    return <AdminDenied isSignedIn={account !== null} from={links.adminStatus()} />
  }
  return (
    <Column title={t('Status')} text={t('How this installation is, and what keeps it so.')} isWide>
      <AdminNav at={links.adminStatus()} />
      <OfflineNote text={t('This is what was last known.')} />
      <Status adminId={account.id} />
    </Column>
  )
}

function Status({ adminId }: { adminId: string }) {
  const status = useServerData(`status:${adminId}`, readStatus)
  const { data, error, isLoading, reload } = status
  const isBusy = data?.backups.some(({ state }) => state === 'making') ?? false
  useEffect(() => {
    const timer = setInterval(
      () => document.visibilityState === 'visible' && reload(),
      isBusy ? BUSY_AGAIN_MS : AGAIN_MS,
    )
    return () => clearInterval(timer)
  }, [reload, isBusy])
  if (!data && isLoading) return <Skeleton label={t('Loading the status...')} rows={5} />
  if (!data) {
    return (
      <EmptyState
        role="alert"
        mark={<CircleAlertIcon />}
        title={t('Failed to load the status')}
        text={
          isUnanswered(error)
            ? t('Please check your connection and try again')
            : serverWords(error, t('The server answered, but not with its status.'))
        }
        action={<Button onClick={reload}>{t('Try again')}</Button>}
      />
    )
  }
  return (
    <>
      <StaleNote from={status} />
      <Sections overview={data} adminId={adminId} onChanged={reload} />
    </>
  )
}

function Sections({
  overview,
  adminId,
  onChanged,
}: {
  overview: Overview
  adminId: string
  onChanged: () => void
}) {
  const { word, mail, backups, rounds, jobs } = overview
  return (
    <>
      <StatusRest rest={word.rest} onChanged={onChanged} />
      <StatusAnnouncement
        key={word.announcement?.id}
        announcement={word.announcement}
        onChanged={onChanged}
      />
      <StatusCharts adminId={adminId} />
      <StatusMail adminId={adminId} mail={mail} onChanged={onChanged} />
      <StatusBackups backups={backups} onChanged={onChanged} />
      <StatusRounds rounds={rounds} jobs={jobs} onChanged={onChanged} />
      <StatusFacts overview={overview} />
      <StatusSettings settings={overview.settings} />
    </>
  )
}
