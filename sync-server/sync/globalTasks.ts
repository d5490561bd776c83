/**
 * Shared tasks. A task is its author's at once; it becomes everybody's when an administrator
 * approves it, or when three accounts with a confirmed address have added it.
 */
import type { ModeratedTask, ModeratedTasks } from '#shared/admin/people.ts'
import type { Knex } from 'knex'

import type { Live } from './live.ts'

import { type Cells, textIn } from '#shared/cells/cells.ts'
import { ACCOUNTS_TO_APPROVE, TASK_SCOPE } from '#shared/cells/limits.ts'
import { msOf } from '#shared/cells/stamp.ts'
import { audit, type Act } from '../auditLog/auditLog.ts'
import { bumpScopes } from './world.ts'

const MAX_SHOWN = 200

export type TaskAction = 'approve' | 'decline' | 'withdraw'

interface Row {
  id: string
  cells: Cells
  username: string | null
  owners: string
  approved_at: Date | null
}

/** Undecided tasks, most added first, and approved ones, latest first. */
export async function listModerated(db: Knex): Promise<ModeratedTasks> {
  const waiting = await db.raw<{ rows: Row[] }>(
    `select * from (
       select distinct on (t.name_key) t.id, t.cells, u.username, t.approved_at,
         (select count(distinct owner) from tasks o where o.name_key = t.name_key) as owners
       from tasks t left join users u on t.owner = 'u:' || u.id and u.deleted_at is null
       where not exists (select from tasks s where s.name_key = t.name_key
         and (s.approved_at is not null or s.declined_at is not null))
       order by t.name_key, (t.cells->'name'->>1) collate "C", t.id
     ) first
     order by owners desc, (cells->'name'->>1) collate "C", id limit ${MAX_SHOWN}`,
  )
  const approved = await db.raw<{ rows: Row[] }>(
    `select t.id, t.cells, u.username, t.approved_at,
       (select count(distinct owner) from tasks o where o.name_key = t.name_key) as owners
     from tasks t left join users u on t.owner = 'u:' || u.id and u.deleted_at is null
     where t.approved_at is not null order by t.approved_at desc, t.id limit ${MAX_SHOWN}`,
  )
  return { waiting: waiting.rows.map(shown), approved: approved.rows.map(shown) }
}

function shown(row: Row): ModeratedTask {
  const stamp = row.cells['name']?.[1]
  return {
    id: row.id,
    name: textIn(row.cells, 'name').trim(),
    author: row.username ?? '',
    addedAt: new Date(stamp === undefined ? 0 : msOf(stamp)).toISOString(),
    owners: Number(row.owners),
    approvedAt: row.approved_at?.toISOString() ?? null,
  }
}

interface TaskEnv {
  now: () => number
  live: Live
}

/**
 * Decides about a task. Idempotent: a repeat is not audited.
 * @returns false when there is no such task
 */
export async function decideTask(
  trx: Knex.Transaction,
  env: TaskEnv,
  id: string,
  action: TaskAction,
  actor: string,
): Promise<boolean> {
  const task: { name_key: string; cells: Cells } | undefined = await trx('tasks')
    .where({ id })
    .first('name_key', 'cells')
  if (!task) return false
  const decide = { approve, decline, withdraw }[action]
  const hasChanged = await decide(trx, env, id, task.name_key)
  const act: Act = {
    actor,
    action: `${action}_task`,
    subject: `task:${id}`,
    details: { name: textIn(task.cells, 'name') },
  }
  if (hasChanged) await audit(trx, env.now(), act)
  return true
}

async function approve(trx: Knex.Transaction, env: TaskEnv, id: string, key: string) {
  // The counter's lock lasts until commit, so approvals of one name are serialized.
  const version = (await bumpScopes(trx, env, [TASK_SCOPE])).get(TASK_SCOPE) ?? 0
  const changed = await trx('tasks')
    .where({ id })
    .whereNotExists(trx('tasks').where({ name_key: key }).whereNotNull('approved_at'))
    .update({ approved_at: new Date(env.now()), declined_at: null, kit_ver: version })
  return changed > 0
}

async function decline(trx: Knex.Transaction, env: TaskEnv, _id: string, key: string) {
  const changed = await trx('tasks')
    .where({ name_key: key, approved_at: null, declined_at: null })
    .update({ declined_at: new Date(env.now()) })
  return changed > 0
}

/** Withdraws an approved task: devices read the shared tasks anew. */
async function withdraw(trx: Knex.Transaction, env: TaskEnv, _id: string, key: string) {
  const changed = await trx('tasks')
    .where({ name_key: key })
    .whereNotNull('approved_at')
    .update({ approved_at: null, declined_at: new Date(env.now()), kit_ver: 0 })
  if (changed === 0) return false
  await bumpScopes(trx, env, [TASK_SCOPE])
  await trx('scopes')
    .where({ id: TASK_SCOPE })
    .update({ collected_ver: trx.ref('ver') })
  return true
}

interface PopularRow {
  id: string
  name: string
  name_key: string
  accounts: string
}

/** Approves names that enough accounts have added; declined ones stay declined. */
export async function approvePopular(
  trx: Knex.Transaction,
  env: TaskEnv,
  nameKeys: readonly string[],
): Promise<void> {
  const { rows } = await trx.raw<{ rows: PopularRow[] }>(
    `select (array_agg(t.id order by (t.cells->'name'->>1) collate "C", t.id))[1] as id,
       (array_agg(t.cells->'name'->>0 order by (t.cells->'name'->>1) collate "C", t.id))[1] as name,
       t.name_key, count(distinct u.id) as accounts
     from tasks t join users u on t.owner = 'u:' || u.id
     where t.name_key = any(?) and u.email_verified_at is not null
       and u.deleted_at is null and u.suspended_at is null
       and not exists (select from tasks s where s.name_key = t.name_key
         and (s.approved_at is not null or s.declined_at is not null))
     group by t.name_key having count(distinct u.id) >= ${ACCOUNTS_TO_APPROVE}`,
    [[...nameKeys]],
  )
  for (const { id, name, name_key: key, accounts } of rows) {
    if (!(await approve(trx, env, id, key))) continue
    await audit(trx, env.now(), {
      actor: 'system',
      action: 'approve_task',
      subject: `task:${id}`,
      details: { name, accounts: Number(accounts) },
    })
  }
}
