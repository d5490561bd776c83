import type { ComponentType } from 'react'

import { memo, use, useState } from 'react'

/** So long a failure stands: React renders again at once, and each time would ask anew, for ever. */
const FAILED_FOR_MS = 1_000

let tries = 0

/** Somebody asks for it: what has failed is fetched again by the next render. */
export function loadAgain(): void {
  tries++
}

let recovery: Promise<void> = Promise.resolve()

/** Code did not come, and this may help: until it is over the failure is not shown. */
export function tellFailureAfter(recovering: Promise<void>): void {
  recovery = recovering
}

/** A component whose code is fetched when it is first needed. */
export type Loadable<P> = ComponentType<P> & {
  /** Fetches the code. Once that is done the component renders at once, without a fallback. */
  preload: () => Promise<void>
  /** Whether that is done. */
  isHere: () => boolean
}

/**
 * Like React.lazy, but what is preloaded never suspends: React holds a boundary that has shown its
 * fallback back by 300 ms, which is longer than the loading.
 */
export function loadable<P extends object>(load: () => Promise<ComponentType<P>>): Loadable<P> {
  let Loaded: ComponentType<P> | null = null
  let loading: Promise<void> | null = null
  let failedIn = Infinity
  const preload = () => {
    if (failedIn < tries) {
      loading = null
      failedIn = Infinity
    }
    loading ??= load().then(
      (component) => {
        Loaded = component
        // What React notes on a promise it has waited for: one that says so is never waited for.
        Object.assign(loading ?? {}, { status: 'fulfilled', value: undefined })
      },
      async (error: unknown) => {
        await recovery
        failedIn = tries
        // Who comes back later fetches again, instead of failing for ever.
        setTimeout(loadAgain, FAILED_FOR_MS)
        throw error
      },
    )
    return loading
  }
  function Lazily(props: P) {
    // A render that is done again must ask for what the one before waited for; one that never waited
    // need not, and React takes whatever asks for something that may be slow.
    const [wasHere] = useState(Loaded !== null)
    if (!wasHere) use(preload())
    return Loaded && <Loaded {...props} />
  }
  // What stands around a screen is drawn again with each key otherwise.
  return Object.assign(memo(Lazily), { preload, isHere: () => Loaded !== null })
}
