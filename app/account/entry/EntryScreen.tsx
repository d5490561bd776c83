import type { ComponentType } from 'react'

import { Title } from '../../ui/blocks/Title.tsx'
import { ForgotScreen } from './ForgotScreen.tsx'
import { RegisterScreen } from './RegisterScreen.tsx'
import { ResetScreen } from './ResetScreen.tsx'
import { UnsubscribeScreen } from './UnsubscribeScreen.tsx'
import { VerifyScreen } from './VerifyScreen.tsx'
import { type Later, later, say } from '#shared/words/words.ts'

interface Entry {
  title: Later
  Screen: ComponentType
}

const REGISTER: Entry = { title: later('Create Account'), Screen: RegisterScreen }
const ENTRIES: Record<string, Entry> = {
  register: REGISTER,
  'forgot-password': { title: later('Forgot Password'), Screen: ForgotScreen },
  'reset-password': { title: later('Reset Password'), Screen: ResetScreen },
  unsubscribe: { title: later('Notifications by mail'), Screen: UnsubscribeScreen },
  'verify-email': { title: later('Verify your email'), Screen: VerifyScreen },
}

/** Further sign-in pages in one chunk: each of its own would slow every start. */
export function EntryScreen({ id }: { id: string }) {
  const { title, Screen } = ENTRIES[id.toLowerCase()] ?? REGISTER
  const words = say(title)
  return (
    <>
      <Title key={words} title={words} />
      <Screen />
    </>
  )
}
