/** Runs the search in a worker; without one, on the page. */
import type { Basket, BasketProblem } from '#shared/catalogue/baskets/basketProblem.ts'

import { trustedScriptUrl } from '#shared/text/trusted.ts'

// oxlint-disable-next-line import/default -- the address of what Vite builds of it
import workerUrl from './basketWorker.ts?worker&url'

/**
 * @param signal ends the search at once
 * @returns null when no basket meets all constraints
 * @throws an AbortError when aborted
 */
export async function findBasket(
  problem: BasketProblem,
  signal: AbortSignal,
): Promise<Basket | null> {
  const worker = startWorker()
  if (!worker) {
    const { cheapestBasket } = await import('#shared/catalogue/baskets/cheapestBasket.ts')
    signal.throwIfAborted()
    return cheapestBasket(problem)
  }
  try {
    return await new Promise<Basket | null>((resolve, reject) => {
      const end = () => reject(new DOMException('ended', 'AbortError'))
      if (signal.aborted) end()
      signal.addEventListener('abort', end, { once: true })
      worker.addEventListener('message', ({ data }: MessageEvent<Basket | null>) => resolve(data))
      worker.addEventListener('error', () => reject(new Error('the search failed')))
      worker.postMessage(problem)
    })
  } finally {
    worker.terminate()
  }
}

function startWorker(): Worker | null {
  if (typeof Worker === 'undefined') return null
  try {
    return new Worker(trustedScriptUrl('basket', workerUrl), { type: 'module' })
  } catch {
    return null
  }
}
