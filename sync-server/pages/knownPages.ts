/** The pages that are the same for everybody: how each is called, and whether it may be found. */

export interface PageHead {
  /** As the tab shows it; the screen names it again when it stands. */
  title: string
  description: string
  /** The one form of the address, whatever it was asked for by; null where that says more. */
  path: string | null
  isIndexed: boolean
  /** What search engines read of it: schema.org as JSON-LD. */
  data?: Record<string, unknown>
}

const TAGLINE = 'Create part kits for any car, save for later and share with others.'

type Known = [path: string, head: PageHead]

const page = (path: string, title: string, description = TAGLINE): Known => [
  path,
  { path, title, description, isIndexed: true },
]

/** Of use to whoever has an account or came by a link, and to no search engine. */
const privatePage = (path: string, title: string): Known => [
  path,
  { path: null, title, description: TAGLINE, isIndexed: false },
]

const KNOWN = new Map([
  page('/', 'Part kits for any car'),
  page(
    '/create-kits',
    'Kits',
    'Part kits that others have saved and shared: search by vehicle, task or name, and customize one for your own car.',
  ),
  page(
    '/about',
    'About Wrenchlist',
    'What Wrenchlist is: part kits for car repairs, built in the garage with or without signal, and shared with a link.',
  ),
  page(
    '/contact',
    'Contact',
    'Write to the people who run Wrenchlist: questions, faults and ideas.',
  ),
  page('/terms-of-service', 'Terms of Service', 'The terms under which Wrenchlist may be used.'),
  page(
    '/privacy-policy',
    'Privacy Policy',
    'What Wrenchlist keeps about you, where, for how long, and how to have it deleted.',
  ),
  page(
    '/affiliate-disclosure',
    'Affiliate Disclosure',
    'How Wrenchlist may earn from purchases, and that it does not affect products, prices or order.',
  ),
  page(
    '/parts',
    'Find parts',
    'Car parts by car, task, brand or number in any spelling, with what they cost in all and where.',
  ),
  privatePage('/builder', 'Kit Builder'),
  privatePage('/k', 'Receive a kit'),
  privatePage('/share', 'Receive a kit'),
  privatePage('/login', 'Sign In'),
  privatePage('/register', 'Create Account'),
  privatePage('/forgot-password', 'Forgot Password'),
  privatePage('/reset-password', 'Reset Password'),
  privatePage('/verify-email', 'Verify email'),
  privatePage('/unsubscribe', 'Notifications by mail'),
  privatePage('/my-account', 'My Account'),
  privatePage('/prices', 'Prices'),
  privatePage('/maintenance', 'Maintenance log'),
  privatePage('/admin', 'Admin Dashboard'),
  privatePage('/admin/accounts', 'Accounts'),
  privatePage('/admin/catalogue', 'Catalogue'),
  privatePage('/admin/errors', 'Error Monitoring'),
  privatePage('/admin/status', 'Status'),
  privatePage('/test-errors', 'Error Test Page'),
])

/** What an address without a page of its own is answered with, beside the status 404. */
export const NOWHERE: PageHead = {
  path: null,
  title: '404 Page Not Found',
  description: TAGLINE,
  isIndexed: false,
}

const [, PASSED_ON] = privatePage('/pass', 'Pass on a kit')

const SAME = new Map([['/disclosure', '/affiliate-disclosure']])

/** In time that grows with the length alone, as a pattern's would not. */
export function withoutEndSlashes(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end--
  return path.slice(0, end)
}

/** The page at a path, in whatever case and with or without a slash at the end; null for none. */
export function knownPage(path: string): PageHead | null {
  const key = withoutEndSlashes(path.toLowerCase()) || '/'
  const known = KNOWN.get(SAME.get(key) ?? key)
  if (known) return known
  if (/^\/pass\/[^/]+$/.test(key)) return PASSED_ON
  // A basket is one device's own sum.
  if (/^\/basket\/[^/]+$/.test(key)) return privatePage('', 'Cheapest basket')[1]
  if (/^\/admin\/catalogue\/[^/]+$/.test(key)) return privatePage('', 'Part')[1]
  if (/^\/admin\/accounts\/[^/]+$/.test(key)) return privatePage('', 'Account')[1]
  // Of its owner's marks a page says nothing: they are on the owner's devices.
  if (/^\/garage\/[^/]+$/.test(key)) return privatePage('', 'Garage mode')[1]
  return null
}
