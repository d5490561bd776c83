// Every rule of sync and of access that a mutant takes out: the text as it stands, and what stands there without
// the rule. A text that is not found exactly once makes `npm run mutants` fail. `tests` are the
// server's own, run besides those that every mutant meets.
import { mutantsOfAccess } from './mutantsOfAccess.mjs'
import { mutantsOfHistory } from './mutantsOfHistory.mjs'

const server = (...names) => names.map((name) => `sync-server/${name}.test.ts`)

/** Tests that every mutant of sync meets. */
export const DIRECTED = [
  'shared/sync/cells.test.ts',
  'shared/sync/stamp.test.ts',
  'app/sync/receive/answers.test.ts',
  'app/sync/receive/wrongClocks.test.ts',
  'app/sync/receive/lostValues.test.ts',
  'app/sync/send/outbox.test.ts',
  'app/sync/send/faults.test.ts',
  'app/sessions/accounts.test.ts',
  'app/sync/receive/takenKits.test.ts',
  'app/sync/receive/longAway.test.ts',
  'app/sync/send/tabs.test.ts',
  'app/sync/send/pace.test.ts',
  'app/sync/model/directed.test.ts',
]

export const mutants = [
  {
    rule: 'a stamp that was given anew names no second value',
    file: 'app/sync/receive/restamp.ts',
    text: 'last > floor ? last : floor',
    without: 'floor',
  },
  {
    rule: 'a late copy of what was refused whole stores no part of it',
    file: 'shared/sync/decide.ts',
    text: 'judged.clock.length > 0 && actor.refusedFrom < Number.POSITIVE_INFINITY',
    without: 'judged.clock.length < 0',
  },
  {
    rule: 'a stamp too far in the future is refused',
    file: 'shared/sync/decide.ts',
    text: '} else if (ms < actor.refusedFrom && (ms <= now + GRACE_MS || ms <= maxMs + 1)) {',
    without: '} else if (now >= 0 || maxMs > 0 || ms + GRACE_MS > 0) {',
  },
  {
    rule: 'a refused value is kept as a problem',
    file: 'app/sync/receive/applyResult.ts',
    text: '  await tx.putProblem({\n    id: `${id}:${cell}`,',
    without: "  if (cell === '') await tx.putProblem({\n    id: `${id}:${cell}`,",
  },
  {
    rule: 'a pull leaves what waits alone',
    file: 'app/sync/receive/applyAnswer.ts',
    text: '    await confirm(tx, p, row, row.cells, row.mine ? sweep : 0)\n',
    without:
      '    await confirm(tx, p, row, row.cells, row.mine ? sweep : 0)\n    await tx.deletePending([[p, row.kind, row.id]])\n',
  },
  {
    rule: 'what was dropped without its rows is read from its start',
    file: 'app/sync/receive/applyAnswer.ts',
    text: '  for (const scope of reset) if (scope in next) next[scope] = 0\n',
    without: '',
  },
  {
    rule: 'a copy of one’s own work has what was ticked in it',
    file: 'app/sync/write/fork.ts',
    text: "'mine' in row && row.mine ? row : underTyped(row)",
    without: 'withoutPrivate(row)',
  },
  {
    rule: 'a copy of another’s kit is without his ticks',
    file: 'app/sync/write/fork.ts',
    text: "'mine' in row && row.mine ? row : underTyped(row)",
    without: 'row',
  },
  {
    rule: 'what was typed is in the copy, also where the other typed later',
    file: 'app/sync/write/fork.ts',
    text: "'mine' in row && row.mine ? row : underTyped(row)",
    without: "'mine' in row && row.mine ? row : withoutPrivate(row)",
  },
  {
    rule: 'a kit that one account took goes into no other',
    file: 'app/sessions/claimKits.ts',
    text: '  if (owner === undefined || owner === p) return kitId\n',
    without: '  if (owner !== null) return kitId\n',
  },
  {
    rule: 'what never changes is kept as the server has it',
    file: 'app/sync/receive/applyResult.ts',
    text: 'await confirm(tx, p, row, effective, 0, result.set)',
    without: 'await confirm(tx, p, row, effective, 0)',
  },
  {
    rule: 'claims go with every batch',
    file: 'app/sync/send/flush.ts',
    text: '    claims: sentClaims,\n',
    without: '    claims: [],\n',
  },
  {
    rule: 'what is typed on is not sent at the pace of the line',
    file: 'app/sync/receive/applyAnswer.ts',
    text: "  if (isTypedOn) return 'typedOn'\n",
    without: '',
  },
  {
    rule: 'what an answer has left to send is sent at once',
    file: 'app/sync/receive/applyAnswer.ts',
    text: "  return (await tx.allPending(p)).some((row) => isDue(row, env.now())) ? 'again' : 'done'\n",
    without: "  return 'done'\n",
  },
  {
    rule: 'a claim stays until the server agreed',
    file: 'app/sync/receive/givenClaims.ts',
    text: "    if (answer !== 'unknown' || (await tx.getRow(p, 'kit', kitId))) return false",
    without: '    if (answer !== null) return false',
  },
  {
    rule: 'a build id is given to one kit only',
    tests: server('sync/sync'),
    file: 'shared/sync/decide.ts',
    text: '  const isFree = holder === undefined || holder === row.id\n',
    without: "  const isFree = holder !== ''\n",
  },
  {
    rule: 'an acknowledgement takes out only what was sent',
    file: 'app/sync/receive/applyResult.ts',
    text: '    const isSent = names.includes(name) && isSentCell(sent, name, cell)\n',
    without: '    const isSent = names.includes(name) && cell !== undefined\n',
  },
  {
    rule: 'what is pulled is observed by the clock',
    file: 'app/sync/receive/applyAnswer.ts',
    text: '    for (const [, stamp] of Object.values(row.cells)) clock.observe(stamp)\n',
    without: '',
  },
  {
    rule: 'of equal stamps the greater value wins',
    file: 'shared/sync/cells.ts',
    text: '  return canonicalJson(a[0]) > canonicalJson(b[0])\n',
    without: '  return false\n',
  },
  {
    rule: 'the text of a comment is stored once',
    file: 'shared/sync/decide.ts',
    text: '    if (!sent || !kept) continue\n',
    without: '    if (kept || !sent) continue\n',
  },
  {
    rule: 'an insert-once row answers what is stored',
    file: 'shared/sync/decide.ts',
    text: '  return isSame ? { ok: 1 } : { set: stored.cells }\n',
    without: '  return isSame ? { ok: 1 } : { ok: 1 }\n',
  },
  ...mutantsOfHistory,
  ...mutantsOfAccess,
  {
    rule: 'only its owner writes a row',
    file: 'shared/sync/decide.ts',
    text: "    if (stored.owner !== actor.principal) return { err: 'not_owner' }\n",
    without: '',
  },
  {
    rule: 'only its owner adds to a kit',
    file: 'shared/sync/decide.ts',
    text: "    if (kit.owner !== actor.principal && !rule.isOpen) return { err: 'not_owner' }\n",
    without: '',
  },
  {
    rule: 'cursor and rows are stored in one transaction',
    file: 'app/sync/send/flush.ts',
    text: '  return env.store.transact(async (tx) => {\n    if (answer.rows.length < manyRows) return',
    without:
      '  await env.store.transact((tx) => tx.putMeta(`cursors:${outbox.sender.principal}`, { ...outbox.request.cursors, ...answer.cursors }))\n' +
      '  return env.store.transact(async (tx) => {\n    if (answer.rows.length < manyRows) return',
  },
  {
    rule: 'a kit of somebody else is split off',
    file: 'app/sync/receive/applyResult.ts',
    text: "  if (result.err === 'not_owner' && sent.kit !== '') return forkSent(tx, env, clock, p, sent)\n",
    without:
      "  if (result.err === 'not_owner' && sent.kit !== '') return postpone(tx, env, p, sent, 0)\n",
  },
  {
    rule: 'a queue is bound to its principal',
    file: 'app/sync/send/flush.ts',
    text: '  const due = (await tx.allPending(p)).filter(\n',
    without:
      "  const due = [...(await tx.allPending(p)), ...(await tx.allPending('u:alice')), ...(await tx.allPending('u:bob'))].filter(\n",
  },
  {
    rule: 'an answer of an earlier session is dropped',
    file: 'app/sync/receive/applyAnswer.ts',
    text: "sender.principal === p && sender.epoch === epoch)) return 'gone'",
    without: "sender.principal === p || sender.epoch === epoch)) return 'gone'",
  },
  {
    rule: 'a repeat of what is stored is never refused (H1)',
    file: 'shared/sync/decide.ts',
    text: '    else if (stored && stored[1] === cell[1] && isSameValue(stored[0], cell[0])) {\n      // An exact',
    without: '    else if (stored && stored === cell) {\n      // An exact',
  },
  {
    rule: 'a refusal names the stamp to beat',
    file: 'app/sync/receive/applyResult.ts',
    text: "restamp(tx, clock, p, sent, result.clock, result.top ?? '')",
    without: "restamp(tx, clock, p, sent, result.clock, '')",
  },
  {
    rule: 'a refused stamp is never its own floor',
    file: 'app/sync/receive/restamp.ts',
    text: '  for (const stamp of [top, latestStamp(Object.fromEntries(others))])\n',
    without: '  for (const stamp of [top, latestStamp(cells)])\n',
  },
  {
    rule: 'a stamp is later than everything in its row',
    file: 'app/sync/write/writeCells.ts',
    text: '    const ofRow = latestStamp(shown)\n',
    without: "    const ofRow = ''\n",
  },
  {
    rule: "a kit's deletion is later than everything in it",
    file: 'app/sync/write/writeCells.ts',
    text: "    const floor = name === 'del' && kitFloor > ofRow ? kitFloor : ofRow\n",
    without: "    const floor = name === 'del' && kitFloor < '' ? kitFloor : ofRow\n",
  },
  {
    rule: 'what lost on the server is kept as a problem',
    file: 'app/sync/receive/applyResult.ts',
    text: '    await noteOverwritten(',
    without: "    if (name === '') await noteOverwritten(",
  },
  {
    rule: 'what is pulled under a later value is kept as a problem',
    file: 'app/sync/receive/applyAnswer.ts',
    text: '    if (row.mine) await offerCovered(tx, env, p, row)\n',
    without: '',
  },
  {
    rule: 'a beaten value nobody had seen is offered back',
    file: 'app/sync/receive/applyAnswer.ts',
    text: "    if (row.kind === 'beaten') await offerBeaten(tx, env, clock, p, row)\n",
    without: '',
  },
  {
    rule: 'a cursor never goes back',
    file: 'app/sync/receive/applyAnswer.ts',
    text: '    const isBack = version < (cursors[scope] ?? 0) && !isReset\n',
    without: '    const isBack = version < 0 && !isReset\n',
  },
  {
    rule: 'an unreadable request is halved',
    file: 'app/sync/send/flush.ts',
    text: '      if (outbox.sent.length > 1) {\n',
    without: '      if (outbox.sent.length > MAX_OPS) {\n',
  },
  {
    rule: 'a row without its kit is sent whole again',
    file: 'app/sync/receive/applyResult.ts',
    text: "  if (result.err === 'gone') return sendWhole(tx, env, clock, p, sent)\n",
    without: '',
  },
  {
    rule: 'a stranger gets no cell that is the owner’s alone',
    tests: server('sync/sync'),
    file: 'shared/kinds/schema.ts',
    text: "  return ruleOf(kind).cells[cell]?.audience === 'link'\n",
    without: '  return ruleOf(kind).cells[cell]?.audience !== undefined\n',
  },
  {
    rule: 'the clock is kept in the transaction of the edit',
    file: 'app/device/clock.ts',
    text: "    await this.#tx.putMeta('clock', { ...this.#clock, offset: this.#offset })\n",
    without: "    await this.#tx.putMeta('clock', { ms: 0, counter: 0, offset: this.#offset })\n",
  },
  {
    rule: 'a value of another device that is replaced is kept for its owner',
    file: 'shared/sync/decide.ts',
    text: '    if (stored) offerBack(world, row, name, stored, cell, actor, env)\n',
    without: '',
    tests: server('sync/sync'),
  },
  {
    rule: 'one kit that cannot be stored refuses only itself',
    file: 'sync-server/sync/applyOps.ts',
    text: '    return byKit(env, batch)\n',
    without: '    return { results: batch.ops.map(() => retryLater()), known: new Map() }\n',
    tests: server('sync/fallback'),
  },
  {
    rule: 'a batch belongs to whose credential it comes with',
    file: 'sync-server/routes/sync.ts',
    text: '    if (request.principal !== principal) {\n',
    without: "    if (request.principal === '') {\n",
    tests: server('sync/sync'),
  },
  {
    rule: 'nobody reads the stream of another owner',
    file: 'sync-server/sync/read/readPage.ts',
    text: '  const isOwners = scope === ownerScope(principal)\n',
    without:
      "  const isOwners = scope.startsWith('o:')\n  if (isOwners) principal = scope.slice(2)\n",
    tests: server('sync/claims', 'sync/foreign'),
  },
  {
    rule: 'a claim moves only what its secret owns',
    file: 'sync-server/sync/claims.ts',
    text: 'if (moving.length > 0) await moveKits(trx, env, moving, device, account)',
    without:
      "await moveKits(trx, env, [...claim.kits], ownerOf.get(claim.kits[0] ?? '') ?? '', account)",
    tests: server('sync/claims'),
  },
  {
    rule: 'a device claims nothing',
    file: 'sync-server/routes/sync.ts',
    text: 'user ? (request.claims ?? []) : []',
    without: 'request.claims ?? []',
    tests: server('sync/claims'),
  },
  {
    rule: 'an account that has ended writes nothing',
    file: 'sync-server/sync/applyOps.ts',
    text: '  if (!account || account.deleted_at || account.suspended_at) throw takenAway(account)\n',
    without: '',
    tests: server('attacks', 'routes/deletion'),
  },
  {
    rule: 'who wrote a row gets it again when another changed it meanwhile',
    file: 'sync-server/sync/read/pull.ts',
    text: 'known.get(rowKey(row.kind, row.id)) === Number(row.version)',
    without: 'known.has(rowKey(row.kind, row.id))',
    tests: server('sync/faults'),
  },
  {
    rule: 'an owner who has read further than the server is told',
    file: 'sync-server/sync/read/pull.ts',
    text: '    if (query.isOwners && asked > (counter?.ver ?? 0)) {\n',
    without: '    if (query.isOwners && asked < 0) {\n',
    tests: server('sync/sync'),
  },
  {
    rule: 'a stream from which rows were collected is read from its start',
    file: 'sync-server/sync/read/pull.ts',
    text: 'asked > 0 && asked < counter.collected',
    without: 'asked < 0 && asked < counter.collected',
    tests: server('jobs/collection', 'attacks'),
  },
  {
    rule: 'files put back from a copy are another history',
    file: 'sync-server/db/reachDatabase.ts',
    text: '    if (!own.isAsLeft) await beginAnotherHistory(own.url, log)\n',
    without: '',
    tests: server('postgres/ownPostgres'),
  },
  {
    rule: 'what is acknowledged is on the disk',
    file: 'sync-server/postgres/cluster.ts',
    text: "    fsync: 'on',\n    full_page_writes: 'on',\n    synchronous_commit: 'on',\n",
    without: "    fsync: 'off',\n    full_page_writes: 'on',\n    synchronous_commit: 'on',\n",
    tests: server('postgres/ownPostgres'),
  },
  {
    rule: 'an entry of the log is begun whole',
    tests: server('sync/log'),
    file: 'shared/kinds/logEntry.ts',
    text: "  required: ['task', 'kit'],\n",
    without: "  required: ['task'],\n",
  },
  {
    rule: 'the log goes along into an account',
    tests: ['app/sync/receive/logClaims.test.ts'],
    file: 'app/sessions/claimKits.ts',
    text: '  await moveLog(tx, env, clock, principal, p)\n',
    without: '',
  },
  {
    rule: 'a log that went along leaves the device’s own',
    tests: ['app/sync/receive/logClaims.test.ts'],
    file: 'app/sessions/claimKits.ts',
    text: '    await writeCells(tx, env, clock, from, { ...log, id, cells: { del: true } })\n',
    without: '',
  },
]
