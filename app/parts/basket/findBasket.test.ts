import { afterEach, expect, test, vi } from 'vitest'

import type { BasketProblem } from '#shared/catalogue/baskets/basketProblem.ts'

import { cheapestBasket } from '#shared/catalogue/baskets/cheapestBasket.ts'
import { findBasket } from './findBasket.ts'
import { drawProblem } from '#shared/catalogue/baskets/testBaskets.ts'

const PROBLEM = drawProblem(7, { lines: 6, shops: 3 })
const going = () => new AbortController().signal

/** Fake Worker: the test decides what it answers. */
class TestWorker extends EventTarget {
  static made: TestWorker[] = []
  static onProblem: (worker: TestWorker, problem: BasketProblem) => void = () => undefined
  isEnded = false

  constructor(
    readonly url: string | URL,
    readonly options: WorkerOptions,
  ) {
    super()
    TestWorker.made.push(this)
  }

  postMessage(problem: BasketProblem): void {
    TestWorker.onProblem(this, problem)
  }

  terminate(): void {
    this.isEnded = true
  }
}

function withWorker(onProblem: typeof TestWorker.onProblem): void {
  TestWorker.made = []
  TestWorker.onProblem = onProblem
  vi.stubGlobal('Worker', TestWorker)
}

afterEach(() => vi.unstubAllGlobals())

test('where the browser has no workers, the page itself finds it', async () => {
  vi.stubGlobal('Worker', undefined)
  expect(await findBasket(PROBLEM, going())).toEqual(cheapestBasket(PROBLEM))
})

test('where it refuses to start one, too', async () => {
  vi.stubGlobal(
    'Worker',
    class {
      constructor() {
        throw new DOMException('no', 'SecurityError')
      }
    },
  )
  expect(await findBasket(PROBLEM, going())).toEqual(cheapestBasket(PROBLEM))
})

test('a worker is given the problem, and let go with the answer', async () => {
  withWorker((worker, problem) =>
    worker.dispatchEvent(new MessageEvent('message', { data: cheapestBasket(problem) })),
  )
  expect(await findBasket(PROBLEM, going())).toEqual(cheapestBasket(PROBLEM))
  expect(TestWorker.made.map(({ isEnded }) => isEnded)).toEqual([true])
})

test('ending the search ends the worker, before it was begun as well', async () => {
  withWorker(() => undefined)
  const search = new AbortController()
  const found = findBasket(PROBLEM, search.signal)
  search.abort()
  await expect(found).rejects.toMatchObject({ name: 'AbortError' })
  await expect(findBasket(PROBLEM, search.signal)).rejects.toMatchObject({ name: 'AbortError' })
  expect(TestWorker.made.every(({ isEnded }) => isEnded)).toBe(true)
})

test('a worker that breaks is an error, and is let go', async () => {
  withWorker((worker) => worker.dispatchEvent(new Event('error')))
  await expect(findBasket(PROBLEM, going())).rejects.toThrow('the search failed')
  expect(TestWorker.made.map(({ isEnded }) => isEnded)).toEqual([true])
})
