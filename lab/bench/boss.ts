/** The administrator of a built server, whose mail lies in its folder. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

export const BOSS = {
  username: 'boss',
  email: 'boss@example.com',
  password: 'Torque 30 Nm, dry!',
}

/** One call of the API that has to go well. */
export async function call<T>(
  url: string,
  path: string,
  { method = 'GET', token, body }: { method?: string; token?: string; body?: unknown } = {},
): Promise<T> {
  const answer = await fetch(url + path, {
    method,
    headers: {
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'Content-Type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as T
}

/** Registers, opens the mailed link and presses. @returns the token of the session */
export async function signInBoss(url: string, dataDir: string): Promise<string> {
  await call(url, '/api/auth/register', { method: 'POST', body: BOSS })
  const mail = join(dataDir, 'mail')
  while (!existsSync(mail) || readdirSync(mail).length === 0) await wait(50)
  await wait(200)
  const letter = readFileSync(join(mail, readdirSync(mail)[0] ?? ''), 'utf8')
  const token = /verify-email#token=(?:3D)?([\w-]{43})/.exec(letter.replaceAll(/=\r?\n/g, ''))?.[1]
  const body = { token: token ?? '', password: BOSS.password }
  const confirmed = await call<{ token: string }>(url, '/api/auth/verify-email', {
    method: 'POST',
    body,
  })
  return confirmed.token
}
