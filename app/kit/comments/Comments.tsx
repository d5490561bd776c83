import { useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'

import type { Account } from '../../device/account.ts'

import { links } from '#shared/links.ts'
import { t } from '#shared/words/words.ts'
import { reportComment, useComments } from '../../kits/open/comments.ts'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Skeleton } from '../../ui/blocks/Skeleton.tsx'
import { CommentForm } from './CommentForm.tsx'
import { CommentItem } from './CommentItem.tsx'
import styles from './Comments.module.css'
import { type Reported, ReportDialog } from '../ReportDialog.tsx'
import { useRefusals } from '../useRefusals.ts'

interface CommentsProps {
  kitId: string
  account: Account | null
  /** Whether the reader owns the kit, and decides what stands below it. */
  isKitMine: boolean
}

/** What people say about a kit, the oldest first, and the place to answer. */
export function Comments({ kitId, account, isKitMine }: CommentsProps) {
  const comments = useComments(kitId)
  useRefusals(comments)
  const { pathname } = useLocation()
  const heading = useRef<HTMLHeadingElement>(null)
  const [reported, setReported] = useState<Reported | null>(null)
  const count = comments?.filter((comment) => comment.problem === null).length ?? 0
  return (
    <section aria-labelledby="comments">
      <h2 className={styles.heading} id="comments" ref={heading} tabIndex={-1}>
        {t('Comments')} {count > 0 && <span className="num">{count}</span>}
      </h2>
      <div className={`card ${styles.card}`}>
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
                // What had the focus is gone with the comment.
                onDeleted={() => heading.current?.focus({ preventScroll: true })}
              />
            ))}
          </ul>
        )}
        <div className={styles.answer}>
          {account ? (
            <CommentForm key={kitId} kitId={kitId} account={account} />
          ) : (
            <LinkButton to={links.login(pathname)}>{t('Log in to post a comment')}</LinkButton>
          )}
        </div>
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
