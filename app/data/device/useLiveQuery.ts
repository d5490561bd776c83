import { useLiveQuery as useQuery } from 'dexie-react-hooks'

import { connected } from './connection.ts'

/** Result of a device query, live; undefined until the first one. */
export function useLiveQuery<Value>(
  query: () => PromiseLike<Value> | Value,
  deps: unknown[] = [],
): Awaited<Value> | undefined {
  // Async itself: only then does Dexie follow what is read after the first await.
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- they are the caller's
  return useQuery(async (): Promise<Awaited<Value>> => await connected<Value>(query), deps)
}
