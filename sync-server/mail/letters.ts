/** Letters to users: one function each, as text and HTML. */
import { links } from '#shared/links.ts'
import { mailedLink } from '#shared/mailedLink.ts'
import { byLanguage, t } from '#shared/words/words.ts'
import { type Letter, maskEmail } from './mailer.ts'
import { escapeHtml } from '../words/escapeHtml.ts'
import { spokenCode } from '../words/language.ts'

type Content = {
  to: string
  subject: string
  /** Paragraphs in reading order; plain text, whatever it holds. */
  before: string[]
  /** The letter's button. */
  action?: { label: string; url: string }
  after?: string[]
  replyTo?: string
}

/** Both forms of a letter, with the same words. User text belongs in paragraphs only. */
export function composeLetter({
  to,
  subject,
  before,
  action,
  after = [],
  replyTo,
}: Content): Letter {
  const text = [
    ...before,
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...after,
    '-- \nWrenchlist',
  ]
  return {
    to,
    subject,
    text: `${text.join('\n\n')}\n`,
    html: page(subject, [
      ...before.map(paragraph),
      ...(action ? [button(action.label, action.url)] : []),
      ...after.map(paragraph),
    ]),
    ...(replyTo === undefined ? {} : { replyTo }),
  }
}

// Mail clients invert colours as they like: only the button sets any, both of its own.
function page(title: string, parts: string[]): string {
  return `<!doctype html>
<html lang="${spokenCode()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
</head>
<body style="margin:0;padding:24px;font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif">
<div style="max-width:34em">
${parts.join('\n')}
<p style="margin:32px 0 0;font-size:14px">Wrenchlist</p>
</div>
</body>
</html>
`
}

function paragraph(text: string): string {
  return `<p style="margin:0 0 16px">${escapeHtml(text).replaceAll('\n', '<br>')}</p>`
}

function button(label: string, url: string): string {
  const address = escapeHtml(url)
  return `<p style="margin:24px 0"><a href="${address}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:#1c4f3a;color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>
<p style="margin:0 0 16px;font-size:14px">${escapeHtml(t('If the button does not work, open this address:'))}<br><a href="${address}" style="word-break:break-all">${address}</a></p>`
}

/** Strangers' words as they are mailed: mail clients make links of bare names of hosts too. */
export const withoutLinks = (words: string): string =>
  words
    // Some scripts put no space between a sentence and a link.
    .replaceAll(/[^\s\p{Lo}]+/gu, (word) =>
      /:[\\/]{2}|\\{2}|(?<![a-z])www\./i.test(word) ? t('(a link)') : word,
    )
    .replaceAll(/(?<=\S)[.。．｡](?=\p{L}[\p{L}\p{M}-])/gu, '$&\u200b')

/** Recipient, and the site's URL for links. */
export interface Post {
  to: string
  publicUrl: string
  username: string
}

/** A letter with a greeting, to an account. */
export function letterTo(
  { to, username }: Post,
  { before, ...content }: Omit<Content, 'to'>,
): Letter {
  return composeLetter({
    to,
    before: [t('Hello {username},', { username: withoutLinks(username) }), ...before],
    ...content,
  })
}

/** Moments in letters, UTC. */
export const momentOf = byLanguage(
  (tag) => new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }),
)

/** A way out for whom it was not. @param sentence ends with a colon or a question */
export const newPassword = ({ publicUrl }: Post, sentence: string): string =>
  `${sentence}\n${publicUrl}${links.forgotPassword()}`

export function verifyLetter(post: Post & { token: string }): Letter {
  const { publicUrl, token } = post
  return letterTo(post, {
    subject: t('Verify your email address'),
    before: [t('your Wrenchlist account is ready. Please confirm that this address is yours.')],
    action: {
      label: t('Verify email address'),
      url: mailedLink(publicUrl + links.verifyEmail(), { token, isNewAddress: false }),
    },
    after: [
      t('The link works for 72 hours and asks for the password of the account.'),
      t(
        'You did not register? Then do nothing, and this address stays unconfirmed. Or open the link and set a new password: whoever registered is signed out, and the account is yours.',
      ),
    ],
  })
}

export function resetLetter(post: Post & { token: string }): Letter {
  const { publicUrl, token } = post
  return letterTo(post, {
    subject: t('Reset your password'),
    before: [t('here is the link to choose a new password for Wrenchlist.')],
    action: {
      label: t('Choose a new password'),
      url: mailedLink(publicUrl + links.resetPassword(), { token, isNewAddress: false }),
    },
    after: [
      t('The link works once, for 30 minutes. All devices are signed out when you use it.'),
      t('You did not ask for it? Then do nothing: your password stays as it is.'),
    ],
  })
}

export function addressInUseLetter(post: Post): Letter {
  return letterTo(post, {
    subject: t('You already have an account'),
    before: [
      t(
        'somebody tried to use your address for a Wrenchlist account. This address has one already, so nothing was changed.',
      ),
      t('If it was you: sign in, or reset your password if you forgot it.'),
    ],
    action: { label: t('Sign in'), url: post.publicUrl + links.login() },
    after: [
      newPassword(post, t('Reset your password:')),
      t('If it was not you: there is nothing to do.'),
    ],
  })
}

export function passwordChangedLetter(post: Post): Letter {
  return letterTo(post, {
    subject: t('Your password was changed'),
    before: [
      t(
        'the password of your Wrenchlist account was just changed. Other devices were signed out, and a private address of your calendar has ended.',
      ),
    ],
    after: [newPassword(post, t('You did not change it? Choose a new one now:'))],
  })
}

export function confirmNewAddressLetter(post: Post & { token: string }): Letter {
  const { publicUrl, token } = post
  return letterTo(post, {
    subject: t('Confirm your new email address'),
    before: [
      t(
        'this address is to become the one of your Wrenchlist account. Please confirm that it is yours.',
      ),
    ],
    action: {
      label: t('Confirm new address'),
      url: mailedLink(publicUrl + links.verifyEmail(), { token, isNewAddress: true }),
    },
    after: [
      t('The link works for 24 hours, asks for your password, and signs out your other devices.'),
      t('You did not ask for it? Then do nothing.'),
    ],
  })
}

export function addressChangeNotice(post: Post & { newEmail: string }): Letter {
  return letterTo(post, {
    subject: t('Your email address is about to change'),
    before: [
      t(
        'somebody who knows your password asked to change the address of your Wrenchlist account to {maskEmail}. It changes once it is confirmed there.',
        { maskEmail: maskEmail(post.newEmail) },
      ),
    ],
    after: [
      newPassword(post, t('It was not you? Reset your password now, which also stops the change:')),
    ],
  })
}
