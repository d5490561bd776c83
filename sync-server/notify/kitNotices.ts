/** What befalls a kit and its owner is told of: others' comments, and an administrator who hides it. */
import type { Knex } from 'knex'

import type { Cells } from '#shared/sync/cells.ts'
import type { StoredRow, World } from '#shared/sync/decide.ts'

import { authorName } from '#shared/kinds/comment.ts'
import { links } from '#shared/links.ts'
import { textIn } from '#shared/sync/cells.ts'
import { rowKey } from '#shared/sync/decide.ts'
import { notify } from './notify.ts'

/** With what was said. @param comments that are new in this transaction */
export async function tellOfComments(
  trx: Knex.Transaction,
  now: number,
  world: World,
  comments: readonly StoredRow[],
): Promise<void> {
  for (const comment of comments) {
    const kit = world.rows.get(rowKey('kit', comment.kit))
    if (!kit || kit.owner === comment.owner) continue
    await notify(trx, now, {
      owner: kit.owner,
      kind: 'comment',
      subject: comment.id,
      title: `${authorName(comment.cells) || 'Somebody'} commented on ${textIn(kit.cells, 'name') || 'your kit'}`,
      body: textIn(comment.cells, 'text'),
      path: links.kit(kit.id),
    })
  }
}

/** Its link does not open for others any more. @param reason the administrator's, '' for none */
export async function tellOfHiddenKit(
  trx: Knex.Transaction,
  now: number,
  kitId: string,
  reason: string,
): Promise<void> {
  const kit = await trx('kits')
    .where({ kit_id: kitId })
    .first<{ owner: string; cells: Cells } | undefined>('owner', 'cells')
  if (!kit) return
  await notify(trx, now, {
    owner: kit.owner,
    kind: 'hidden',
    subject: `${kitId} ${now}`,
    title: `Your kit ${textIn(kit.cells, 'name') || 'without a name'} was hidden`,
    body: [
      'An administrator hid it: its link opens for you alone.',
      'Write to us if you think that is wrong.',
      reason && `The reason: ${reason}`,
    ]
      .filter(Boolean)
      .join(' '),
    path: links.kit(kitId),
  })
}

/** What its author wrote is gone for everybody. @param of.reason the administrator's, '' for none */
export async function tellOfRemovedComment(
  trx: Knex.Transaction,
  now: number,
  of: { commentId: string; kitId: string; owner: string; reason: string },
): Promise<void> {
  await notify(trx, now, {
    owner: of.owner,
    kind: 'hidden',
    subject: `comment ${of.commentId}`,
    title: 'Your comment was removed',
    body: [
      'An administrator removed it.',
      'Write to us if you think that is wrong.',
      of.reason && `The reason: ${of.reason}`,
    ]
      .filter(Boolean)
      .join(' '),
    path: links.kit(of.kitId),
  })
}
