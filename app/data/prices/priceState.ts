/**
 * Words for the price state of a part, or of all parts of a kit, on every screen. One function; an
 * empty cache says nothing about what merchants have.
 */
import { t } from '#shared/words/words.ts'

export interface PriceKnown {
  /** Progress of asking the server since the screen opened. */
  asking: 'notAsked' | 'asking' | 'answered' | 'failed'
  isOffline: boolean
  /** Without a part number there is nothing to ask. */
  hasNumber: boolean
  /** This device has an answer for the part, from now or before. */
  isPartKnown: boolean
  /** Summary of that answer: `stale` when every offer is too old for today's price. */
  offers: 'none' | 'soldOut' | 'stale' | 'fresh'
  /** All remaining offers are from excluded shops. */
  isLeftOut: boolean
}

export type PriceStateKind =
  /** Asked now, with today's offers. */
  | 'known'
  /** Asked now, with old offers only. */
  | 'stale'
  /** Not asked now: offers are from before. */
  | 'kept'
  | 'asking'
  /** Nothing cached, and no answer. */
  | 'notHere'
  /** No answer now, and the earlier one had no offers. */
  | 'noneThen'
  | 'notInCatalogue'
  | 'noneHasIt'
  | 'soldOut'
  | 'noNumber'
  | 'leftOut'

export interface PriceState {
  kind: PriceStateKind
  /** Next to a part's name, '' when its prices need no word. */
  word: string
  /** In a place of its own, '' likewise. */
  sentence: string
}

/**
 * The only place that puts a part's price state into words.
 * @param lastGot time of the last answer, such as "today at 09:30"; '' to leave it out
 */
export function priceState(known: PriceKnown, lastGot = ''): PriceState {
  const kind = kindOf(known)
  const [word, sentence] = wordsOf(kind, lastGot)
  const why = WITHOUT_ANSWER.has(kind) ? whyNotAsked(known) : ''
  return { kind, word, sentence: why + sentence }
}

const WITHOUT_ANSWER: ReadonlySet<PriceStateKind> = new Set(['kept', 'notHere', 'noneThen'])

function wordsOf(kind: PriceStateKind, when: string): [word: string, sentence: string] {
  switch (kind) {
    case 'known':
      return ['', '']
    case 'stale':
      return [t('old prices'), t('Merchants have not said newer prices.')]
    case 'kept': {
      const sentence = when
        ? t('These are the prices this device last got, {when}.', { when })
        : t('These are the prices this device last got.')
      return [t('saved prices'), sentence]
    }
    case 'asking':
      return [t('asking'), t('Asking for prices.')]
    case 'notHere':
      return [t('no prices here yet'), t('This device has no prices yet.')]
    case 'noneThen': {
      const sentence = when
        ? t('No merchant had a price in dollars when this device last asked, {when}.', { when })
        : t('No merchant had a price in dollars when this device last asked.')
      return [t('no price in dollars when last asked'), sentence]
    }
    case 'notInCatalogue': {
      const sentence = t(
        'Not in the catalogue. Part number and manufacturer have to be those of the catalogue.',
      )
      return [t('not in the catalogue'), sentence]
    }
    case 'noneHasIt': {
      const sentence = t('No merchant has a price in dollars for this part right now.')
      return [t('no price in dollars'), sentence]
    }
    case 'soldOut':
      return [t('nobody has it in stock'), t('Nobody has it in stock right now.')]
    case 'noNumber':
      return [t('no part number'), t('Without a part number no prices can be found.')]
    case 'leftOut':
      return [t('only at shops you left out'), t('Only shops that you left out have it.')]
  }
}

function kindOf(known: PriceKnown): PriceStateKind {
  const { asking, offers, isPartKnown } = known
  if (!known.hasNumber) return 'noNumber'
  const hasOffers = isPartKnown && (offers === 'fresh' || offers === 'stale')
  if (hasOffers && known.isLeftOut) return 'leftOut'
  if (asking === 'asking' && !hasOffers) return 'asking'
  if (hasOffers && asking === 'answered') return offers === 'stale' ? 'stale' : 'known'
  if (hasOffers) return 'kept'
  if (asking !== 'answered') return isPartKnown ? 'noneThen' : 'notHere'
  if (!isPartKnown) return 'notInCatalogue'
  return offers === 'soldOut' ? 'soldOut' : 'noneHasIt'
}

function whyNotAsked({ asking, isOffline }: PriceKnown): string {
  if (asking !== 'failed') return ''
  return `${isOffline ? t('No signal.') : t('New prices did not come.')} `
}

export interface PricesState {
  title: string
  sentence: string
}

/**
 * Why a kit has nothing to buy: none of its wanted parts has offers.
 * @param parts empty when nothing is wanted
 */
export function noOffersState(parts: readonly PriceKnown[], hasParts: boolean): PricesState {
  const states = parts.map((known) => priceState(known))
  const [first] = states
  if (!first) {
    const sentence = hasParts
      ? t('You have everything in this kit.')
      : t('This kit has no parts yet.')
    return { title: t('Nothing to buy'), sentence }
  }
  const is = (kind: PriceStateKind) => states.find((state) => state.kind === kind)
  // One part without an answer leaves the whole kit unknown.
  const open = is('asking') ?? is('notHere') ?? is('noneThen')
  if (open) return { title: t('No prices yet'), sentence: open.sentence }
  const isSame = states.every(({ kind }) => kind === first.kind)
  const sentence = t('No merchant is known to sell one of these parts in dollars now.')
  return { title: t('No offers'), sentence: isSame ? first.sentence : sentence }
}
