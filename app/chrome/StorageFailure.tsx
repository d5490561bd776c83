import { Button } from '../ui/controls/Button.tsx'
import { Notice } from '../ui/blocks/Notice.tsx'
import { t } from '#shared/words/words.ts'

/**
 * All there is to show when the browser does not let this site keep anything.
 * @param props.isSlow it may, but does not answer: the app takes this screen's place when it does
 */
export function StorageFailure({ isSlow }: { isSlow: boolean }) {
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
            {t(
              'What is kept on this device is safe, but the browser does not hand it out. Close other windows of Wrenchlist, or the whole browser, and open it again. This page goes on by itself as soon as it can.',
            )}
          </p>
        ) : (
          <p>
            {t(
              'Wrenchlist stores your kits on this device, and the browser does not allow it. A private window, blocked site data or a full disk can be the cause.',
            )}
          </p>
        )}
      </Notice>
    </main>
  )
}
