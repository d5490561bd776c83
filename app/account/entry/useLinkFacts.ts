import { useCallback } from 'react'

import { linkFacts } from '#shared/account.ts'
import { askApi } from '../../data/api/api.ts'
import { useServerData } from '../../forms/useServerData.ts'

/**
 * State and owner of a mailed link; undefined while loading or offline. Asking spends nothing, so
 * mail scanners do no harm.
 */
export function useLinkFacts(token: string) {
  const read = useCallback(
    () => askApi(linkFacts, 'POST', '/api/auth/mailed-link', { token }),
    [token],
  )
  const { data: facts, reload } = useServerData(`link:${token}`, read)
  return { facts, reload }
}
