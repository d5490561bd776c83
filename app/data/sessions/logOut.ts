/** Opens the sign-out dialog, which the chrome renders. */
import { create } from 'zustand'

export const useLogOut = create<{ isAsked: boolean }>(() => ({ isAsked: false }))

/** Signs out, after a question if that could lose work. */
export function askLogOut(): void {
  useLogOut.setState({ isAsked: true })
}
