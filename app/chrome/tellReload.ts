import { t } from '#shared/words/words.ts'
import { toast } from '../ui/layers/toast.ts'
import { UNTOLD_KEY } from './recoverChunks.ts'

/** Says that this page was loaded again by itself, once: a press may have been lost by it. */
export function tellReload(): void {
  if (sessionStorage.getItem(UNTOLD_KEY) === null) return
  sessionStorage.removeItem(UNTOLD_KEY)
  toast({
    title: t('Wrenchlist was loaded again'),
    text: t('A part of it had not come. If you had pressed something, press it again.'),
  })
}
