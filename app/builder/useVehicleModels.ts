import { useCallback, useEffect, useState } from 'react'

import type { VehicleModels } from '#shared/makes.ts'

const RETRIES = 2
const RETRY_AFTER_MS = 1_000

/** The models of all makes. They come with the installed app, so a phone without signal has them. */
export function useVehicleModels() {
  const [models, setModels] = useState<VehicleModels | null>(null)
  const [isFailed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let isCurrent = true
    load().then(
      (data) => isCurrent && setModels(data),
      () => isCurrent && setFailed(true),
    )
    return () => {
      isCurrent = false
    }
  }, [attempt])
  const retry = useCallback(() => {
    setFailed(false)
    setAttempt((count) => count + 1)
  }, [])
  return { models, isFailed, retry }
}

async function load(): Promise<VehicleModels> {
  for (let tries = 0; ; tries++) {
    try {
      return (await import('#shared/vehicleModels.json')).default
    } catch (error) {
      if (tries === RETRIES) throw error
      await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS))
    }
  }
}
