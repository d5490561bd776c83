import { fieldOf } from '#shared/sync/cells.ts'
import { callApi } from '../api/api.ts'
import { isPrivacyAsked, noteCounted, useConsent } from './consent.ts'

/** Asks the server whether anything is counted at all. Without an answer the last one stands. */
export async function askCounted(): Promise<void> {
  // Whoever has said no is neither asked nor counted.
  if (useConsent.getState().consent?.analytics === false || isPrivacyAsked()) return
  const isCounted = fieldOf(await callApi('GET', '/api/consent'), 'isCounted')
  if (typeof isCounted === 'boolean') noteCounted(isCounted)
}
