/** `npm run account`: account administration without a browser, for the operator. */
import type { AdministratorsDeps } from './accounts/administrators.ts'

import { createInterface } from 'node:readline/promises'
import { pino } from 'pino'
import { systemRandom } from '#shared/ids.ts'
import { setAdministrator, setSuspended, userIdOf } from './accounts/administrators.ts'
import { type DeletionDeps, processDeletion, requestDeletion } from './erasure/deletion.ts'
import { eraseFactors } from './accounts/factors.ts'
import { connect } from './db/connect.ts'
import { isUpToDate } from './db/migrate.ts'
import { reachDatabaseBeside, type EnvWithDatabase } from './db/reachDatabase.ts'
import { readEnv } from './env/env.ts'
import { exitOnSignals, giveUp } from './giveUp.ts'
import { createLog } from './log/log.ts'
import { createDelivery } from './mail/deliver.ts'
import { mailBook } from './mail/mailBook.ts'
import { createMailer } from './mail/mailer.ts'
import { isNewDataDir } from './postgres/dataFolder.ts'
import { createLive } from './sync/live.ts'
import { readServerNode } from './sync/serverNode.ts'

type CommandDeps = AdministratorsDeps & DeletionDeps
type Command = (deps: CommandDeps, username: string) => Promise<string>

/** Actor in the audit log. */
const ACTOR = 'command line'

const COMMANDS: Record<string, Command> = {
  async admin(deps, named) {
    const { username, hasChanged } = await setAdministrator(deps, named, 'operator', ACTOR)
    return `${username} ${hasChanged ? 'is an administrator now' : 'was an administrator already'}.`
  },
  async moderator(deps, named) {
    const { username } = await setAdministrator(deps, named, 'moderator', ACTOR)
    return `${username} is a moderator, unless ADMIN_EMAILS names the address.`
  },
  async catalogue(deps, named) {
    const { username } = await setAdministrator(deps, named, 'catalogue', ACTOR)
    return `${username} looks after the catalogue, unless ADMIN_EMAILS names the address.`
  },
  async 'no-admin'(deps, named) {
    const { username } = await setAdministrator(deps, named, null, ACTOR)
    return `${username} is no administrator, unless ADMIN_EMAILS names the address.`
  },
  async suspend(deps, named) {
    const { username } = await setSuspended(deps, named, true, ACTOR)
    return `${username} is suspended and signed out everywhere.`
  },
  async unsuspend(deps, named) {
    const { username } = await setSuspended(deps, named, false, ACTOR)
    return `${username} is not suspended.`
  },
  async 'no-factor'(deps, named) {
    await eraseFactors(deps.db, await userIdOf(deps.db, named))
    return `${named} signs in with the password alone.`
  },
  async delete(deps, named) {
    const userId = await userIdOf(deps.db, named)
    if (!(await isSure(named))) return 'Nothing was deleted.'
    const { id } = await requestDeletion(deps, userId)
    const { warning } = await processDeletion(deps, id, ACTOR)
    return [`The account ${named} is deleted.`, ...(warning ? [warning] : [])].join('\n')
  },
}

const USAGE = `npm run account -- admin USERNAME       makes an account an administrator
npm run account -- moderator USERNAME   has it look after comments, kits, tasks and messages
npm run account -- catalogue USERNAME   has it look after sources, parts and merchants
npm run account -- no-admin USERNAME    takes any of them back
npm run account -- suspend USERNAME     shuts an account out; what it wrote stays
npm run account -- unsuspend USERNAME   lets it in again
npm run account -- no-factor USERNAME   takes its second factors away: for who lost them
npm run account -- delete USERNAME      deletes an account and its kits, at once and for good`

/** On a terminal a name has to be typed twice; a script means what it says. */
async function isSure(username: string): Promise<boolean> {
  if (!process.stdin.isTTY) return true
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const typed = await terminal.question(`This cannot be undone. Type ${username} to delete it: `)
  terminal.close()
  return typed.trim() === username
}

async function run(command: Command, username: string): Promise<string> {
  const settings = readEnv(process.env)
  if (!settings.DATABASE_URL && isNewDataDir(settings.DATA_DIR)) {
    throw new Error(`There is no database in ${settings.DATA_DIR} yet. Start Wrenchlist first.`)
  }
  const { env, close } = await reachDatabaseBeside(settings, quiet)
  try {
    return await runOn(env, command, username)
  } finally {
    await close()
  }
}

/** The server says at its start what there is to say about the database. */
const quiet = { warn: () => undefined, fatal: (message: string) => giveUp(new Error(message)) }

async function runOn(env: EnvWithDatabase, command: Command, username: string): Promise<string> {
  const log = createLog('warn', pino.destination({ fd: 2, sync: true }))
  const database = await connect({ databaseUrl: env.DATABASE_URL, log: quiet })
  const delivery = createDelivery(env)
  const mailer = createMailer(delivery.deliver, log, { note: mailBook(database.knex, Date.now) })
  const live = createLive(env.DATABASE_DIRECT_URL, database.knex, log)
  try {
    // Not done here: a server of another version may be running on this database.
    if (!(await isUpToDate(database))) {
      throw new Error('The database is of another version. Start this version of Wrenchlist first.')
    }
    const db = database.knex
    const serverNode = await readServerNode(db)
    const outside = { env, log, mailer, live, now: Date.now, random: systemRandom }
    return await command({ db, serverNode, ...outside }, username)
  } finally {
    await mailer.idle()
    await live.close()
    delivery.close()
    await database.close()
  }
}

const [name = '', username, ...rest] = process.argv.slice(2)
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
if (!command || !username || rest.length > 0) {
  const isAsked = ['', 'help', '--help'].includes(name)
  process[isAsked ? 'stdout' : 'stderr'].write(`${USAGE}\n`)
  process.exit(isAsked ? 0 : 2)
}
exitOnSignals()
run(command, username).then((told) => {
  process.stdout.write(`${told}\n`)
  process.exit(0)
}, giveUp)
