/** Original of a copied kit, as far as this device knows and may know. */
import { useEffect, useState } from 'react'

import type { Kind } from '#shared/kinds/schema.ts'

import { isId } from '#shared/ids.ts'
import { isNamed, type Kit, kitTitle } from '#shared/kinds/kit.ts'
import { useLiveQuery } from '../../device/useLiveQuery.ts'
import { callApi } from '../../api/api.ts'
import { type Build, type Found, readBuild } from './builds.ts'
import { db } from '../../device/db.ts'
import { shownPrincipal } from '../../device/device.ts'
import { useSync } from '../../device/syncState.ts'
import { fieldOf, type Json } from '#shared/cells/cells.ts'

export interface Original {
  /** Kit id, which opens it. */
  id: string
  /** Its name, '' for none; null when unknown here. */
  name: string | null
  /** Username of its owner; null when unknown or not shown. */
  author: string | null
}

/**
 * Original of a kit. The copy's owner has its id; everybody else asks the server, which names
 * listed kits only.
 * @returns null for a kit that is no copy, and until something is known
 */
export function useOriginal({ kit, isMine, isLive }: Build): Original | null {
  const principal = shownPrincipal()
  const own = useLiveQuery(
    () => (isMine ? readOrigin(principal, kit.id) : null),
    [principal, kit.id, isMine],
  )
  const [told, setTold] = useState<Original | null>(null)
  const isOnline = useSync((sync) => sync.isOnline)
  const isAsked = isLive && isOnline && (!isMine || (own !== undefined && own !== null))
  useEffect(() => {
    if (!isAsked) return
    let isCurrent = true
    const path = `/api/kits/${kit.id}/lineage`
    callApi('GET', path).then(
      (answer) => isCurrent && setTold(originalIn(answer)),
      // Without an answer, this device's own knowledge stands.
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [kit.id, isAsked])
  if (!own) return isMine ? null : told
  return { ...own, name: own.name ?? told?.name ?? null, author: told?.author ?? null }
}

async function readOrigin(principal: string, kitId: string): Promise<Original | null> {
  const key = [principal, 'kit', kitId] as [string, Kind, string]
  const [row, pending] = await Promise.all([db.rows.get(key), db.pending.get(key)])
  const fork = pending?.cells['fork'] ?? row?.cells['fork']
  const id = fieldOf(fork?.[0], 'from')
  if (!isId(id)) return null
  const original = await readBuild(id, '', principal)
  const isHere = !original.isBlank && !original.isGone
  return { id, name: isHere ? kitTitle(original.shared, '') : null, author: null }
}

function originalIn(answer: Json): Original | null {
  const original = fieldOf(answer, 'original')
  const [id, name, author] = ['kitId', 'name', 'author'].map((field) => fieldOf(original, field))
  if (!isId(id) || typeof name !== 'string') return null
  return { id, name: isNamed(name) ? name : '', author: typeof author === 'string' ? author : null }
}

/** Reads the kit an original's link shows: from this device, else from the server. */
export async function openOriginal(id: string): Promise<Kit | Exclude<Found['kind'], 'here'>> {
  const { openBuild } = await import('./openBuild.ts')
  const found = await openBuild(id, { mayStart: false })
  if (found.kind !== 'here') return found.kind
  const original = await readBuild(found.kitId, '')
  return original.isGone || original.isBlank ? 'notFound' : original.shared
}
