import { useCallback } from 'react'

import type { LinkFacts } from '#shared/account.ts'

import { callApi } from '../../api/api.ts'
import { useServerData } from '../useServerData.ts'

/**
 * What a mailed link is good for, and whose it is; undefined while that is not known, as without a
 * signal. Asking spends nothing, so that whoever scans mail may ask as well.
 */
export function useLinkFacts(token: string) {
  const read = useCallback(
    async () => (await callApi('POST', '/api/auth/mailed-link', { token })) as unknown as LinkFacts,
    [token],
  )
  const { data: facts, reload } = useServerData(`link:${token}`, read)
  return { facts, reload }
}
