// Faults that are planted one at a time to see whether sync's tests see them: code as somebody could
// have written it. `text` stands once in its file, or `npm run detect` fails. A fault has to be
// noticed by the simulation within `seeds`, in the middle of several tries, or by one of `tests`.
import { faultsOfMemory } from './faultsOfMemory.mjs'
import { faultsOfMoments } from './faultsOfMoments.mjs'
import { faultsOfOthers } from './faultsOfOthers.mjs'

const server = (...names) => names.map((name) => `sync-server/${name}.test.ts`)

export const faults = [
  {
    fault: 'a deletion refused for the clock is dropped',
    seeds: 50,
    file: 'app/data/sync/receive/applyResult.ts',
    text: '  const later = new Set(result.clock)\n',
    without: "  const later = new Set(result.clock?.filter((name) => name !== 'del'))\n",
  },
  {
    fault: 'a status refused for the clock is dropped',
    seeds: 50,
    file: 'app/data/sync/receive/applyResult.ts',
    text: '  const later = new Set(result.clock)\n',
    without: "  const later = new Set(result.clock?.filter((name) => name !== 'status'))\n",
  },
  {
    fault: 'cells are given new stamps in the wrong order',
    seeds: 300,
    file: 'app/data/sync/receive/restampAhead.ts',
    text: '  ahead.sort(([, a], [, b]) => (a[1] < b[1] ? -1 : 1))\n',
    without: '  ahead.sort(([, a], [, b]) => (a[1] < b[1] ? 1 : -1))\n',
  },
  {
    fault: 'a followed kit that begins anew drops nothing',
    seeds: 300,
    tests: ['app/data/sync/receive/longAway.test.ts'],
    file: 'app/data/sync/receive/applyAnswer.ts',
    text: "      await deleteRows(tx, 'rows', await rowsOfScope(tx, principal, scope.slice(2)))\n",
    without: '      await rowsOfScope(tx, principal, scope.slice(2))\n',
  },
  {
    fault: 'a page is cut inside a version',
    tests: server('sync/read/firstPages', 'sync/read/largeAnswers', 'sync/sync'),
    file: 'sync-server/sync/read/readPage.ts',
    text: '    if (version !== reading) {\n      reading = version\n',
    without:
      '    if (version !== reading || page.bytes > size.wanted) {\n      reading = version\n',
  },
  {
    fault: 'each page of a reading from the start begins it anew',
    tests: ['app/data/sync/receive/longAway.test.ts'],
    file: 'app/data/sync/send/flush.ts',
    text: '    ...(begun ? { begun } : {}),\n',
    without: '',
  },
  {
    fault: 'a reading goes on where rows were collected meanwhile',
    tests: server('sync/read/firstPages'),
    file: 'sync-server/sync/pull.ts',
    text: 'isBehind && (begun[query.scope] ?? 0) < counter.collected',
    without: 'isBehind && begun[query.scope] === undefined',
  },
  {
    fault: 'a buffered transaction still knows a deleted row',
    tests: ['app/data/device/layerTx.test.ts'],
    file: 'app/data/device/layerTx.ts',
    text: '    for (const key of keys) this.#layer[table].set(nameOf(key), [key, null])\n',
    without: '',
  },
  {
    fault: 'a kit that leaves takes what was typed on along',
    tests: ['app/data/sessions/accounts.test.ts'],
    file: 'app/data/sync/receive/claims.ts',
    text: "    const isTyped = (await tx.range('pending', principal, { kit: kitId })).length > 0\n",
    without: '    const isTyped = false\n',
  },
  {
    fault: 'a refusal of an old token ends a newer login',
    tests: ['app/data/sessions/accounts.test.ts'],
    file: 'app/data/sync/send/flush.ts',
    text: "      'token' in sender.credential && session.account?.token === sender.credential.token\n",
    without: "      'token' in sender.credential && session.account !== null\n",
  },
  {
    fault: 'one row that is put off ends the whole flush',
    tests: ['app/data/sync/send/outbox.test.ts'],
    file: 'app/data/sync/send/flush.ts',
    text: 'outbox.sent.length > 0 && result.answer.results.every(isLater)',
    without: 'outbox.sent.length > 0 && result.answer.results.some(isLater)',
  },
  {
    fault: 'the deletion of a kit is later than its own row only',
    tests: ['app/data/sync/receive/wrongClocks.test.ts'],
    file: 'app/data/sync/write/writeCells.ts',
    text: '  return rows.reduce((latest, row) => {\n    const stamp = latestStamp(',
    without:
      "  const own = rows.filter(({ kind }) => kind === 'kit')\n" +
      '  return own.reduce((latest, row) => {\n    const stamp = latestStamp(',
  },
  {
    fault: 'a refused deletion of a kit is told its own row only',
    tests: ['app/data/sync/receive/wrongClocks.test.ts'],
    file: 'shared/sync/decide.ts',
    text: "  if (row.kind !== 'kit' || !refused.includes('del')) return ofRow\n",
    without: "  if (row.kind !== '' || !refused.includes('del')) return ofRow\n",
  },
  {
    fault: 'a line can be revived in a kit that is full',
    tests: [
      ...server('sync/newRowLimits', 'sync/sync', 'sync/deadRows'),
      'app/data/sync/send/faults.test.ts',
    ],
    file: 'shared/sync/decide.ts',
    text: '  if (most && lines > 0 && totals.liveLines >= most)',
    without: '  if (isNew && most && lines > 0 && totals.liveLines >= most)',
  },
  {
    fault: 'a kit that moves into an account leaves its rows with the device',
    seeds: 300,
    tests: ['app/data/sessions/accounts.test.ts'],
    file: 'app/data/sessions/claimKits.ts',
    text: "  await deleteRows(tx, 'rows', rows)\n  await deleteRows(tx, 'pending', pending)\n",
    without: "  await deleteRows(tx, 'pending', pending)\n",
  },
  {
    fault: 'overwritten values stay with the device when its kit moves',
    tests: ['app/data/sync/receive/lostValues.test.ts'],
    file: 'lab/simulation/memoryServer.ts',
    text: '      if (kits.has(row.kit) && row.owner === from) entry.row',
    without:
      "      if (kits.has(row.kit) && row.owner === from && row.kind !== 'beaten') entry.row",
  },
  {
    fault: 'overwritten values stay with the device when the server moves its kit',
    tests: server('sync/claims', 'sync/deadRows', 'sync/foreign'),
    file: 'sync-server/sync/claims.ts',
    text: "const MOVING = ALL_KINDS.filter((kind) => kind === 'kit' || isOwnersInKit(kind))\n",
    without:
      "const MOVING = ALL_KINDS.filter((kind) => kind !== 'beaten' && (kind === 'kit' || isOwnersInKit(kind)))\n",
  },
  {
    fault: 'an answer from before a reading anew ends it',
    tests: [
      'app/data/sync/receive/longAway.test.ts',
      'app/data/sync/receive/answers.test.ts',
      'app/data/sync/send/faults.test.ts',
    ],
    file: 'app/data/sync/receive/applyAnswer.ts',
    text: '  else if (!answer.more && !isGap) {\n',
    without: '  else if (!answer.more) {\n',
  },
  {
    fault: 'the server lowers stamps that are too far ahead by itself',
    seeds: 50,
    file: 'shared/sync/decide.ts',
    text: '    } else judged.clock.push(name)\n',
    without:
      '    } else judged.fine[name] = [cell[0], packStamp(now + GRACE_MS, 0, nodeOf(cell[1]))]\n',
  },
  {
    fault: 'what was deleted is not given back to a server that lost it',
    seeds: 500,
    file: 'app/data/sync/receive/recoverFromRollback.ts',
    text: "    if (!row.mine || rule.writers === 'server' || !isWhole) {\n",
    without:
      "    const isDead = kind !== 'kit' && row.cells['del']?.[0] === true\n" +
      "    if (!row.mine || rule.writers === 'server' || !isWhole || isDead) {\n",
  },
  {
    fault: 'an acknowledgement compares neither value nor stamp',
    seeds: 100,
    file: 'app/data/sync/receive/restampAhead.ts',
    text: '  return was !== undefined && was[1] === cell[1] && isSameValue(was[0], cell[0])\n',
    without: '  return was !== undefined\n',
  },
  {
    fault: 'a deletion that is given again says nothing',
    seeds: 2_000,
    tests: ['app/data/sync/send/faults.test.ts'],
    file: 'app/data/sync/write/writeCells.ts',
    text: '    if (known && isSameValue(known[0], value) && !isUndone) continue\n',
    without: '    if (known && isSameValue(known[0], value)) continue\n',
  },
  {
    fault: 'an audit that differs heals nothing',
    seeds: 2_000,
    tests: ['app/data/sync/receive/digest.test.ts'],
    file: 'app/data/sync/receive/applyAnswer.ts',
    text: '  const hasLost = answer.lost === true || answer.differs === true || isOther\n',
    without: '  const hasLost = answer.lost === true || isOther\n',
  },
  {
    fault: 'another history of the server is not recognised by its name',
    seeds: 300,
    file: 'app/data/sync/receive/applyAnswer.ts',
    text: '  const hasLost = answer.lost === true || answer.differs === true || isOther\n',
    without: '  const hasLost = answer.lost === true || answer.differs === true\n',
  },
  {
    fault: 'a copy leaves out what waits beside what is confirmed',
    seeds: 300,
    file: 'app/data/sync/write/fork.ts',
    text: '([...shown, ...pending])',
    without: '(shown)',
  },
  {
    fault: 'a copy brings deleted lines along',
    tests: ['app/data/sync/send/faults.test.ts'],
    file: 'app/data/sync/write/fork.ts',
    text: '      .filter((row) => isRowAlive(row.cells))\n',
    without: '',
  },
  {
    fault: 'what went into an account is read as the device’s again',
    seeds: 500,
    file: 'app/data/sessions/claimKits.ts',
    text: '    await putMeta(tx, `claimed:${kitId}`, principal)\n',
    without: '',
  },
  {
    fault: 'an account of two histories is not healed',
    seeds: 2_000,
    tests: ['app/data/sync/receive/longAway.test.ts', 'app/data/sessions/accounts.test.ts'],
    file: 'app/data/sessions/claimKits.ts',
    text: '  await joinHistories(tx, device, principal)\n',
    without: '',
  },
  ...faultsOfMemory,
  ...faultsOfMoments,
  ...faultsOfOthers,
]
