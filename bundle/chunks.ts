/**
 * Which file of the build a module goes to. Few files, because each is a round trip of a bad link:
 * what rarely changes, what every screen needs, and then a file a screen. Sync and dialogs come
 * later and have files of their own. A group takes along what its modules import.
 */
const vendor =
  /[\\/]node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom|@remix-run|dexie|dexie-react-hooks|zustand)[\\/]|plain-jsx/
const core = [
  /[\\/]app[\\/](main|App|routes)\.tsx/,
  /[\\/]app[\\/]store[\\/](account|builds|clock|consent|db|device|dexieStore|edit|logOut|pump|session|sha256|syncState|track|useBuild|useKitViewed|useKnownParts|useListPath|useSyncStatus|writeCells)\.ts/,
  /[\\/]app[\\/]ui[\\/](Button|CopyLink|Dash|DockAction|EmptyState|Field|IconButton|Input|LazyMarkup|LazyModal|LinkButton|Notice|Skeleton|Spinner|TextArea|time|Title|toast\.|useLookingAgain|useNow)/,
  /[\\/]shared[\\/](cells|comment|define|ids|kit|limits|links|money|ord|partNumber|schema|stamp|task|vehicle|version)\.ts/,
  // Of several screens; each by itself would be one more file to wait for.
  /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](arrow-left|arrow-up-right|car|chevron-right|circle-alert|external-link|loader-circle|pencil|plus|refresh-cw|rotate-ccw-clock|trash|type|wrench|x)\.mjs/,
]
const sync = [
  /[\\/]app[\\/]store[\\/](flush|net|applyAnswer|applyResult|claims|confirm|restamp|sync|syncNames|cursors)\.ts/,
  /[\\/]shared[\\/](answer|protocol)\.ts/,
]
const builder = [
  /[\\/]app[\\/]builder[\\/](BuilderScreen|LineTotal|OpenLink|parts\.module)/,
  /[\\/]app[\\/]ui[\\/]Stepper/,
  /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]chevron-down\.mjs/,
]
/** The kit's own page. */
const kit = [/[\\/]app[\\/]kit[\\/]KitScreen/]
/** The list of kits, and what it reads before it is drawn. */
const kits = [/[\\/]app[\\/]kits[\\/]KitsScreen/, /[\\/]app[\\/]store[\\/](kitIndex|listedKit)\.ts/]
/** What is known of prices: of a part, of a kit's parts and of watched ones. */
const offers = [
  /[\\/]app[\\/]store[\\/](parts|watches|kitOffers)\.ts/,
  /[\\/]shared[\\/]offer\.ts/,
  /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]info\.mjs/,
]
/** Own kits, asked for by screens that need nothing else of the list of kits or of signing in. */
const own = [/[\\/]app[\\/]store[\\/]ownBuilds\.ts/]
/** Getting a kit from elsewhere. */
const open = [/[\\/]app[\\/]store[\\/](openBuild|fork|copies)\.ts/]
/** Calls of the server outside of syncing, and the ways into an account. */
const api = [
  /[\\/]app[\\/]store[\\/](access|api|calls|sendCalls)\.ts/,
  /[\\/]app[\\/]ui[\\/]LazyAlert/,
  // Of accounts, and of parts and baskets: they must bring neither's file along to the other.
  /[\\/]app[\\/]ui[\\/]Checkbox/,
  /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](eye|wifi-off)\.mjs/,
]
/** Signing in and out, and what moves with it: one file for a press. */
const session = [/[\\/]app[\\/]store[\\/](signIn|signOut|claimKits)\.ts/]
/** What places share that nobody needs before a screen stands. */
const late = [
  /[\\/]app[\\/]ui[\\/]theme/,
  /[\\/]shared[\\/]problem\.ts/,
  // Each would be a file of its own, which core has to name.
  /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](circle-check|download|mail|receipt-text|scan-line|smartphone|triangle-exclamation-point|undo-2|upload)\.mjs/,
]
/** What every screen about accounts needs: a form with its rules. */
const account = [
  /[\\/]app[\\/]account[\\/](LoginScreen|account\.module)/,
  /[\\/]app[\\/]ui[\\/]PasswordInput/,
  /[\\/]shared[\\/](account|contact)\.ts/,
  /[\\/]node_modules[\\/]zod[\\/]/,
]

const isOneOf = (patterns: RegExp[]) => (id: string) => patterns.some((pattern) => pattern.test(id))

export const chunks = [
  { name: 'vendor', test: vendor, priority: 5 },
  { name: 'core', test: isOneOf(core), priority: 4 },
  // Before sync, which would take it along: a link that leads nowhere should not pay for that.
  { name: 'open', test: isOneOf(open), priority: 3 },
  { name: 'sync', test: isOneOf(sync), priority: 2 },
  { name: 'builder', test: isOneOf(builder), priority: 1 },
  { name: 'api', test: isOneOf(api), priority: 2 },
  { name: 'session', test: isOneOf(session), priority: 1 },
  { name: 'late', test: isOneOf(late), priority: 2 },
  { name: 'kit', test: isOneOf(kit), priority: 1 },
  { name: 'kits', test: isOneOf(kits), priority: 1 },
  { name: 'offers', test: isOneOf(offers), priority: 2 },
  { name: 'own', test: isOneOf(own), priority: 3 },
  { name: 'account', test: isOneOf(account), priority: 1 },
]

/** What a file that is fetched later asks for beside itself: the first two are always here. */
export function withoutLoaded(_file: string, dependencies: string[]): string[] {
  return dependencies.filter((file) => !/\/(vendor|core)-[^/]*$/.test(file))
}
