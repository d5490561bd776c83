// Where a walk through every screen goes, and the kit it carries: as unkind as people can make one.
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

/** Every route of checklist A, with what its heading says once it is all there. */
export const routesOf = ({ buildId, kitId }: World): [path: string, heading: RegExp][] => [
  ['/', /create part kits/i],
  [`/builder?build=${buildId}`, /Kit Builder/],
  [`/Builder/?kit=${kitId}`, /Kit Builder/],
  [`/list/${buildId}`, /Shared parts list/],
  [`/link/${buildId}`, /Shared parts list/],
  [`/kit/${buildId}`, /<i>/],
  ['/create-kits', /Kits/],
  ['/k', /Receive a kit/],
  ['/product/SF%20719%2F45', /Oil filter|Failed to load prices|Not on this device yet/],
  [`/basket/${buildId}`, /Cheapest basket/],
  ['/about', /About/],
  ['/disclosure', /Affiliate Disclosure/],
  ['/affiliate-disclosure/', /Affiliate Disclosure/],
  ['/privacy-policy', /Privacy Policy/],
  ['/terms-of-service', /Terms of Service/],
  ['/contact', /Contact/],
  ['/my-account', /Account/],
  ['/admin', /Admin Dashboard/],
  ['/admin/accounts', /Accounts/],
  ['/admin/errors', /Error/],
  ['/test-errors', /Error/],
  ['/no/such/page', /404 Page Not Found/],
]

/** What somebody without an account comes to. */
export const ENTRIES: [path: string, heading: RegExp][] = [
  ['/LOGIN', /Sign In|Welcome/i],
  ['/register', /Create/],
  ['/forgot-password', /password/i],
  ['/reset-password?token=none', /password/i],
  ['/verify-email?token=none', /Verification Failed/],
  ['/my-account', /Account/],
  ['/admin/errors', /Access Denied|Error/],
  ['/list/zzzzzz', /Parts List Not Found/],
  ['/kit/zzzzzz', /Kit not found/],
  ['/Product/2332/', /Which part/],
  ['/product/NOBODY-HAS-1', /Product Not Found/],
]
