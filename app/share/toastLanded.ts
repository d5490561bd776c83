import type { Landed } from '../autofill/landLink.ts'

import { toast } from '../ui/toast.ts'

/** Tells of a link that is in a kit now, and takes it out again on request. */
export function toastLanded({ title, undo }: Landed): void {
  toast({
    title: title === null ? 'Link added' : `Link added to ${title}`,
    action: { label: 'Undo', onPress: () => void undo() },
  })
}
