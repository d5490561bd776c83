// Routes of a walk through every screen, and its kit: as unkind as people can make one.
export const LONG_WORD = 'Zahnriemenspannrollenbefestigungsschraubensatz'.repeat(4)
export const LINES = [
  '<img src=x onerror=alert(1)>\tDemo Parts\tDP-1\t12.50\t2\thttps://shop.example/1',
  `${LONG_WORD}\t${LONG_WORD}\tDP-2\t99999.99\t99\thttps://shop.example/${LONG_WORD}`,
  'מסנן שמן \u202Eabc\tיצרן\tDP-3\t11.49\t1',
  '🔩🔧🛠️👨‍🔧\t\t\t0.01\t1',
  '${alert(1)} {{7*7}} "quoted" & <b>bold</b>\tO\u2019Brien\tDP-5\t6.25\t4',
]
export const NOTES = [
  '**30 Nm**, <script>alert(1)</script> [link](javascript:alert(1)) `code`',
  '* one',
  '* *two* __three__',
  LONG_WORD,
  'Sealing ring every time. '.repeat(700),
].join('\n')

export interface World {
  buildId: string
  kitId: string
}

type Route = [path: string, heading: RegExp]

/** Every screen, with its heading once it has loaded. */
export const screensOf = ({ buildId, kitId }: World): Route[] => [
  ['/', /create part kits/i],
  [`/Builder/?kit=${kitId}`, /Kit Builder/],
  [`/list/${buildId}`, /Shared parts list/],
  [`/kit/${buildId}`, /<i>/],
  [`/garage/${kitId}`, /<i>/],
  [`/pass/${buildId}`, /Pass on/],
  ['/create-kits', /Kits/],
  ['/k', /Receive a kit/],
  [`/maintenance?kit=${kitId}`, /Maintenance log/],
  ['/prices', /Prices/],
  ['/product/SF%20719%2F45', /Oil filter|Failed to load prices|Not on this device yet/],
  [`/basket/${buildId}`, /Cheapest basket/],
  ['/my-account', /Account/],
  ['/admin', /Admin Dashboard/],
  ['/admin/accounts', /To do/],
  ['/admin/errors', /Error/],
  ['/admin/status', /Installation/],
  ['/test-errors', /Error/],
]

/** Screens that request no data, and a second path of others. */
export const PLAIN: Route[] = [
  ['/about', /About/],
  ['/disclosure', /Affiliate Disclosure/],
  ['/privacy-policy', /Privacy Policy/],
  ['/terms-of-service', /Terms of Service/],
  ['/contact', /Contact/],
  ['/no/such/page', /404 Page Not Found/],
]
export const otherAddressesOf = ({ buildId }: World): Route[] => [
  [`/builder?build=${buildId}`, /Kit Builder/],
  [`/link/${buildId}`, /Shared parts list/],
  ['/affiliate-disclosure/', /Affiliate Disclosure/],
  ['/maintenance', /Maintenance log/],
  ['/parts', /Find parts/],
  ['/parts?q=filter', /Find parts/],
]

/** Screens that wait for an answer that never comes: none of their data is on the device. */
export const WAITING: Route[] = [
  ['/list/zzzzzz', /parts list/i],
  ['/kit/zzzzzz', /Kit/],
  ['/garage/zzzzzz', /Garage mode/],
  ['/pass/zzzzzz', /Pass on a kit/],
  ['/basket/zzzzzz', /Cheapest basket/],
  ['/product/NOBODY-HAS-1', /.*/],
  ['/builder?build=zzzzzz', /Kit Builder/],
  ['/create-kits?q=zzzzzz', /Kits/],
  ['/parts?q=zzzzzz', /Find parts/],
  ['/admin', /Admin Dashboard/],
  ['/admin/accounts', /To do/],
  ['/admin/errors', /Error/],
  ['/admin/status', /Installation/],
]

/** Screens for somebody without an account. */
export const ENTRIES: Route[] = [
  ['/LOGIN', /Sign In|Welcome/i],
  ['/register', /Create/],
  ['/forgot-password', /password/i],
  ['/reset-password?token=none', /password|reset link/i],
  ['/reset-password#token=none', /Reset (Password|Link)/],
  ['/verify-email', /Verification Failed/],
  ['/verify-email?token=none', /Verify your email/],
  ['/verify-email#token=none&new-address', /Verify your email/],
  ['/my-account', /Account/],
  ['/admin/errors', /Access Denied|Error/],
  ['/list/zzzzzz', /Parts List Not Found/],
  ['/kit/zzzzzz', /Kit not found/],
  ['/Product/2332/', /Which part/],
  ['/product/NOBODY-HAS-1', /Product Not Found/],
]
