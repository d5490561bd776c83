/** `npm run backup` and `npm run restore`: a whole database to one file, and back. */
import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { version } from '../package.json'
import { restoreBackup } from './backup/restoreBackup.ts'
import { writeBackup } from './backup/writeBackup.ts'
import { connect, type Database } from './db/connect.ts'
import { reachDatabaseBeside } from './db/reachDatabase.ts'
import { readEnv } from './env/env.ts'
import { exitOnSignals, giveUp } from './giveUp.ts'
import { isNewDataDir } from './postgres/dataFolder.ts'

const USAGE = `npm run backup -- FILE                 writes all of the database to FILE
npm run restore -- FILE                puts it into a database that is empty
npm run restore -- FILE --replace      the same, and what is there goes for good`

const env = readEnv(process.env)

async function backup(file: string): Promise<string> {
  if (existsSync(file)) throw new Error(`${file} is there already. Choose another name.`)
  if (!env.DATABASE_URL && isNewDataDir(env.DATA_DIR)) {
    throw new Error(`There is no database in ${env.DATA_DIR}.`)
  }
  const rows = await inDatabase(({ knex }) => writeBackup(knex, file, { version, now: Date.now() }))
  const { size } = await stat(file)
  return `${file}: ${count(rows)} rows, ${count(Math.ceil(size / 1024))} kB. Whoever has it has every account.`
}

async function restore(file: string, isReplacing: boolean): Promise<string> {
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`)
  const { rows, madeAt, revoked } = await inDatabase((database) =>
    restoreBackup(database, file, { isReplacing }),
  )
  return [
    `Restored ${count(rows)} rows as they were at ${madeAt}. Devices bring back what they have and this has not.`,
    `Everybody has to sign in again: ${count(revoked.sessions)} sessions and ${count(revoked.mailTokens)} links in mail were ended.`,
    `Of what was decided after the backup, what was taken from ${count(revoked.restricted)} accounts (access, rights, passwords) and ${count(revoked.deleted)} deletions were known here and stand. What a lost database knew has to be repeated: npm run account`,
  ].join('\n')
}

const count = (value: number): string => value.toLocaleString('en-US')

async function inDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const reached = await reachDatabaseBeside(env, quiet)
  try {
    // Bypasses a pooler, and owns the tables: a restore creates them anew.
    const databaseUrl = reached.env.DATABASE_OWNER_URL
    const database = await connect({ databaseUrl, pool: 1, log: quiet })
    try {
      return await work(database)
    } finally {
      await database.close()
    }
  } finally {
    await reached.close()
  }
}

const quiet = { warn: () => undefined, fatal: (message: string) => giveUp(new Error(message)) }

const [name = '', ...rest] = process.argv.slice(2)
const isReplacing = rest.includes('--replace')
const files = rest.filter((word) => !word.startsWith('--'))
const [file] = files
const isKnown = rest.length === files.length + Number(isReplacing && name === 'restore')
if (!file || files.length !== 1 || !isKnown || !['backup', 'restore'].includes(name)) {
  const isAsked = rest.includes('--help')
  process[isAsked ? 'stdout' : 'stderr'].write(`${USAGE}\n`)
  process.exit(isAsked ? 0 : 2)
}
exitOnSignals()
const run = name === 'backup' ? backup(file) : restore(file, isReplacing)
run.then((told) => {
  process.stdout.write(`${told}\n`)
  process.exit(0)
}, giveUp)
