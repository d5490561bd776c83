import { links } from '#shared/links.ts'
import { t } from '#shared/words/words.ts'
import { CircleCheckIcon } from '../ui/blocks/icons.tsx'
import { LinkButton } from '../ui/controls/LinkButton.tsx'
import styles from './Garage.module.css'

/** The last part is on the vehicle: what was done goes into its log. */
export function JobDone({ kitId, isOne }: { kitId: string; isOne: boolean }) {
  return (
    <section className={styles.done} aria-label={t('Job done')}>
      <p className="row grow" role="status">
        <CircleCheckIcon />
        <b>{isOne ? t('The part is fitted.') : t('All parts are fitted.')}</b>
      </p>
      <LinkButton variant="primary" size="l" to={links.logJob(kitId)}>
        {t('Log this job')}
      </LinkButton>
    </section>
  )
}
