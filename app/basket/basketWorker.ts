/** The search off the main thread: the page stays quick, and to end it is to end the worker. */
import type { BasketProblem } from '#shared/catalogue/baskets/basketProblem.ts'

import { cheapestBasket } from '#shared/catalogue/baskets/cheapestBasket.ts'

const scope = self as unknown as DedicatedWorkerGlobalScope

scope.addEventListener('message', ({ data }: MessageEvent<BasketProblem>) => {
  scope.postMessage(cheapestBasket(data))
})
