/** A file of prices: written, uploaded and imported as an administrator does it. */
import type { IncomingMessage } from 'node:http'

import { createReadStream, createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { finished, pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'

import type { Feed } from '#shared/catalogue/feed.ts'
import type { Job } from '#shared/catalogue/job.ts'

import { isOver } from '#shared/catalogue/job.ts'
import { call } from './boss.ts'

const HEAD = 'part_number,brand,name,category,merchant,price,shipping,link\n'

export async function writeFeed(path: string, from: number, count: number): Promise<void> {
  const file = createWriteStream(path, { mode: 0o644 })
  file.write(HEAD)
  for (let i = from; i < from + count; i++) {
    const line = `FS ${i}/${i % 7},Brand ${i % 50},"Part, no ${i}",Brakes,Feed Shop,${(5 + (i % 900) / 10).toFixed(2)},free,https://shop.example/p/${i}\n`
    if (!file.write(line)) await once(file, 'drain')
  }
  file.end()
  await finished(file)
}

/** Until every row was looked at and laid aside. */
export async function uploadFeed(
  url: string,
  token: string,
  { path, rows }: { path: string; rows: number },
): Promise<Feed> {
  let feed = await upload(path, `${url}/api/admin/feeds`, {
    Authorization: `Bearer ${token}`,
    'Content-Type': 'text/csv',
  })
  while (feed.state === 'reading') {
    await wait(100)
    feed = await call<Feed>(url, `/api/admin/feeds/${feed.id}`, { token })
  }
  if (feed.accepted !== rows) throw new Error(`${feed.accepted} of ${rows}: ${feed.error}`)
  return feed
}

/** @returns the longest time without news of the progress */
export async function importFeed(url: string, token: string, feed: Feed): Promise<number> {
  const importing = { method: 'POST', token }
  let job = await call<Job>(url, `/api/admin/feeds/${feed.id}/import`, importing)
  let lagMs = 0
  let changedAt = performance.now()
  let done = 0
  while (!job.state || !isOver(job)) {
    await wait(50)
    job = await call<Job>(url, `/api/admin/jobs/${job.id}`, { token })
    if (job.done !== done) {
      lagMs = Math.max(lagMs, performance.now() - changedAt)
      changedAt = performance.now()
      done = job.done
    }
  }
  if (job.saved !== feed.accepted) throw new Error(`${job.saved} of ${feed.accepted}: ${job.error}`)
  return lagMs
}

/** No faster than it is taken: fetch would hold all of the file, and the memory would be the client's. */
async function upload(path: string, url: string, headers: Record<string, string>): Promise<Feed> {
  const asked = request(url, { method: 'POST', headers })
  const answered = once(asked, 'response') as Promise<[IncomingMessage]>
  await pipeline(createReadStream(path), asked)
  const [answer] = await answered
  const said = await text(answer)
  if ((answer.statusCode ?? 500) >= 300) throw new Error(`${answer.statusCode} ${said}`)
  return JSON.parse(said) as Feed
}
