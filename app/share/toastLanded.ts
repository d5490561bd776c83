import type { Landed } from '../autofill/landLink.ts'

import { toast } from '../ui/layers/toast.ts'
import { t } from '#shared/words/words.ts'

/** Tells of a link that is in a kit now, and takes it out again on request. */
export function toastLanded({ title, undo }: Landed): void {
  toast({
    title: title === null ? t('Link added') : t('Link added to {title}', { title }),
    action: { label: t('Undo'), onPress: () => void undo() },
  })
}
