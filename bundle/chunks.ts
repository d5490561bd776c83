/**
 * Which file of the build a module goes to. Few files, because each is a round trip of a bad link:
 * what rarely changes, what every screen needs, and then a file a screen. Sync and dialogs come
 * later and have files of their own. A group takes along what its modules import.
 */
const vendor =
  /[\\/]node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom|@remix-run|dexie|dexie-react-hooks|zustand)[\\/]/
const core = [
  /[\\/]app[\\/](main|App|routes)\.tsx/,
  /[\\/]app[\\/]store[\\/](account|builds|clock|db|device|dexieStore|edit|fork|logOut|pump|session|syncState|useBuild|useSyncStatus|writeCells)\.ts/,
  /[\\/]app[\\/]ui[\\/](Button|CopyLink|DockAction|EmptyState|IconButton|LazyModal|LinkButton|Notice|Skeleton|time|toast\.|useNow)/,
  /[\\/]shared[\\/](cells|comment|define|ids|kit|limits|links|money|ord|schema|stamp|task|vehicle|version)\.ts/,
  // Of several screens; each by itself would be one more file to wait for.
  /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](chevron-right|pencil|plus|x)\.mjs/,
]
const sync = [
  /[\\/]app[\\/]store[\\/](flush|net|applyAnswer|applyResult|claims|confirm|restamp|sendCalls|sync|syncNames|cursors)\.ts/,
  /[\\/]shared[\\/](answer|protocol)\.ts/,
]
const builder = [
  /[\\/]app[\\/]builder[\\/](BuilderScreen|LineTotal|OpenLink|parts\.module)/,
  /[\\/]app[\\/]ui[\\/](Field|Input|Stepper|TextArea)/,
  /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](chevron-down|trash)\.mjs/,
]
/** Forms with their rules: nobody needs one of them before the first visit is over. */
const account = [
  /[\\/]app[\\/]account[\\/]/,
  /[\\/]app[\\/]ui[\\/](PasswordInput|Checkbox|Segments|LazyAlert|theme)/,
  /[\\/]shared[\\/](account|contact)\.ts/,
  /[\\/]node_modules[\\/]zod[\\/]/,
]

const isOneOf = (patterns: RegExp[]) => (id: string) => patterns.some((pattern) => pattern.test(id))

export const chunks = [
  { name: 'vendor', test: vendor, priority: 4 },
  { name: 'core', test: isOneOf(core), priority: 3 },
  { name: 'sync', test: isOneOf(sync), priority: 2 },
  { name: 'builder', test: isOneOf(builder), priority: 1 },
  { name: 'account', test: isOneOf(account), priority: 0 },
]
