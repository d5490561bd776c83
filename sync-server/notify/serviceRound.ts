/** Daily check of accounts' logs: services due soon, or overdue. */
import type { Knex } from 'knex'

import type { Due } from '#shared/kinds/dueJobs.ts'
import type { Principal } from '#shared/cells/limits.ts'

import { distanceText, milesOf } from '#shared/kinds/distance.ts'
import { dueId, isUrgent } from '#shared/kinds/dueJobs.ts'
import { dayIn } from '#shared/notify/notifications.ts'
import { links } from '#shared/links.ts'
import { byLanguage, t, worded } from '#shared/words/words.ts'
import { languageOf } from '../words/ownLanguage.ts'
import { MAX_WAITING, notify } from '../notices/notify.ts'
import { readSettings } from './settings.ts'
import { readVehicleLogs } from './vehicleLogs.ts'

/** Owners per turn. */
const AT_ONCE = 20

interface Walk {
  /** Day of this walk, UTC. */
  day: string
  /** Keyset cursor: the last owner checked; null once done. */
  after: string | null
}

/** @returns whether more may be due */
export async function lookAtServices(db: Knex, now: number): Promise<boolean> {
  const owners = await db.transaction((trx) => nextOwners(trx, now))
  for (const owner of owners) await lookAtLog(db, owner, now)
  return owners.length === AT_ONCE
}

/** Advances the cursor of today's walk; a lock keeps others off. */
async function nextOwners(trx: Knex.Transaction, now: number): Promise<Principal[]> {
  const key = 'services'
  await trx('server_state')
    .insert({ key, value: JSON.stringify({ day: '', after: null }) })
    .onConflict('key')
    .ignore()
  const row = await trx('server_state')
    .where({ key })
    .forUpdate()
    .skipLocked()
    .first<{ value: string } | undefined>('value')
  if (!row) return []
  const walk = JSON.parse(row.value) as Walk
  const day = dayIn(now, 'UTC')
  if (walk.day === day && walk.after === null) return []
  const after = walk.day === day && walk.after !== null ? walk.after : 'u:'
  const owners: Principal[] = await trx('log_entries')
    .where('owner', '>', after)
    .where('owner', '<', 'u;')
    .distinct('owner')
    .orderBy('owner')
    .limit(AT_ONCE)
    .pluck('owner')
  const next: Walk = { day, after: owners.length < AT_ONCE ? null : (owners.at(-1) ?? null) }
  await trx('server_state')
    .where({ key })
    .update({ value: JSON.stringify(next) })
  return owners
}

async function lookAtLog(db: Knex, owner: Principal, now: number): Promise<void> {
  const userId = owner.slice(2)
  const { zone, kinds } = await readSettings(db, userId)
  if (kinds.service === 'off') return
  const today = dayIn(now, zone)
  const language = await languageOf(db, { id: userId })
  const logs = await readVehicleLogs(db, userId, { today, language })
  const urgent = logs.flatMap(({ title, due }) =>
    due.filter(isUrgent).map((each) => ({ title, each, id: dueId(each, due) })),
  )
  for (const { title, each, id } of urgent.slice(0, MAX_WAITING)) {
    const isOver = each.state === 'overdue'
    await notify(db, now, {
      owner,
      kind: 'service',
      subject: `${id} ${each.state} ${each.day ?? ''} ${each.at ? milesOf(each.at) : ''}`,
      words: () => {
        const task = worded(each.task)
        return {
          title: isOver ? t('{task} is overdue', { task }) : t('{task} is due soon', { task }),
          body: t('{vehicle}: {when}.', { vehicle: title, when: whenDue(each) }),
        }
      },
      path: links.logAt(each.id),
    })
  }
}

/** "Nov 30, 2026 or at 60,000 miles" */
function whenDue({ day, at }: Due): string {
  const date = day === null ? '' : dates().format(Date.parse(day))
  if (!at) return date
  const distance = distanceText(at)
  return date ? t('{date} or at {distance}', { date, distance }) : t('at {distance}', { distance })
}

const dates = byLanguage(
  (tag) => new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeZone: 'UTC' }),
)
