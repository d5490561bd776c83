import type { CommentActionsProps } from './CommentActions.tsx'

import { Badge } from '../../ui/blocks/Badge.tsx'
import { classes } from '../../ui/look/classes.ts'
import { LazyMarkup } from '../../ui/text/LazyMarkup.tsx'
import { useDelayed } from '../../ui/browser/useDelayed.ts'
import { wholeTime } from '../../ui/text/time.ts'
import { useNow } from '../../ui/browser/useNow.ts'
import { CommentActions } from './CommentActions.tsx'
import { commentAge } from './commentAge.ts'
import styles from './Comments.module.css'
import { t } from '#shared/words/words.ts'

/** With a signal a comment is on the server sooner than this; then there is nothing to say. */
const WAITING_SHOWN_AFTER_MS = 1_500

export function CommentItem(props: CommentActionsProps) {
  const { comment } = props
  const now = useNow()
  const isWaiting = useDelayed(
    comment.isWaiting && comment.problem === null,
    WAITING_SHOWN_AFTER_MS,
  )
  return (
    <li className={styles.comment}>
      <div className={styles.about}>
        <b>{comment.author || t('You')}</b>
        <time
          className="muted small"
          dateTime={new Date(comment.at).toISOString()}
          title={wholeTime(comment.at)}
        >
          {commentAge(comment.at, now)}
        </time>
        {isWaiting && <Badge tone="wait">{t('Waiting to send')}</Badge>}
        {comment.isHidden && <Badge>{t('Hidden from others')}</Badge>}
      </div>
      <LazyMarkup className={classes(comment.isHidden && styles.hidden)} text={comment.text} />
      {comment.problem !== null && (
        <p className={styles.problem}>
          <b>{t('Not posted.')}</b> {comment.problem}
        </p>
      )}
      <CommentActions {...props} />
    </li>
  )
}
