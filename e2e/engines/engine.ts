// What every engine's driver can do, whatever protocol it speaks: the least that a story needs.

export const engineNames = ['chromium', 'firefox', 'webkit'] as const

export type EngineName = (typeof engineNames)[number]

/** One tab. Elements are named by CSS; `source` is the text of an expression, awaited in the page. */
export type Tab = {
  readonly goto: (url: string) => Promise<void>
  readonly reload: () => Promise<void>
  readonly evaluate: (source: string) => Promise<unknown>
  readonly click: (css: string) => Promise<void>
  /** Types into what has the focus, key by key, as a hand does. */
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
  /** Tells pages that there is no network; absent where an engine has no such switch. */
  readonly setOffline?: (isOffline: boolean) => Promise<void>
}

export type LaunchOptions = {
  /** Where the app lives. */
  readonly origin: string
  readonly profile: string
  readonly isOffline: boolean
  /** A phone's 390 x 844 instead. */
  readonly isNarrow?: boolean
  /** Called with every error that the engine tells about: of pages, and of workers where it can. */
  readonly onProblem: (problem: string) => void
}

/** Opens the engine's browser on `profile`, 1280 x 800, on an empty page. */
export type Launch = (options: LaunchOptions) => Promise<EngineBrowser>
