/** Opens builds this device does not hold yet. */
import { isId, newBuildId } from '#shared/ids.ts'
import { kitScope, MAX_FOLLOWED_KITS } from '#shared/cells/limits.ts'
import { keepAuthor } from './author.ts'
import { findHere, type Found, readBuild, startUnknown } from './builds.ts'
import { readCursors } from '../../sync/receive/cursors.ts'
import { request } from '../../api/request.ts'
import { db } from '../../device/db.ts'
import { env, shownPrincipal } from '../../device/device.ts'
import { reportAnswer } from '../../device/reportError.ts'
import { workIn } from '../../device/work.ts'
import { noteEdit } from '../../device/syncState.ts'
import { forkInto } from '../../sync/write/fork.ts'
import { written } from '../../sync/write/writeQueue.ts'
import { syncNow } from '../../sync/send/sync.ts'
import { fieldOf } from '#shared/cells/cells.ts'
import { getMeta, putMeta } from '../../device/store.ts'

/**
 * Opens a build, also by a bound name: from this device, else from the server. With `mayStart`, an
 * id nobody has becomes a blank build of this device.
 */
export async function openBuild(
  buildId: string,
  { mayStart }: { mayStart: boolean },
): Promise<Found> {
  const here = buildId.includes('?')
    ? await (await import('./linkMark.ts')).findBoundHere(buildId)
    : await findHere(buildId)
  if (here) return { kind: 'here', kitId: here }
  const found = await fetchKitId(buildId)
  if (found.kind === 'here') return follow(found.kitId)
  const started = found.kind === 'notFound' && mayStart ? await startUnknown(buildId) : null
  return started ? { kind: 'here', kitId: started } : found
}

/** Same interval as screens that poll for a missing build. */
const ANSWERED_AGAIN_MS = 30_000

/**
 * Opens a build that came rendered with the page. People can read it meanwhile, so failures are
 * retried and only a server answer ends the loop: lost signal takes no list away.
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
  // Edits typed a moment ago belong in the copy too.
  await written()
  const { isBlank, isGone } = await readBuild(original.kitId, from)
  if (isBlank || isGone) return { kind: 'notFound' }
  const principal = shownPrincipal()
  const kitId = await env.store.transact(async (tx) => {
    // Another tab, or a reload of this address, may have copied it.
    const made = fieldOf(await getMeta(tx, `drawn:${buildId}`), 'kitId')
    if (isId(made) && (await tx.get('pending', [principal, 'kit', made]))) return made
    const own = made === undefined ? buildId : newBuildId(env.random)
    return (await workIn(tx, env, (work) => forkInto(work, original.kitId, own), principal)).kitId
  })
  noteEdit()
  return { kind: 'here', kitId }
}

async function fetchKitId(id: string): Promise<Found> {
  const name = encodeURIComponent(id).replace('%3Fk%3D', '?k=')
  const path = (isId(id) ? '/api/kits/' : '/api/kits/by-build-id/') + name
  const answered = await request(path, { timeoutMs: 10_000, isQuiet: true })
  const { isOk, status } = answered
  const answer = answered.json()
  // Only our server knows that there is none; a proxy's 404 is a page. Links may be old or mistyped.
  if (fieldOf(answer, 'code') === 'not_found') return { kind: 'notFound' }
  if (status !== 0 && status !== 404 && !isOk) {
    reportAnswer('GET', path, status, '')
    return { kind: 'failed' }
  }
  if (answer === undefined) return { kind: 'offline' }
  const [kitId, author] = ['id', 'author'].map((name) => fieldOf(fieldOf(answer, 'kit'), name))
  if (!isId(kitId)) return { kind: 'failed' }
  // A failed write here must not keep the list from opening.
  if (typeof author === 'string') await keepAuthor(kitId, author).catch(() => undefined)
  return { kind: 'here', kitId }
}

/** Starts to pull what others write into a kit of this device, such as comments. */
export async function followHere(kitId: string): Promise<void> {
  const cursors = await env.store.transact((tx) => readCursors(tx, shownPrincipal()))
  if (cursors[kitScope(kitId)] === undefined) await follow(kitId)
}

/** Adds the kit's scope to the cursors, and pulls it for the first time. */
async function follow(kitId: string): Promise<Found> {
  const principal = shownPrincipal()
  await env.store.transact(async (tx) => {
    const { [kitScope(kitId)]: _known, ...others } = await readCursors(tx, principal)
    const followed = Object.keys(others).filter((scope) => scope.startsWith('k:'))
    for (const scope of followed.slice(0, Math.max(0, followed.length + 1 - MAX_FOLLOWED_KITS))) {
      delete others[scope]
    }
    await putMeta(tx, `cursors:${principal}`, { ...others, [kitScope(kitId)]: 0 })
  })
  await syncNow()
  const isThere = await db.rows.get([principal, 'kit', kitId])
  return isThere ? { kind: 'here', kitId } : { kind: 'failed' }
}
