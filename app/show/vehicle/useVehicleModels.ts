import { useCallback, useEffect, useState } from 'react'

import type { VehicleModels } from '#shared/vehicles/makes.ts'

import { fieldOf } from '#shared/cells/cells.ts'
import { request } from '../../data/api/request.ts'
import { delay } from '../../data/device/delay.ts'
import { useSync } from '../../data/device/syncState.ts'

const RETRIES = 2
const RETRY_AFTER_MS = 1_000
const TIMEOUT_MS = 10_000

/**
 * Models of all makes, cached with the installed app, so available offline.
 * @param isWanted whether they are needed yet
 */
export function useVehicleModels(isWanted = true) {
  const [models, setModels] = useState<VehicleModels | null>(null)
  const [isFailed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (!isWanted) return
    let isCurrent = true
    load().then(
      (data) => isCurrent && setModels(data),
      () => isCurrent && setFailed(true),
    )
    return () => {
      isCurrent = false
    }
  }, [attempt, isWanted])
  const retry = useCallback(() => {
    setFailed(false)
    setAttempt((count) => count + 1)
  }, [])
  return { models, isFailed, retry }
}

/**
 * The server's models beyond the installed list, from vPIC. Cached by the browser for a day. Empty,
 * and silent, when offline.
 */
export function useServerModels(make: string, year: number): readonly string[] {
  const isOnline = useSync((state) => state.isOnline)
  const [answer, setAnswer] = useState<{ of: string; names: string[] } | null>(null)
  const path = `/api/models/${encodeURIComponent(make)}/${year}`
  useEffect(() => {
    if (!isOnline) return
    let isCurrent = true
    again(() => askServer(path)).then(
      (names) => isCurrent && setAnswer({ of: path, names }),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [path, isOnline])
  return answer?.of === path ? answer.names : NONE
}

const NONE: readonly string[] = []

async function askServer(path: string): Promise<string[]> {
  const token = localStorage.getItem('authToken')
  const answer = await request(path, {
    cache: 'default',
    ...(token && { headers: { Authorization: `Bearer ${token}` } }),
    timeoutMs: TIMEOUT_MS,
  })
  if (!answer.isOk || !answer.isOurs) throw new Error(`${answer.status}`)
  const models = fieldOf(answer.json(), 'models')
  return Array.isArray(models) ? models.filter((name) => typeof name === 'string') : []
}

function load(): Promise<VehicleModels> {
  return again(async () => (await import('#shared/vehicles/vehicleModels.json')).default)
}

/** Retries twice, a second apart. */
async function again<T>(act: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await act()
    } catch (error) {
      if (tries === RETRIES) throw error
      await delay(RETRY_AFTER_MS)
    }
  }
}
