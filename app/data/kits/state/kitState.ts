/**
 * Words for a kit's state on every screen: who sees it behind its link, and where the work is
 * stored. One function, so no two places contradict each other.
 */
import type { Visibility } from '#shared/kinds/kit.ts'
import { type Later, later, say, t } from '#shared/words/words.ts'

import { endWords, type SessionEnd } from '../../device/sessionEnd.ts'

export interface KitKnown {
  isMine: boolean
  /** Nothing was ever stored of it. */
  isBlank: boolean
  isOnServer: boolean
  /** It has a version, which is what its link shows. */
  isSaved: boolean
  /** The newest version is pending. */
  isSaveWaiting: boolean
  hasUnsharedChanges: boolean
  /** It has a pending row or a draft. */
  isWaiting: boolean
  /** One of its values was refused or overwritten. */
  needsAttention: boolean
  /** By an administrator. */
  isHidden: boolean
  visibility: Visibility
  hasAccount: boolean
  /** Why its account syncs nothing, null while it does. */
  ended: SessionEnd | null
  isOffline: boolean
  /** Nothing is stored on this device: edits live as long as the page. */
  isInPageOnly: boolean
}

export type KitStateKind =
  | 'blank'
  | 'theirs'
  | 'theirsOffline'
  | 'accountDeleted'
  | 'hidden'
  | 'new'
  | 'saveWaiting'
  | 'unshared'
  | 'behind'
  | 'lastKnown'
  | 'live'

type Mark = 'device' | 'waiting' | 'synced' | 'attention'

export interface KitBadge {
  text: Later
  tone: 'plain' | 'wait' | 'bad'
}

export interface KitState {
  kind: KitStateKind
  /** Whether its link opens for others, as far as this device knows. */
  isOpen: boolean
  /** Link state: "Live", "Not live yet". */
  word: string
  /** Explains the word: who sees which content, and until when. */
  sentence: string
  mark: Mark
  /** Added when the link is copied, '' for a link that opens. */
  copied: string
  /** Where the work is, without a time: "Draft saved and synced". */
  status: string
  /** Null when nothing is stored yet. */
  statusMark: Mark | null
  /** Badge in a list of kits, null for none. */
  badge: KitBadge | null
  /** Who will see it once saved, '' for somebody else's kit. */
  audience: string
  /** When pending rows will be sent. A full sentence. */
  sending: string
}

/** The only place that puts a kit's state into words. */
export function kitState(known: KitKnown): KitState {
  const link = linkOf(known)
  return {
    ...link,
    mark: MARKS[link.kind],
    isOpen: !CLOSED.has(link.kind),
    copied: copiedOf(link, known),
    ...statusOf(known, link.kind),
    badge: badgeOf(known, link.kind),
    audience: audienceOf(known, link.kind),
    sending: sendingOf(known),
  }
}

const LIVE = later('Live')
const OPENS = later('Anyone with this link can see the list.')
const DID_OPEN = later(
  'Anyone with this link could see the list when you were last signed in here.',
)
const CLOSED: ReadonlySet<KitStateKind> = new Set(['accountDeleted', 'blank', 'hidden', 'new'])
const MARKS: Readonly<Record<KitStateKind, Mark>> = {
  blank: 'device',
  theirs: 'synced',
  theirsOffline: 'device',
  accountDeleted: 'attention',
  hidden: 'attention',
  new: 'waiting',
  saveWaiting: 'waiting',
  unshared: 'waiting',
  behind: 'waiting',
  lastKnown: 'waiting',
  live: 'synced',
}

function linkOf(known: KitKnown): Pick<KitState, 'kind' | 'word' | 'sentence'> {
  const { isMine, isOnServer, ended, isOffline } = known
  if (!isMine && isOffline) {
    const sentence = t('This is the copy saved on this device. Its link may show a newer one.')
    return { kind: 'theirsOffline', word: t('Saved copy'), sentence }
  }
  if (!isMine) return { kind: 'theirs', word: say(LIVE), sentence: say(OPENS) }
  if (known.isBlank) {
    const sentence = t('Nothing is in it yet.')
    const opening = t('Its link opens for others once something is and has synced.')
    return {
      kind: 'blank',
      word: t('Empty'),
      sentence: isShut(ended) ? sentence : `${sentence} ${opening}`,
    }
  }
  if (ended === 'deleted') {
    const what = t(
      'Its link may not open for others any more. The kit is on this device alone: pass it on, or save a backup.',
    )
    const sentence = `${endWords(ended).title} ${what}`
    return { kind: 'accountDeleted', word: t('Not shared'), sentence }
  }
  if (known.isHidden) {
    const sentence = t(
      'An administrator has hidden this kit: its link opens for nobody else. You can go on with it, pass it on, or write to us.',
    )
    return { kind: 'hidden', word: t('Hidden'), sentence }
  }
  if (!isOnServer) {
    const sentence =
      ended === null
        ? t('Copy it now, it opens for others once this list has synced.')
        : `${t('Its link opens for others once this list has synced.')} ${sendingOf(known)}`
    return { kind: 'new', word: t('Not live yet'), sentence }
  }
  const isBlocked = isOffline || ended !== null
  const seen = say(ended === 'expired' ? DID_OPEN : OPENS)
  if (known.isSaveWaiting) {
    const seenNow = t('Anyone with this link can see the list as it was before your last save.')
    return { kind: 'saveWaiting', word: say(LIVE), sentence: `${seenNow} ${sendingOf(known)}` }
  }
  if (known.hasUnsharedChanges) {
    const sentence = `${seen} ${t('Changes since your last save are not shared yet.')}`
    return { kind: 'unshared', word: say(LIVE), sentence }
  }
  if (known.isWaiting && isBlocked && !known.isSaved) {
    const seenNow = t('Others see the list without your latest changes.')
    return { kind: 'behind', word: say(LIVE), sentence: `${seenNow} ${sendingOf(known)}` }
  }
  if (ended === 'expired') {
    const sentence = `${seen} ${t('Sign in again to be sure.')}`
    return { kind: 'lastKnown', word: say(LIVE), sentence }
  }
  return { kind: 'live', word: say(LIVE), sentence: seen }
}

function copiedOf(
  { kind, sentence }: Pick<KitState, 'kind' | 'sentence'>,
  { ended }: KitKnown,
): string {
  if (kind === 'hidden') return t('It opens for nobody else as long as the kit is hidden.')
  if (kind === 'accountDeleted') return t('It may not open for others any more.')
  if (kind === 'new' && ended === null) {
    return t('It opens for others once this list has synced.')
  }
  return CLOSED.has(kind) ? sentence : ''
}

/** Whether this account's sync has ended for good, as far as anybody can tell. */
const isShut = (ended: SessionEnd | null) => ended === 'deleted' || ended === 'suspended'

function statusOf(known: KitKnown, kind: KitStateKind): Pick<KitState, 'status' | 'statusMark'> {
  if (!known.isMine) {
    const status = t('A shared kit. Your first change makes your own copy.')
    return { status, statusMark: null }
  }
  if (kind === 'blank') {
    const status = known.isInPageOnly
      ? t('No login needed to build. Drafts are kept in this page alone until synced.')
      : t('No login needed to build. Drafts are kept on this device.')
    return { status, statusMark: null }
  }
  const isHere = known.isWaiting || !known.isOnServer || kind === 'accountDeleted'
  const what = known.needsAttention
    ? 'attention'
    : kind === 'unshared'
      ? kind
      : known.isSaved
        ? 'saved'
        : 'draft'
  const status =
    isHere || what === 'attention'
      ? say(KEPT[what][known.isInPageOnly ? 'inPage' : 'onDevice'])
      : syncedWords(what, known.hasAccount)
  const aside =
    kind === 'hidden'
      ? `${t('Hidden from others.')} `
      : kind === 'accountDeleted'
        ? `${t('Account deleted.')} `
        : ''
  const isTold = known.needsAttention || aside !== ''
  return { status: aside + status, statusMark: isTold ? 'attention' : isHere ? 'device' : 'synced' }
}

const KEPT = {
  attention: {
    onDevice: later('Needs attention, kept on this device'),
    inPage: later('Needs attention, kept in this page only'),
  },
  unshared: {
    onDevice: later('Not shared yet, kept on this device'),
    inPage: later('Not shared yet, kept in this page only'),
  },
  saved: {
    onDevice: later('Saved on this device'),
    inPage: later('Saved in this page only'),
  },
  draft: {
    onDevice: later('Draft saved on this device'),
    inPage: later('Draft saved in this page only'),
  },
}

function syncedWords(what: 'unshared' | 'saved' | 'draft', hasAccount: boolean): string {
  if (what === 'saved') return t('Saved and synced')
  if (what === 'draft') return t('Draft saved and synced')
  return hasAccount
    ? t('Not shared yet, kept in your account')
    : t('Not shared yet, kept on the server')
}

// Stable objects: a list row redraws only when its words change.
const BADGES = {
  accountDeleted: { text: later('On this device only'), tone: 'bad' },
  hidden: { text: later('Hidden'), tone: 'bad' },
  attention: { text: later('Needs attention'), tone: 'bad' },
  waiting: { text: later('Waiting for signal'), tone: 'wait' },
  new: { text: later('Not live yet'), tone: 'wait' },
  unshared: { text: later('Not shared yet'), tone: 'wait' },
  draft: { text: later('Draft'), tone: 'plain' },
  opened: { text: later('Opened'), tone: 'plain' },
} as const satisfies Record<string, KitBadge>

function badgeOf(known: KitKnown, kind: KitStateKind): KitBadge | null {
  if (!known.isMine) return BADGES.opened
  if (kind === 'blank') return null
  if (kind === 'accountDeleted' || kind === 'hidden') return BADGES[kind]
  if (known.needsAttention) return BADGES.attention
  if (known.isWaiting && known.isOffline) return BADGES.waiting
  if (kind === 'new') return BADGES.new
  if (kind === 'saveWaiting' || kind === 'unshared') return BADGES.unshared
  // Without an account nothing can be saved: every kit is a draft, so none is marked.
  return known.hasAccount && !known.isSaved ? BADGES.draft : null
}

function audienceOf({ isMine, visibility }: KitKnown, kind: KitStateKind): string {
  if (!isMine) return ''
  if (kind === 'hidden') return t('Hidden: nobody else sees it')
  if (kind === 'accountDeleted') return t('Kept on this device only')
  return visibility === 'unlisted'
    ? t('Anyone with the link can see it')
    : t('Public: listed under Kits')
}

function sendingOf({ ended, isOffline }: Pick<KitKnown, 'ended' | 'isOffline'>): string {
  if (ended === 'expired') return t('It is sent once you sign in again.')
  if (ended !== null) return `${t('It is not sent.')} ${endWords(ended).title}`
  return isOffline ? t('It is sent when there is a signal.') : t('It follows once it has synced.')
}
