import type { Deps } from './guards/deps.ts'
import type { SignedInUser } from '../accounts/sessions.ts'

import Router from '@koa/router'
import { z } from 'zod'

import { emailKey, usernameKey } from '#shared/account.ts'
import { Problem } from '#shared/problem.ts'
import { t } from '#shared/words/words.ts'
import { requestDeletion, withdrawDeletion } from '../erasure/deletion.ts'
import { requireUser } from './guards/actor.ts'
import { readJson } from '../http/body.ts'
import { deletionRequestedLetter } from '../mail/deskLetters.ts'
import { noteAlert } from '../auditLog/noteAlert.ts'

/** Requests and withdrawals are unlimited; mail about them is not. */
const A_DAY = { burst: 5, perMs: 86_400_000 / 5 }
const MAX_TEXT = 300

const deletionBody = z.object({
  username: z.string().max(MAX_TEXT).optional(),
  email: z.string().max(MAX_TEXT).optional(),
})

/** Deletion requests. The account works until one is decided. */
export function deletionRoutes(deps: Deps): Router {
  const router = new Router()

  router.post('/api/request-account-deletion', async (ctx) => {
    const { user } = await requireUser(ctx, deps)
    checkOwn(user, deletionBody.parse(await readJson(ctx)))
    const open = await deps
      .db('deletion_requests')
      .where({ user_id: user.id, status: 'open' })
      .first<{ requested_at: Date } | undefined>('requested_at')
    if (!open) await deps.limits.take(`deletion:${user.id}`, A_DAY)
    const { requestedAt, isNew } = await requestDeletion(deps, user.id)
    if (isNew) await tell(user)
    ctx.body = {
      message: t('Account deletion requested'),
      deletionRequestedAt: requestedAt.toISOString(),
    }
  })

  router.delete('/api/request-account-deletion', async (ctx) => {
    const { user } = await requireUser(ctx, deps)
    await withdrawDeletion(deps, user.id)
    ctx.status = 204
  })

  async function tell({ username, email }: SignedInUser): Promise<void> {
    const publicUrl = deps.env.PUBLIC_URL
    deps.mailer.send(deletionRequestedLetter({ to: email, publicUrl, username }))
    await noteAlert(deps.db, 'deletion')
  }

  return router
}

/** The session identifies the owner; a body that names another account is refused. */
function checkOwn(user: SignedInUser, named: z.infer<typeof deletionBody>): void {
  const { username, email } = named
  if (username !== undefined && usernameKey(username.trim()) !== usernameKey(user.username)) {
    throw notYours('username', t('This is not the username of your account.'))
  }
  if (email !== undefined && emailKey(email) !== emailKey(user.email)) {
    throw notYours('email', t('This is not the email address of your account.'))
  }
}

function notYours(field: string, sentence: string): Problem {
  return new Problem('not_yours', 422, sentence, { field })
}
