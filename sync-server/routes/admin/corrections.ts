import type { Deps } from '../guards/deps.ts'
import type { Editing } from '../../corrections/editing.ts'

import Router from '@koa/router'
import { z } from 'zod'

import { MAX_LINK_LENGTH, linkProblem } from '#shared/links.ts'
import { parseCents } from '#shared/money/money.ts'
import { PART_FIELDS } from '#shared/catalogue/correction.ts'
import { PART_LIMITS } from '#shared/catalogue/part.ts'
import { MAX_BRAND, MAX_PART_NUMBER, partNumberKey } from '#shared/catalogue/partNumber.ts'
import { MAX_SEARCH } from '#shared/catalogue/partSearch.ts'
import { Problem, sentenceOf } from '#shared/problem.ts'
import { t } from '#shared/words/words.ts'
import { editPart } from '../../corrections/editing.ts'
import {
  addFact,
  FITS,
  referenceOf,
  REFERENCES,
  removeFact,
  takeBackFact,
} from '../../corrections/facts.ts'
import { setFields } from '../../corrections/fields.ts'
import {
  editMerchant,
  letMerchantIn,
  listDeskMerchants,
  mergeMerchants,
  removeMerchant,
  renameMerchant,
  setMerchantHidden,
} from '../../corrections/merchants.ts'
import { correctOffer, removeOffer, takeBackOffer } from '../../corrections/offers.ts'
import {
  listDeskParts,
  listRemoved,
  PART_STATES,
  readDeskPart,
} from '../../corrections/readDesk.ts'
import {
  letPartIn,
  mergeParts,
  removePart,
  separate,
  setPartHidden,
} from '../../corrections/wholeParts.ts'
import { requireAdmin } from '../guards/actor.ts'
import { readJson } from '../../http/body.ts'
import { oneLine as words } from '../../http/texts.ts'
import { adminList, yesOrNo } from './adminList.ts'

const MAX_EDIT_BYTES = 16 * 1024

const some = (max: number) => words(max).refine((text) => text !== '', sentenceOf('empty'))
const id = z.string().regex(/^\d{1,18}$/, 'not an id')
const merchantId = z
  .string()
  .regex(/^\d{1,9}$/, 'not an id')
  .transform(Number)
const amount = z
  .string()
  .max(20, 'at most 20 characters')
  .transform((text, ctx) => {
    const read = parseCents(text)
    if ('cents' in read) return read.cents
    ctx.addIssue({ code: 'custom', message: sentenceOf(read.problem) })
    return z.NEVER
  })
const price = amount.refine((cents) => cents > 0, '0 is no price')
const link = words(MAX_LINK_LENGTH).refine(
  (text) => linkProblem(text) === null,
  sentenceOf('invalid_link'),
)
const year = z.int('a whole year').min(1_900, 'a year from 1900').max(2_030, 'a year to 2030')

const lettered = (max: number) =>
  some(max).refine((text) => partNumberKey(text) !== '', 'it has neither letter nor digit')
const number = lettered(MAX_PART_NUMBER)
const reference = z.object({ partNumber: number, brand: words(MAX_BRAND).default('') })
const fit = z
  .object({ make: some(60), model: some(60), yearFrom: year, yearTo: year })
  .refine(({ yearFrom, yearTo }) => yearTo >= yearFrom, {
    path: ['yearTo'],
    error: () => t('it is before yearFrom'),
  })
const named = z.object({ partNumber: number, brand: some(MAX_BRAND) })

const VALUES = {
  name: some(PART_LIMITS.name),
  partNumber: number,
  brand: lettered(MAX_BRAND),
  category: words(PART_LIMITS.category),
  image: link,
  retailerNumber: words(MAX_PART_NUMBER),
}

const partBody = z.discriminatedUnion('action', [
  z.object({ action: z.literal('correct'), values: z.object(VALUES).partial() }),
  z.object({ action: z.literal('takeBackField'), field: z.enum(PART_FIELDS) }),
  z.object({ action: z.enum(['hide', 'show', 'remove']) }),
  z.object({ action: z.literal('merge'), into: id }),
  z.object({ action: z.literal('separate'), ...named.shape }),
  z.object({ action: z.enum(['addReference', 'removeReference']), reference }),
  z.object({ action: z.enum(['addFit', 'removeFit']), fit }),
  z.object({ action: z.literal('changeFit'), fit, to: fit }),
  z.object({
    action: z.literal('takeBack'),
    kind: z.enum(['reference', 'fit', 'offer'], 'reference, fit or offer'),
    key: words(400),
  }),
  z.object({
    action: z.literal('correctOffer'),
    merchantId,
    price: price.optional(),
    shipping: z.union([z.literal('').transform(() => null), amount]).optional(),
    availability: words(PART_LIMITS.availability).optional(),
    link: link.optional(),
  }),
  z.object({ action: z.literal('removeOffer'), merchantId }),
])

const merchantBody = z.discriminatedUnion('action', [
  z.object({ action: z.literal('rename'), name: lettered(PART_LIMITS.merchant) }),
  z.object({ action: z.enum(['takeBackName', 'hide', 'show', 'remove']) }),
  z.object({ action: z.literal('merge'), into: z.string().regex(/^\d{1,9}$/, 'not an id') }),
])

const removedBody = z.union([z.object({ merchant: some(200) }), named])

const partsQuery = z.object({
  q: words(MAX_SEARCH).default(''),
  state: z.enum(PART_STATES, 'all, hidden or corrected').default('all'),
  merchant: z
    .string()
    .regex(/^\d{0,9}$/, 'not an id')
    .default(''),
  after: id.optional(),
})
const merchantsQuery = z.object({
  q: words(PART_LIMITS.merchant).default(''),
  after: words(200).optional(),
})
const removedQuery = z.object({ after: words(400).optional() })

const nothing = () => new Problem('not_found', 404, t('There is no such part.'))

/** Operators' corrections of the catalogue. */
export function correctionsRoutes(deps: Deps): Router {
  const router = new Router()
  const { db, now } = deps
  const editing = (actor: string): Editing => ({ db, now: now(), actor })

  adminList(router, deps, '/api/admin/catalogue/parts', {
    query: partsQuery,
    file: 'parts',
    read: (query, after = query.after, most) => listDeskParts(db, { ...query, after }, most),
    rows: ({ parts }) => parts,
    columns: [
      ...(['id', 'partNumber', 'brand', 'name', 'category'] as const),
      ['hidden', ({ isHidden }) => yesOrNo(isHidden)],
      'corrections',
    ],
  })

  router.get('/api/admin/catalogue/parts/:partId', async (ctx) => {
    await requireAdmin(ctx, deps)
    const part = await readDeskPart(db, ctx['params']['partId'] ?? '')
    if (!part) throw nothing()
    ctx.body = part
  })

  router.post('/api/admin/catalogue/parts/:partId', async (ctx) => {
    const { user } = await requireAdmin(ctx, deps)
    const body = partBody.parse(await readJson(ctx, MAX_EDIT_BYTES))
    const partId = ctx['params']['partId'] ?? ''
    await editPartBy(editing(user.id), partId, body)
    // Null after a merge or removal.
    ctx.body = { part: await readDeskPart(db, partId) }
  })

  adminList(router, deps, '/api/admin/catalogue/removed', {
    query: removedQuery,
    file: 'removed',
    read: (_, after) => listRemoved(db, after),
    rows: ({ parts }) => parts,
    columns: [
      ...(['partNumber', 'brand', 'name', 'by'] as const),
      ['at', ({ at }) => new Date(at).toISOString()],
    ],
  })

  router.post('/api/admin/catalogue/removed', async (ctx) => {
    const { user } = await requireAdmin(ctx, deps)
    const body = removedBody.parse(await readJson(ctx, MAX_EDIT_BYTES))
    if ('merchant' in body) await letMerchantIn(editing(user.id), body.merchant)
    else await letPartIn(editing(user.id), body)
    ctx.status = 204
  })

  adminList(router, deps, '/api/admin/catalogue/merchants', {
    query: merchantsQuery,
    file: 'merchants',
    read: (query, after = query.after) => listDeskMerchants(db, { ...query, after }),
    rows: ({ merchants }) => merchants,
    columns: [
      'id',
      'name',
      ['inSources', ({ said, name }) => said ?? name],
      ['hidden', ({ isHidden }) => yesOrNo(isHidden)],
    ],
  })

  router.post('/api/admin/catalogue/merchants/:merchantId', async (ctx) => {
    const { user } = await requireAdmin(ctx, deps)
    const body = merchantBody.parse(await readJson(ctx, MAX_EDIT_BYTES))
    await editMerchant(editing(user.id), ctx['params']['merchantId'] ?? '', (hand, merchant) => {
      switch (body.action) {
        case 'rename':
          return renameMerchant(hand, merchant, body.name)
        case 'takeBackName':
          return renameMerchant(hand, merchant, null)
        case 'hide':
        case 'show':
          return setMerchantHidden(hand, merchant, body.action === 'hide')
        case 'remove':
          return removeMerchant(hand, merchant)
        case 'merge':
          return mergeMerchants(hand, merchant, body.into)
      }
    })
    ctx.status = 204
  })

  return router
}

async function editPartBy(
  by: Editing,
  partId: string,
  body: z.infer<typeof partBody>,
): Promise<void> {
  if (body.action === 'merge') return mergeParts(by, partId, body.into)
  return editPart(by, partId, async (hand, part) => {
    switch (body.action) {
      case 'correct':
        return setFields(hand, part, body.values)
      case 'takeBackField':
        return setFields(hand, part, { [body.field]: null })
      case 'hide':
      case 'show':
        return setPartHidden(hand, part, body.action === 'hide')
      case 'remove':
        return removePart(hand, part)
      case 'separate':
        return separate(hand, part, body)
      case 'addReference':
        return addFact(hand, part, REFERENCES, referenceOf(body.reference), 'reference')
      case 'removeReference':
        return removeFact(hand, part, REFERENCES, referenceOf(body.reference), 'reference')
      case 'addFit':
        return addFact(hand, part, FITS, body.fit, 'fit')
      case 'removeFit':
        return removeFact(hand, part, FITS, body.fit, 'fit')
      case 'changeFit': {
        const { details: before } = await removeFact(hand, part, FITS, body.fit, 'fit')
        const { action, details } = await addFact(hand, part, FITS, body.to, 'to')
        return { action, details: { ...before, ...details } }
      }
      case 'takeBack':
        if (body.kind === 'offer') return takeBackOffer(hand, part, body.key)
        return body.kind === 'fit'
          ? takeBackFact(hand, part, FITS, body.key)
          : takeBackFact(hand, part, REFERENCES, body.key)
      case 'correctOffer': {
        const { price: baseCents, shipping: shippingCents, availability, link: to } = body
        const wish = { baseCents, shippingCents, availability, link: to }
        return correctOffer(hand, part, body.merchantId, wish)
      }
      case 'removeOffer':
        return removeOffer(hand, part, body.merchantId)
    }
  })
}
