import { useEffect, useRef } from 'react'

import type { ShownComment } from '../kits/open/comments.ts'

import { toast } from '../ui/layers/toast.ts'
import { t } from '#shared/words/words.ts'

/** Says so when the server refuses a comment while the page is open; it stays in the list. */
export function useRefusals(comments: ShownComment[] | undefined): void {
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
