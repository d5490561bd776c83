import { links } from '#shared/links.ts'
import { t } from '#shared/words/words.ts'
import { Button } from '../ui/controls/Button.tsx'
import { EmptyState } from '../ui/blocks/EmptyState.tsx'
import { CircleAlertIcon, NoSignalIcon } from '../ui/blocks/icons.tsx'
import { LinkButton } from '../ui/controls/LinkButton.tsx'
import { useLookingAgain } from '../ui/browser/useLookingAgain.ts'
import styles from './builder.module.css'

interface BuildMissingProps {
  isOffline: boolean
  /** The build was to become a copy of another one. */
  isCopy: boolean
  onRetry: () => void
}

/** Shown without a build: its link was never opened here, or loading failed. Fetched only then. */
export function BuildMissing({ isOffline, isCopy, onRetry }: BuildMissingProps) {
  useLookingAgain(onRetry, { hasFailed: true })
  const failed = isCopy
    ? t('The list to copy could not be opened')
    : t('This kit could not be opened')
  const goOn = t('Nothing was lost. Try again in a moment, or begin with an empty kit.')
  return (
    <div className={styles.states}>
      <h1 tabIndex={-1}>{t('Kit Builder')}</h1>
      <EmptyState
        role={isOffline ? 'status' : 'alert'}
        mark={isOffline ? <NoSignalIcon /> : <CircleAlertIcon />}
        title={isOffline ? t('Not on this device yet') : failed}
        text={isOffline ? t("It will open when you're back online") : goOn}
        action={
          <span className="row wrap">
            <Button variant="primary" onClick={onRetry}>
              {t('Retry')}
            </Button>
            <LinkButton to={links.builder()}>{t('Start a new build')}</LinkButton>
          </span>
        }
      />
    </div>
  )
}
