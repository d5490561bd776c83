/** Rare starts: the browser stores nothing for this site, or has deleted it. */
import type { Root } from 'react-dom/client'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'

import { db } from '../../data/device/db.ts'
import { isOpen, openDevice } from '../../data/device/device.ts'
import { delay } from '../../data/device/delay.ts'
import { adoptToken } from '../../data/sessions/signIn.ts'
import { useSync } from '../../data/device/syncState.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Notice } from '../../ui/blocks/Notice.tsx'
import { t } from '#shared/words/words.ts'
import { T } from '../../ui/words/T.tsx'

/** Longest wait at the start for the owner of the token. */
const ADOPTING_MS = 3_000

/** Runs the app with an in-memory store, after a failed `openDevice`. Rejects if that fails too. */
export async function openInPage(): Promise<void> {
  db.close({ disableAutoOpen: false })
  // Dexie reads them only in its constructor, which ran before the failure.
  const { _deps } = db as unknown as { _deps: object }
  Object.assign(_deps, { indexedDB: new IDBFactory(), IDBKeyRange })
  await openDevice()
  useSync.setState({ isInPageOnly: true })
}

/**
 * For a token that survived a deleted store. Asks for its account before anything is typed: earlier
 * input would become a guest's copy. Always resolves; on timeout it is asked again later.
 */
export async function adoptAtStart(token: string): Promise<void> {
  const tooLong = delay(ADOPTING_MS)
  await Promise.race([adoptToken(token).catch(() => undefined), tooLong])
}

/** Replaces all screens. @param isSlow the browser has not answered yet, and still may */
export function showStorageFailure(root: Root, isSlow: boolean): void {
  if (!isSlow || !isOpen()) root.render(<StorageFailure isSlow={isSlow} />)
}

/**
 * The screen when the browser does not let this site store anything.
 * @param props.isSlow it may still answer: the app then replaces this screen
 */
function StorageFailure({ isSlow }: { isSlow: boolean }) {
  return (
    <main>
      <Notice
        title={isSlow ? t('This browser does not open your kits') : t('This browser keeps nothing')}
        isAlert
        actions={
          <Button variant="primary" size="l" onClick={() => location.reload()}>
            {t('Try Again')}
          </Button>
        }
      >
        {isSlow ? (
          <p>
            <T text="What is kept on this device is safe, but the browser does not hand it out. Close other windows of Wrenchlist, or the whole browser, and open it again. This page goes on by itself as soon as it can." />
          </p>
        ) : (
          <p>
            <T text="Wrenchlist stores your kits on this device, and the browser does not allow it. A private window, blocked site data or a full disk can be the cause." />
          </p>
        )}
      </Notice>
    </main>
  )
}
