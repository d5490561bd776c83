import { Link } from 'react-router-dom'

import type { Kit } from '#shared/kinds/kit.ts'
import type { Build } from '../kits/open/builds.ts'

import { isBlankLine, kitTitle } from '#shared/kinds/kit.ts'
import { parts } from '#shared/kinds/partCounts.ts'
import { links } from '#shared/links.ts'
import { t } from '#shared/words/words.ts'
import { useLiveQuery } from '../device/useLiveQuery.ts'
import { readRecentBuilds } from '../kits/index/ownBuilds.ts'
import { ChevronRightIcon } from '../ui/blocks/icons.tsx'
import { dayAndTime } from '../ui/text/time.ts'
import styles from './builder.module.css'

const MOST_SHOWN = 3
const NONE: readonly Build[] = []

/**
 * The latest drafts of this device, for an empty build: people who open the app want their work.
 * @returns undefined until they are read
 */
export function useRecentBuilds(isEmpty: boolean): readonly Build[] | undefined {
  const builds = useLiveQuery(() => (isEmpty ? readRecentBuilds(MOST_SHOWN) : NONE), [isEmpty])
  // Nothing is waited for that is not shown.
  return isEmpty ? builds : NONE
}

export function RecentBuilds({ builds }: { builds: readonly Build[] }) {
  return (
    <>
      {builds.length > 0 && <GoOn builds={builds} />}
      <p className={`small ${styles.receive}`}>
        <Link to={links.receive()}>{t('Receive a kit or import a list of parts')}</Link>
      </p>
    </>
  )
}

function GoOn({ builds }: { builds: readonly Build[] }) {
  return (
    <section className={styles.section} aria-labelledby="go-on">
      <h2 id="go-on">{t('Go on with')}</h2>
      <ul className="card links">
        {builds.map(({ kit }) => (
          <li key={kit.id}>
            <Link to={links.build(kit.buildId)}>
              <span className="grow">
                <b className="ellipsis">{kitTitle(kit, t('Kit without a name'))}</b>
                <span className="muted small">{detailOf(kit)}</span>
              </span>
              <ChevronRightIcon />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function detailOf(kit: Kit): string {
  const lines = kit.lines.filter((line) => !isBlankLine(line))
  const when = t('changed {when}', { when: dayAndTime(kit.updatedAt, Date.now()) })
  return `${parts(lines.length)}, ${when}`
}
