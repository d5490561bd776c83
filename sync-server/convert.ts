/** `npm run convert`: converts a database of another PostgreSQL major version. */
import { version } from '../package.json'
import { readEnv } from './env/env.ts'
import { exitOnSignals, giveUp } from './giveUp.ts'
import { convertDatabase } from './backup/convert.ts'

const USAGE = `npm run convert     brings the database in DATA_DIR to the present PostgreSQL; the old one stays`

const say = (line: string): void => void process.stdout.write(`${line}\n`)

async function run(): Promise<void> {
  const { DATA_DIR, DATABASE_URL } = readEnv(process.env)
  if (DATABASE_URL) {
    throw new Error(
      'DATABASE_URL is set: this is for the database that comes with Wrenchlist. See npm run backup.',
    )
  }
  const log = { warn: () => undefined, fatal: (message: string) => giveUp(new Error(message)) }
  const { from, to, rows } = await convertDatabase({ dataDir: DATA_DIR, version, log, say })
  say(`${rows.toLocaleString('en-US')} rows are in ${to}, the same as in ${from}.`)
  say(`Start Wrenchlist. ${from} is as it was: delete it when you miss nothing.`)
}

if (process.argv.length > 2) {
  say(USAGE)
  process.exit(process.argv[2] === '--help' ? 0 : 2)
}
exitOnSignals()
run().then(() => process.exit(0), giveUp)
