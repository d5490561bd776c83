/** Opening builds that this device does not hold yet. */
import type { Json } from '#shared/sync/cells.ts'
import type { Found } from './builds.ts'

import { isId, newBuildId } from '#shared/ids.ts'
import { kitScope, MAX_FOLLOWED_KITS } from '#shared/sync/limits.ts'
import { keepAuthor } from './author.ts'
import { findHere, readBuild, startUnknown } from './builds.ts'
import { readCursors } from '../../sync/receive/cursors.ts'
import { db } from '../../device/db.ts'
import { env, principal } from '../../device/device.ts'
import { reportAnswer } from '../../device/reportError.ts'
import { OpenClock, readDevice } from '../../device/clock.ts'
import { noteEdit } from '../../device/syncState.ts'
import { forkInto } from '../../sync/write/fork.ts'
import { written } from '../../sync/write/pump.ts'
import { syncNow } from '../../sync/send/sync.ts'
import { fieldOf } from '#shared/sync/cells.ts'

/**
 * Opens a build, also by a bound name: from this device, else from the server. An id nobody has becomes a blank build
 * of this device when `mayStart` says so.
 */
export async function openBuild(
  buildId: string,
  { mayStart }: { mayStart: boolean },
): Promise<Found> {
  const here = buildId.includes('?')
    ? await (await import('./linkMark.ts')).findBoundHere(buildId)
    : await findHere(buildId)
  if (here) return { kind: 'here', kitId: here }
  const found = await fetchKitId(buildId, mayStart)
  if (found.kind === 'here') return follow(found.kitId)
  const started = found.kind === 'notFound' && mayStart ? await startUnknown(buildId) : null
  return started ? { kind: 'here', kitId: started } : found
}

/** As seldom as the screens look again for what is not there. */
const ANSWERED_AGAIN_MS = 30_000

/**
 * Opens a build that the page itself came with. It can be read meanwhile, so what fails is tried
 * again, and only an answer of the server ends it: a signal that is lost takes no list away.
 */
export async function openAnswered(buildId: string): Promise<Found> {
  for (;;) {
    const found = await openBuild(buildId, { mayStart: false }).catch(() => null)
    if (found?.kind === 'here' || found?.kind === 'notFound') return found
    await new Promise((resolve) => {
      addEventListener('online', resolve, { once: true })
      setTimeout(resolve, ANSWERED_AGAIN_MS)
    })
  }
}

/** Copies the build `from`, once, under the id `buildId`. */
export async function customize(buildId: string, from: string): Promise<Found> {
  const original = await openBuild(from, { mayStart: false })
  if (original.kind !== 'here') return original
  // What was typed into it a moment ago belongs to the copy too.
  await written()
  const { isBlank, isGone } = await readBuild(original.kitId, from)
  if (isBlank || isGone) return { kind: 'notFound' }
  const p = principal()
  const kitId = await env.store.transact(async (tx) => {
    // Another tab, or this address read a second time, may have made it.
    const made = fieldOf(await tx.getMeta(`drawn:${buildId}`), 'kitId')
    if (isId(made) && (await tx.getPending(p, 'kit', made))) return made
    const { node } = await readDevice(tx)
    const clock = await OpenClock.open(tx, node, env.now())
    const own = made === undefined ? buildId : newBuildId(env.random)
    const fork = await forkInto(tx, env, clock, p, original.kitId, own)
    await clock.close()
    return fork.kitId
  })
  noteEdit()
  return { kind: 'here', kitId }
}

async function fetchKitId(id: string, mayBeNew: boolean): Promise<Found> {
  const name = encodeURIComponent(id).replace('%3Fk%3D', '?k=')
  const path = (isId(id) ? '/api/kits/' : '/api/kits/by-build-id/') + name
  try {
    const response = await fetch(path, {
      credentials: 'include',
      signal: AbortSignal.timeout(10_000),
    })
    const { ok, status } = response
    if (!ok && !(status === 404 && mayBeNew)) {
      reportAnswer('GET', path, status, status === 404 ? 'Parts list not found' : '')
    }
    if (!ok && status !== 404) return { kind: 'failed' }
    const answer = (await response.json()) as Json
    // Only our own server knows that there is none; a proxy's 404 is a page.
    if (fieldOf(answer, 'code') === 'not_found') return { kind: 'notFound' }
    const [kitId, author] = ['id', 'author'].map((name) => fieldOf(fieldOf(answer, 'kit'), name))
    if (!isId(kitId)) return { kind: 'failed' }
    // Where it is not kept the list opens all the same.
    if (typeof author === 'string') await keepAuthor(kitId, author).catch(() => undefined)
    return { kind: 'here', kitId }
  } catch {
    return { kind: 'offline' }
  }
}

/** From now on pulls what others write into a kit of this device, such as comments. */
export async function followHere(kitId: string): Promise<void> {
  const cursors = await env.store.transact((tx) => readCursors(tx, principal()))
  if (cursors[kitScope(kitId)] === undefined) await follow(kitId)
}

/** From now on pulls what changes in a kit, and gets it for the first time. */
async function follow(kitId: string): Promise<Found> {
  const p = principal()
  await env.store.transact(async (tx) => {
    const { [kitScope(kitId)]: _known, ...others } = await readCursors(tx, p)
    const followed = Object.keys(others).filter((scope) => scope.startsWith('k:'))
    for (const scope of followed.slice(0, Math.max(0, followed.length + 1 - MAX_FOLLOWED_KITS))) {
      delete others[scope]
    }
    await tx.putMeta(`cursors:${p}`, { ...others, [kitScope(kitId)]: 0 })
  })
  await syncNow()
  const isThere = await db.rows.get([p, 'kit', kitId])
  return isThere ? { kind: 'here', kitId } : { kind: 'failed' }
}
