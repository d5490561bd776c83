import type { Kit } from '#shared/kinds/kit.ts'
import type { Build } from '../kits/open/builds.ts'

import { kitTitle } from '#shared/kinds/kit.ts'
import { t } from '#shared/words/words.ts'
import { readRecentBuilds } from '../kits/index/ownBuilds.ts'
import { findHere, readBuild } from '../kits/open/builds.ts'
import { useRead } from '../ui/browser/useRead.ts'
import { Field } from '../ui/controls/Field.tsx'
import { Select } from '../ui/controls/Select.tsx'

/** Stands for a kit that is begun with what comes. */
export const NEW = ''

/** What a kit is called where something could go into it: no two empty drafts alike. */
export function targetTitle(kit: Kit): string {
  return kitTitle(kit, t('Untitled draft {buildId}', { buildId: kit.buildId }))
}

interface WhereToProps {
  builds: readonly Build[]
  /** A build id, or `NEW`. */
  target: string
  onChoose: (target: string) => void
}

/** Chooses the kit that something from outside goes into. */
export function WhereTo({ builds, target, onChoose }: WhereToProps) {
  return (
    <Field label={t('Where to')}>
      {(control) => (
        <Select
          {...control}
          choices={[
            [NEW, t('A new kit')],
            ...builds.map(({ kit }) => [kit.buildId, targetTitle(kit)] as const),
          ]}
          chosen={target}
          onChoose={onChoose}
        />
      )}
    </Field>
  )
}

const RECENT = 8

/**
 * The kits that something from outside can go into, the one that was changed last first; null while
 * they are read.
 * @param into the build id of one that an address asks for: it is among them when it is here
 */
export const useTargets = (into: string | null): Build[] | null =>
  // A new one can be begun whatever fails.
  useRead(targetsOrNone, into)

const targetsOrNone = (into: string | null) => readTargets(into).catch(() => [])

async function readTargets(into: string | null): Promise<Build[]> {
  const builds = await readRecentBuilds(RECENT)
  if (into === null || builds.some(({ kit }) => kit.buildId === into)) return builds
  const kitId = await findHere(into)
  if (kitId === null) return builds
  const wanted = await readBuild(kitId, into)
  return wanted.isGone ? builds : [...builds, wanted]
}
