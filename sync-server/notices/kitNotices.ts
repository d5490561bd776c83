/** Notices to the owner of a kit: comments by others, and hiding by an administrator. */
import type { Knex } from 'knex'

import { authorName } from '#shared/kinds/comment.ts'
import { links } from '#shared/links.ts'
import { type Cells, textIn } from '#shared/cells/cells.ts'
import { rowKey, type StoredRow, type World } from '#shared/sync/decide.ts'
import { t } from '#shared/words/words.ts'
import { notify } from './notify.ts'

/** Quotes the comment. @param comments new in this transaction */
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
      words: () => ({
        title: t('{name} commented on {kit}', {
          name: authorName(comment.cells) || t('Somebody'),
          kit: textIn(kit.cells, 'name') || t('your kit'),
        }),
        body: textIn(comment.cells, 'text'),
      }),
      path: links.kit(kit.id),
    })
  }
}

/** The kit's link no longer opens for others. @param reason the administrator's, '' for none */
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
    words: () => {
      const name = textIn(kit.cells, 'name')
      return {
        title: name
          ? t('Your kit {name} was hidden', { name })
          : t('Your kit without a name was hidden'),
        body: withReason(t('An administrator hid it: its link opens for you alone.'), reason),
      }
    },
    path: links.kit(kitId),
  })
}

/** An administrator removed the comment. @param of.reason the administrator's, '' for none */
export async function tellOfRemovedComment(
  trx: Knex.Transaction,
  now: number,
  of: { commentId: string; kitId: string; owner: string; reason: string },
): Promise<void> {
  await notify(trx, now, {
    owner: of.owner,
    kind: 'hidden',
    subject: `comment ${of.commentId}`,
    words: () => ({
      title: t('Your comment was removed'),
      body: withReason(t('An administrator removed it.'), of.reason),
    }),
    path: links.kit(of.kitId),
  })
}

const withReason = (what: string, reason: string): string =>
  [
    what,
    t('Write to us if you think that is wrong.'),
    reason && t('The reason: {reason}', { reason }),
  ]
    .filter(Boolean)
    .join(' ')
