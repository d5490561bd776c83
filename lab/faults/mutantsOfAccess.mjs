// Every rule of who may do what that a mutant takes out: the guard of each route, found in the
// routes themselves, and the rules behind them.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../scripts/install.mjs'

const server = (...names) => names.map((name) => `sync-server/${name}.test.ts`)
const GUARDED =
  /router\.(get|post|delete)\('([^']+)', async \(ctx\) => \{\n(?:\s*\/\/.*\n)*.*\brequire(Admin|User|Actor)\(ctx, (?:deps|env)\)/g
/** Lets everybody in as somebody who has an account, without anything to show for it. */
const anybody = (from) => `(await (async ({ db }) => {
  const user = await db('users').first('id', 'username', 'email')
  const more = { emailVerified: true, isAdmin: true }
  return { principal: 'u:' + user.id, sessionId: 'none', user: { ...user, ...more } }
})(${from}))`

/** One mutant a route: it asks nobody who calls. */
const ofRoutes = readdirSync(join(root, 'sync-server/routes'))
  .filter((name) => /^\w+\.ts$/.test(name))
  .flatMap((name) => {
    const file = `sync-server/routes/${name}`
    const guarded = readFileSync(join(root, file), 'utf8').matchAll(GUARDED)
    return Array.from(guarded, ([text, method, path]) => ({
      rule: `access: ${method.toUpperCase()} ${path} asks who calls`,
      file,
      text,
      without: text.replace(
        /(?:await )?require(?:Admin|User|Actor)\(ctx, (deps|env)\)$/,
        (_, from) => anybody(from),
      ),
      tests: server('access'),
    }))
  })

export const mutantsOfAccess = [
  ...ofRoutes,
  {
    rule: 'access: administrators alone pass requireAdmin',
    file: 'sync-server/routes/guards/actor.ts',
    text: "  if (!user.isAdmin && !user.role) throw new Problem('not_admin', 403, t('Access Denied'))\n",
    without: '',
    tests: server('access'),
  },
  {
    rule: 'access: and each role its own routes alone',
    file: 'sync-server/routes/guards/actor.ts',
    text: "  if (!may(user, needed)) throw new Problem('other_role', 403, say(NEEDED[needed]))\n",
    without: '',
    tests: server('access'),
  },
  {
    rule: 'access: a body that was held back does not outlive a session or a role',
    file: 'sync-server/http/body.ts',
    text: '  if (performance.now() - began > TRUSTED_MS) await state.askAgain?.()\n',
    without: '',
    tests: server('http/heldBodies'),
  },
  {
    rule: 'access: a token that is none is refused, not taken for nobody’s',
    file: 'sync-server/routes/guards/actor.ts',
    text: '  if (!session) throw await signedOut(deps.db, token)\n',
    without: '  if (!session) return null\n',
    tests: server('routes/accounts', 'access'),
  },
  {
    rule: 'access: an address makes an administrator only when it was verified',
    file: 'sync-server/accounts/sessions.ts',
    text: '  const isProved = row.is_confirmed && row.email_verified_at !== null\n',
    without: '  const isProved = true\n',
    tests: server('routes/admin/admin', 'routes/accounts'),
  },
  {
    rule: 'access: and only of sessions that began after that',
    file: 'sync-server/accounts/sessions.ts',
    text: 'row.is_confirmed && row.email_verified_at !== null',
    without: 'row.email_verified_at !== null',
    tests: server('routes/accounts'),
  },
  {
    rule: 'access: a mailed link confirms an address with the password only',
    file: 'sync-server/accounts/confirmEmail.ts',
    text: "  if (newHash === null && !(await isPassword(deps, account, form.password ?? ''))) {\n",
    without:
      "  if (newHash === null && (await isPassword(deps, account, form.password ?? '')) === null) {\n",
    tests: server('routes/accountRecovery'),
  },
  {
    rule: 'access: confirming an address ends the sessions of whoever was first',
    file: 'sync-server/accounts/confirmEmail.ts',
    text: 'isOwn ? { device: from.device } : {})',
    without: '{ device: from.device })',
    tests: server('routes/accountRecovery', 'routes/accounts'),
  },
  {
    rule: 'access: the link to a new address sets no password',
    file: 'sync-server/accounts/confirmEmail.ts',
    text: "  if (purpose !== 'verify') {\n    const sentence",
    without: '  if (purpose === null) {\n    const sentence',
    tests: server('routes/accountRecovery'),
  },
  {
    rule: 'access: a session that was ended opens nothing',
    file: 'sync-server/accounts/sessions.ts',
    text: ' = ? and s.revoked_at is null\n',
    without: ' = ?\n',
    tests: server('routes/accounts', 'routes/accountRecovery'),
  },
  {
    rule: 'access: nor does one of a suspended or deleted account',
    file: 'sync-server/accounts/sessions.ts',
    text: '       and u.suspended_at is null and u.deleted_at is null`,\n',
    without: '`,\n',
    tests: server('access'),
  },
  {
    rule: 'access: a session ends by its age',
    file: 'sync-server/accounts/sessions.ts',
    text: '  if (isOver) return null\n',
    without: '',
    tests: server('routes/accounts', 'routes/accountRecovery'),
  },
  {
    rule: 'access: a session is ended by its own account only',
    file: 'sync-server/routes/accounts.ts',
    text: "isId(id) && (await db('sessions').where({ id, user_id: user.id }).first('id'))",
    without: "isId(id) && (await db('sessions').where({ id }).first('id'))",
    tests: server('routes/accounts', 'routes/accountRecovery'),
  },
  {
    rule: 'access: a comment is deleted by its author or an administrator',
    file: 'sync-server/routes/comments.ts',
    text: "      if (!isAuthor && !mayNow(actor.user, 'moderator')) throw forbidden()\n",
    without: '',
    tests: server('routes/comments'),
  },
  {
    rule: 'access: a comment is hidden by the kit’s owner or an administrator',
    file: 'sync-server/routes/comments.ts',
    text: "      if (comment.kit_owner !== actor.principal && !mayNow(actor.user, 'moderator'))\n        throw forbidden()\n",
    without: '',
    tests: server('routes/comments'),
  },
  {
    rule: 'access: older versions are their owner’s alone',
    file: 'sync-server/routes/history.ts',
    text: "      if (found.owner !== principal) throw new Problem('not_owner', 403, sentenceOf('not_owner'))\n",
    without: '',
    tests: server('routes/history'),
  },
  {
    rule: 'access: live rows of a kit are its owner’s alone',
    file: 'sync-server/routes/kits.ts',
    text: "    if (principal !== stored.owner) throw new Problem('not_owner', 403, sentenceOf('not_owner'))\n",
    without: '',
    tests: server('sync/saving', 'routes/kits'),
  },
  {
    rule: 'access: a kit is deleted and restored by its owner',
    file: 'sync-server/sync/kitCells.ts',
    text: "    if (kit.owner !== principal) throw new Problem('not_owner', 403, sentenceOf('not_owner'))\n",
    without: '',
    tests: server('routes/savedKits'),
  },
  {
    rule: 'access: a saved kit is saved over by its owner only',
    file: 'sync-server/sync/saveBuild.ts',
    text: "    if (!isOwn) throw new Problem('not_owner', 403, sentenceOf('not_owner'))\n",
    without: '',
    tests: server('routes/savedKits', 'routes/kits'),
  },
  {
    rule: 'access: a deletion is asked for in one’s own name',
    file: 'sync-server/routes/deletion.ts',
    text: '    checkOwn(user, deletionBody.parse(await readJson(ctx)))\n',
    without: '    deletionBody.parse(await readJson(ctx))\n',
    tests: server('routes/deletion'),
  },
  {
    rule: 'access: an account’s data holds its own devices only',
    file: 'sync-server/erasure/accountData.ts',
    text: "db('sessions').where({ user_id: user.id }).orderBy",
    without: "db('sessions').orderBy",
    tests: server('routes/accountData'),
  },
  {
    rule: 'access: a hidden part is in no search',
    file: 'sync-server/catalogue/findCandidates.ts',
    text: "{ sql: 'p.hidden_at is null', bindings: [] }",
    without: "{ sql: 'true', bindings: [] }",
    tests: server('routes/admin/corrections'),
  },
  {
    rule: 'what was corrected by hand outlives an import',
    file: 'sync-server/catalogue/saidNames.ts',
    text: 'jsonb_populate_record(p, told.names || told.hand)',
    without: 'jsonb_populate_record(p, told.names)',
    tests: server('routes/admin/corrections'),
  },
  {
    rule: 'access: nobody takes their own role away',
    file: 'sync-server/admin/person.ts',
    text: '  if (id === actor) {\n',
    without: "  if (id === '') {\n",
    tests: server('routes/admin/people'),
  },
  {
    rule: 'access: a ticket is for one account, one purpose and one thing',
    file: 'sync-server/accounts/tickets.ts',
    text: '.where({ hash: hashToken(secret), ...wanted })',
    without: '.where({ hash: hashToken(secret) })',
    tests: server('routes/secondFactors'),
  },
  {
    rule: 'access: a step of an app’s code is used once',
    file: 'sync-server/accounts/secondFactor.ts',
    text: ".where('counter', '<', step)",
    without: '',
    tests: server('routes/secondFactors'),
  },
  {
    rule: 'access: the link of a registration, shown again, asks for the second factor',
    file: 'sync-server/accounts/confirmEmail.ts',
    text: `    const hasSecond = await passSecond(deps, account, form.second, SIGNING_IN)
    return openSession`,
    without: `    const hasSecond = true
    return openSession`,
    tests: server('routes/secondFactors'),
  },
  {
    rule: 'access: a dangerous act takes a proof',
    file: 'sync-server/accounts/proofs.ts',
    text: '  throw await needed(deps, who)\n}\n\nasync function',
    without: '}\n\nasync function',
    tests: server('routes/secondFactors'),
  },
]
