import { Link } from 'react-router-dom'

import type { Build } from '../kits/open/builds.ts'

import { kitTitle, neededLines } from '#shared/kinds/kit.ts'
import { links } from '#shared/links.ts'
import { t } from '#shared/words/words.ts'
import { useLiveQuery } from '../device/useLiveQuery.ts'
import { readRecentBuilds } from '../kits/index/ownBuilds.ts'
import { ChecklistIcon, ChevronRightIcon } from '../ui/blocks/icons.tsx'

const KITS_READ = 10
const MOST_SHOWN = 3

/** The jobs at hand: one's latest kits that have parts, each a press from garage mode. */
export function GarageKits() {
  const builds = useLiveQuery(() => readRecentBuilds(KITS_READ)) ?? []
  const atHand = builds.filter(({ kit }) => neededLines(kit.lines).length > 0)
  if (atHand.length === 0) return null
  return (
    <section className="stack" aria-labelledby="at-hand">
      <h2 id="at-hand">{t('Garage mode')}</h2>
      <ul className="card links" aria-labelledby="at-hand">
        {atHand.slice(0, MOST_SHOWN).map((build) => (
          <li key={build.kit.id}>
            <Link to={links.garage(build.kit.id)}>
              <ChecklistIcon />
              <span className="grow">
                <b className="ellipsis">{kitTitle(build.kit, t('Untitled draft'))}</b>
                <span className="muted small num">{fittedOf(build)}</span>
              </span>
              <ChevronRightIcon />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function fittedOf({ kit, statuses }: Build): string {
  const lines = neededLines(kit.lines)
  const fitted = lines.filter(({ id }) => statuses.get(id) === 'fitted')
  return t('{fitted} of {all} fitted', { fitted: fitted.length, all: lines.length })
}
