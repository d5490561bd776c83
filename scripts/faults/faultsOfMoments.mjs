// Faults of a wrong moment: what comes while something is under way, and what is told or forgotten
// too early. See faultsTable.mjs.
const server = (...names) => names.map((name) => `sync-server/${name}.test.ts`)

export const faultsOfMoments = [
  {
    fault: 'of moments: what was typed while a request was under way counts as sent',
    tests: ['app/sync/send/sync.test.ts'],
    file: 'app/sync/send/sync.ts',
    text: '    sentCount = edits\n',
    without: '    sentCount = editCount\n',
  },
  {
    fault: 'of moments: what a try has failed to send counts as sent',
    tests: ['app/sync/send/sync.test.ts'],
    file: 'app/sync/send/sync.ts',
    text: "  if (result.kind === 'failed') {\n    void registerBackgroundSync()\n",
    without:
      "  sentCount = edits\n  if (result.kind === 'failed') {\n    void registerBackgroundSync()\n",
  },
  {
    fault: 'of moments: a page that is left sends nothing',
    tests: ['app/sync/send/sync.test.ts'],
    file: 'app/sync/send/sync.ts',
    text: "  addEventListener('pagehide', () => void sendOnLeaving())\n",
    without: '',
  },
  {
    fault: 'of moments: a page that is hidden sends nothing',
    tests: ['app/sync/send/sync.test.ts'],
    file: 'app/sync/send/sync.ts',
    text: '    } else void sendOnLeaving()\n',
    without: '    }\n',
  },
  {
    fault: 'of moments: news that come during a sync are forgotten',
    tests: ['app/sync/send/sync.test.ts'],
    file: 'app/sync/send/sync.ts',
    text: '    isAskedAgain = true\n',
    without: '',
  },
  {
    fault:
      'of moments: what is typed during the first try that passes again waits for the watchdog',
    tests: ['app/sync/send/sync.test.ts'],
    file: 'app/sync/send/sync.ts',
    text: '    else if (result.isLeft || editCount !== edits) sendWhatIsTyped()\n',
    without: '',
  },
  {
    fault: 'of moments: who asks for a sync gets the one that is under way',
    tests: ['app/sync/send/sync.test.ts'],
    file: 'app/sync/send/sync.ts',
    text: '  while (running) await running\n',
    without: '',
  },
  {
    fault: 'of moments: what another tab was busy for waits for the watchdog',
    tests: ['app/sync/send/sync.test.ts'],
    file: 'app/sync/send/sync.ts',
    text: '  schedule(Date.now() + DEBOUNCE_MS)\n',
    without: '',
  },
  {
    fault: 'of moments: what changed before the stream opened is not asked for',
    tests: ['app/sync/send/live.test.ts'],
    file: 'app/sync/send/live.ts',
    text: '    pull()\n    const reader',
    without: '    const reader',
  },
  {
    fault: 'of moments: one poke that is known makes all that came with it known',
    tests: ['app/sync/send/live.test.ts'],
    file: 'app/sync/send/live.ts',
    text: 'pokes.some(([scope, version])',
    without: 'pokes.every(([scope, version])',
  },
  {
    fault: 'of moments: others are poked before the commit',
    tests: server('sync/live'),
    file: 'sync-server/sync/live.ts',
    text: '  trx.executionPromise.then(\n    () => live.poke(versions),\n',
    without: '  live.poke(versions)\n  trx.executionPromise.then(\n    () => undefined,\n',
  },
  {
    fault: 'of moments: others are poked for what is rolled back',
    tests: server('sync/live'),
    file: 'sync-server/sync/live.ts',
    text: '    () => undefined,\n  )\n}\n',
    without: '    () => live.poke(versions),\n  )\n}\n',
  },
  {
    fault: 'of moments: what changes while other servers are told is not told to them',
    tests: server('sync/live'),
    file: 'sync-server/sync/live.ts',
    text: "      await db.raw('select pg_notify(?, ?)', [CHANNEL, payload])\n    }\n",
    without:
      "      await db.raw('select pg_notify(?, ?)', [CHANNEL, payload])\n    }\n" +
      '    waiting = new Map()\n',
  },
  {
    fault: 'of moments: what is written into an open kit while it is read is not read',
    tests: ['app/kits/open/openKit.test.ts'],
    file: 'app/kits/open/openKit.ts',
    text: '        this.#written = null\n        await this.#readParts(written)\n',
    without: '        await this.#readParts(written)\n        this.#written = null\n',
  },
  {
    fault: 'of moments: what is stored while an open kit is read counts as read',
    tests: ['app/kits/open/openKit.test.ts'],
    file: 'app/kits/open/openKit.ts',
    text: '        this.#typed.forget(stored)\n',
    without: '        this.#typed.forget(Math.max(stored, upTo.stored))\n',
  },
  {
    fault: 'of moments: what is typed while a batch is stored counts as stored',
    tests: ['app/kits/open/openKit.test.ts'],
    file: 'app/sync/write/pump.ts',
    text: 'upTo.stored = number\n',
    without: 'upTo.stored = upTo.typed\n',
  },
  {
    fault: 'of moments: what is typed while a full device stores the rest stays in memory',
    tests: ['app/device/outOfRoom.test.ts'],
    file: 'app/device/outOfRoom.ts',
    text: '      await above.commit()\n      break\n',
    without: '      break\n',
  },
  {
    fault: 'of moments: what another tab typed between two keys on a full device counts as sent',
    tests: ['app/device/outOfRoom.test.ts'],
    file: 'app/device/overlayStore.ts',
    text: '    if (!this.#origins.has(name)) this.#origins',
    without: '    this.#origins',
  },
  {
    fault: 'of moments: what another tab has read meanwhile is replaced by a full device',
    tests: ['app/device/outOfRoom.test.ts'],
    file: 'app/device/overlayStore.ts',
    text: 'cells: mergeCells(now?.cells ?? {}, row.cells) }])',
    without: 'cells: now ? row.cells : mergeCells({}, row.cells) }])',
  },
  {
    fault: 'of moments: of two clocks of a full device the earlier one goes on',
    tests: ['app/device/outOfRoom.test.ts'],
    file: 'app/device/overlayStore.ts',
    text: 'return isLater && a !== undefined ? a : b\n',
    without: 'return isLater || a === undefined ? b : a\n',
  },
]
