/**
 * Whether an answer about parts has the shape of shared/catalogue/part.ts, as far as screens rely on it. By
 * hand: the parser of that file is a third of what the part page loads.
 */
import type { PartAnswer, PartHistory, PartOffers, PartsPage } from '#shared/catalogue/part.ts'

import { linkProblem } from '#shared/links.ts'

type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown): value is string => typeof value === 'string'
const isNumber = (value: unknown): value is number => Number.isFinite(value)
const isNumberOrNull = (value: unknown): boolean => value === null || isNumber(value)
const isFlag = (value: unknown): boolean => typeof value === 'boolean'
const isListOf = (value: unknown, is: (one: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every((one) => is(one))

const all = (fields: Fields, names: string, is: (value: unknown) => boolean): boolean =>
  names.split(' ').every((name) => is(fields[name]))

function isOffer(value: unknown): boolean {
  if (!isFields(value) || !isFields(value['cents'])) return false
  const texts =
    'id merchantId merchant basePrice promo promoAmount shipping tax coreCharge availability'
  return (
    all(value, texts, isText) &&
    linkProblem(value['buyLink']) === null &&
    all(value, 'totalPrice asOf', isNumber) &&
    isNumber(value['cents']['base']) &&
    all(value['cents'], 'promo shipping tax core', isNumberOrNull)
  )
}

function isMerchant(value: unknown): boolean {
  return (
    isFields(value) &&
    all(value, 'id name', isText) &&
    all(value, 'isDemo historyAllowed', isFlag) &&
    isNumber(value['maxAgeMs']) &&
    all(value, 'shippingCents freeShippingFromCents', isNumberOrNull)
  )
}

function isSummary(value: unknown): boolean {
  return (
    isFields(value) &&
    all(value, 'id partNumber brand name category image', isText) &&
    isFlag(value['isDemo']) &&
    all(value, 'lowestPrice asOf', isNumberOrNull)
  )
}

function isFit(value: unknown): boolean {
  return (
    isFields(value) && all(value, 'make model', isText) && all(value, 'yearFrom yearTo', isNumber)
  )
}

function isReference(value: unknown): boolean {
  return isFields(value) && all(value, 'partNumber brand', isText) && isFlag(value['isListed'])
}

export function isPart(value: unknown): value is PartAnswer {
  if (!isFields(value)) return false
  if ('choices' in value) return isListOf(value['choices'], isSummary)
  return (
    all(value, 'id partNumber brand name category image task', isText) &&
    isFlag(value['isDemo']) &&
    isFields(value['ratings']) &&
    all(value['ratings'], 'average count', isNumber) &&
    isListOf(value['prices'], isOffer) &&
    isListOf(value['merchants'], isMerchant) &&
    isListOf(value['fits'], isFit) &&
    isListOf(value['crossReferences'], isReference) &&
    isNumberOrNull(value['asOf'])
  )
}

export function isHistory(value: unknown): value is PartHistory {
  return (
    isFields(value) &&
    all(value, 'since until', isNumber) &&
    isListOf(value['withheld'], isText) &&
    isListOf(
      value['merchants'],
      (merchant) =>
        isFields(merchant) &&
        isText(merchant['name']) &&
        isListOf(
          merchant['observations'],
          (seen) => isFields(seen) && all(seen, 'at cents', isNumber),
        ),
    )
  )
}

export function isOffers(value: unknown): value is PartOffers {
  const isEntry = (part: unknown) =>
    part === null ||
    (isFields(part) &&
      all(part, 'partNumber brand name', isText) &&
      isFlag(part['isDemo']) &&
      isListOf(part['prices'], isOffer))
  return (
    isFields(value) && isListOf(value['parts'], isEntry) && isListOf(value['merchants'], isMerchant)
  )
}

export function isPartsPage(value: unknown): value is PartsPage {
  return (
    isFields(value) &&
    isListOf(value['parts'], isSummary) &&
    (value['next'] === null || isText(value['next']))
  )
}
