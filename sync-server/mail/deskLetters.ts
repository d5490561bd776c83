/** Letters about administrators' decisions. */
import type { Env } from '../env/env.ts'
import type { Post } from './letters.ts'
import type { Letter } from './mailer.ts'

import { links } from '#shared/links.ts'
import { t } from '#shared/words/words.ts'
import { composeLetter, letterTo, momentOf, newPassword, withoutLinks } from './letters.ts'

/** Recipients of messages to the administrators; none when not configured. */
export function deskAddresses(env: Pick<Env, 'ADMIN_EMAILS' | 'CONTACT_EMAIL'>): string[] {
  return env.CONTACT_EMAIL ? [env.CONTACT_EMAIL] : env.ADMIN_EMAILS
}

/** The contact form, which says what it is about: an answer is a message on the administrators' desk. */
const answering = ({ publicUrl }: Post, about: string) => ({
  label: t('Answer'),
  url: `${publicUrl}${links.contact()}?about=${encodeURIComponent(about)}`,
})

/** Why an administrator has done it, '' for none. */
interface Reasoned extends Post {
  reason: string
}

const reasonOf = ({ reason }: Reasoned): string[] =>
  reason ? [t('The reason: {reason}', { reason })] : []

/** An administrator's answer to the contact form, quoting the question. */
export function answerLetter(of: {
  name: string
  email: string
  message: string
  answer: string
  /** Reply address, if anybody reads mail there. */
  replyTo: string | undefined
}): Letter {
  return composeLetter({
    to: of.email,
    ...(of.replyTo === undefined ? {} : { replyTo: of.replyTo }),
    subject: t('Your message to Wrenchlist'),
    before: [
      t('Hello {name},', { name: withoutLinks(of.name) }),
      of.answer,
      t('You had written:'),
      withoutLinks(of.message),
    ],
  })
}

export function deletionRequestedLetter(post: Post): Letter {
  return letterTo(post, {
    subject: t('You asked to delete your account'),
    before: [
      t(
        'we received your request to delete your Wrenchlist account. An administrator looks at it; after 30 days at the latest the account is deleted. Until then it works as before.',
      ),
    ],
    action: { label: t('Withdraw the request'), url: post.publicUrl + links.account() },
    after: [newPassword(post, t('It was not you? Withdraw the request and change your password:'))],
  })
}

export function deletionProcessedLetter(post: Reasoned): Letter {
  return letterTo(post, {
    subject: t('Your account was deleted'),
    before: [
      t(
        'your Wrenchlist account was deleted. Your comments stay as those of a deleted user, and so do public kits that others have commented on or copied; everything else of it is gone.',
      ),
      ...reasonOf(post),
      t(
        'What is stored on your own devices stays there until you remove it. We erase this address within 30 days.',
      ),
    ],
    action: answering(post, t('The deletion of {username}', post)),
  })
}

export function deletionDeclinedLetter(post: Reasoned): Letter {
  return letterTo(post, {
    subject: t('Your account was not deleted'),
    before: [
      t(
        'an administrator has declined the request to delete your Wrenchlist account. It goes on as before.',
      ),
      ...reasonOf(post),
    ],
    action: answering(post, t('The deletion of {username}', post)),
  })
}

export function suspendedLetter(post: Reasoned & { until: number | null }): Letter {
  const { username, until } = post
  return letterTo(post, {
    subject: t('Your account was suspended'),
    before: [
      t(
        'an administrator has suspended your Wrenchlist account. You are signed out on all devices and cannot sign in. What you have published stays.',
      ),
      ...reasonOf(post),
      ...(until === null
        ? []
        : [t('It ends by itself on {time} (UTC).', { time: momentOf().format(until) })]),
    ],
    action: answering(post, t('The suspension of {username}', { username })),
  })
}

export function unsuspendedLetter(post: Post): Letter {
  return letterTo(post, {
    subject: t('Your account is open again'),
    before: [t('your Wrenchlist account is no longer suspended.')],
    action: { label: t('Sign in'), url: post.publicUrl + links.login() },
  })
}
