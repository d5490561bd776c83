import { useLiveQuery as useQuery } from 'dexie-react-hooks'

import { connected } from './connection.ts'

/** What a query of this device answers, and whenever that changes; undefined until it has. */
export function useLiveQuery<Value>(
  query: () => PromiseLike<Value> | Value,
  deps: unknown[] = [],
): Awaited<Value> | undefined {
  // Async itself: only then does Dexie follow what is read after the first await.
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- they are the caller's
  return useQuery(async (): Promise<Awaited<Value>> => await connected<Value>(query), deps)
}
