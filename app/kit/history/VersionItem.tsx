import type { Content } from '#shared/text/difference.ts'
import type { Build } from '../../kits/open/builds.ts'
import type { SavedVersion } from '../../kits/open/versions.ts'
import type { Fetching } from './useContents.ts'

import { parts } from '#shared/kinds/partCounts.ts'
import { priceSum, sumWords } from '#shared/kinds/priceSum.ts'
import { say, t } from '#shared/words/words.ts'
import { T } from '../../ui/words/T.tsx'
import { useKitState } from '../../kits/state/useKitState.ts'
import { Badge } from '../../ui/blocks/Badge.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { UndoIcon } from '../../ui/blocks/icons.tsx'
import { dayAndTime } from '../../ui/text/time.ts'
import { useNow } from '../../ui/browser/useNow.ts'
import { VisuallyHidden } from '../../ui/text/VisuallyHidden.tsx'
import { Changes, WHY_NOT } from './Changes.tsx'
import styles from './History.module.css'
import { restore } from './restored.ts'

interface VersionItemProps {
  build: Build
  version: SavedVersion
  /** Null where it is not on this device. */
  content: Content | null
  /** The version before it. */
  before: Content | null
  isNewest: boolean
  isOldest: boolean
  fetching: Fetching
  /** What has the focus is about to go. */
  onGone: () => void
}

/** One saved version, as a line of the history. */
export function VersionItem({
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
  // Which lines have no price only the content tells, and that may be elsewhere.
  const sum = content
    ? priceSum(content.lines, content)
    : { cents: total, unpriced: lineCount === 0 ? 0 : null }
  // The newest one is what there is, unless something was typed since.
  const canRestore = content !== null && (!isNewest || build.hasUnsharedChanges)
  async function handleRestore(to: Content) {
    // The button of the newest one goes with what it gives up.
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
    <li className={styles.item}>
      <div className={styles.about}>
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
          <div className={styles.buttons}>{button}</div>
        </>
      ) : (
        <Changes before={before} after={content} fetching={fetching}>
          {button}
        </Changes>
      )}
    </li>
  )
}
