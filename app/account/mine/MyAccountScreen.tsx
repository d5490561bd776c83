import { useEffect, useState } from 'react'
import { links } from '#shared/links.ts'
import { deskOf } from '#shared/roles.ts'
import { t } from '#shared/words/words.ts'
import { T } from '../../ui/words/T.tsx'
import { type Account, useAccount } from '../../data/device/account.ts'
import { askLogOut } from '../../data/sessions/logOut.ts'
import { endWords, type SessionEnd } from '../../data/device/sessionEnd.ts'
import { useSync } from '../../data/device/syncState.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { LogOutIcon, DownloadIcon, HardDriveIcon } from '../../ui/blocks/icons.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import styles from '../../forms/forms.module.css'
import { DeleteAccount } from './DeleteAccount.tsx'
import { Notifications } from './Notifications.tsx'
import { Column, OfflineNote, FormResult } from '../../forms/FormParts.tsx'
import { SignedInDevices } from './SignedInDevices.tsx'
import { TwoStep } from '../second/TwoStep.tsx'
import { SignInSection } from './SignInSection.tsx'
import { ThisDevice } from './ThisDevice.tsx'
import { fetchAccountData } from '../../data/sessions/accountData.ts'
import { saveFile } from '../../ui/browser/saveFile.ts'
import { CardRow, Section } from '../../forms/CardRow.tsx'
import { useAction } from '../../forms/useAction.ts'

export function MyAccountScreen() {
  const account = useAccount()
  return account ? <MyAccount account={account} /> : <LoginPrompt />
}

function LoginPrompt() {
  return (
    <Column title={t('My Account')} isWide>
      <div className={`card ${styles.pad} ${styles.text}`}>
        <p>
          <b>{t('Please log in to see your account.')}</b>
        </p>
        <p className="muted">{t('Kits you build without an account stay on this device.')}</p>
        <div className={styles.buttons}>
          <LinkButton variant="primary" to={links.login(links.account())}>
            {t('Log In')}
          </LinkButton>
          <LinkButton to={links.register(links.account())}>{t('Create Account')}</LinkButton>
        </div>
      </div>
      <ThisDevice />
    </Column>
  )
}

function MyAccount({ account }: { account: Account }) {
  const isOnline = useSync((state) => state.isOnline)
  const desk = deskOf(account)
  // Verification happens elsewhere, often on another device. On failure the known state stays.
  useEffect(() => {
    if (!isOnline) return
    void import('../../data/sessions/signIn.ts')
      .then(({ refreshAccount }) => refreshAccount())
      .catch(() => undefined)
  }, [isOnline])

  return (
    <Column title={t('My Account')} isWide>
      <OfflineNote text={t('This is what was last known. Changes to the account need a signal.')} />
      {account.ended && <Ended end={account.ended} />}
      {account.ended !== 'deleted' && <SignInSection account={account} />}
      <ThisDevice />
      {!account.isExpired && <Notifications account={account} />}
      {!account.isExpired && <SignedInDevices />}
      {!account.isExpired && <TwoStep account={account} />}
      {desk && (
        <div className={styles.buttons}>
          <LinkButton to={desk}>{t('Admin Dashboard')}</LinkButton>
        </div>
      )}
      <div>
        <Button onClick={askLogOut}>
          <LogOutIcon />
          {t('Log Out')}
        </Button>
      </div>
      {!account.isExpired && <AccountData username={account.username} />}
      {account.ended !== 'deleted' && <DeleteAccount account={account} />}
    </Column>
  )
}

/** Why the session ended, and what can still be done. */
function Ended({ end }: { end: SessionEnd }) {
  const { title, text } = endWords(end)
  return (
    <div className={`card ${styles.pad} ${styles.text}`} role="status">
      <p>
        <b>{title}</b> {text} {end === 'deleted' && t('A backup of it can be saved below.')}
      </p>
      <div className={styles.buttons}>
        {end !== 'deleted' && (
          <LinkButton variant="primary" to={links.login(links.account())}>
            {t('Sign in again')}
          </LinkButton>
        )}
        {end !== 'expired' && <LinkButton to={links.contact()}>{t('Write to us')}</LinkButton>}
      </div>
    </div>
  )
}

/** Export of the account's data. */
function AccountData({ username }: { username: string }) {
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
              <T text="One JSON file: your account and its devices, all your kits with older versions and what you deleted of late, your comments, tasks and maintenance log. To have all of it deleted, ask below." />
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
