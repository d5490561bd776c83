import { Component, type ErrorInfo, type ReactNode } from 'react'

import { links } from '#shared/links.ts'
import { t } from '#shared/words/words.ts'
import { report } from '../../data/device/reportError.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { loadAgain } from '../../ui/browser/loadable.tsx'
import { Notice } from '../../ui/blocks/Notice.tsx'

/** Catches errors of the screen: the rest of the app stays usable. */
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
        title={t('Something went wrong')}
        isAlert
        actions={
          <>
            <Button variant="primary" size="l" onClick={this.#handleReset}>
              {t('Try Again')}
            </Button>
            <LinkButton size="l" to={links.home()} onClick={this.#handleReset}>
              {t('Go Home')}
            </LinkButton>
          </>
        }
      >
        <p>
          {navigator.onLine
            ? t('We encountered an unexpected error. Our team has been notified.')
            : t('We encountered an unexpected error. Our team is notified when there is signal.')}
        </p>
        <p>{t('What you typed is kept on this device.')}</p>
      </Notice>
    )
  }
}
