import type { ModalProps } from './Modal.tsx'

import { loadable } from '../browser/loadable.tsx'
import { usePreloaded } from '../browser/usePreloaded.ts'

const Modal = loadable<ModalProps>(async () => (await import('./Modal.tsx')).Modal)

/** Loads the code of dialogs ahead of the first press. */
export const preloadModal = Modal.preload

/** Modal whose code loads with the first opening, without a flash. */
export function LazyModal(props: ModalProps) {
  const isReady = usePreloaded(Modal.preload, props.isOpen)
  return isReady && <Modal {...props} />
}
