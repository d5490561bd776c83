/** Query plans of the server's statements, with the buffers they touched. */
import type { Knex } from 'knex'
import type { Database } from '../../../sync-server/db/connect.ts'

import knex from 'knex'

import { connect } from '../../../sync-server/db/connect.ts'
import { quiet } from '../../../sync-server/testDatabase.ts'

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Shared Hit Blocks'?: number
  'Shared Read Blocks'?: number
  Plans?: PlanNode[]
}

export interface Statement {
  sql: string
  ms: number
  /** Pages of 8 kB, cached or read from disk. */
  buffers: number
  /** Tables read by a sequential scan. */
  scanned: string[]
}

export interface Explained extends Database {
  /** Statements since the previous call. */
  take(): Statement[]
  /** Runs `work` on one connection without a server's timeouts, for a million rows at once. */
  fill(work: (db: Knex) => Promise<void>): Promise<void>
}

/** Creates a database on the cluster; auto_explain reports each plan to the client. */
export async function openExplained(cluster: string, name: string): Promise<Explained> {
  const { default: pg } = await import('pg')
  const admin = new pg.Client({ connectionString: cluster })
  await admin.connect()
  await admin.query(`create database ${name}`)
  const settings = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_buffers': 'on',
    'auto_explain.log_timing': 'off',
    'auto_explain.log_format': 'json',
    client_min_messages: 'log',
    log_min_messages: 'fatal',
  }
  for (const [setting, value] of Object.entries(settings))
    await admin.query(`alter database ${name} set ${setting} = '${value}'`)
  await admin.end()
  const url = new URL(cluster)
  url.pathname = `/${name}`
  const database = await connect({ databaseUrl: url.href, log: quiet })
  let statements: Statement[] = []
  listen(database.knex, (message) => {
    const statement = read(message)
    if (statement) statements.push(statement)
  })
  return {
    ...database,
    async fill(work) {
      const unlimited = knex({ client: 'pg', connection: url.href, pool: { min: 0, max: 1 } })
      try {
        await work(unlimited)
      } finally {
        await unlimited.destroy()
      }
    },
    take() {
      const taken = statements
      statements = []
      return taken
    },
  }
}

interface Pool {
  on(event: 'createSuccess', heard: (id: unknown, client: Client) => void): void
  destroy(): Promise<void>
}
type Client = { on(event: 'notice', heard: (notice: { message?: string }) => void): void }

function listen(db: Knex, heard: (message: string) => void): void {
  const { pool } = (db as unknown as { client: { pool: Pool & { free: { resource: Client }[] } } })
    .client
  const hear = (client: Client) => client.on('notice', ({ message }) => heard(message ?? ''))
  for (const { resource } of pool.free) hear(resource)
  pool.on('createSuccess', (_, client) => hear(client))
}

function read(message: string): Statement | null {
  const [, ms, json] = /^duration: ([\d.]+) ms\s+plan:\s*([\s\S]*)$/.exec(message) ?? []
  if (!ms || !json) return null
  const { 'Query Text': sql, Plan: plan } = JSON.parse(json) as {
    'Query Text': string
    Plan: PlanNode
  }
  const buffers = (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0)
  return { sql, ms: Number(ms), buffers, scanned: scannedIn(plan) }
}

function scannedIn(plan: PlanNode): string[] {
  const own = plan['Node Type'] === 'Seq Scan' ? [plan['Relation Name'] ?? ''] : []
  return [...own, ...(plan.Plans ?? []).flatMap(scannedIn)]
}
