import { say } from '#shared/words/words.ts'
import { describe, expect, test } from 'vitest'

import type { KitKnown, KitState } from './kitState.ts'

import { kitState } from './kitState.ts'

/** A saved kit without later changes, confirmed by the server. */
const SAVED: KitKnown = {
  isMine: true,
  isBlank: false,
  isOnServer: true,
  isSaved: true,
  isSaveWaiting: false,
  hasUnsharedChanges: false,
  isWaiting: false,
  needsAttention: false,
  isHidden: false,
  visibility: 'public',
  hasAccount: true,
  ended: null,
  isOffline: false,
  isInPageOnly: false,
}
const DRAFT: KitKnown = { ...SAVED, isSaved: false, hasAccount: false }
const BLANK: KitKnown = { ...DRAFT, isBlank: true, isOnServer: false }
const THEIRS: KitKnown = { ...SAVED, isMine: false }

describe('each situation in its words', () => {
  test.each<[string, KitKnown, string, string, string]>([
    [
      'an empty kit',
      BLANK,
      'Empty',
      'Nothing is in it yet. Its link opens for others once something is and has synced.',
      'No login needed to build. Drafts are kept on this device.',
    ],
    [
      'an empty kit of an account that is suspended',
      { ...BLANK, hasAccount: true, ended: 'suspended' },
      'Empty',
      'Nothing is in it yet.',
      'No login needed to build. Drafts are kept on this device.',
    ],
    [
      'an empty kit in a browser that keeps nothing',
      { ...BLANK, isInPageOnly: true },
      'Empty',
      'Nothing is in it yet. Its link opens for others once something is and has synced.',
      'No login needed to build. Drafts are kept in this page alone until synced.',
    ],
    [
      'a draft that is only here',
      { ...DRAFT, isOnServer: false, isWaiting: true },
      'Not live yet',
      'Copy it now, it opens for others once this list has synced.',
      'Draft saved on this device',
    ],
    [
      'a draft that is only here, of an account that has to sign in again',
      { ...DRAFT, hasAccount: true, ended: 'expired', isOnServer: false, isWaiting: true },
      'Not live yet',
      'Its link opens for others once this list has synced. It is sent once you sign in again.',
      'Draft saved on this device',
    ],
    [
      'a draft that is only here, of a suspended account',
      { ...DRAFT, hasAccount: true, ended: 'suspended', isOnServer: false, isWaiting: true },
      'Not live yet',
      'Its link opens for others once this list has synced. It is not sent. Your account is suspended.',
      'Draft saved on this device',
    ],
    [
      'a draft the server has',
      DRAFT,
      'Live',
      'Anyone with this link can see the list.',
      'Draft saved and synced',
    ],
    [
      'a draft with a change on its way',
      { ...DRAFT, isWaiting: true },
      'Live',
      'Anyone with this link can see the list.',
      'Draft saved on this device',
    ],
    [
      'a draft with a change that waits for signal',
      { ...DRAFT, isWaiting: true, isOffline: true },
      'Live',
      'Others see the list without your latest changes. It is sent when there is a signal.',
      'Draft saved on this device',
    ],
    [
      'a draft in a page that stores nothing',
      { ...DRAFT, isWaiting: true, isInPageOnly: true },
      'Live',
      'Anyone with this link can see the list.',
      'Draft saved in this page only',
    ],
    ['a saved kit', SAVED, 'Live', 'Anyone with this link can see the list.', 'Saved and synced'],
    [
      'a saved kit whose last save waits for signal',
      { ...SAVED, isSaveWaiting: true, isWaiting: true, isOffline: true },
      'Live',
      'Anyone with this link can see the list as it was before your last save. It is sent when there is a signal.',
      'Saved on this device',
    ],
    [
      'a saved kit that was changed since',
      { ...SAVED, hasUnsharedChanges: true },
      'Live',
      'Anyone with this link can see the list. Changes since your last save are not shared yet.',
      'Not shared yet, kept in your account',
    ],
    [
      'a saved kit that was changed without a signal',
      { ...SAVED, hasUnsharedChanges: true, isWaiting: true, isOffline: true },
      'Live',
      'Anyone with this link can see the list. Changes since your last save are not shared yet.',
      'Not shared yet, kept on this device',
    ],
    [
      'a saved kit of an account that has to sign in again',
      { ...SAVED, ended: 'expired' },
      'Live',
      'Anyone with this link could see the list when you were last signed in here. Sign in again to be sure.',
      'Saved and synced',
    ],
    [
      'a saved kit of a suspended account, which stays open',
      { ...SAVED, ended: 'suspended' },
      'Live',
      'Anyone with this link can see the list.',
      'Saved and synced',
    ],
    [
      'a kit of an account that was deleted',
      { ...SAVED, ended: 'deleted' },
      'Not shared',
      'Your account was deleted. Its link may not open for others any more. The kit is on this device alone: pass it on, or save a backup.',
      'Account deleted. Saved on this device',
    ],
    [
      'a kit that an administrator has hidden',
      { ...SAVED, isHidden: true },
      'Hidden',
      'An administrator has hidden this kit: its link opens for nobody else. You can go on with it, pass it on, or write to us.',
      'Hidden from others. Saved and synced',
    ],
    [
      'a kit with a value that was refused',
      { ...SAVED, needsAttention: true },
      'Live',
      'Anyone with this link can see the list.',
      'Needs attention, kept on this device',
    ],
    [
      'somebody else’s kit',
      THEIRS,
      'Live',
      'Anyone with this link can see the list.',
      'A shared kit. Your first change makes your own copy.',
    ],
    [
      'somebody else’s kit without a signal',
      { ...THEIRS, isOffline: true },
      'Saved copy',
      'This is the copy saved on this device. Its link may show a newer one.',
      'A shared kit. Your first change makes your own copy.',
    ],
  ])('%s', (_, known, word, sentence, status) => {
    expect(kitState(known)).toMatchObject({ word, sentence, status })
  })

  test.each<[string, KitKnown, string]>([
    ['a saved kit', SAVED, ''],
    ['a draft of an account', { ...SAVED, isSaved: false }, 'Draft'],
    ['a draft without an account', DRAFT, ''],
    ['one that is only here', { ...DRAFT, isOnServer: false, isWaiting: true }, 'Not live yet'],
    [
      'one that waits for signal',
      { ...DRAFT, isWaiting: true, isOffline: true },
      'Waiting for signal',
    ],
    [
      'one that was changed since its save',
      { ...SAVED, hasUnsharedChanges: true },
      'Not shared yet',
    ],
    ['one with a refused value', { ...SAVED, needsAttention: true }, 'Needs attention'],
    ['a hidden one', { ...SAVED, isHidden: true, needsAttention: true }, 'Hidden'],
    ['one of a deleted account', { ...SAVED, ended: 'deleted' }, 'On this device only'],
    ['somebody else’s', THEIRS, 'Opened'],
  ])('in a list: %s', (_, known, badge) => {
    expect(kitState(known).badge?.text ?? '').toBe(badge)
  })

  test.each<[string, KitKnown, string]>([
    ['a public kit', SAVED, 'Public: listed under Kits'],
    ['an unlisted one', { ...SAVED, visibility: 'unlisted' }, 'Anyone with the link can see it'],
    ['an empty one, before anything is in it', BLANK, 'Public: listed under Kits'],
    ['a hidden one', { ...SAVED, isHidden: true }, 'Hidden: nobody else sees it'],
    ['one of a deleted account', { ...SAVED, ended: 'deleted' }, 'Kept on this device only'],
    ['somebody else’s', THEIRS, ''],
  ])('who will see it once it is saved: %s', (_, known, audience) => {
    expect(kitState(known).audience).toBe(audience)
  })
})

function everyState(): KitKnown[] {
  const flags = [
    'isMine',
    'isBlank',
    'isOnServer',
    'isSaved',
    'isSaveWaiting',
    'hasUnsharedChanges',
    'isWaiting',
    'needsAttention',
    'isHidden',
    'hasAccount',
    'isOffline',
    'isInPageOnly',
  ] as const
  let states: KitKnown[] = [SAVED]
  for (const flag of flags) {
    states = states.flatMap((state) => [true, false].map((is) => ({ ...state, [flag]: is })))
  }
  states = states.flatMap((state) =>
    ([null, 'expired', 'suspended', 'deleted'] as const).map((ended) => ({ ...state, ended })),
  )
  states = states.flatMap((state) =>
    (['public', 'unlisted'] as const).map((visibility) => ({ ...state, visibility })),
  )
  return states.filter(isPossible)
}

function isPossible(known: KitKnown): boolean {
  const { isMine, isBlank, isOnServer, isSaved, isWaiting, hasAccount, ended } = known
  const isSaving = known.isSaveWaiting || known.hasUnsharedChanges
  if (isBlank && (!isMine || isOnServer || isSaved || isWaiting || isSaving || known.isHidden))
    return false
  if (isBlank && known.needsAttention) return false
  if (isSaving && !isSaved) return false
  if (known.isSaveWaiting && !isWaiting) return false
  if (!isMine && (!isOnServer || isWaiting || isSaving || known.isHidden)) return false
  if (isMine && !isBlank && !isOnServer && !isWaiting) return false
  if (known.isHidden && !isOnServer) return false
  return hasAccount || (ended === null && !(isMine && isSaved))
}

const ALL = everyState().map((known): [KitKnown, KitState] => [known, kitState(known)])
const saidWhere = (is: (known: KitKnown) => boolean) => ALL.filter(([known]) => is(known))
const textOf = ({ word, sentence, status, badge, audience }: KitState) =>
  [word, sentence, status, badge && say(badge.text), audience].join(' | ')

describe(`whatever a device knows (${ALL.length} states)`, () => {
  test('there are words for it, and they end as sentences do', () => {
    expect(ALL.length).toBeGreaterThan(1_000)
    for (const [known, state] of ALL) {
      expect(state.sentence, JSON.stringify(known)).toMatch(/^[A-Z].*\.$/)
      expect(state.word, JSON.stringify(known)).toMatch(/^[A-Z]/)
      expect(state.status, JSON.stringify(known)).toMatch(/^[A-Z]/)
    }
  })

  test.each<[string, (known: KitKnown) => boolean, RegExp]>([
    [
      'what an administrator hid, or is of a deleted account, is nowhere said to be seen or live',
      ({ isMine, isBlank, isHidden, ended }) =>
        isMine && !isBlank && (isHidden || ended === 'deleted'),
      /\blive\b|anyone|opens for others once/i,
    ],
    [
      'what is on this device alone is not said to be synced or seen',
      ({ isMine, isOnServer }) => isMine && !isOnServer,
      /\band synced\b|^Live|can see the list/i,
    ],
    [
      'what waits here is not said to be synced or in the account',
      ({ isMine, isWaiting }) => isMine && isWaiting,
      /\band synced\b|in your account/i,
    ],
    [
      'what is not shared is not said to be synced',
      ({ hasUnsharedChanges, isHidden, ended }) =>
        hasUnsharedChanges && !isHidden && ended !== 'deleted',
      /\band synced\b/i,
    ],
    [
      'an empty kit is not said to be live or not, and not to have synced',
      ({ isBlank }) => isBlank,
      /\blive\b|and synced|saved and/i,
    ],
    [
      'what is somebody else’s is not said to be saved, hidden or a draft of one’s own',
      ({ isMine }) => !isMine,
      /\bDraft saved\b|\bhidden\b|not shared/i,
    ],
    [
      'of an account that was taken away nothing is promised to be sent',
      ({ ended, isMine }) => isMine && (ended === 'deleted' || ended === 'suspended'),
      /is sent (when|once)|It follows|Copy it now|once something is/i,
    ],
    [
      'with a signal and a session nobody is told to wait for either',
      ({ isOffline, ended }) => !isOffline && ended === null,
      /signal|sign in/i,
    ],
    [
      'a page that stores nothing is not said to keep anything on the device',
      ({ isInPageOnly, isMine }) => isInPageOnly && isMine,
      /(saved|kept) on this device(?! only)/i,
    ],
  ])('%s', (_, is, never) => {
    const states = saidWhere(is)
    expect(states.length).toBeGreaterThan(0)
    const lies = states.filter(([, state]) => never.test(textOf(state)))
    expect(lies.map(([known, state]) => [textOf(state), known]).slice(0, 3)).toEqual([])
  })

  test('only what others can open is called open', () => {
    for (const [known, { isOpen }] of ALL) {
      const isShut = known.isMine && (known.isHidden || known.ended === 'deleted')
      expect(isOpen, JSON.stringify(known)).toBe(known.isOnServer && !isShut)
    }
  })
})
