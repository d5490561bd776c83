/** Static pages: title, description, and whether search engines may index them. */
import { later, say, type Later } from '#shared/words/words.ts'

export interface PageHead {
  /** Tab title; the screen sets it again once mounted. */
  title: string
  description: string
  /** Canonical path; null where the requested address says more. */
  path: string | null
  isIndexed: boolean
  /** Structured data for search engines: schema.org as JSON-LD. */
  data?: Record<string, unknown>
}

/** A head before the language is known. */
type Heading = Omit<PageHead, 'title' | 'description'> & Record<'title' | 'description', Later>

const TAGLINE = later('Create part kits for any car, save for later and share with others.')

type Known = [path: string, head: Heading]

const page = (path: string, title: Later, description = TAGLINE): Known => [
  path,
  { path, title, description, isIndexed: true },
]

/** Useful with an account or a link, not to a search engine. */
const privatePage = (path: string, title: Later): Known => [
  path,
  { path: null, title, description: TAGLINE, isIndexed: false },
]

const KNOWN = new Map([
  page('/', later('Part kits for any car')),
  page(
    '/create-kits',
    later('Kits'),
    later(
      'Part kits that others have saved and shared: search by vehicle, task or name, and customize one for your own car.',
    ),
  ),
  page(
    '/about',
    later('About Wrenchlist'),
    later(
      'What Wrenchlist is: part kits for car repairs, built in the garage with or without signal, and shared with a link.',
    ),
  ),
  page(
    '/contact',
    later('Contact'),
    later('Write to the people who run Wrenchlist: questions, faults and ideas.'),
  ),
  page(
    '/terms-of-service',
    later('Terms of Service'),
    later('The terms under which Wrenchlist may be used.'),
  ),
  page(
    '/privacy-policy',
    later('Privacy Policy'),
    later('What Wrenchlist keeps about you, where, for how long, and how to have it deleted.'),
  ),
  page(
    '/affiliate-disclosure',
    later('Affiliate Disclosure'),
    later(
      'How Wrenchlist may earn from purchases, and that it does not affect products, prices or order.',
    ),
  ),
  page(
    '/parts',
    later('Find parts'),
    later(
      'Car parts by car, task, brand or number in any spelling, with what they cost in all and where.',
    ),
  ),
  privatePage('/builder', later('Kit Builder')),
  privatePage('/k', later('Receive a kit')),
  privatePage('/share', later('Receive a kit')),
  privatePage('/login', later('Sign In')),
  privatePage('/register', later('Create Account')),
  privatePage('/forgot-password', later('Forgot Password')),
  privatePage('/reset-password', later('Reset Password')),
  privatePage('/verify-email', later('Verify email')),
  privatePage('/unsubscribe', later('Notifications by mail')),
  privatePage('/my-account', later('My Account')),
  privatePage('/prices', later('Prices')),
  privatePage('/maintenance', later('Maintenance log')),
  privatePage('/admin', later('Admin Dashboard')),
  privatePage('/admin/accounts', later('To do')),
  privatePage('/admin/catalogue', later('Catalogue')),
  privatePage('/admin/export', later('Export')),
  privatePage('/admin/errors', later('Error Monitoring')),
  privatePage('/admin/status', later('Installation')),
  privatePage('/test-errors', later('Error Test Page')),
])

const NOWHERE: Heading = {
  path: null,
  title: later('404 Page Not Found'),
  description: TAGLINE,
  isIndexed: false,
}

const [, PASSED_ON] = privatePage('/pass', later('Pass on a kit'))

const SAME = new Map([['/disclosure', '/affiliate-disclosure']])

/** Linear time, unlike a regular expression. */
export function withoutEndSlashes(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end--
  return path.slice(0, end)
}

/** Head of the 404 page. */
export const nowhere = (): PageHead => saidHead(NOWHERE)

const saidHead = ({ title, description, ...head }: Heading): PageHead => ({
  ...head,
  title: say(title),
  description: say(description),
})

/** The page at a path, in any case and with or without a trailing slash; null for none. */
export function knownPage(path: string): PageHead | null {
  const heading = headingAt(path)
  return heading && saidHead(heading)
}

function headingAt(path: string): Heading | null {
  const key = withoutEndSlashes(path.toLowerCase()) || '/'
  const known = KNOWN.get(SAME.get(key) ?? key)
  if (known) return known
  if (/^\/pass\/[^/]+$/.test(key)) return PASSED_ON
  // A basket is computed on its device.
  if (/^\/basket\/[^/]+$/.test(key)) return privatePage('', later('Cheapest basket'))[1]
  if (/^\/admin\/catalogue\/[^/]+$/.test(key)) return privatePage('', later('Part'))[1]
  if (/^\/admin\/accounts\/[^/]+$/.test(key)) return privatePage('', later('Account'))[1]
  // The owner's marks stay on the owner's devices.
  if (/^\/garage\/[^/]+$/.test(key)) return privatePage('', later('Garage mode'))[1]
  return null
}
