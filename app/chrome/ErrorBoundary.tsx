import type { ErrorInfo, ReactNode } from 'react'

import { Component } from 'react'

import { links } from '#shared/links.ts'
import { report } from '../device/reportError.ts'
import { Button } from '../ui/Button.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { loadAgain } from '../ui/loadable.tsx'
import { Notice } from '../ui/Notice.tsx'

/** Stands around the screen: a fault in it leaves the rest of the app usable. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch(error: Error, { componentStack }: ErrorInfo) {
    report({ error, ...(componentStack && { componentStack }) })
  }

  readonly #handleReset = () => {
    loadAgain()
    this.setState({ hasFailed: false })
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <Notice
        title="Something went wrong"
        isAlert
        actions={
          <>
            <Button variant="primary" size="l" onClick={this.#handleReset}>
              Try Again
            </Button>
            <LinkButton size="l" to={links.home()} onClick={this.#handleReset}>
              Go Home
            </LinkButton>
          </>
        }
      >
        <p>
          We encountered an unexpected error. Our team{' '}
          {navigator.onLine ? 'has been notified' : 'is notified when there is signal'}.
        </p>
        <p>What you typed is kept on this device.</p>
      </Notice>
    )
  }
}
