/** One short message at a time. Never the only place of an action or an error. */
import { create } from 'zustand'

export const TOAST_MS = 5_000

export interface Toast {
  title: string
  text?: string
  tone?: 'plain' | 'error'
  /** One action, such as Undo. */
  action?: { label: string; onPress: () => void }
  /** For field errors: checked on every key; true dismisses the toast. */
  isOver?: () => boolean
}

export interface ShownToast extends Toast {
  id: number
  at: number
}

interface ToastState {
  shown: ShownToast | null
  /** Delayed by an error that has not shown long enough. */
  next: Toast | null
}

export const useToasts = create<ToastState>(() => ({ shown: null, next: null }))

let count = 0

/** Shows a message instead of the previous one; only an error holds for its 5 seconds. */
export function toast(message: Toast): void {
  const { shown } = useToasts.getState()
  const isErrorFresh = shown?.tone === 'error' && Date.now() - shown.at < TOAST_MS
  if (isErrorFresh && message.tone !== 'error') useToasts.setState({ next: message })
  else show(message)
}

/** Dismisses the message if it still shows, and shows the delayed one. */
export function dismissToast(id: number): void {
  const { shown, next } = useToasts.getState()
  if (shown?.id !== id) return
  if (next) show(next)
  else useToasts.setState({ shown: null })
}

function show(message: Toast): void {
  useToasts.setState({ shown: { ...message, id: ++count, at: Date.now() }, next: null })
}
