/** Sign-in, and which drafts of this device come along. */
import type { AccountUser, LoginForm } from '#shared/account.ts'
import type { SecondProof } from '#shared/secondFactor.ts'
import type { Build } from '../kits/open/builds.ts'

import { isBlankLine, type Kit, kitTitle } from '#shared/kinds/kit.ts'
import { isBlankStep } from '#shared/kinds/step.ts'
import { vehicleTitle } from '#shared/vehicles/vehicle.ts'
import { t } from '#shared/words/words.ts'
import { ApiError, callApi } from '../api/api.ts'
import { enterAccount } from './enterAccount.ts'
import { ENTRANCE } from './entrance.ts'
import { keepStored, readStored } from '../device/readStored.ts'
import { db } from '../device/db.ts'
import { devicePrincipal, env, openDevice, setSignedIn, signedIn } from '../device/device.ts'
import { readOwnBuilds } from '../kits/index/ownBuilds.ts'
import { settled } from '../sync/write/writeQueue.ts'
import { putSession, readSession, showSession, type StoredAccount } from '../device/session.ts'
import { noteEdit, useSync } from '../device/syncState.ts'
import { fieldOf, type Json } from '#shared/cells/cells.ts'

export { unsentCount } from './unsent.ts'

/** An anonymous draft of this device. */
export interface DraftKit {
  kitId: string
  buildId: string
  title: string
  vehicle: string
  task: string
  lineCount: number
}

export interface SignIn {
  user: AccountUser
  /** Drafts that could come along; untouched ones are left out. */
  drafts: DraftKit[]
  /** Signs in on this device and moves these kits along. */
  complete(kitIds: readonly string[]): Promise<void>
}

/** Second factor, once the server asked for it. */
type Proved<Form> = Form & { second?: SecondProof }

export type SignInForm = Proved<LoginForm>
/** Secret of the mailed link, and the account's password: current or new. */
export type ConfirmForm = Proved<
  { token: string } & ({ password: string } | { newPassword: string })
>

/** Requests a session. Nothing changes on this device before `complete`. @throws ApiError */
export function signIn(form: SignInForm): Promise<SignIn> {
  return askIn('/api/auth/login', form)
}

/**
 * Confirms a mailed address, which signs in like a login and revokes all earlier sessions. Null
 * when somebody else is signed in on this device, and stays so.
 * @throws ApiError
 */
export async function confirmEmail(form: ConfirmForm): Promise<SignIn | null> {
  const answer = await askIn(VERIFY, form)
  const shown = signedIn()
  if (!shown) return answer
  keepStored(sessionStorage, ENTRANCE, null)
  // Drafts were offered when this account first signed in here.
  if (shown.user.id === answer.user.id) return { ...answer, drafts: [] }
  await answer.decline()
  return null
}

const VERIFY = '/api/auth/verify-email'

interface Entrance extends SignIn {
  /** Revokes the unused session. */
  decline(): Promise<void>
}

async function askIn(path: string, form: SignInForm | ConfirmForm): Promise<Entrance> {
  const device = await openDevice()
  // A known device is not counted among password guessers.
  const headers = { 'X-Device-Key': device.secret }
  const answer = await callApi('POST', path, form, headers)
  const token = fieldOf(answer, 'token')
  const user = userOf(fieldOf(answer, 'user'))
  if (typeof token !== 'string' || !user) throw new ApiError(0, 'not an answer of ours', undefined)
  const entrance = await standBefore(token, user)
  // The drafts question may stay open long enough for a reload, which else asks for the password.
  if (entrance.drafts.length > 0) keepStored(sessionStorage, ENTRANCE, { path, token, user })
  return entrance
}

/**
 * Login whose question about drafts was open when the page reloaded; else null.
 * @param way `verifying` for one that confirmed an address only
 */
export async function resumeSignIn(way: 'any' | 'verifying'): Promise<SignIn | null> {
  const kept = readStored(sessionStorage, ENTRANCE) as Json
  if (way === 'verifying' && fieldOf(kept, 'path') !== VERIFY) return null
  const token = fieldOf(kept, 'token')
  const user = userOf(fieldOf(kept, 'user'))
  if (typeof token !== 'string' || !user || signedIn()?.isExpired === false) return null
  await openDevice()
  return standBefore(token, user)
}

/** A session the server issued, stored only once the drafts are decided. */
async function standBefore(token: string, user: AccountUser): Promise<Entrance> {
  await settled()
  return {
    user,
    drafts: await readDrafts(),
    async complete(kitIds) {
      await enter({ token, user, isExpired: false }, kitIds)
      keepStored(sessionStorage, ENTRANCE, null)
    },
    async decline() {
      const mine = { Authorization: `Bearer ${token}` }
      // Without an answer nobody holds the session, and it expires.
      await callApi('POST', '/api/auth/logout', undefined, mine).catch(() => undefined)
    },
  }
}

async function enter(account: StoredAccount, kitIds: readonly string[]): Promise<void> {
  await settled()
  const epoch = await env.store.transact((tx) => enterAccount(tx, env, account, kitIds))
  show({ epoch, account })
  useSync.setState({ isSignedOut: false })
  noteEdit()
}

function show(session: { epoch: number; account: StoredAccount }): void {
  showSession(session)
  setSignedIn(session.account)
}

/** Refetches the account, after its address or its requests changed. @throws ApiError */
export async function refreshAccount(): Promise<void> {
  const before = signedIn()
  if (!before) return
  const user = userOf(await callApi('GET', '/api/auth/user'))
  if (!user || user.id !== before.user.id) return
  const { ended: _ended, ...rest } = before
  const account = { ...rest, user, isExpired: false }
  const epoch = await store(account)
  if (epoch !== null) show({ epoch, account })
}

/** @returns its epoch; null when somebody signed out or in meanwhile, and nothing was stored */
async function store(account: StoredAccount): Promise<number | null> {
  return env.store.transact(async (tx) => {
    const session = await readSession(tx)
    if (session.account?.token !== account.token) return null
    await putSession(tx, { ...session, account })
    return session.epoch
  })
}

/** `adoptToken` during a visit: this page's rows and edits are not that account's. */
export async function adoptLater(token: string): Promise<void> {
  await adoptToken(token)
  if (!signedIn()) return
  await settled()
  location.reload()
}

/** Signs in with a token another program put into localStorage; removes an invalid one. */
export async function adoptToken(token: string): Promise<void> {
  const leaving = await db.calls.where('kind').equals('logout').toArray()
  // The page died during sign-out.
  if (leaving.some((call) => call.body === token)) return localStorage.removeItem('authToken')
  try {
    const user = userOf(await callApi('GET', '/api/auth/user'))
    const isStill = localStorage.getItem('authToken') === token
    if (user && isStill) await enter({ token, user, isExpired: false }, [])
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) localStorage.removeItem('authToken')
  }
}

function userOf(value: Json | undefined): AccountUser | null {
  const isUser = ['id', 'username', 'email'].every(
    (name) => typeof fieldOf(value, name) === 'string',
  )
  return isUser ? (value as unknown as AccountUser) : null
}

async function readDrafts(): Promise<DraftKit[]> {
  const builds = await readOwnBuilds(devicePrincipal())
  return builds.filter(isWrittenInto).map(({ kit }) => ({
    kitId: kit.id,
    buildId: kit.buildId,
    title: kitTitle(kit, t('Untitled draft')),
    vehicle: kit.vehicle ? vehicleTitle(kit.vehicle) : '',
    task: kit.task,
    lineCount: countLines(kit),
  }))
}

const countLines = ({ lines }: Kit) => lines.filter((line) => !isBlankLine(line)).length

/** A draft, or a row of the job sheet, counts as work too. */
function isWrittenInto({ kit, isUnfinished }: Build): boolean {
  const { name, vehicle, task, notes, steps } = kit
  const isFilled = vehicle !== null || [name, task, notes].some((text) => text !== '')
  return isFilled || countLines(kit) > 0 || steps.some((step) => !isBlankStep(step)) || isUnfinished
}
