import { useMemo, useRef, useState } from 'react'
import { Link } from 'react-router-dom'

import type { Content } from '#shared/kinds/difference.ts'
import type { Build } from '../../data/kits/open/builds.ts'

import { links } from '#shared/links.ts'
import { bodyOf } from '#shared/kinds/version.ts'
import { t, say } from '#shared/words/words.ts'
import { type SavedVersion, useVersions } from '../../data/kits/open/versions.ts'
import { Badge } from '../../ui/blocks/Badge.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { UndoIcon } from '../../ui/blocks/icons.tsx'
import styles from './History.module.css'
import { Changes, WHY_NOT } from './Changes.tsx'
import { undoRestore, useRestored, restore } from './restored.ts'
import { type Fetching, useContents } from './useContents.ts'
import { parts } from '#shared/kinds/partCounts.ts'
import { priceSum, sumWords } from '#shared/kinds/priceSum.ts'
import { T } from '../../ui/words/T.tsx'
import { useKitState } from '../../data/kits/state/useKitState.ts'
import { dayAndTime } from '../../ui/text/time.ts'
import { useNow } from '../../ui/browser/useNow.ts'
import { VisuallyHidden } from '../../ui/text/VisuallyHidden.tsx'

const SHOWN_AT_FIRST = 5
const SHOWN_MORE = 10

/** The owner's versions: when, what changed, and restore. */
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
  // One more than shown: each version is compared with its predecessor.
  const read = versions.slice(0, limit + 1)
  const fetching = useContents(build.kit.id, read)
  const contents = useBodies(read)
  const [newest] = contents
  const heading = useRef<HTMLHeadingElement>(null)
  const handleGone = () => heading.current?.focus({ preventScroll: true })
  return (
    <section aria-labelledby="history">
      <h2 className="before landing" id="history" ref={heading} tabIndex={-1}>
        {t('History')} <span className="num beside">{versions.length}</span>
      </h2>
      <ol className="card clip lined">
        <RestoredItem kitId={build.kit.id} onGone={handleGone} />
        {build.hasUnsharedChanges && (
          <li className={`stack ${styles.item}`}>
            <div className={`row wrap ${styles.about}`}>
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
        <Button className="after" onClick={onMore}>
          {t('Show older versions')}
        </Button>
      )}
    </section>
  )
}

/** Shown while a restore can be undone. */
function RestoredItem({ kitId, onGone }: { kitId: string; onGone: () => void }) {
  const restored = useRestored((all) => all[kitId])
  if (!restored) return null
  function handleUndo() {
    onGone()
    void undoRestore(kitId)
  }
  return (
    <li className={`stack ${styles.item}`}>
      <p>{t('Restored to what was saved {when}.', { when: restored.when })}</p>
      <div className={`wrap ${styles.buttons}`}>
        <Button size="s" onClick={handleUndo}>
          <UndoIcon />
          {t('Undo restore')}
        </Button>
      </div>
    </li>
  )
}

/** Contents of versions, null where missing. Cached: a version never changes. */
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

interface VersionItemProps {
  build: Build
  version: SavedVersion
  /** Null where it is not on this device. */
  content: Content | null
  /** The previous version's content. */
  before: Content | null
  isNewest: boolean
  isOldest: boolean
  fetching: Fetching
  /** The focused element is about to go. */
  onGone: () => void
}

/** A version in the history. */
function VersionItem({
  build,
  version,
  content,
  before,
  isNewest,
  isOldest,
  fetching,
  onGone,
}: VersionItemProps) {
  const { savedAt, lineCount, total, isWaiting } = version
  const { isOpen } = useKitState(build)
  const when = dayAndTime(savedAt, useNow())
  // Only the content lists lines without a price, and it may be missing.
  const sum = content
    ? priceSum(content.lines, content)
    : { cents: total, unpriced: lineCount === 0 ? 0 : null }
  // The newest version is the current state, unless something was typed since.
  const canRestore = content !== null && (!isNewest || build.hasUnsharedChanges)
  async function handleRestore(to: Content) {
    // The newest version's button unmounts with the changes it discards.
    if (isNewest) onGone()
    await restore(build.kit.id, to, when)
  }

  const button = canRestore && (
    <Button size="s" onClick={() => void handleRestore(content)}>
      <UndoIcon />
      <T
        text="Restore <hidden>what was saved {when}</hidden>"
        when={when}
        hidden={(text) => <VisuallyHidden>{text}</VisuallyHidden>}
      />
    </Button>
  )

  return (
    <li className={`stack ${styles.item}`}>
      <div className={`row wrap ${styles.about}`}>
        <b>
          <time dateTime={new Date(savedAt).toISOString()}>{t('Saved {when}', { when })}</time>
        </b>
        {isWaiting && <Badge tone="wait">{t('Waiting to send')}</Badge>}
        {isNewest && !isWaiting && isOpen && <Badge tone="ok">{t('What your link shows')}</Badge>}
        <span className="muted small num">
          {parts(lineCount)}, {sumWords(sum)}
        </span>
      </div>
      {isOldest ? (
        <>
          <p className="muted">
            {content ? t('The first version that is kept') : say(WHY_NOT[fetching])}
          </p>
          <div className={`wrap ${styles.buttons}`}>{button}</div>
        </>
      ) : (
        <Changes before={before} after={content} fetching={fetching}>
          {button}
        </Changes>
      )}
    </li>
  )
}
