// A database of its own for each test, in the PostgreSQL that globalSetup.ts has started: a copy of
// a template that the server has set up already, so its start costs nothing.
import { randomUUID } from 'node:crypto'
import pg from 'pg'

export interface Database {
  url: string
  drop(): Promise<void>
}

/** @param template the name of the database to copy; without it an empty one */
export async function createDatabase(template = 'template1'): Promise<Database> {
  const name = `wrenchlist_e2e_${randomUUID().replaceAll('-', '')}`
  await asAdmin(`create database ${name} template ${template}`)
  const url = new URL(cluster())
  url.pathname = `/${name}`
  return {
    url: url.href,
    // The server may still hold connections.
    drop: () => asAdmin(`drop database if exists ${name} with (force)`),
  }
}

/** Name of a database, for createDatabase() to take as the template. */
export const nameOf = ({ url }: Pick<Database, 'url'>): string => new URL(url).pathname.slice(1)

function cluster(): string {
  const url = process.env['E2E_POSTGRES_URL']
  if (!url) throw new Error('E2E_POSTGRES_URL is not set: globalSetup.ts does it')
  return url
}

async function asAdmin(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: cluster() })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
