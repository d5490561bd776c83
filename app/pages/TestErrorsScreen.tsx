import { useState } from 'react'
import { Link } from 'react-router-dom'

import { type Level, TEST_ENDPOINT } from '#shared/admin/errorReport.ts'
import { links } from '#shared/links.ts'
import { t } from '#shared/words/words.ts'
import { T } from '../ui/words/T.tsx'
import { callApi } from '../data/api/api.ts'
import { request } from '../data/api/request.ts'
import { report } from '../data/device/reportError.ts'
import { Button } from '../ui/controls/Button.tsx'
import { toast } from '../ui/browser/toast.ts'
import { useRead } from '../ui/browser/useRead.ts'
import { NotFoundScreen } from './NotFoundScreen.tsx'
import styles from './TestErrors.module.css'

/** Throws test errors, to see that reports arrive. An operator may remove the page. */
export function TestErrorsScreen() {
  const isGone = useRead(readIsGone)
  const [isBroken, setBroken] = useState(false)
  if (isGone) return <NotFoundScreen />
  return (
    <div className={`page ${styles.page}`}>
      <header>
        <h1 tabIndex={-1}>{t('Error test page')}</h1>
        <p className="muted">
          <T
            text="Each button makes something go wrong. What comes of it is marked as a test in <adminErrors>Error monitoring</adminErrors>."
            adminErrors={(text) => <Link to={links.adminErrors()}>{text}</Link>}
          />
        </p>
      </header>
      <section className={`card wrap ${styles.group}`} aria-labelledby="test-errors">
        <h2 id="test-errors">{t('Errors')}</h2>
        <Button onClick={throwLater}>{t('Script error')}</Button>
        <Button onClick={() => setBroken(true)}>{t('Component error')}</Button>
        <Button onClick={() => void callNothing()}>{t('API error')}</Button>
      </section>
      <section className={`card wrap ${styles.group}`} aria-labelledby="test-logs">
        <h2 id="test-logs">{t('Messages')}</h2>
        <Button onClick={() => log('error')}>{t('Log error')}</Button>
        <Button onClick={() => log('warning')}>{t('Log warning')}</Button>
        <Button onClick={() => log('info')}>{t('Log info')}</Button>
      </section>
      {isBroken && <Broken />}
    </div>
  )
}

const testError = (message: string) => Object.assign(new Error(message), { isTest: true })

/** Outside of React, uncaught. */
function throwLater(): void {
  setTimeout(() => {
    throw testError('Test script error')
  })
  toast({ title: t('Script error'), text: t('An error was thrown that nobody catches.') })
}

function Broken(): never {
  throw testError('Test component error')
}

async function callNothing(): Promise<void> {
  const message = await callApi('GET', TEST_ENDPOINT).then(
    () => t('The call went well.'),
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )
  toast({ title: t('API error'), text: message.slice(0, 120), tone: 'error' })
}

function log(level: Level): void {
  report({ error: `Test message at level ${level}`, level, context: { test: true } })
  toast({ title: t('Logged'), text: t('A message at level {level}.', { level }) })
}

/** Offline it is unknown, and the page stays. */
async function readIsGone(): Promise<boolean> {
  const options = { timeoutMs: 15_000, isQuiet: true }
  const { isOurs, status } = await request('/api/errors/test-page', options)
  return isOurs && status === 404
}
