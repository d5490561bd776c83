import type { ComponentType } from 'react'

import { Title } from '../../ui/Title.tsx'
import { ForgotScreen } from './ForgotScreen.tsx'
import { RegisterScreen } from './RegisterScreen.tsx'
import { ResetScreen } from './ResetScreen.tsx'
import { UnsubscribeScreen } from './UnsubscribeScreen.tsx'
import { VerifyScreen } from './VerifyScreen.tsx'

interface Entry {
  title: string
  Screen: ComponentType
}

const REGISTER: Entry = { title: 'Create Account', Screen: RegisterScreen }
const ENTRIES: Record<string, Entry> = {
  register: REGISTER,
  'forgot-password': { title: 'Forgot Password', Screen: ForgotScreen },
  'reset-password': { title: 'Reset Password', Screen: ResetScreen },
  unsubscribe: { title: 'Notifications by mail', Screen: UnsubscribeScreen },
  'verify-email': { title: 'Verify your email', Screen: VerifyScreen },
}

/** The other ways into an account, in one file: each by itself would weigh on every start. */
export function EntryScreen({ id }: { id: string }) {
  const { title, Screen } = ENTRIES[id.toLowerCase()] ?? REGISTER
  return (
    <>
      <Title key={title} title={title} />
      <Screen />
    </>
  )
}
