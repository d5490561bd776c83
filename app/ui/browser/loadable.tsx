import { type ComponentType, memo, use, useState } from 'react'

/** How long a failure lasts: React retries the render at once, which would loop for ever. */
const FAILED_FOR_MS = 1_000

let tries = 0

/** Clears failures: the next render fetches again. */
export function loadAgain(): void {
  tries++
}

let recovery: Promise<void> = Promise.resolve()

/** Defers a load failure until this recovery attempt is over. */
export function tellFailureAfter(recovering: Promise<void>): void {
  recovery = recovering
}

/** A lazily loaded component. */
export type Loadable<P> = ComponentType<P> & {
  /** Loads the code, after which the component renders without a fallback. */
  preload: () => Promise<void>
  isHere: () => boolean
}

/**
 * Like React.lazy, but never suspends when preloaded: React delays a boundary that has shown its
 * fallback by 300 ms, longer than the load.
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
        // React reads these fields: a fulfilled promise never suspends.
        Object.assign(loading ?? {}, { status: 'fulfilled', value: undefined })
      },
      async (error: unknown) => {
        await recovery
        failedIn = tries
        // Later visits fetch again, instead of failing for ever.
        setTimeout(loadAgain, FAILED_FOR_MS)
        throw error
      },
    )
    return loading
  }
  function Lazily(props: P) {
    // A repeated render must call `use` again if the first did; one that never suspended need not,
    // and React treats any `use` as possibly slow.
    const [wasHere] = useState(Loaded !== null)
    if (!wasHere) use(preload())
    return Loaded && <Loaded {...props} />
  }
  // Memoized: otherwise the frame's renders would repeat it with each key.
  return Object.assign(memo(Lazily), { preload, isHere: () => Loaded !== null })
}
