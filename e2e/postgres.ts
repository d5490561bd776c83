// A new database on the real PostgreSQL that `npm test` has started, for stories told on both.
import { randomUUID } from 'node:crypto'
import pg from 'pg'

/** Whether there is one: where none could be installed, `npm test` has said so. */
export function hasPostgres(): boolean {
  return Boolean(process.env['E2E_POSTGRES_URL'])
}

export async function createPostgres(): Promise<{ url: string; drop: () => Promise<void> }> {
  const cluster = process.env['E2E_POSTGRES_URL']
  if (!cluster) throw new Error('E2E_POSTGRES_URL is not set: npm test -- e2e does it')
  const name = `wrenchlist_e2e_${randomUUID().replaceAll('-', '')}`
  await asAdmin(cluster, `create database ${name}`)
  const url = new URL(cluster)
  url.pathname = `/${name}`
  return {
    url: url.href,
    // The server may still hold connections.
    drop: () => asAdmin(cluster, `drop database if exists ${name} with (force)`),
  }
}

async function asAdmin(cluster: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: cluster })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
