/** The server's whole day under the hardening that ships: what the unit forbids is forbidden here. */
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { DEFAULT_SETTINGS } from '#shared/notify/notifications.ts'
import { connect } from './db/connect.ts'
import { reachDatabaseBeside } from './db/reachDatabase.ts'
import { readEnv } from './env/env.ts'
import { notify } from './notices/notify.ts'
import { testReceiver } from './notify/testReceiver.ts'
import { closedTo, runAsFor } from './postgres/runAs.ts'
import { call, type Call } from './testClient.ts'
import { quiet } from './testDatabase.ts'
import { killAll, main, startProcess, type TestProcess } from './testProcess.ts'

const unit = readFileSync(new URL('../deploy/wrenchlist.service', import.meta.url), 'utf8')
/**
 * x86-64 system calls that systemd 252 refuses for `SystemCallFilter=@system-service` and
 * `~@privileged @resources`, by `systemd-analyze syscall-filter` and asm/unistd_64.h.
 */
const REFUSED = [
  27, 92, 93, 94, 101, 103, 105, 113, 116, 117, 122, 126, 134, 136, 139, 141, 142, 144, 153, 154,
  155, 156, 159, 160, 161, 163, 164, 165, 166, 167, 168, 169, 170, 171, 172, 173, 174, 175, 176,
  177, 178, 179, 180, 181, 182, 183, 184, 185, 203, 212, 227, 236, 237, 238, 246, 251, 256, 260,
  279, 298, 300, 301, 304, 305, 313, 314, 317, 320, 321, 329, 330, 331, 428, 429, 430, 431, 432,
  433, 438, 442, 443, 444, 445, 446, 447, 448, 450,
]
/**
 * prctl(2) with a filter of seccomp(2): Perl is on every Debian, and Node makes no such call. Beside
 * those calls it refuses what systemd does: other architectures, calls it does not know, families of
 * sockets, namespaces, other personalities, and files that change who runs them.
 */
const FILTER = `
  my ($refused, @command) = @ARGV;
  my @steps = ([0x20, 0, 0, 4], [0x15, 1, 0, 0xc000003e], [0x06, 0, 0, 0x80000000], [0x20, 0, 0, 0]);
  push @steps, [0x35, 0, 1, 451], [0x06, 0, 0, 0x50026];
  push @steps, [0x15, 0, 1, $_], [0x06, 0, 0, 0x50001] for 135, 272, 308, split /,/, $refused;
  push @steps, [0x15, 0, 1, 435], [0x06, 0, 0, 0x50026];
  push @steps, [0x15, 0, 6, 41], [0x20, 0, 0, 16], map { [0x15, 3 - $_, 0, (1, 2, 10)[$_]] } 0 .. 2;
  push @steps, [0x06, 0, 0, 0x50061], [0x20, 0, 0, 0];
  for ([56, 16, 0x7e020000], [90, 24, 06000], [91, 24, 06000], [268, 32, 06000], [83, 24, 06000]) {
    push @steps, [0x15, 0, 4, $$_[0]], [0x20, 0, 0, $$_[1]], [0x45, 0, 1, $$_[2]];
    push @steps, [0x06, 0, 0, 0x50001], [0x20, 0, 0, 0];
  }
  my $steps = join '', map { pack 'SCCL', @$_ } @steps, [0x06, 0, 0, 0x7fff0000];
  my $program = pack 'S x![P] P', @steps + 1, $steps;
  syscall(157, 38, 1, 0, 0, 0) == 0 && syscall(157, 22, 2, $program, 0, 0) == 0 or die "prctl: $!";
  exec @command or die "exec: $!";
`
/** Where a root may: nothing but the data can be written, /tmp is its own, /proc has processes alone. */
const MOUNTS = `
  data=$1 uid=$2 gid=$3; shift 3
  mount -n --make-rprivate /
  mount -n --bind "$data" /mnt
  mount -n -t tmpfs -o mode=1777 none /tmp
  mkdir -p "$data"
  mount -n --move /mnt "$data"
  mount -n -o remount,bind,ro /
  mount -n -t proc -o subset=pid,hidepid=invisible none /proc
  umask 77
  exec setpriv --reuid "$uid" --regid "$gid" --clear-groups --bounding-set=-all -- "$@"
`
/** Directives of the unit that are imitated here, or that only remove what no program of ours uses. */
const HARDENING = [
  'StateDirectory=wrenchlist',
  'StateDirectoryMode=0700',
  'UMask=0077',
  'LimitNOFILE=65536',
  'CapabilityBoundingSet=',
  'AmbientCapabilities=',
  'ProtectSystem=strict',
  'ProtectProc=invisible',
  'ProcSubset=pid',
  'RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX',
  'SystemCallArchitectures=native',
  'SystemCallFilter=@system-service',
  'SystemCallFilter=~@privileged @resources',
  'SystemCallErrorNumber=EPERM',
]
const HARDENED =
  'DynamicUser NoNewPrivileges ProtectHome PrivateTmp PrivateDevices PrivateUsers ProtectClock ' +
  'ProtectControlGroups ProtectHostname ProtectKernelLogs ProtectKernelModules ' +
  'ProtectKernelTunables RestrictNamespaces RestrictRealtime RestrictSUIDSGID LockPersonality RemoveIPC'
/** Tries what is forbidden. */
const PROBE = `const tried = (act) => { try { act(); return '' } catch { return 'no' } }
  tried(() => os.setPriority(5)) + tried(() => os.networkInterfaces()) +
  tried(() => fs.chmodSync('.', 0o4755)) + tried(() => fs.writeFileSync('/etc/wrenchlist', ''))`
const PASSWORD = 'Torque 30 Nm, dry!'
const BOSS = 'boss@example.com'

const mails: string[] = []
const pushed: Buffer[] = []
const running: TestProcess[] = []
let dataDir: string
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, _session, done) {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => void chunks.push(chunk))
    stream.on('end', () => {
      mails.push(
        Buffer.concat(chunks)
          .toString()
          .replaceAll(/=\r?\n/g, '')
          .replaceAll('=3D', '='),
      )
      done()
    })
  },
})
const pushService = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => void chunks.push(chunk))
  request.on('end', () => {
    pushed.push(Buffer.concat(chunks))
    response.writeHead(201).end()
  })
})

beforeAll(async () => {
  dataDir = mkdtempSync('/tmp/wrenchlist-unit-')
  await Promise.all([
    new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve)),
    once(pushService.listen(0, '127.0.0.1'), 'listening'),
  ])
})
afterAll(async () => {
  await killAll(running)
  smtp.close()
  pushService.close()
  rmSync(dataDir, { recursive: true })
})

const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port

test('what is forbidden here is what the unit forbids', () => {
  const [, hardening = ''] = unit.split(/^(?=DynamicUser)/m)
  const [lines = ''] = hardening.split('[Install]')
  expect(lines.match(/^\w+=(?!yes$).*$/gm)).toEqual(HARDENING)
  expect(lines.match(/^\w+(?==yes$)/gm)?.join(' ')).toBe(HARDENED)
})

test.runIf(process.platform === 'linux' && process.arch === 'x64')(
  // T81
  'a file is imported, a backup made, mail sent and a phone told, with the calls the unit allows',
  async () => {
    const nobody = runAsFor(dataDir)
    const as = nobody && !closedTo(nobody, main) ? nobody : undefined
    if (as) chownSync(dataDir, as.uid, as.gid)
    const settings = {
      DATA_DIR: dataDir,
      ADMIN_EMAILS: BOSS,
      SMTP_URL: `smtp://127.0.0.1:${portOf(smtp.server)}`,
      PUSH_HOSTS: `push.test=http://127.0.0.1:${portOf(pushService)}`,
    }
    const filtered = ['perl', '-e', FILTER, '--', REFUSED.join(',')]
    const { uid, gid } = as ?? {}
    const mounted = ['-m', 'sh', '-ec', MOUNTS, 'unit', dataDir, String(uid), String(gid)]
    const mayMount = as && spawnSync('unshare', [...mounted, 'true']).status === 0
    const under = mayMount
      ? { command: ['unshare', ...mounted, ...filtered] }
      : { ...(as && { uid: as.uid, gid: as.gid }), command: filtered }
    const [program, ...words] = [...under.command, process.execPath, '-p', PROBE]
    const { stdout } = spawnSync(program, words, { ...under, cwd: dataDir, encoding: 'utf8' })
    expect(stdout).toBe('nononono\n')
    const server = startProcess(settings, under)
    running.push(server)
    const url = await server.ready
    let token = ''
    const ask = async <T = Record<string, string>>(
      method: 'GET' | 'POST',
      path: string,
      more: Call = {},
    ) => {
      const { status, body } = await call<T>({ url }, method, path, { token, ...more })
      expect(status, `${path}: ${JSON.stringify(body)}`).toBeLessThan(300)
      return body
    }

    const boss = { username: 'boss', email: BOSS, password: PASSWORD }
    await ask('POST', '/api/auth/register', { body: boss })
    await expect.poll(() => mails.join('')).toContain('verify-email#token=')
    const link = /verify-email#token=([\w-]{43})/.exec(mails.join(''))?.[1]
    const verify = { token: link, password: PASSWORD }
    token = (await ask('POST', '/api/auth/verify-email', { body: verify }))['token'] ?? ''

    const csv =
      'Part Number,Brand,Name,Price,Merchant\nMA-1010,Corvane,Oil filter,12.99,Northside\n'
    const feed = await ask('POST', '/api/admin/feeds?name=parts.csv', {
      body: csv,
      type: 'text/csv',
    })
    expect(feed).toMatchObject({ state: 'waiting', accepted: 1 })
    await ask('POST', `/api/admin/feeds/${feed['id']}/import`, { body: {} })
    await expect
      .poll(async () => (await call({ url }, 'GET', '/api/parts/MA-1010')).body)
      .toMatchObject({ merchants: [{ name: 'Northside' }] })

    await ask('POST', '/api/admin/backups', { body: {} })
    await expect
      .poll(async () => (await ask<{ backups: object[] }>('GET', '/api/admin/status')).backups)
      .toMatchObject([{ state: 'made' }])

    const receiver = testReceiver()
    const endpoint = 'https://push.test/boss'
    await ask('POST', '/api/push', { body: { endpoint, keys: receiver.keys } })
    const kinds = { ...DEFAULT_SETTINGS.kinds, comment: 'now' }
    const choice = { ...DEFAULT_SETTINGS, kinds, quiet: null }
    await ask('POST', '/api/notifications', { body: choice })
    await happen()
    await ask('POST', '/api/admin/rounds/notifications', { body: {} })
    await expect.poll(() => pushed.map((body) => receiver.read(body)).join('')).toContain('Brakes')

    expect(server.heard.stderr).toBe('')
    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(0)
  },
)

/** Creates an alert in the running server's database. */
async function happen(): Promise<void> {
  const { env, close } = await reachDatabaseBeside(readEnv({ DATA_DIR: dataDir }), quiet)
  const { knex, ...database } = await connect({ databaseUrl: env.DATABASE_URL, log: quiet })
  const { id } = await knex('users').where({ username: 'boss' }).first('id')
  await notify(knex, Date.now(), {
    owner: `u:${id}`,
    kind: 'comment',
    subject: 'Brakes',
    words: () => ({ title: 'Tom commented on Brakes', body: 'Torque?' }),
    path: '/kit/brakes',
  })
  await database.close()
  await close()
}
