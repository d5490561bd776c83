import type { Context } from 'koa'

import Router from '@koa/router'
import { Readable } from 'node:stream'

import * as forms from '#shared/account.ts'
import { isId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { t } from '#shared/words/words.ts'
import { accountData } from '../erasure/accountData.ts'
import { deviceLabel } from '../log/deviceLabel.ts'
import { confirmEmail } from '../accounts/confirmEmail.ts'
import { requestEmailChange } from '../accounts/emails.ts'
import { login } from '../accounts/login.ts'
import { changePassword, linkFacts, requestReset, resetPassword } from '../accounts/newPassword.ts'
import { mailboxLimit } from '../accounts/mailLimits.ts'
import { checkNewPassword } from '../accounts/passwordRules.ts'
import { register, usernameTaken, verification } from '../accounts/registration.ts'
import { endSession, listSessions, revokeSessions, type SessionDeps } from '../accounts/sessions.ts'
import { nameTakenWords, usernameProblem } from '../accounts/usernames.ts'
import { accountUser, type AccountDeps } from '../accounts/users.ts'
import { bearerOf, deviceOf, requireUser } from './guards/actor.ts'
import { readForm } from '../http/form.ts'
import { addressOf, type RateRule } from '../http/rateLimit.ts'
import type { Logged } from '../http/requestLog.ts'
import { noteLanguage } from '../words/ownLanguage.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Per network; the last three per account. */
const NAMES: RateRule = { burst: 60, perMs: 2_000 }
const REGISTRATIONS: RateRule = { burst: 5, perMs: HOUR_MS / 5 }
const RESET_REQUESTS: RateRule = { burst: 10, perMs: HOUR_MS / 10 }
const LINKS: RateRule = { burst: 60, perMs: MINUTE_MS / 10 }
/** The export reads everything an account has. */
const DATA: RateRule = { burst: 5, perMs: HOUR_MS / 5 }
const RESENDS: RateRule = { burst: 3, perMs: HOUR_MS / 3 }
const PASSWORD_CHANGES: RateRule = { burst: 10, perMs: HOUR_MS / 10 }

/** Accounts: registration, sign-in, passwords, addresses, sessions. */
export function accountsRoutes(deps: AccountDeps & SessionDeps): Router {
  const { db, limits, mailer } = deps
  const router = new Router({ prefix: '/api' })

  router.post('/auth/register', async (ctx) => {
    const form = await readForm(ctx, forms.registerBody)
    checkNewPassword(form.password, form)
    await limits.take(`names:${addressOf(ctx)}`, NAMES)
    const problem = await usernameProblem(db, form.username, deps.now())
    if (problem === nameTakenWords()) throw usernameTaken()
    if (problem) throw new Problem('username_reserved', 422, problem, { field: 'username' })
    await limits.take(`register:${addressOf(ctx)}`, REGISTRATIONS)
    await register(deps, form, addressOf(ctx))
    ctx.status = 201
    ctx.body = {
      message: t('Registration successful. Please check your email to verify your address.'),
    }
  })

  const checkUsername = async (ctx: Context, username: unknown) => {
    await limits.take(`names:${addressOf(ctx)}`, NAMES)
    const reason = await usernameProblem(db, username, deps.now())
    ctx.body = { available: reason === '', reason }
  }
  router.get('/auth/check-username', (ctx) => checkUsername(ctx, ctx.query['username']))
  router.get('/auth/check-username/:username', (ctx) => checkUsername(ctx, ctx.params['username']))

  router.post('/auth/login', async (ctx) => {
    const form = await readForm(ctx, forms.loginBody)
    const label = deviceLabel(ctx.get('User-Agent'))
    const answer = await login(deps, form, {
      address: addressOf(ctx),
      device: deviceOf(ctx),
      label,
    })
    await noteLanguage(ctx, db, answer.user.id)
    ;(ctx.state as Logged).signedIn = answer.user.id
    ctx.body = answer
  })

  router.post('/auth/logout', async (ctx) => {
    const token = bearerOf(ctx)
    if (token) await endSession(db, token, deps.now())
    ctx.status = 204
  })

  router.get('/auth/user', async (ctx) => {
    const { user } = await requireUser(ctx, deps)
    const account = await accountUser(db, user)
    if (!account) throw new Problem('signed_out', 401, t('Please sign in again.'))
    await noteLanguage(ctx, db, user.id)
    ctx.body = account
  })

  router.post('/auth/forgot-password', async (ctx) => {
    const { email } = await readForm(ctx, forms.forgotForm)
    await limits.take(`forgot:${addressOf(ctx)}`, RESET_REQUESTS)
    requestReset(deps, email)
    ctx.body = { message: t('If this address has an account, a link is on its way to it.') }
  })

  router.post('/auth/mailed-link', async (ctx) => {
    const { token } = await readForm(ctx, forms.linkBody)
    await limits.take(`links:${addressOf(ctx)}`, LINKS)
    ctx.body = await linkFacts(deps, token)
  })

  router.post('/auth/reset-password', async (ctx) => {
    const form = await readForm(ctx, forms.resetBody)
    await limits.take(`links:${addressOf(ctx)}`, LINKS)
    await resetPassword(deps, form)
    ctx.body = { message: t('Password reset successful!') }
  })

  router.post('/auth/change-password', async (ctx) => {
    const { user, sessionId } = await requireUser(ctx, deps)
    const form = await readForm(ctx, forms.changePasswordBody)
    await limits.take(`change-password:${user.id}`, PASSWORD_CHANGES)
    await changePassword(deps, { userId: user.id, sessionId }, form)
    ctx.body = { message: t('Password changed successfully!') }
  })

  router.post('/auth/verify-email', async (ctx) => {
    const form = await readForm(ctx, forms.verifyBody)
    await limits.take(`links:${addressOf(ctx)}`, LINKS)
    const from = { device: deviceOf(ctx), label: deviceLabel(ctx.get('User-Agent')) }
    const answer = await confirmEmail(deps, form, from)
    await noteLanguage(ctx, db, answer.user.id)
    ;(ctx.state as Logged).signedIn = answer.user.id
    ctx.body = { message: t('Email verified!'), ...answer }
  })

  // Called by older pages as they open. Opening a link confirms nothing: they need an update.
  router.get('/verify-email', () => {
    const sentence = t(
      'Your address is not confirmed yet: this page is an older version. Please reload it, then open the link in your mail again.',
    )
    throw new Problem('outdated', 410, sentence)
  })

  router.post('/auth/resend-verification', async (ctx) => {
    const { user } = await requireUser(ctx, deps)
    await limits.take(`resend:${user.id}`, RESENDS)
    if (!user.emailVerified) {
      await limits.take(...mailboxLimit('resend', forms.emailKey(user.email)))
      mailer.send(verification(deps, user.id))
    }
    ctx.body = {
      message: user.emailVerified
        ? t('Your address is verified already.')
        : t('A new link is on its way to your address.'),
    }
  })

  router.post('/auth/change-email', async (ctx) => {
    const { user } = await requireUser(ctx, deps)
    const form = await readForm(ctx, forms.changeEmailForm)
    await requestEmailChange(deps, user.id, form)
    ctx.body = { message: t('Please open the link we sent to the new address.') }
  })

  router.get('/account/data', async (ctx) => {
    const { user, principal } = await requireUser(ctx, deps)
    await limits.take(`data:${user.id}`, DATA)
    const account = await accountUser(db, user)
    if (!account) throw new Problem('signed_out', 401, t('Please sign in again.'))
    const data = accountData(db, { user: account, principal, at: deps.now() })
    ctx.type = 'application/json'
    ctx.attachment('wrenchlist-account.json')
    ctx.body = Readable.from(data, { objectMode: false })
  })

  router.get('/auth/sessions', async (ctx) => {
    const { user, sessionId } = await requireUser(ctx, deps)
    ctx.body = await listSessions(db, user, { at: deps.now(), current: sessionId })
  })

  router.post('/auth/sessions/revoke-others', async (ctx) => {
    const { user, sessionId } = await requireUser(ctx, deps)
    ctx.body = { revoked: await revokeSessions(db, user.id, deps.now(), { except: sessionId }) }
  })

  router.delete('/auth/sessions/:id', async (ctx) => {
    const { user } = await requireUser(ctx, deps)
    const id = ctx.params['id'] ?? ''
    const own = isId(id) && (await db('sessions').where({ id, user_id: user.id }).first('id'))
    if (!own) throw new Problem('not_found', 404, t('There is no such device.'))
    await revokeSessions(db, user.id, deps.now(), { only: id })
    ctx.status = 204
  })

  return router
}
