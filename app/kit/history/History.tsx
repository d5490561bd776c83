import { useMemo, useRef, useState } from 'react'
import { Link } from 'react-router-dom'

import type { Content } from '#shared/text/difference.ts'
import type { Build } from '../../kits/open/builds.ts'
import type { SavedVersion } from '../../kits/open/versions.ts'

import { links } from '#shared/links.ts'
import { bodyOf } from '#shared/kinds/version.ts'
import { t } from '#shared/words/words.ts'
import { useVersions } from '../../kits/open/versions.ts'
import { Badge } from '../../ui/blocks/Badge.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { UndoIcon } from '../../ui/blocks/icons.tsx'
import styles from './History.module.css'
import { Changes } from './Changes.tsx'
import { undoRestore, useRestored } from './restored.ts'
import { useContents } from './useContents.ts'
import { VersionItem } from './VersionItem.tsx'

const SHOWN_AT_FIRST = 5
const SHOWN_MORE = 10

/** What its owner saved and when, what changed each time, and the way back. */
export function History({ build }: { build: Build }) {
  const versions = useVersions(build.kit.id)
  const [limit, setLimit] = useState(SHOWN_AT_FIRST)
  if (!versions || versions.length === 0) return null
  return (
    <Versions
      build={build}
      versions={versions}
      limit={limit}
      onMore={() => setLimit(limit + SHOWN_MORE)}
    />
  )
}

interface VersionsProps {
  build: Build
  versions: readonly SavedVersion[]
  limit: number
  onMore: () => void
}

function Versions({ build, versions, limit, onMore }: VersionsProps) {
  const shown = versions.slice(0, limit)
  // What changed is seen beside the one before, so one more is read than is shown.
  const read = versions.slice(0, limit + 1)
  const fetching = useContents(build.kit.id, read)
  const contents = useBodies(read)
  const [newest] = contents
  const heading = useRef<HTMLHeadingElement>(null)
  const handleGone = () => heading.current?.focus({ preventScroll: true })
  return (
    <section aria-labelledby="history">
      <h2 className={styles.heading} id="history" ref={heading} tabIndex={-1}>
        {t('History')} <span className="num">{versions.length}</span>
      </h2>
      <ol className={`card ${styles.list}`}>
        <RestoredItem kitId={build.kit.id} onGone={handleGone} />
        {build.hasUnsharedChanges && (
          <li className={styles.item}>
            <div className={styles.about}>
              <b>{t('Since the last save')}</b>
              <Badge tone="wait">{t('Not shared yet')}</Badge>
            </div>
            <Changes before={newest ?? null} after={build.kit} fetching={fetching} />
            <Link className="small" to={links.editKit(build.kit.id)}>
              {t('Open in the builder')}
            </Link>
          </li>
        )}
        {shown.map((version, at) => (
          <VersionItem
            key={version.id}
            build={build}
            version={version}
            content={contents[at] ?? null}
            before={contents[at + 1] ?? null}
            isNewest={at === 0}
            isOldest={at === versions.length - 1}
            fetching={fetching}
            onGone={handleGone}
          />
        ))}
      </ol>
      {versions.length > limit && (
        <Button className={styles.more ?? ''} onClick={onMore}>
          {t('Show older versions')}
        </Button>
      )}
    </section>
  )
}

/** As long as it can be taken back. */
function RestoredItem({ kitId, onGone }: { kitId: string; onGone: () => void }) {
  const restored = useRestored((all) => all[kitId])
  if (!restored) return null
  function handleUndo() {
    onGone()
    void undoRestore(kitId)
  }
  return (
    <li className={styles.item}>
      <p>{t('Restored to what was saved {when}.', { when: restored.when })}</p>
      <div className={styles.buttons}>
        <Button size="s" onClick={handleUndo}>
          <UndoIcon />
          {t('Undo restore')}
        </Button>
      </div>
    </li>
  )
}

/** The contents of versions, null where they are not here. Parsed once, not with every change. */
function useBodies(versions: readonly SavedVersion[]): (Content | null)[] {
  const [parsed] = useState(() => new Map<string, Content>())
  const key = versions.map(({ id, cells }) => `${id}${cells['body'] ? '+' : '-'}`).join()
  return useMemo(
    () =>
      versions.map(({ id, cells }) => {
        const known = parsed.get(id) ?? bodyOf(cells)
        if (known) parsed.set(id, known)
        return known
      }),
    // oxlint-disable-next-line react/exhaustive-deps -- a version never changes: its key says all
    [key, parsed],
  )
}
