import { PROOF_HEADER } from '#shared/secondFactor.ts'

/** Password of all test accounts. */
export const TEST_PASSWORD = 'Torque 30 Nm, dry!'

/** Recovery code of accounts with a planted factor: fuzz/plantGood.ts. */
export const TEST_CODE = 'zzzz-zzzz-zzzz-zzzz'
export const LOGIN_CODE = 'yyyy-yyyy-yyyy-yyyy'

type Init = Omit<RequestInit, 'headers'> & { headers: Record<string, string> }

/** A proof for a token's session; '' if refused. */
export async function proofOf(url: string, authorization: string): Promise<string> {
  const confirm = (shown: object) =>
    fetch(new URL('/api/auth/confirm', url), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: authorization },
      body: JSON.stringify(shown),
    })
  let answer = await confirm({ currentPassword: TEST_PASSWORD })
  if (answer.status === 403) answer = await confirm({ second: { code: TEST_CODE } })
  return answer.ok ? ((await answer.json()) as { proof: string }).proof : ''
}

/** Fetches as the app does: when a proof is needed, confirms and retries. A given proof stays. */
export async function fetchProven(url: string, init: Init): Promise<Response> {
  const answer = await fetch(url, init)
  const { Authorization: authorization, [PROOF_HEADER]: own } = init.headers
  if (answer.status !== 403 || own !== undefined || !authorization) return answer
  const { code } = (await answer.clone().json()) as { code?: string }
  if (code !== 'proof_needed') return answer
  const proof = await proofOf(url, authorization)
  return fetch(url, { ...init, headers: { ...init.headers, [PROOF_HEADER]: proof } })
}
