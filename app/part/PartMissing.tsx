/** Why there is no part to show, and where to go from here. */
import { links } from '#shared/links.ts'
import { Button } from '../ui/Button.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { Notice } from '../ui/Notice.tsx'
import { useLookingAgain } from '../ui/useLookingAgain.ts'
import { useTitle } from '../ui/useTitle.ts'

export function PartNotFound({ partNumber }: { partNumber: string }) {
  useTitle('Product Not Found')
  return (
    <Notice title="Product Not Found" actions={<BackHome />}>
      <p>
        The product with part number <bdi className="mono">{partNumber}</bdi> was not found.
      </p>
    </Notice>
  )
}

/** Offline, and this device has never seen the part. */
export function PartNotHere({ partNumber, onRetry }: { partNumber: string; onRetry: () => void }) {
  useTitle('Not on this device yet')
  useLookingAgain(onRetry, { hasFailed: true })
  return (
    <Notice title="Not on this device yet" actions={<Again onRetry={onRetry} name="Retry" />}>
      <p>
        Prices of <bdi className="mono">{partNumber}</bdi> open when you're back online
      </p>
    </Notice>
  )
}

export function PartFailed({ onRetry }: { onRetry: () => void }) {
  useTitle('Failed to load prices')
  useLookingAgain(onRetry, { hasFailed: true })
  return (
    <Notice
      title="Failed to load prices"
      isAlert
      actions={<Again onRetry={onRetry} name="Try again" />}
    >
      <p>The server answered, but not with prices. Please try again.</p>
    </Notice>
  )
}

function Again({ onRetry, name }: { onRetry: () => void; name: string }) {
  return (
    <>
      <Button variant="primary" size="l" onClick={onRetry}>
        {name}
      </Button>
      <BackHome />
    </>
  )
}

function BackHome() {
  return (
    <LinkButton size="l" to={links.home()}>
      Back to Home
    </LinkButton>
  )
}
