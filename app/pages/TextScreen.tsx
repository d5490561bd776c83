import type { ComponentType } from 'react'

import { AboutScreen } from './AboutScreen.tsx'
import { DisclosureScreen } from './DisclosureScreen.tsx'
import { PrivacyScreen } from './PrivacyScreen.tsx'
import { TermsScreen } from './TermsScreen.tsx'

const PAGES: Record<string, ComponentType> = {
  about: AboutScreen,
  'affiliate-disclosure': DisclosureScreen,
  disclosure: DisclosureScreen,
  'privacy-policy': PrivacyScreen,
  'terms-of-service': TermsScreen,
}

/** The pages that are there to be read, in one file: each by itself would weigh on every start. */
export function TextScreen({ id }: { id: string }) {
  const Page = PAGES[id.toLowerCase()] ?? AboutScreen
  return <Page />
}
