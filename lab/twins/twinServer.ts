/** The real server as a world with twins calls it, from the same process or from a browser. */
import type { NetResult } from '../../app/data/api/net.ts'
import type { Alias } from '#shared/cells/cells.ts'
import type { SyncRequest } from '#shared/sync/protocol.ts'
import type { Sender } from '../../app/data/device/session.ts'

export interface TwinServer {
  readonly seed: number
  readonly gen: string
  readonly serverNode: string
  readonly alias: Alias
  readonly beatenId: (rowId: string, cell: string, stamp: string) => string
  /** Random bytes it drew since they were last taken. */
  readonly drawn: Uint8Array[]
  /** Sets the clock and the random numbers of a seed. */
  begin(seed: number, now: () => number): void
  /** One round trip as the product makes it. `tokens` maps each token to its user. */
  sync(
    request: SyncRequest,
    sender: Sender,
    tokens: ReadonlyMap<string, string>,
  ): Promise<NetResult>
  /** All rows and streams of the database. */
  read(): Promise<unknown>
}
