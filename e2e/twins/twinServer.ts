/** The real server as a world with twins speaks with it, from the same process or from a browser. */
import type { NetResult } from '../../app/api/net.ts'
import type { Alias } from '#shared/sync/cells.ts'
import type { SyncRequest } from '#shared/sync/protocol.ts'
import type { Sender } from '../../app/device/session.ts'

export interface TwinServer {
  readonly seed: number
  readonly gen: string
  readonly serverNode: string
  readonly alias: Alias
  readonly beatenId: (rowId: string, cell: string, stamp: string) => string
  /** What it drew by lot since it was last asked. */
  readonly drawn: Uint8Array[]
  /** Another time, other lots. */
  begin(seed: number, now: () => number): void
  /** One round trip as the product makes it. `tokens` says whose a token is. */
  sync(
    request: SyncRequest,
    sender: Sender,
    tokens: ReadonlyMap<string, string>,
  ): Promise<NetResult>
  /** Everything the database holds of rows and streams. */
  read(): Promise<unknown>
}
