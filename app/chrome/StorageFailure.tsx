import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'

/** All there is to show when the browser does not let this site keep anything. */
export function StorageFailure() {
  return (
    <main>
      <Notice
        title="This browser keeps nothing"
        isAlert
        actions={
          <Button variant="primary" size="l" onClick={() => location.reload()}>
            Try Again
          </Button>
        }
      >
        <p>
          Wrenchlist stores your kits on this device, and the browser does not allow it. A private
          window, blocked site data or a full disk can be the cause.
        </p>
      </Notice>
    </main>
  )
}
