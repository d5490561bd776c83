/** Asks for the question that a log-out may need; the chrome answers with its dialog. */
import { create } from 'zustand'

export const useLogOut = create<{ isAsked: boolean }>(() => ({ isAsked: false }))

/** Logs out, after a question when that could lose work. */
export function askLogOut(): void {
  useLogOut.setState({ isAsked: true })
}

/** The question was answered, or taken back. */
export function endLogOut(): void {
  useLogOut.setState({ isAsked: false })
}
