import { useState } from 'react'

import { fetchAccountData } from '../../sessions/accountData.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { DownloadIcon, HardDriveIcon } from '../../ui/blocks/icons.tsx'
import { saveFile } from '../../ui/browser/saveFile.ts'
import { CardRow, Section } from './CardRow.tsx'
import { FormResult } from '../FormParts.tsx'
import { useAction } from '../useAction.ts'
import { t } from '#shared/words/words.ts'

/** What the server has of the account, to take away. To have it deleted stands below. */
export function AccountData({ username }: { username: string }) {
  const { run, isBusy, failure } = useAction(t('The file could not be fetched. Please try again.'))
  const [savedAs, setSavedAs] = useState('')

  async function handleDownload() {
    setSavedAs('')
    await run(async () => {
      const file = await fetchAccountData()
      const name = `wrenchlist-${username}-${new Date().toISOString().slice(0, 10)}.json`
      saveFile(file, name)
      setSavedAs(name)
    })
  }

  return (
    <Section title={t('Your data on the server')}>
      <CardRow
        icon={<HardDriveIcon />}
        title={t('Everything the server has of you')}
        isTall
        text={
          <>
            <p>
              {t(
                'One JSON file: your account and its devices, all your kits with older versions and what you deleted of late, your comments, tasks and maintenance log. To have all of it deleted, ask below.',
              )}
            </p>
            <p role="status">
              {savedAs && t('Saved among your downloads: {savedAs}', { savedAs })}
            </p>
            <FormResult text={failure} />
          </>
        }
        action={
          <Button aria-disabled={isBusy} onClick={() => void handleDownload()}>
            <DownloadIcon />
            {isBusy ? t('Fetching...') : t('Download my data')}
          </Button>
        }
      />
    </Section>
  )
}
