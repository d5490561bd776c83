import type { ByHand } from '#shared/catalogue/correction.ts'

import { dayAndTime } from '../../ui/time.ts'
import { useNow } from '../../ui/useNow.ts'

/** "Taken out by boss, yesterday" */
export function Made({ what, hand: { by, at } }: { what: string; hand: ByHand }) {
  const now = useNow()
  return (
    <>
      {what} {by ? `by ${by}, ` : ''}
      {dayAndTime(at, now)}.
    </>
  )
}
