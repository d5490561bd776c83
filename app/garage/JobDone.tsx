import { links } from '#shared/links.ts'
import { CircleCheckIcon } from '../ui/icons.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import styles from './Garage.module.css'

/** The last part is on the vehicle: what was done goes into its log. */
export function JobDone({ kitId, isOne }: { kitId: string; isOne: boolean }) {
  return (
    <section className={styles.done} aria-label="Job done">
      <p className="row grow" role="status">
        <CircleCheckIcon />
        <b>{isOne ? 'The part is fitted.' : 'All parts are fitted.'}</b>
      </p>
      <LinkButton variant="primary" size="l" to={links.logJob(kitId)}>
        Log this job
      </LinkButton>
    </section>
  )
}
