import { type Kit, kitTitle } from '#shared/kinds/kit.ts'
import { t } from '#shared/words/words.ts'
import { readRecentBuilds } from '../data/kits/index/ownBuilds.ts'
import { type Build, findHere, readBuild } from '../data/kits/open/builds.ts'
import { useRead } from '../ui/browser/useRead.ts'
import { Chosen } from '../forms/Chosen.tsx'

/** Target: a new kit. */
export const NEW = ''

/** Title of a target kit, unique even for empty drafts. */
export function targetTitle(kit: Kit): string {
  return kitTitle(kit, t('Untitled draft {buildId}', { buildId: kit.buildId }))
}

interface WhereToProps {
  builds: readonly Build[]
  /** A build id, or `NEW`. */
  target: string
  onChoose: (target: string) => void
}

/** Target kit of incoming content. */
export function WhereTo({ builds, target, onChoose }: WhereToProps) {
  return (
    <Chosen
      label={t('Where to')}
      choices={[
        [NEW, t('A new kit')],
        ...builds.map(({ kit }) => [kit.buildId, targetTitle(kit)] as const),
      ]}
      chosen={target}
      onChoose={onChoose}
    />
  )
}

const RECENT = 8

/**
 * Possible target kits, last changed first; null while loading.
 * @param into build id named by the address: included if it is here
 */
export const useTargets = (into: string | null): Build[] | null =>
  // If loading fails, a new kit is still possible.
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
