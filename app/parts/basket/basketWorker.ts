/** The search in a worker: the page stays responsive, and ending the worker ends the search. */
import type { BasketProblem } from '#shared/catalogue/baskets/basketProblem.ts'

import { cheapestBasket } from '#shared/catalogue/baskets/cheapestBasket.ts'

const scope = self as unknown as DedicatedWorkerGlobalScope

scope.addEventListener('message', ({ data }: MessageEvent<BasketProblem>) => {
  scope.postMessage(cheapestBasket(data))
})
