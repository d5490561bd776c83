// Driver interface of every engine, whatever its protocol: the least that tests need.

export const engineNames = ['chromium', 'firefox', 'webkit'] as const

export type EngineName = (typeof engineNames)[number]

/** One tab. Elements are selected by CSS; `source` is an expression, awaited in the page. */
export type Tab = {
  readonly goto: (url: string) => Promise<void>
  readonly reload: () => Promise<void>
  readonly evaluate: (source: string) => Promise<unknown>
  readonly click: (css: string) => Promise<void>
  /** Types into the focused element, key by key, as a hand does. */
  readonly type: (text: string) => Promise<void>
  readonly press: (key: Key) => Promise<void>
  readonly screenshot: () => Promise<Buffer>
}

export type Key = 'Tab' | 'Enter' | 'Escape'

export type EngineBrowser = {
  /** The one tab it opens with. */
  readonly tab: Tab
  readonly close: () => Promise<void>
  /** SIGKILL to every process of the profile: a flat battery. */
  readonly kill: () => Promise<void>
  /** Sets the offline state of pages; absent where an engine has no such switch. */
  readonly setOffline?: (isOffline: boolean) => Promise<void>
}

export type LaunchOptions = {
  readonly origin: string
  readonly profile: string
  readonly isOffline: boolean
  /** A phone's 390 x 844 instead of 1280 x 800. */
  readonly isNarrow?: boolean
  /** Called with every error the engine reports: of pages, and of workers where it can. */
  readonly onProblem: (problem: string) => void
}

/** Opens the engine's browser on `profile`, 1280 x 800, on an empty page. */
export type Launch = (options: LaunchOptions) => Promise<EngineBrowser>
