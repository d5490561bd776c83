import { fieldOf } from '#shared/cells/cells.ts'
import { callApi } from '../api/api.ts'
import { isPrivacyAsked, noteCounted, useConsent } from './consent.ts'

/** Asks the server whether it counts anything. Without an answer the last one stands. */
export async function askCounted(): Promise<void> {
  // After a "no", nothing is asked or counted.
  if (useConsent.getState().consent?.analytics === false || isPrivacyAsked()) return
  const isCounted = fieldOf(await callApi('GET', '/api/consent'), 'isCounted')
  if (typeof isCounted === 'boolean') noteCounted(isCounted)
}
