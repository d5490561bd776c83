// Rules of what lasts: late answers, logins, collection, a server that went back. See mutantsTable.mjs.

export const mutantsOfHistory = [
  {
    rule: 'an answer leaves no gap in what was read (I10)',
    file: 'app/sync/receive/applyAnswer.ts',
    text: '    if (!isBack && (isReset || !hasGap(scope, cursors, asked))) next[scope] = version\n',
    without: '    if (!isBack || isReset) next[scope] = version\n',
  },
  {
    rule: 'a repeat raises no version (I17)',
    file: 'shared/sync/decide.ts',
    text: '  if (!hasChanged) return result\n',
    without: '',
  },
  {
    rule: 'a kit that left does not come back with a late answer',
    file: 'app/sync/receive/applyAnswer.ts',
    text: '  await leaveKits(tx, p, await leftAfter(tx, p, readTo))\n',
    without: '',
  },
  {
    rule: 'a login keeps what waited in the account',
    file: 'app/sessions/claimKits.ts',
    text: '  return known ? { ...moved, ...known, cells: mergeCells(known.cells, moved.cells) } : moved\n',
    without: '  return known ? moved : moved\n',
  },
  {
    rule: 'an expired draft comes back whole',
    file: 'app/sync/receive/applyResult.ts',
    text: "  if (kit?.mine ?? sent.kind === 'kit') await sendKitAgain(tx, env, p, sent.kit, {})\n",
    without: '',
  },
  {
    rule: 'a draft that is inserted again is asked for whole',
    file: 'shared/sync/decide.ts',
    text: '      ...(isBack ? { again: 1 as const } : {}),\n',
    without: '',
  },
  {
    rule: 'a late answer that begins anew turns nothing back (I9)',
    file: 'app/sync/receive/applyAnswer.ts',
    text: '    return readTo <= (asked[scope] ?? 0) || readTo <= (versions[scope] ?? readTo)\n',
    without: '    return readTo >= 0 || asked[scope] === versions[scope]\n',
  },
  {
    rule: 'what was never sent is sent after healing, also where it loses',
    file: 'app/sync/receive/heal.ts',
    text: '      ([name, cell]) => beats(cell, confirmed[name]) || held[name] !== cell[1],\n',
    without: '      ([name, cell]) => beats(cell, confirmed[name]) && held !== undefined,\n',
  },
  {
    rule: 'what waits and has lost is offered back before healing merges it',
    file: 'app/sync/receive/heal.ts',
    text: '    if (before) await offerLosers(tx, env, before, row.cells)\n',
    without: '',
  },
  {
    rule: 'a server that went back is told again of claims',
    file: 'app/sync/receive/heal.ts',
    text: '  await addClaim(tx, p, await readTaken(tx, p))\n',
    without: '',
  },
  {
    rule: 'a server that went back splits nothing off',
    file: 'app/sync/receive/applyAnswer.ts',
    text: '    if (result && !(hasLost && result.err)) await applyResult(tx, env, clock, p, row, result)\n',
    without: '    if (result) await applyResult(tx, env, clock, p, row, result)\n',
  },
  {
    rule: 'what a server lost of others leaves the device',
    file: 'app/sync/receive/heal.ts',
    text: '  await tx.deleteRows(old.map((row) => [p, row.kind, row.id]))\n',
    without: '',
  },
  {
    rule: 'what is held for healing is sent once it is in an account',
    file: 'app/sessions/claimKits.ts',
    text: '  for (const { held: _held, ...row } of pending) {\n',
    without: '  for (const row of pending) {\n',
  },
  {
    rule: 'of two refusals the later value stays',
    file: 'app/sync/receive/applyResult.ts',
    text: "  if (((await tx.getProblem(`${id}:${cell}`))?.stamp ?? '') > stamp) return\n",
    without: '',
  },
  {
    rule: 'an edit of a kit that was collected is kept and shown',
    file: 'app/sync/receive/applyResult.ts',
    text: '  if (isPartial && !isKitKnown) {\n',
    without: "  if (isPartial && !isKitKnown && sent.kit === '') {\n",
  },
  {
    rule: 'a failing device tries on (I8)',
    file: 'app/sync/send/pace.ts',
    text: '    const cap = isVisible ? VISIBLE_BACKOFF_MS : HIDDEN_BACKOFF_MS\n',
    without: '    const cap = isVisible ? 2 * HIDDEN_BACKOFF_MS : HIDDEN_BACKOFF_MS\n',
  },
  {
    rule: 'a refused stamp is known again, and all that was typed before it',
    file: 'app/sync/receive/restamp.ts',
    text: 'nodeOf(from) === nodeOf(stamp) && to < stamp && stamp <= from,',
    without: 'from === stamp,',
  },
  {
    rule: 'a row that is held and confirmed in part is still whole',
    file: 'app/sync/receive/heal.ts',
    text: 'rule.required.every((name) => cells[name])',
    without: 'rule.required.every((name) => row.cells[name])',
  },
  {
    rule: 'a server that went back says nothing of whose rows they are',
    file: 'app/sync/receive/applyAnswer.ts',
    text: '  const rows = hasLost ? [] : answer.rows\n',
    without: '  const rows = answer.rows\n',
  },
  {
    rule: 'another build id tells of a kit that was begun anew',
    file: 'app/sync/receive/applyAnswer.ts',
    text: '    if (again === 1 || isOther) found.push',
    without: '    if (again === 1) found.push',
  },
]
