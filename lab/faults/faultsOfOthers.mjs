// Faults that other systems had, and that kept or lost people's work there. See faultsTable.mjs.
const server = (...names) => names.map((name) => `sync-server/${name}.test.ts`)

export const faultsOfOthers = [
  {
    fault: 'of others: acknowledged before the answer is stored',
    seeds: 300,
    file: 'app/data/sync/send/flush.ts',
    text: '  return env.store.transact(async (tx) => {\n    if (answer.rows.length < manyRows) return',
    without:
      '  await env.store.transact((tx) =>\n' +
      "      tx.delete('pending', outbox.sent.map(({ p, kind, id }) => [p, kind, id])),\n    )\n" +
      '  return env.store.transact(async (tx) => {\n    if (answer.rows.length < manyRows) return',
  },
  {
    fault: 'of others: taken out of the outbox when it is sent',
    seeds: 50,
    file: 'app/data/sync/send/flush.ts',
    text: '    sent.push(row)\n',
    without: "    sent.push(row)\n    await tx.delete('pending', [[row.p, row.kind, row.id]])\n",
  },
  {
    fault: 'of others: the server acknowledges what it has not stored',
    seeds: 300,
    file: 'lab/simulation/memoryServer.ts',
    text: '    for (const row of [...changed, ...offered]) {\n',
    without: '    for (const row of [...changed, ...offered].slice(0, 8)) {\n',
  },
  {
    fault: 'of others: two windows share a cursor, which the last answer sets',
    seeds: 300,
    file: 'app/data/sync/receive/applyAnswer.ts',
    text: '  const next = hasLost ? zeroed(cursors) : forwards(cursors, outbox.request.cursors, answer, reset)\n',
    without: '  const next = hasLost ? zeroed(cursors) : { ...cursors, ...answer.cursors }\n',
  },
  {
    fault: 'of others: two windows share a cursor, which is raised before the rows are here',
    seeds: 300,
    file: 'app/data/sync/send/flush.ts',
    text: '    const outcome = await takeOver(env, outbox, result.answer, limits.manyRows ?? MANY_ROWS)\n',
    without:
      '    const { principal: p } = sender\n' +
      '    const { cursors } = outbox.request\n' +
      '  await env.store.transact((tx) =>\n' +
      "      tx.put('meta', [{ key: `cursors:${p}`, value: { ...cursors, ...result.answer.cursors } }]),\n    )\n" +
      '    const outcome = await takeOver(env, outbox, result.answer, limits.manyRows ?? MANY_ROWS)\n',
  },
  {
    fault: 'of others: what timed out is sent again as a new row',
    seeds: 300,
    file: 'app/data/sync/send/flush.ts',
    text: "    if (result.kind === 'failed') return result\n",
    without:
      "    if (result.kind === 'failed') {\n" +
      '      await env.store.transact(async (tx) => {\n' +
      "        for (const row of outbox.sent.filter(({ kind }) => kind === 'comment')) {\n" +
      "          await tx.delete('pending', [[row.p, row.kind, row.id]])\n" +
      "          const id = row.id.slice(0, 21) + (row.id.endsWith('A') ? 'Q' : 'A')\n" +
      "          await tx.put('pending', [{ ...row, id }])\n" +
      '        }\n      })\n      return result\n    }\n',
  },
  {
    fault: 'of others: what timed out is sent again under a new stamp',
    seeds: 300,
    file: 'app/data/sync/send/flush.ts',
    text: "    if (result.kind === 'failed') return result\n",
    without:
      "    if (result.kind === 'failed') {\n" +
      '      await env.store.transact(async (tx) => {\n' +
      "        const { OpenClock } = await import('../../device/clock.ts')\n" +
      '        const clock = await OpenClock.open(tx, sender.node, env.now())\n' +
      '        for (const row of outbox.sent) {\n' +
      "          const now = await tx.get('pending', [row.p, row.kind, row.id])\n" +
      '          if (!now) continue\n' +
      '          const cells: typeof now.cells = {}\n' +
      '          for (const [name, [value]] of Object.entries(now.cells))\n' +
      "            cells[name] = [value, clock.tick('')]\n" +
      "          await tx.put('pending', [{ ...now, cells }])\n" +
      '        }\n        await clock.close()\n      })\n      return result\n    }\n',
  },
  {
    fault: 'of others: the last writer is who arrives last',
    seeds: 50,
    file: 'shared/sync/decide.ts',
    text: '    if (beats(sent, stored)) {\n',
    without: '    if (!stored || sent[1] !== stored[1]) {\n',
  },
  {
    fault: 'of others: a device takes what it reads for the later value',
    seeds: 100,
    tests: ['app/data/sync/receive/answers.test.ts'],
    file: 'app/data/sync/receive/confirm.ts',
    text: '  const merged = isOld ? cells : mergeCells(known?.cells ?? {}, cells)\n',
    without: '  const merged = isOld ? cells : { ...known?.cells, ...cells }\n',
  },
  {
    fault: 'of others: a deletion is forgotten before all have heard of it',
    seeds: 500,
    file: 'lab/simulation/memoryCollect.ts',
    text: '    if (isPurged) noteCollected(server, entry)\n',
    without: '',
  },
  {
    fault: 'of others: a deletion is forgotten by the database before all have heard of it',
    tests: server('housekeeping/collection', 'attacks'),
    file: 'sync-server/housekeeping/collection.ts',
    text: '  await noteCollected(trx, rows)\n  return rows.length\n}\n\n/** Purges deleted kits',
    without: '  return rows.length\n}\n\n/** Purges deleted kits',
  },
  {
    fault: 'of others: an edit of a deleted row begins it anew',
    seeds: 500,
    file: 'shared/sync/decide.ts',
    text: "  if (rule.required.some((name) => !op.cells[name])) return { err: 'gone' }\n",
    without: '',
  },
  {
    fault: 'of others: a cursor passes versions that are not committed',
    tests: server('sync/writers'),
    file: 'sync-server/sync/pull.ts',
    text: '    if (counter.ver > from) news.push({ query, counter, from, isReset })\n',
    without:
      '    if (counter.ver > from) news.push({ query, counter, from, isReset })\n' +
      '    counter.ver += Number(counter.ver > from && query.isOwners && !isReset && from > 0)\n',
  },
  {
    fault: 'of others: a reader’s cursor passes the next version',
    seeds: 300,
    file: 'lab/simulation/memoryPull.ts',
    text: '  answer.cursors[scope] = readTo\n',
    without: '  answer.cursors[scope] = readTo + Number(!isOwners)\n',
  },
  {
    fault: 'of others: counters and rows are read at two moments',
    tests: server('sync/writers'),
    file: 'sync-server/sync/pull.ts',
    text: "    { isolationLevel: 'repeatable read', readOnly: true },\n",
    without: "    { isolationLevel: 'read committed' },\n",
  },
  {
    fault: 'of others: the outbox drops what was tried too often',
    seeds: 300,
    tests: ['app/data/sync/send/outbox.test.ts'],
    file: 'app/data/sync/receive/applyResult.ts',
    text: "  await tx.put('pending', [{ ...pending, tries, next: env.now() + wait, why }])\n",
    without:
      "  if (tries >= HELD_AFTER) return tx.delete('pending', [[p, sent.kind, sent.id]])\n" +
      "  await tx.put('pending', [{ ...pending, tries, next: env.now() + wait, why }])\n",
  },
  {
    fault: 'of others: the server takes any clock',
    seeds: 50,
    file: 'shared/sync/decide.ts',
    text: '    } else if (ms < actor.refusedFrom && (ms <= now + GRACE_MS || ms <= maxMs + 1)) {\n',
    without: '    } else if (ms <= now + 1_000 * GRACE_MS || maxMs >= 0) {\n',
  },
  {
    fault: 'of others: a device follows the clock of any other',
    seeds: 2_000,
    tests: ['shared/cells/stamp.test.ts'],
    file: 'shared/cells/stamp.ts',
    text: '  const bounded = seen.ms > limit ? { ms: limit, counter: 0 } : seen\n',
    without: '  const bounded = limit > 0 ? seen : clock\n',
  },
  {
    fault: 'of others: a device never asks what time it is',
    seeds: 2_000,
    tests: ['app/data/sync/receive/wrongClocks.test.ts'],
    file: 'app/data/device/clock.ts',
    text: '    if (!agrees || this.#now - sentAt > LONG_TRIP_MS) this.#offset = least\n',
    without: '',
  },
]
