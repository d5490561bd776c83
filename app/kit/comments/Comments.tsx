import { useRef, useState, useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import type { Account } from '../../data/device/account.ts'
import { type CommentActionsProps, CommentActions } from './CommentActions.tsx'
import { links } from '#shared/links.ts'
import { t, many } from '#shared/words/words.ts'
import { reportComment, useComments, type ShownComment } from '../../data/kits/open/comments.ts'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Skeleton } from '../../ui/blocks/Skeleton.tsx'
import { CommentForm } from './CommentForm.tsx'
import styles from './Comments.module.css'
import { type Reported, ReportDialog } from './ReportDialog.tsx'
import { Badge } from '../../ui/blocks/Badge.tsx'
import { classes } from '../../ui/look/classes.ts'
import { LazyMarkup } from '../../ui/text/LazyMarkup.tsx'
import { useDelayed } from '../../ui/browser/useDelayed.ts'
import { wholeTime } from '../../ui/text/time.ts'
import { useNow } from '../../ui/browser/useNow.ts'
import { toast } from '../../ui/browser/toast.ts'

interface CommentsProps {
  kitId: string
  account: Account | null
  /** Whether the reader owns the kit, and moderates its comments. */
  isKitMine: boolean
}

/** Comments of a kit, oldest first, and the form. */
export function Comments({ kitId, account, isKitMine }: CommentsProps) {
  const comments = useComments(kitId)
  useRefusals(comments)
  const { pathname } = useLocation()
  const heading = useRef<HTMLHeadingElement>(null)
  const [reported, setReported] = useState<Reported | null>(null)
  const count = comments?.filter((comment) => comment.problem === null).length ?? 0
  return (
    <section aria-labelledby="comments">
      <h2 className="before landing" id="comments" ref={heading} tabIndex={-1}>
        {t('Comments')} {count > 0 && <span className="num beside">{count}</span>}
      </h2>
      <div className="card clip">
        {!comments && <Skeleton label={t('Loading comments...')} rows={2} />}
        {comments?.length === 0 && <p className={`muted ${styles.none}`}>{t('No comments yet')}</p>}
        {comments && comments.length > 0 && (
          <ul>
            {comments.map((comment) => (
              <CommentItem
                key={comment.id}
                kitId={kitId}
                comment={comment}
                account={account}
                isKitMine={isKitMine}
                onReport={() =>
                  setReported({ id: comment.id, name: comment.author, text: comment.text })
                }
                // The focused button was deleted with the comment.
                onDeleted={() => heading.current?.focus({ preventScroll: true })}
              />
            ))}
          </ul>
        )}
        {/* Only below comments that have come, which would move it. */}
        {comments && (
          <div className={styles.answer}>
            {account ? (
              <CommentForm key={kitId} kitId={kitId} account={account} />
            ) : (
              <LinkButton to={links.login(pathname)}>{t('Log in to post a comment')}</LinkButton>
            )}
          </div>
        )}
      </div>
      <ReportDialog
        noun="comment"
        reported={reported}
        send={reportComment}
        onClose={() => setReported(null)}
      />
    </section>
  )
}

/** Online, a comment is synced sooner: no pending note then. */
const WAITING_SHOWN_AFTER_MS = 1_500

function CommentItem(props: CommentActionsProps) {
  const { comment } = props
  const now = useNow()
  const isWaiting = useDelayed(
    comment.isWaiting && comment.problem === null,
    WAITING_SHOWN_AFTER_MS,
  )
  return (
    <li className={`stack ${styles.comment}`}>
      <div className={`row wrap breaks ${styles.about}`}>
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
      <LazyMarkup className={classes(comment.isHidden && 'muted')} text={comment.text} />
      {comment.problem !== null && (
        <p className={`small ${styles.problem}`}>
          <b>{t('Not posted.')}</b> {comment.problem}
        </p>
      )}
      <CommentActions {...props} />
    </li>
  )
}

const HOUR_MS = 3_600_000

/** Age of a comment: "just now" for an hour, then hours up to 23, then days. */
export function commentAge(at: number, now: number): string {
  const hours = Math.floor((now - at) / HOUR_MS)
  if (hours < 1) return t('just now')
  return hours < 24
    ? many(hours, '{count} hour ago', '{count} hours ago')
    : many(Math.floor(hours / 24), '{count} day ago', '{count} days ago')
}

/** Announces comments refused while the page is open; they stay in the list. */
function useRefusals(comments: ShownComment[] | undefined): void {
  const known = useRef<Set<string> | null>(null)
  useEffect(() => {
    if (!comments) return
    const refused = comments.filter((comment) => comment.problem !== null)
    const latest = refused.findLast((comment) => known.current?.has(comment.id) === false)
    known.current = new Set(refused.map((comment) => comment.id))
    if (!latest) return
    const text = latest.problem || t('Something went wrong')
    toast({ title: t('Failed to post comment'), text, tone: 'error' })
  }, [comments])
}
