/** What is written to the people who run this installation, and what they have decided to tell. */
import type { Env } from '../env.ts'
import type { Letter } from './mailer.ts'

import { links } from '#shared/links.ts'
import { composeLetter } from './letters.ts'

/** Where messages to the administrators go; none when nobody was configured. */
export function deskAddresses(env: Pick<Env, 'ADMIN_EMAILS' | 'CONTACT_EMAIL'>): string[] {
  return env.CONTACT_EMAIL ? [env.CONTACT_EMAIL] : env.ADMIN_EMAILS
}

/** The contact form, which says what it is about: an answer is a message on the administrators' desk. */
const answerAt = (publicUrl: string, about: string): string =>
  `${publicUrl}${links.contact()}?about=${encodeURIComponent(about)}`

type Post = { to: string; publicUrl: string; username: string }

/** A message of the contact form. Its words stand in the body only; an answer goes to its sender. */
export function contactLetter(
  to: string,
  { name, email, message }: { name: string; email: string; message: string },
): Letter {
  return composeLetter({
    to,
    replyTo: email,
    subject: 'A message from the contact form',
    before: [`${name} <${email}> wrote:`, message],
  })
}

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
    subject: 'Your message to Wrenchlist',
    before: [`Hello ${of.name},`, of.answer, 'You had written:', of.message],
  })
}

export function deletionRequestedLetter({ to, publicUrl, username }: Post): Letter {
  return composeLetter({
    to,
    subject: 'You asked to delete your account',
    before: [
      `Hello ${username},`,
      'we received your request to delete your Wrenchlist account. An administrator looks at it; after 30 days at the latest the account is deleted. Until then it works as before.',
    ],
    action: { label: 'Withdraw the request', url: publicUrl + links.account() },
    after: [
      `It was not you? Withdraw the request and change your password:\n${publicUrl}${links.forgotPassword()}`,
    ],
  })
}

/** For the administrators. */
export function deletionToDecideLetter({ to, publicUrl, username }: Post): Letter {
  return composeLetter({
    to,
    subject: 'An account asks to be deleted',
    before: [
      `${username} asked to delete the account.`,
      'If nobody decides, it is deleted by itself after 30 days.',
    ],
    action: { label: 'Open the requests', url: publicUrl + links.adminAccounts() },
  })
}

/** @param of.reason why an administrator has done it, '' for none */
export function deletionProcessedLetter({
  to,
  publicUrl,
  username,
  reason,
}: Post & { reason: string }): Letter {
  return composeLetter({
    to,
    subject: 'Your account was deleted',
    before: [
      `Hello ${username},`,
      'your Wrenchlist account was deleted. Your comments stay as those of a deleted user, and so do public kits that others have commented on or copied; everything else of it is gone.',
      ...(reason ? [`The reason: ${reason}`] : []),
      'What is stored on your own devices stays there until you remove it. We erase this address within 30 days.',
    ],
    action: { label: 'Answer', url: answerAt(publicUrl, `The deletion of ${username}`) },
  })
}

/** @param of.reason as above */
export function deletionDeclinedLetter({
  to,
  publicUrl,
  username,
  reason,
}: Post & { reason: string }): Letter {
  return composeLetter({
    to,
    subject: 'Your account was not deleted',
    before: [
      `Hello ${username},`,
      'an administrator has declined the request to delete your Wrenchlist account. It goes on as before.',
      ...(reason ? [`The reason: ${reason}`] : []),
    ],
    action: { label: 'Answer', url: answerAt(publicUrl, `The deletion of ${username}`) },
  })
}

const DAY = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
})

export function suspendedLetter({
  to,
  publicUrl,
  username,
  reason,
  until,
}: Post & { reason: string; until: number | null }): Letter {
  return composeLetter({
    to,
    subject: 'Your account was suspended',
    before: [
      `Hello ${username},`,
      'an administrator has suspended your Wrenchlist account. You are signed out on all devices and cannot sign in. What you have published stays.',
      ...(reason ? [`The reason: ${reason}`] : []),
      ...(until === null ? [] : [`It ends by itself on ${DAY.format(until)} (UTC).`]),
    ],
    action: { label: 'Answer', url: answerAt(publicUrl, `The suspension of ${username}`) },
  })
}

export function unsuspendedLetter({ to, publicUrl, username }: Post): Letter {
  return composeLetter({
    to,
    subject: 'Your account is open again',
    before: [`Hello ${username},`, 'your Wrenchlist account is no longer suspended.'],
    action: { label: 'Sign in', url: publicUrl + links.login() },
  })
}
