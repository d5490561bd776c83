// What a run writes down: one JSON value a line, in the order in which it happened. The judge is given
// this and nothing else.
import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { finished } from 'node:stream/promises'

/** Fields of a line that people type into; `status` is the mark of garage mode. */
export type Field =
  | 'name'
  | 'manufacturer'
  | 'partNumber'
  | 'price'
  | 'qty'
  | 'status'
  | 'kitName'
  | 'notes'

/** One line of a table, as a screen shows it: its row's id and what its fields hold. */
export type ShownLine = { readonly id: string } & Readonly<Partial<Record<Field, string>>>

/** A kit as one screen shows it. */
export interface ShownKit {
  readonly kit: string
  readonly kitName: string
  readonly notes: string
  readonly lines: readonly ShownLine[]
}

/** A value that lost against another and is offered back: "Quantity of Rags: changed elsewhere", "Use 2". */
export interface Offer {
  readonly title: string
  readonly text: string
  /** What the offer's buttons would put back or copy. */
  readonly values: readonly string[]
}

/** Somebody in front of one tab of one browser. `who` is an account, or "no account". */
export interface Where {
  readonly device: string
  readonly tab: number
  readonly who: string
}

/** What a person did. `before` is what the same screen showed in that place just then. */
export type Deed =
  | {
      readonly did: 'typed'
      readonly kit: string
      /** The line's row; absent for a field of the kit. */
      readonly line?: string
      readonly field: Field
      readonly before: string
      readonly value: string
      /** What the field showed right after the last key. */
      readonly shown: string
    }
  /** Begins to type: half of it may be all that comes, when the browser ends. */
  | {
      readonly did: 'began'
      readonly kit: string
      readonly line?: string
      readonly field: Field
      readonly value: string
    }
  | { readonly did: 'deleted'; readonly kit: string; readonly line: string }
  | {
      /** A press that changes many things at once: Undo. */
      readonly did: 'undid'
      readonly before: ShownKit
      readonly after: ShownKit
    }
  | {
      readonly did: 'moved'
      readonly kit: string
      readonly line: string
      /** The rows of the table right after it, in their order. */
      readonly order: readonly string[]
    }
  | {
      readonly did: 'ticked'
      readonly kit: string
      readonly line: string
      readonly before: string
      readonly value: string
    }
  | {
      readonly did: 'saved'
      readonly kit: string
      readonly shown: ShownKit
      /** The kit's page came, which says that it was; else it may have been, or not. */
      readonly isSeen: boolean
    }
  | { readonly did: 'commented'; readonly kit: string; readonly value: string }
  /** `takes`: the kits without account that go into the account. */
  | { readonly did: 'signedIn'; readonly account: string; readonly takes: readonly string[] }
  | { readonly did: 'signedOut' }
  | { readonly did: 'discarded'; readonly values: readonly string[] }
  | {
      readonly did:
        | 'opened'
        | 'closed'
        | 'killed'
        | 'left'
        | 'wentOffline'
        | 'wentOnline'
        | 'copiedLink'
        | 'workerSent'
    }
  /** How far this device's clock is ahead from now on, in seconds. */
  | { readonly did: 'setClock'; readonly aheadSeconds: number }
  /** Something was meant and could not be done: it proves nothing, but is counted. */
  | { readonly did: 'failed'; readonly meant: string; readonly why: string }

/** One cell on its way, as the wire documents it. */
export interface WireCell {
  readonly kind: string
  readonly row: string
  readonly cell: string
  readonly value: unknown
  /** What the server said of it. */
  readonly said?: 'stored' | 'beaten' | 'refused' | 'unknown'
}

export type Entry = { readonly at: number } & (
  | {
      readonly is: 'run'
      readonly seed: number
      readonly engine: string
      readonly minutes: number
      readonly plant?: string
    }
  | ({ readonly is: 'deed' } & Where & Deed)
  | ({
      /** One look at a screen. `at` is when it began, `until` when it was read. */
      readonly is: 'look'
      readonly until: number
      /** The words of the chip, such as "Sync: synced". */
      readonly chip: string
      /** The address, without the host. */
      readonly path: string
      /** Only where the table has changed since the last look at this tab. */
      readonly kit?: ShownKit
    } & Where)
  | ({ readonly is: 'drawer'; readonly offers: readonly Offer[] } & Where)
  | ({
      /** What a screen shows when all is over. */
      readonly is: 'final'
      readonly chip: string
      readonly kit: ShownKit
      readonly comments: readonly string[]
    } & Where)
  | {
      /** A stranger's screen of a link when all is over. */
      readonly is: 'finalLink'
      readonly device: string
      readonly kit: string
      readonly lines: readonly (readonly string[])[]
      readonly text: string
    }
  | {
      /** A push or pull that the server has answered. `at` is when the answer was whole. */
      readonly is: 'call'
      readonly device: string
      readonly principal: string
      readonly status: number
      readonly pushed: readonly WireCell[]
      readonly pulled: readonly WireCell[]
      /** What became of it on the line. */
      readonly fault: string
    }
  /** The bytes of a call as text, for people who look at a verdict. */
  | { readonly is: 'bytes'; readonly device: string; readonly sent: string; readonly got: string }
  | { readonly is: 'server'; readonly what: string }
  /** From here on nobody types and nothing is broken. */
  | { readonly is: 'quiet' }
  /** All screens that show this kit are alike: those that nobody touched, or that were opened for it. */
  | {
      readonly is: 'alike'
      readonly kit: string
      readonly how: 'as they stood' | 'opened anew'
      readonly devices: readonly string[]
    }
  | { readonly is: 'openedForEnd'; readonly kit: string }
  | { readonly is: 'end' }
)

export interface Journal {
  readonly write: (entry: Distribute<Entry>, at?: number) => void
  readonly close: () => Promise<void>
}

/** An entry without its time, which the journal gives it. */
type Distribute<T> = T extends unknown ? Omit<T, 'at'> : never

export function openJournal(file: string): Journal {
  const stream = createWriteStream(file)
  return {
    write: (entry, at = Date.now()) => void stream.write(`${JSON.stringify({ at, ...entry })}\n`),
    close: async () => {
      stream.end()
      await finished(stream)
    },
  }
}

export async function readJournal(file: string): Promise<Entry[]> {
  const text = await readFile(file, 'utf8')
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Entry)
}
