/**
 * Upper limits of one call's cost, for every route and every kind of row: docs/threats.md shows
 * them as a table, costs.test.ts and costsOfReads.test.ts send the largest and the worst call to
 * each and compare.
 */

export interface Cost {
  /** Rows stored besides those of rate limits, which expire. */
  rows: number
  /** Bytes of those rows, kB. */
  kB: number
  /** Bytes of the answer, kB. */
  answerKB: number
  /** CPU of one event loop turn, with 50 calls at once, in units of shared/testProcessor.ts. */
  turnUnits: number
  /** Budget that the call uses up. */
  payer: string
}

const ANSWER = 1_024
const NOBODY = 'nobody: it stores nothing'
const ADDRESS = 'the address'
const MISSES = 'the address and the owner, by misses'
const STORED = 'the address and the owner, by bytes a day'
const ACCOUNT = 'the account'
const OPERATOR = 'an administrator'

/** About 100 ms: nobody notices a shorter delay; the limit is the same for every call. */
export const MOST_TURN_UNITS = 4

const stores = (rows: number, kB: number, payer: string, answerKB = 4): Cost => ({
  rows,
  kB,
  answerKB,
  turnUnits: MOST_TURN_UNITS,
  payer,
})
const reads = (answerKB: number, payer = NOBODY): Cost => stores(0, 0, payer, answerKB)
/** Read with an audit log entry, one an hour. */
const readsPeople = (answerKB: number, payer = OPERATOR): Cost => stores(1, 1, payer, answerKB)
/** One row, and one of the audit log. */
const act = stores(4, 8, OPERATOR, 64)

/** Costs by method and path, as in the router. */
export const COSTS_OF_ROUTES: Record<string, Cost> = {
  'POST /api/auth/register': stores(4, 4, `${ADDRESS}, 5 an hour`),
  'GET /api/auth/check-username': reads(4, ADDRESS),
  'GET /api/auth/check-username/:username': reads(4, ADDRESS),
  'POST /api/auth/login': stores(3, 4, `${ADDRESS}, and the name`),
  'POST /api/auth/logout': stores(0, 1, NOBODY),
  'GET /api/auth/user': reads(4),
  'POST /api/auth/forgot-password': stores(3, 2, `${ADDRESS}, and the mailbox`),
  'POST /api/auth/mailed-link': reads(4, ADDRESS),
  'POST /api/auth/reset-password': stores(2, 4, ADDRESS),
  'POST /api/auth/change-password': stores(2, 4, `${ACCOUNT}, 10 an hour`),
  'GET /api/verify-email': reads(4),
  'POST /api/auth/verify-email': stores(3, 4, `${ADDRESS}, and the account’s guesses`),
  'POST /api/auth/resend-verification': stores(3, 2, `${ACCOUNT}, 3 an hour`),
  'POST /api/auth/change-email': stores(4, 2, `${ACCOUNT}, 3 an hour`),
  'GET /api/account/data': reads(64 * ANSWER, `${ACCOUNT}, 5 an hour; sent in pieces`),
  'GET /api/auth/sessions': reads(64),
  'POST /api/auth/sessions/revoke-others': stores(0, 1, NOBODY),
  'DELETE /api/auth/sessions/:id': stores(0, 1, NOBODY),
  'POST /api/auth/confirm': stores(2, 1, `${ACCOUNT}, by guesses; 50 at a time`),
  'GET /api/auth/second-factors': reads(4),
  'POST /api/auth/second-factors': stores(2, 2, `${ACCOUNT}, a proof each`, 8),
  'POST /api/auth/second-factors/complete': stores(14, 4, `${ACCOUNT}, 10 of them`),
  'POST /api/auth/recovery-codes': stores(12, 4, `${ACCOUNT}, a proof each; 10 of them`),
  'DELETE /api/auth/second-factors/:id': stores(2, 2, `${ACCOUNT}, a proof each`),
  'GET /api/tasks': reads(ANSWER),
  'POST /api/tasks': stores(4, 16, `${STORED}; 20 tasks a day, 60 of an address`),
  'GET /api/admin/deletion-requests': readsPeople(ANSWER),
  'POST /api/admin/deletion-requests/:id': act,
  'GET /api/admin/reports': reads(ANSWER),
  'POST /api/admin/reports/:commentId': act,
  'GET /api/admin/kit-reports': reads(ANSWER),
  'GET /api/admin/hidden-kits': reads(ANSWER),
  'POST /api/admin/kit-reports/:kitId': act,
  'GET /api/admin/todo': readsPeople(ANSWER),
  'GET /api/admin/users': readsPeople(ANSWER),
  'POST /api/admin/users/:username': act,
  'POST /api/admin/kits/:kitId': act,
  'GET /api/admin/tasks': reads(ANSWER),
  'POST /api/admin/tasks/:id': act,
  'GET /api/admin/messages': readsPeople(ANSWER),
  'POST /api/admin/messages/:id': stores(4, 32, OPERATOR, 64),
  'GET /api/admin/mail': readsPeople(ANSWER),
  'GET /api/admin/audit': reads(ANSWER),
  'GET /api/admin/status': reads(64),
  'GET /api/admin/readings': reads(ANSWER),
  'GET /api/admin/mails': readsPeople(ANSWER),
  'POST /api/admin/mails/:id': act,
  'POST /api/admin/mail-test': act,
  'POST /api/admin/rounds/:name': stores(12, 8, `${OPERATOR}; and what the round does anyway`, 64),
  'POST /api/admin/announcement': act,
  'POST /api/admin/maintenance': act,
  'POST /api/admin/backups': stores(4, 8, `${OPERATOR}, one at a time; a file for a week`, 64),
  'POST /api/admin/backups/:id': act,
  'POST /api/backups/:id': reads(64 * ANSWER, 'an administrator, by tickets; sent in pieces'),
  'GET /api/kits/:kitId/versions': reads(ANSWER + 64, MISSES),
  'GET /api/kits/:kitId/lineage': reads(ANSWER, MISSES),
  'GET /api/health': reads(4),
  'GET /api/ready': reads(4),
  'GET /api/admin/stats': reads(64),
  'GET /api/admin/jobs': reads(ANSWER),
  'GET /api/admin/jobs/:id': reads(64),
  'POST /api/admin/jobs/:id/cancel': act,
  'POST /api/admin/merchants/:id': act,
  'GET /api/admin/catalogue/parts': reads(64),
  'GET /api/admin/catalogue/parts/:partId': reads(ANSWER),
  'POST /api/admin/catalogue/parts/:partId': stores(8, 32, OPERATOR, ANSWER),
  'GET /api/admin/catalogue/removed': reads(ANSWER),
  'POST /api/admin/catalogue/removed': act,
  'GET /api/admin/catalogue/merchants': reads(64),
  'POST /api/admin/catalogue/merchants/:merchantId': act,
  'GET /api/admin/people/:userId': readsPeople(4),
  'GET /api/admin/people/:userId/:list': readsPeople(
    20 * ANSWER,
    `${OPERATOR}; as a file in pieces`,
  ),
  'POST /api/admin/people/:userId': act,
  'GET /api/models/:make/:year': reads(64),
  'GET /api/consent': reads(4),
  'POST /api/analytics': stores(0, 0, `${ADDRESS}, 60 at once and 120 an hour`),
  'GET /api/sync/live': reads(4, 'the address and the owner, by open streams'),
  'GET /api/admin/feeds': reads(ANSWER),
  'GET /api/admin/feeds/:id': reads(ANSWER),
  'POST /api/admin/feeds': stores(12, 32, OPERATOR, 64),
  'POST /api/admin/feeds/:id/import': stores(
    6_000,
    4_000,
    `${OPERATOR}: the parts of a file, one run at a time`,
    64,
  ),
  'POST /api/admin/feeds/:id/discard': act,
  'POST /api/admin/feeds/:id/undo': act,
  'GET /api/admin/feeds/:id/refused': readsPeople(20 * ANSWER, `${OPERATOR}; sent in pieces`),
  'GET /api/admin/sources': reads(ANSWER),
  'POST /api/admin/sources': stores(4, 16, `${OPERATOR}, 50 of them`),
  'POST /api/admin/sources/:id': act,
  'POST /api/admin/sources/:id/run': act,
  'POST /api/admin/sources/:id/remove': act,
  'POST /api/request-account-deletion': stores(3, 4, `${ACCOUNT}, 5 a day`),
  'DELETE /api/request-account-deletion': stores(3, 4, ACCOUNT),
  'GET /api/notifications': reads(16),
  'POST /api/notifications': stores(1, 2, `${ACCOUNT}, 60 at once and 600 an hour`, 16),
  'POST /api/push': stores(2, 4, `${ACCOUNT}, 20 at once and 60 an hour; 20 devices`, 16),
  'POST /api/push/end': stores(0, 1, NOBODY, 16),
  'POST /api/watches': stores(
    101,
    1_024,
    `${ACCOUNT}, 60 at once and 600 an hour; 100 watches`,
    ANSWER,
  ),
  'GET /api/calendar': reads(4),
  'POST /api/calendar': stores(1, 1, `${ACCOUNT}, 20 at once and 20 an hour`),
  'DELETE /api/calendar': stores(0, 1, NOBODY),
  'GET /api/calendar/:secret': reads(
    ANSWER,
    `${ADDRESS}, 120 at once and 600 an hour; the calendar, 30 at once and 60 an hour`,
  ),
  'GET /api/unsubscribe': reads(4),
  'POST /api/unsubscribe': stores(1, 2, `${ADDRESS}, 60 at once and 600 an hour`),
  'POST /api/sync': stores(1_010, 1_600, STORED, ANSWER),
  'GET /api/parts': reads(ANSWER, `${ADDRESS}, 120 at once and 3,600 an hour`),
  'POST /api/parts/offers': reads(ANSWER, `${ADDRESS}, 30 at once and 360 an hour`),
  'GET /api/parts/:partNumber': reads(ANSWER),
  'GET /api/parts/:partNumber/history': reads(ANSWER),
  'GET /api/comments/:kitId': reads(ANSWER, MISSES),
  'POST /api/comments': stores(5, 24, `${ACCOUNT}, 10 a minute and 200 a day`, 32),
  'DELETE /api/comments/:id': stores(3, 8, ACCOUNT),
  'POST /api/comments/:id/hide': stores(3, 8, ACCOUNT, 32),
  'POST /api/comments/:id/report': stores(2, 4, `${ACCOUNT}, 10 a minute`),
  'POST /api/scrape/fcpeuro': stores(
    6_000,
    4_000,
    `${OPERATOR}: the parts of a source, one run at a time`,
    64,
  ),
  'POST /api/parts/additional': stores(
    6_000,
    4_000,
    `${OPERATOR}: the parts of a source, one run at a time`,
    64,
  ),
  'GET /api/contact': reads(4),
  'POST /api/contact': stores(2, 24, `${ADDRESS}, 5 an hour and 20 a day`),
  'GET /api/shops': reads(64),
  'POST /api/amazon/product': reads(64, `${ADDRESS}, 60 at once and 900 an hour`),
  'POST /api/shop/product': reads(64, `${ADDRESS}, 60 at once and 900 an hour`),
  'GET /api/kits': reads(ANSWER),
  'GET /api/kits/by-build-id/:buildId': reads(ANSWER, MISSES),
  'GET /api/lists/:buildId': reads(ANSWER, MISSES),
  'GET /api/kits/:kitId': reads(ANSWER, MISSES),
  'POST /api/auto-save': stores(506, 1_600, STORED, ANSWER),
  'POST /api/kits': stores(507, 2_400, STORED, ANSWER),
  'POST /api/kits/:kitId/report': stores(2, 4, `${ACCOUNT}, 10 a minute`),
  'DELETE /api/kits/:kitId': stores(2, 4, STORED, 64),
  'POST /api/kits/:kitId/restore': stores(2, 4, STORED, ANSWER),
  'POST /api/errors/frontend': stores(80, 512, `${ADDRESS} and the device, 300 and 100 at once`),
  'GET /api/errors/logs': reads(ANSWER),
  'GET /api/errors/logs/:id': reads(ANSWER),
  'POST /api/errors/logs/:id': act,
  'GET /api/errors/test-page': reads(4),
}

/** HTML pages: every path with a page of its own in routes/pages.ts and routes/share.ts. */
export const COSTS_OF_PAGES: Record<string, Cost> = {
  'GET /list/:buildId': reads(ANSWER, MISSES),
  'GET /kit/:kitId': reads(ANSWER, MISSES),
  'GET /product/:partNumber': reads(ANSWER),
  'GET /parts': reads(ANSWER, `${ADDRESS}, 120 at once and 3,600 an hour`),
  'GET /:anyOther': reads(64),
  'POST /share': reads(
    13 * ANSWER,
    `${ADDRESS}, 20 at once and 240 an hour; of all, 4 large ones at once; nothing is kept`,
  ),
}

/** One operation of each kind in a push: its row, its history, the streams it bumps. */
export const COSTS_OF_KINDS: Record<string, Cost> = {
  kit: stores(5, 96, `${STORED}; kits a day`, 128),
  line: stores(4, 24, STORED, 32),
  step: stores(4, 16, STORED, 32),
  version: stores(4, 700, `${STORED}; 50 of a kit`, 8),
  comment: stores(5, 24, `${ACCOUNT}, 10 a minute and 200 a day`, 32),
  task: stores(4, 4, `${STORED}; 20 tasks a day, 60 of an address`, 8),
  log: stores(3, 16, `${STORED}; 10,000 of an owner`, 32),
  beaten: reads(4, 'nobody: only the server writes it'),
}

const HELD_BY = '`lab/fuzz/costs.test.ts › costs no more than its row says, alone and 50 at once`'

/** The rows of the table in docs/threats.md, cell by cell. */
export function costRows(): string[][] {
  const named = [
    ...Object.entries({ ...COSTS_OF_ROUTES, ...COSTS_OF_PAGES }).map(
      ([name, cost]) => [`\`${name}\``, cost] as const,
    ),
    ...Object.entries(COSTS_OF_KINDS).map(
      ([kind, cost]) => [`a \`${kind}\` in a push`, cost] as const,
    ),
  ]
  return named.map(([name, { rows, kB, answerKB, turnUnits, payer }]) => [
    name,
    ...[rows, kB, answerKB, turnUnits].map((figure) => figure.toLocaleString('en-US')),
    payer,
    HELD_BY,
  ])
}
