export function startPostgres(): Promise<{ url: string; stop: () => void } | null>

export interface Cluster {
  url: string
  halt(): void
  goOn(): void
}

export function startCareful(parent?: string): Promise<(Cluster & { stop(): void }) | null>

export function startReplicated(): Promise<{
  primary: Cluster
  standby: Cluster & { promote(): void }
  stop(): void
} | null>
