/** One short message at a time. Never the only place of an action or of an error. */
import { create } from 'zustand'

export const TOAST_MS = 5_000

export interface Toast {
  title: string
  text?: string
  tone?: 'plain' | 'error'
  /** One thing to press, such as Undo. */
  action?: { label: string; onPress: () => void }
  /** Of what is wrong with a field: asked with each key, and once it is right the message goes. */
  isOver?: () => boolean
}

export interface ShownToast extends Toast {
  id: number
  at: number
}

interface ToastState {
  shown: ShownToast | null
  /** Held back by an error that was not seen long enough yet. */
  next: Toast | null
}

export const useToasts = create<ToastState>(() => ({ shown: null, next: null }))

let count = 0

/** Shows a message in place of the one before; only an error stands for its 5 seconds. */
export function toast(message: Toast): void {
  const { shown } = useToasts.getState()
  const isErrorFresh = shown?.tone === 'error' && Date.now() - shown.at < TOAST_MS
  if (isErrorFresh && message.tone !== 'error') useToasts.setState({ next: message })
  else show(message)
}

/** Takes the message away, if it is still there, and shows the one it held back. */
export function dismissToast(id: number): void {
  const { shown, next } = useToasts.getState()
  if (shown?.id !== id) return
  if (next) show(next)
  else useToasts.setState({ shown: null })
}

function show(message: Toast): void {
  useToasts.setState({ shown: { ...message, id: ++count, at: Date.now() }, next: null })
}
