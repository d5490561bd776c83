import { useEffect } from 'react'

import { links } from '#shared/links.ts'
import { t } from '#shared/words/words.ts'
import { AdminAudit, AdminMail } from '../desk/AdminAudit.tsx'
import { Desk, DeskPage } from '../desk/desk.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
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

/** State of the installation, its mail, backups and errors, and what administrators did. */
export function AdminStatusScreen() {
  return (
    <Desk roles={['operator']} at={links.adminStatus()}>
      <DeskPage
        at={links.adminStatus()}
        title={t('Installation')}
        text={t('How this installation is, and what keeps it so.')}
        offline={t('This is what was last known.')}
      >
        <div>
          <LinkButton to={links.adminErrors()}>{t('Error monitoring')}</LinkButton>
        </div>
        <Status />
        <AdminMail />
        <AdminAudit />
      </DeskPage>
    </Desk>
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
  const { word, mail, backups, rounds, settings, defaults } = data
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
      <StatusRounds rounds={rounds} {...shared} />
      <StatusFacts overview={data} />
      <StatusSettings settings={settings} defaults={defaults} />
    </>
  )
}
