/** What the people who run this installation have decided to tell. */
import type { Env } from '../env.ts'
import type { Post } from './letters.ts'
import type { Letter } from './mailer.ts'

import { links } from '#shared/links.ts'
import { byLanguage, t } from '#shared/words/words.ts'
import { composeLetter, letterTo } from './letters.ts'

/** Where messages to the administrators go; none when nobody was configured. */
export function deskAddresses(env: Pick<Env, 'ADMIN_EMAILS' | 'CONTACT_EMAIL'>): string[] {
  return env.CONTACT_EMAIL ? [env.CONTACT_EMAIL] : env.ADMIN_EMAILS
}

/** The contact form, which says what it is about: an answer is a message on the administrators' desk. */
const answerAt = (publicUrl: string, about: string): string =>
  `${publicUrl}${links.contact()}?about=${encodeURIComponent(about)}`

/** What an administrator writes to whoever filled in the contact form, with what they had written. */
export function answerLetter(of: {
  name: string
  email: string
  message: string
  answer: string
  /** Where a reply goes, if anybody reads mail there. */
  replyTo: string | undefined
}): Letter {
  return composeLetter({
    to: of.email,
    ...(of.replyTo === undefined ? {} : { replyTo: of.replyTo }),
    subject: t('Your message to Wrenchlist'),
    before: [t('Hello {name},', { name: of.name }), of.answer, t('You had written:'), of.message],
  })
}

export function deletionRequestedLetter(post: Post): Letter {
  const { publicUrl } = post
  return letterTo(post, {
    subject: t('You asked to delete your account'),
    before: [
      t(
        'we received your request to delete your Wrenchlist account. An administrator looks at it; after 30 days at the latest the account is deleted. Until then it works as before.',
      ),
    ],
    action: { label: t('Withdraw the request'), url: publicUrl + links.account() },
    after: [
      `${t('It was not you? Withdraw the request and change your password:')}\n${publicUrl}${links.forgotPassword()}`,
    ],
  })
}

/** @param of.reason why an administrator has done it, '' for none */
export function deletionProcessedLetter(post: Post & { reason: string }): Letter {
  const { publicUrl, username, reason } = post
  return letterTo(post, {
    subject: t('Your account was deleted'),
    before: [
      t(
        'your Wrenchlist account was deleted. Your comments stay as those of a deleted user, and so do public kits that others have commented on or copied; everything else of it is gone.',
      ),
      ...(reason ? [t('The reason: {reason}', { reason })] : []),
      t(
        'What is stored on your own devices stays there until you remove it. We erase this address within 30 days.',
      ),
    ],
    action: {
      label: t('Answer'),
      url: answerAt(publicUrl, t('The deletion of {username}', { username })),
    },
  })
}

/** @param of.reason as above */
export function deletionDeclinedLetter(post: Post & { reason: string }): Letter {
  const { publicUrl, username, reason } = post
  return letterTo(post, {
    subject: t('Your account was not deleted'),
    before: [
      t(
        'an administrator has declined the request to delete your Wrenchlist account. It goes on as before.',
      ),
      ...(reason ? [t('The reason: {reason}', { reason })] : []),
    ],
    action: {
      label: t('Answer'),
      url: answerAt(publicUrl, t('The deletion of {username}', { username })),
    },
  })
}

const time = byLanguage(
  (tag) => new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }),
)

export function suspendedLetter(post: Post & { reason: string; until: number | null }): Letter {
  const { publicUrl, username, reason, until } = post
  return letterTo(post, {
    subject: t('Your account was suspended'),
    before: [
      t(
        'an administrator has suspended your Wrenchlist account. You are signed out on all devices and cannot sign in. What you have published stays.',
      ),
      ...(reason ? [t('The reason: {reason}', { reason })] : []),
      ...(until === null
        ? []
        : [t('It ends by itself on {time} (UTC).', { time: time().format(until) })]),
    ],
    action: {
      label: t('Answer'),
      url: answerAt(publicUrl, t('The suspension of {username}', { username })),
    },
  })
}

export function unsuspendedLetter(post: Post): Letter {
  const { publicUrl } = post
  return letterTo(post, {
    subject: t('Your account is open again'),
    before: [t('your Wrenchlist account is no longer suspended.')],
    action: { label: t('Sign in'), url: publicUrl + links.login() },
  })
}
