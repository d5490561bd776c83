import type { Account } from '../../device/account.ts'
import type { SessionEnd } from '../../device/sessionEnd.ts'

import { useEffect } from 'react'

import { links } from '#shared/links.ts'
import { t } from '#shared/words/words.ts'
import { refreshAccount } from '../../sessions/access.ts'
import { useAccount } from '../../device/account.ts'
import { askLogOut } from '../../sessions/logOut.ts'
import { endWords } from '../../device/sessionEnd.ts'
import { useSync } from '../../device/syncState.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { LogOutIcon } from '../../ui/blocks/icons.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import styles from '../account.module.css'
import { AccountData } from './AccountData.tsx'
import { DeleteAccount } from './DeleteAccount.tsx'
import { Notifications } from './Notifications.tsx'
import { Column, OfflineNote } from '../FormParts.tsx'
import { SignedInDevices } from './SignedInDevices.tsx'
import { SignInSection } from '../entry/SignInSection.tsx'
import { ThisDevice } from './ThisDevice.tsx'

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
  // The address is verified elsewhere, often on another device. Without an answer what was last
  // known stays.
  useEffect(() => {
    if (isOnline) void refreshAccount().catch(() => undefined)
  }, [isOnline])

  return (
    <Column title={t('My Account')} isWide>
      <OfflineNote text={t('This is what was last known. Changes to the account need a signal.')} />
      {account.ended && <Ended end={account.ended} />}
      {account.ended !== 'deleted' && <SignInSection account={account} />}
      <ThisDevice />
      {!account.isExpired && <Notifications account={account} />}
      {!account.isExpired && <SignedInDevices accountId={account.id} />}
      {account.isAdmin && (
        <div className={styles.buttons}>
          <LinkButton to={links.admin()}>{t('Admin Dashboard')}</LinkButton>
          <LinkButton to={links.adminAccounts()}>{t('Accounts and reports')}</LinkButton>
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

/** Why this account is signed out, and what can still be done. */
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
