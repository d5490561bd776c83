import type { ComponentType } from 'react'

import { Title } from '../ui/Title.tsx'
import { ForgotScreen } from './ForgotScreen.tsx'
import { LoginScreen } from './LoginScreen.tsx'
import { RegisterScreen } from './RegisterScreen.tsx'
import { ResetScreen } from './ResetScreen.tsx'
import { VerifyScreen } from './VerifyScreen.tsx'

interface Entry {
  title: string
  Screen: ComponentType
}

const LOGIN: Entry = { title: 'Sign In', Screen: LoginScreen }
const ENTRIES: Record<string, Entry> = {
  register: { title: 'Create Account', Screen: RegisterScreen },
  login: LOGIN,
  'forgot-password': { title: 'Forgot Password', Screen: ForgotScreen },
  'reset-password': { title: 'Reset Password', Screen: ResetScreen },
  'verify-email': { title: 'Verifying your email', Screen: VerifyScreen },
}

/** The ways into an account, in one file: each by itself would weigh on every start. */
export function EntryScreen({ name }: { name: string }) {
  const { title, Screen } = ENTRIES[name.toLowerCase()] ?? LOGIN
  return (
    <>
      <Title key={title} title={title} />
      <Screen />
    </>
  )
}
