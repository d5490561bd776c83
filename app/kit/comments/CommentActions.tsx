import type { ReactNode } from 'react'

import type { Account } from '../../data/device/account.ts'
import type { ShownComment } from '../../data/kits/open/comments.ts'

import {
  deleteComment,
  hideComment,
  removeComment,
  undeleteComment,
} from '../../data/kits/open/comments.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { copyAndTell } from '../../ui/browser/copyText.ts'
import { toast } from '../../ui/browser/toast.ts'
import styles from './Comments.module.css'
import { failureText } from './failureText.ts'
import { may } from '#shared/roles.ts'
import { t } from '#shared/words/words.ts'

export interface CommentActionsProps {
  kitId: string
  comment: ShownComment
  account: Account | null
  isKitMine: boolean
  onReport: () => void
  onDeleted: () => void
}

/** Actions by role. Those that affect others need the server, and say so. */
export function CommentActions(props: CommentActionsProps) {
  const { kitId, comment, account, isKitMine, onReport, onDeleted } = props
  if (!account) return null
  const { id, author, isMine, isHidden, problem } = comment
  const isOthers = !isMine && problem === null

  async function handleDelete() {
    try {
      await (isMine ? deleteComment(kitId, id) : removeComment(id))
    } catch (error) {
      return sayFailed(t('Failed to delete comment'), error)
    }
    onDeleted()
    toast({
      title: t('Comment deleted'),
      // A refused comment exists only here: after deletion nothing can bring it back.
      ...(isMine &&
        problem === null && { action: { label: t('Undo'), onPress: () => void handleUndo() } }),
    })
  }

  async function handleUndo() {
    try {
      await undeleteComment(kitId, id)
    } catch (error) {
      sayFailed(t('Failed to restore comment'), error)
    }
  }

  async function handleHide() {
    try {
      await hideComment(id, !isHidden)
    } catch (error) {
      return sayFailed(isHidden ? t('Failed to show comment') : t('Failed to hide comment'), error)
    }
    toast(
      isHidden
        ? { title: t('Comment shown again') }
        : { title: t('Comment hidden'), text: t('Only you and its author see it now.') },
    )
  }

  const by = { author: author || t('you') }
  return (
    <div className={`wrap ${styles.actions}`}>
      {problem !== null && (
        <Action
          label={t('Copy comment by {author}', by)}
          onPress={() => void copyAndTell(comment.text, { title: t('Comment copied') })}
        >
          {t('Copy')}
        </Action>
      )}
      {(isMine || may(account, 'moderator')) && (
        <Action label={t('Delete comment by {author}', by)} onPress={() => void handleDelete()}>
          {t('Delete')}
        </Action>
      )}
      {isOthers && isKitMine && (
        <Action
          label={
            isHidden ? t('Show again comment by {author}', by) : t('Hide comment by {author}', by)
          }
          onPress={() => void handleHide()}
        >
          {isHidden ? t('Show again') : t('Hide')}
        </Action>
      )}
      {isOthers && (
        <Action label={t('Report comment by {author}', by)} onPress={onReport}>
          {t('Report')}
        </Action>
      )}
    </div>
  )
}

function Action({
  label,
  onPress,
  children,
}: {
  label: string
  onPress: () => void
  children: ReactNode
}) {
  return (
    <Button variant="ghost" size="s" aria-label={label} onClick={onPress}>
      {children}
    </Button>
  )
}

function sayFailed(title: string, error: unknown): void {
  toast({ title, text: failureText(error), tone: 'error' })
}
