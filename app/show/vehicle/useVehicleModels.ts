import { useCallback, useEffect, useState } from 'react'

import type { VehicleModels } from '#shared/vehicles/makes.ts'

import { pause } from '../../device/pause.ts'
import { reportAnswer } from '../../device/reportError.ts'
import { useSync } from '../../device/syncState.ts'

const RETRIES = 2
const RETRY_AFTER_MS = 1_000
const TIMEOUT_MS = 10_000

/**
 * The models of all makes. They come with the installed app, so a phone without signal has them.
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
 * What the server knows of a make and a year beyond the installed list: names, where it asks vPIC.
 * The browser keeps its answer for a day. Nothing, and no word, without a signal.
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
  const answer = await fetch(path, {
    credentials: 'include',
    ...(token && { headers: { Authorization: `Bearer ${token}` } }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (!answer.ok) {
    reportAnswer('GET', path, answer.status, answer.statusText)
    throw new Error(`${answer.status}`)
  }
  const { models } = (await answer.json()) as { models?: unknown }
  return Array.isArray(models) ? models.filter((name) => typeof name === 'string') : []
}

function load(): Promise<VehicleModels> {
  return again(async () => (await import('#shared/vehicles/vehicleModels.json')).default)
}

/** Tries again twice, a second apart. */
async function again<T>(act: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await act()
    } catch (error) {
      if (tries === RETRIES) throw error
      await pause(RETRY_AFTER_MS)
    }
  }
}
