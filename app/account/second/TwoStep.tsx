import type { Account } from '../../data/device/account.ts'

import { useState } from 'react'

import { later, many, say, t } from '#shared/words/words.ts'
import { T } from '../../ui/words/T.tsx'
import {
  type Factor,
  factorBegun,
  type FactorBegun,
  factors,
  type Factors,
  recoveryCodes,
  type RecoveryCodes,
} from '#shared/secondFactor.ts'
import { askApi, callApi } from '../../data/api/api.ts'
import { Badge } from '../../ui/blocks/Badge.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { KeyIcon, NotesIcon, PhoneIcon } from '../../ui/blocks/icons.tsx'
import { ago, dayAndTime } from '../../ui/text/time.ts'
import { toast } from '../../ui/browser/toast.ts'
import { useNow } from '../../ui/browser/useNow.ts'
import styles from '../../forms/forms.module.css'
import { FormResult } from '../../forms/FormParts.tsx'
import { CardRow, Section, Unsaid } from '../../forms/CardRow.tsx'
import { AdminConfirm } from '../../forms/AdminConfirm.tsx'
import { useDecision } from '../../forms/useDecision.ts'
import { useServerData } from '../../forms/useServerData.ts'
import { AddFactor } from './AddFactor.tsx'
import { KeepCodes } from './KeepCodes.tsx'
import { hasPasskeys } from './SecondStep.tsx'

const KINDS = {
  passkey: { name: later('Passkey'), add: later('Add a passkey'), icon: <KeyIcon /> },
  totp: {
    name: later('Authenticator app'),
    add: later('Add an authenticator app'),
    icon: <PhoneIcon />,
  },
}
const FACTORS = '/api/auth/second-factors'

const readFactors = () => askApi(factors, 'GET', FACTORS)

/** Second factors of the account. */
export function TwoStep({ account }: { account: Account }) {
  const from = useServerData('factors', readFactors)
  const { data, reload } = from
  const [begun, setBegun] = useState<FactorBegun | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const { asked, ask, decide, run, isBusy, failure, question } = useDecision<Factor>(
    reload,
    t('This did not work. Please try again.'),
  )
  const now = useNow()

  async function handleAdd(kind: Factor['kind']) {
    setBegun(null)
    await run(async () => {
      setBegun(await askApi(factorBegun, 'POST', FACTORS, { kind }))
    })
  }

  function handleAdded({ recoveryCodes: added }: RecoveryCodes) {
    setBegun(null)
    setCodes(added)
    toast({ title: t('Two-step sign-in is on') })
    reload()
  }

  async function handleRenew() {
    await run(async () => {
      const { recoveryCodes: renewed } = await askApi(
        recoveryCodes,
        'POST',
        '/api/auth/recovery-codes',
        {},
      )
      setCodes(renewed)
      reload()
    })
  }

  const handleRemove = ({ id }: Factor) =>
    decide(() => callApi('DELETE', `${FACTORS}/${encodeURIComponent(id)}`), { title: t('Removed') })

  return (
    <Section title={t('Two-step sign-in')} name="two-step">
      <CardRow
        icon={<KeyIcon />}
        title={
          <>
            {t('A second factor beside the password')}
            {data && <FactorsBadge factors={data} />}
          </>
        }
        isTall
        text={
          <>
            <p>
              <T text="Whoever has your password alone cannot sign in. Acts that could do harm ask for it again." />
            </p>
            <p>
              <T text="An app’s codes come without signal; signing in and changes here need one. A device that is signed in works on without." />
            </p>
            {failure !== undefined && <FormResult text={failure} />}
          </>
        }
        action={
          data &&
          !begun &&
          !codes && (
            <span className={styles.rowActions}>
              {(['passkey', 'totp'] as const)
                .filter((kind) => kind !== 'passkey' || hasPasskeys())
                .map((kind) => (
                  <Button key={kind} aria-disabled={isBusy} onClick={() => void handleAdd(kind)}>
                    {say(KINDS[kind].add)}
                  </Button>
                ))}
            </span>
          )
        }
      />
      {begun && (
        <AddFactor
          begun={begun}
          name={say(KINDS[begun.kind].name)}
          onAdded={handleAdded}
          onCancel={() => setBegun(null)}
        />
      )}
      {codes && (
        <KeepCodes codes={codes} username={account.username} onKept={() => setCodes(null)} />
      )}
      {!data && (
        <Unsaid
          from={from}
          icon={<KeyIcon />}
          loading={t('Loading your second factors...')}
          failed={t('Failed to load your second factors')}
        />
      )}
      <ul>
        {data?.factors.map((factor) => {
          const { id, kind, label, createdAt, lastUsedAt } = factor
          const added = dayAndTime(Date.parse(createdAt), now)
          return (
            <li key={id} className={styles.listed}>
              <CardRow
                icon={KINDS[kind].icon}
                title={label || say(KINDS[kind].name)}
                text={
                  lastUsedAt
                    ? t('{kind}, added {added}, last used {time}', {
                        kind: say(KINDS[kind].name),
                        added,
                        time: ago(Date.parse(lastUsedAt), now),
                      })
                    : t('{kind}, added {added}, not used yet', {
                        kind: say(KINDS[kind].name),
                        added,
                      })
                }
                action={
                  <Button
                    aria-label={t('Remove {name}', { name: label || say(KINDS[kind].name) })}
                    onClick={() => ask(factor)}
                  >
                    {t('Remove')}
                  </Button>
                }
              />
            </li>
          )
        })}
      </ul>
      {data && data.factors.length > 0 && (
        <CardRow
          icon={<NotesIcon />}
          title={t('Recovery codes')}
          text={many(
            data.recoveryCodesLeft,
            '{count} left, for when you have none of the others',
            '{count} left, for when you have none of the others',
          )}
          action={
            <Button aria-disabled={isBusy} onClick={() => void handleRenew()}>
              {t('New recovery codes')}
            </Button>
          }
        />
      )}
      <AdminConfirm
        {...question}
        title={t('Remove this second factor?')}
        words={{ idle: t('Remove'), busy: t('Removing...') }}
        onConfirm={() => asked && void handleRemove(asked)}
      >
        <p>
          {data?.factors.length === 1
            ? t(
                'It is the last one: signing in takes only the password again, and the recovery codes end.',
              )
            : t('Nobody signs in with it any more. The others stay.')}
        </p>
      </AdminConfirm>
    </Section>
  )
}

function FactorsBadge({ factors: { factors, isRequired } }: { factors: Factors }) {
  if (factors.length > 0) return <Badge tone="ok">{t('On')}</Badge>
  return isRequired ? <Badge tone="bad">{t('Required of administrators')}</Badge> : null
}
