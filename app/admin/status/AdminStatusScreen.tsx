import { useEffect } from 'react'

import { links } from '#shared/links.ts'
import { t } from '#shared/words/words.ts'
import { AdminDenied, AdminNav, useDesk } from '../desk/desk.tsx'
import { Column, OfflineNote } from '../../forms/FormParts.tsx'
import { NotLoaded } from '../../forms/NotLoaded.tsx'
import { StaleNote } from '../../forms/StaleNote.tsx'
import { useServerData } from '../../forms/useServerData.ts'
import { StatusAnnouncement } from './StatusAnnouncement.tsx'
import { StatusBackups } from './StatusBackups.tsx'
import { StatusCharts } from './StatusCharts.tsx'
import { StatusFacts, StatusSettings } from './StatusFacts.tsx'
import { StatusMail } from './StatusMail.tsx'
import { StatusRest } from './StatusRest.tsx'
import { StatusRounds } from './StatusRounds.tsx'
import { readStatus } from './statusData.ts'

/** Polling interval. */
const AGAIN_MS = 15_000
const BUSY_AGAIN_MS = 2_000

/** State of the installation, and operators' actions. The server checks each call itself. */
export function AdminStatusScreen() {
  const account = useDesk('operator')
  if (!account) return <AdminDenied from={links.adminStatus()} />
  return (
    <Column title={t('Status')} text={t('How this installation is, and what keeps it so.')} isWide>
      <AdminNav at={links.adminStatus()} />
      <OfflineNote text={t('This is what was last known.')} />
      <Status />
    </Column>
  )
}

function Status() {
  const status = useServerData('status', readStatus)
  const { data, reload } = status
  const isBusy = data?.backups.some(({ state }) => state === 'making') ?? false
  useEffect(() => {
    const timer = setInterval(
      () => document.visibilityState === 'visible' && reload(),
      isBusy ? BUSY_AGAIN_MS : AGAIN_MS,
    )
    return () => clearInterval(timer)
  }, [reload, isBusy])
  if (!data) {
    return (
      <NotLoaded
        from={status}
        loading={t('Loading the status...')}
        rows={5}
        failed={t('Failed to load the status')}
        otherwise={t('The server answered, but not with its status.')}
      />
    )
  }
  const { word, mail, backups, rounds, jobs, settings } = data
  const shared = { onChanged: reload }
  return (
    <>
      <StaleNote from={status} />
      <StatusRest rest={word.rest} {...shared} />
      <StatusAnnouncement
        key={word.announcement?.id}
        announcement={word.announcement}
        {...shared}
      />
      <StatusCharts />
      <StatusMail mail={mail} {...shared} />
      <StatusBackups backups={backups} {...shared} />
      <StatusRounds rounds={rounds} jobs={jobs} {...shared} />
      <StatusFacts overview={data} />
      <StatusSettings settings={settings} />
    </>
  )
}
