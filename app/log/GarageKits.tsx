import { Link } from 'react-router-dom'

import type { LogEntry } from '#shared/kinds/maintenance.ts'

import { kitTitle, neededLines } from '#shared/kinds/kit.ts'
import { links } from '#shared/links.ts'
import { t } from '#shared/words/words.ts'
import { useLiveQuery } from '../data/device/useLiveQuery.ts'
import { readRecentBuilds } from '../data/kits/index/ownBuilds.ts'
import { ChecklistIcon, ChevronRightIcon } from '../ui/blocks/icons.tsx'
import { hasNoPrice, sumWords } from '#shared/kinds/priceSum.ts'
import { sumOf } from '../data/kits/open/sumOf.ts'
import { type Build, readBuild } from '../data/kits/open/builds.ts'
import type { EntryFormProps } from './entry/EntryForm.tsx'
import { valuesOfKit } from './entry/entryForm.ts'
import { EntryForm } from './entry/lazyForm.ts'
import { dayText } from '../show/logWords.ts'
import { useMeasures } from '../show/measures.ts'

const KITS_READ = 10
const MOST_SHOWN = 3

/** Latest kits with parts, each a press from garage mode. */
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

interface KitJobFormProps extends Pick<EntryFormProps, 'own' | 'onSave' | 'onCancel'> {
  kitId: string
  /** Milliseconds. */
  now: number
  entries: readonly LogEntry[]
}

/** Log form prefilled from a kit. */
export function KitJobForm({ kitId, now, entries, own, onSave, onCancel }: KitJobFormProps) {
  const { distance: usual } = useMeasures()
  const build = useLiveQuery(() => readBuild(kitId, ''), [kitId])
  if (!build) return null
  const before = entries.find((entry) => entry.kit === kitId)
  const sum = sumOf(build)
  const note = [
    before && t('This kit was logged before, on {day}.', { day: dayText(before.day) }),
    !hasNoPrice(sum) &&
      sum.unpriced !== 0 &&
      t('The parts of the kit: {sum}.', { sum: sumWords(sum) }),
  ]
    .filter(Boolean)
    .join(' ')
  return (
    <EntryForm
      of={kitId}
      source={valuesOfKit(build, entries, now, usual)}
      own={own}
      entries={entries}
      note={note}
      onSave={onSave}
      onCancel={onCancel}
    />
  )
}
