import type { ReactNode } from 'react'

import type { Account } from '../device/account.ts'
import type { ShownComment } from '../kits/open/comments.ts'

import {
  deleteComment,
  hideComment,
  removeComment,
  undeleteComment,
} from '../kits/open/comments.ts'
import { Button } from '../ui/Button.tsx'
import { copyText } from '../ui/copyText.ts'
import { toast } from '../ui/toast.ts'
import styles from './Comments.module.css'
import { failureText } from './failureText.ts'

export interface CommentActionsProps {
  kitId: string
  comment: ShownComment
  account: Account | null
  isKitMine: boolean
  onReport: () => void
  onDeleted: () => void
}

/** Each for those who may. What changes things for others needs the server, and says so. */
export function CommentActions(props: CommentActionsProps) {
  const { kitId, comment, account, isKitMine, onReport, onDeleted } = props
  if (!account) return null
  const { id, author, isMine, isHidden, problem } = comment
  const isOthers = !isMine && problem === null

  async function handleDelete() {
    try {
      await (isMine ? deleteComment(kitId, id) : removeComment(id))
    } catch (error) {
      return sayFailed('Failed to delete comment', error)
    }
    onDeleted()
    toast({
      title: 'Comment deleted',
      // A refused one is nowhere else: there is nothing to bring back.
      ...(isMine &&
        problem === null && { action: { label: 'Undo', onPress: () => void handleUndo() } }),
    })
  }

  async function handleUndo() {
    try {
      await undeleteComment(kitId, id)
    } catch (error) {
      sayFailed('Failed to restore comment', error)
    }
  }

  async function handleHide() {
    try {
      await hideComment(id, !isHidden)
    } catch (error) {
      return sayFailed(isHidden ? 'Failed to show comment' : 'Failed to hide comment', error)
    }
    toast(
      isHidden
        ? { title: 'Comment shown again' }
        : { title: 'Comment hidden', text: 'Only you and its author see it now.' },
    )
  }

  async function handleCopy() {
    const isCopied = await copyText(comment.text)
    toast(
      isCopied
        ? { title: 'Comment copied' }
        : { title: 'Could not copy', text: 'Select the text and copy it by hand.', tone: 'error' },
    )
  }

  const of = `comment by ${author || 'you'}`
  return (
    <div className={styles.actions}>
      {problem !== null && (
        <Action label={`Copy ${of}`} onPress={() => void handleCopy()}>
          Copy
        </Action>
      )}
      {(isMine || account.isAdmin) && (
        <Action label={`Delete ${of}`} onPress={() => void handleDelete()}>
          Delete
        </Action>
      )}
      {isOthers && isKitMine && (
        <Action
          label={isHidden ? `Show again ${of}` : `Hide ${of}`}
          onPress={() => void handleHide()}
        >
          {isHidden ? 'Show again' : 'Hide'}
        </Action>
      )}
      {isOthers && (
        <Action label={`Report ${of}`} onPress={onReport}>
          Report
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
