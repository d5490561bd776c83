/** Notices as a letter and as a push. */
import type { NoticeKind, PushPayload } from '#shared/notify/notifications.ts'
import type { Letter } from '../mail/mailer.ts'

import { links } from '#shared/links.ts'
import { inContext, many, t } from '#shared/words/words.ts'
import { composeLetter, withoutLinks } from '../mail/letters.ts'
import { spokenCode } from '../words/language.ts'

/** Further ones are only counted. */
const SHOWN_IN_LETTER = 40
const SHOWN_IN_PUSH = 4

export interface Told {
  kind: NoticeKind
  subject: string
  title: string
  body: string
  path: string
}

/** One letter for all due notices. @param token for the unsubscribe link */
export function noticeLetter(
  { to, username, publicUrl }: { to: string; username: string; publicUrl: string },
  token: string,
  told: readonly Told[],
): Letter {
  const all = told.map((one) =>
    // Administrators' reasons may keep links; names of parts and shops may not.
    one.kind === 'hidden'
      ? one
      : { ...one, title: withoutLinks(one.title), body: withoutLinks(one.body) },
  )
  const [first] = all
  const only = all.length === 1 ? first : undefined
  const left = all.length - SHOWN_IN_LETTER
  const letter = composeLetter({
    to,
    subject: headline(all),
    before: [
      t('Hello {username},', { username: withoutLinks(username) }),
      ...(only
        ? [`${only.title}.`, only.body].filter((text) => text !== '.')
        : all
            .slice(0, SHOWN_IN_LETTER)
            .map(({ title, body, path }) =>
              [title, body, publicUrl + path].filter(Boolean).join('\n'),
            )),
      ...(left > 0 ? [many(left, 'And {count} more.', 'And {count} more.')] : []),
    ],
    ...(only && { action: { label: inContext('verb', 'Open'), url: publicUrl + only.path } }),
    after: [
      `${t('Choose what you are told, and when:')}\n${publicUrl}${links.notifications()}`,
      `${t('No more of these mails:')}\n${publicUrl}${links.unsubscribe()}#token=${token}`,
    ],
  })
  return { ...letter, unsubscribe: `${publicUrl}/api/unsubscribe?token=${token}` }
}

/** One push for all due notices. */
export function noticePush(publicUrl: string, all: readonly Told[]): PushPayload {
  const [first] = all
  const only = all.length === 1 ? first : undefined
  const left = all.length - SHOWN_IN_PUSH
  const titles = all.slice(0, SHOWN_IN_PUSH).map(({ title }) => title)
  return {
    web_push: 8030,
    notification: {
      title: headline(all),
      body: only
        ? only.body
        : [
            ...titles,
            ...(left > 0 ? [many(left, 'and {count} more', 'and {count} more')] : []),
          ].join('\n'),
      navigate: publicUrl + whereTo(all),
      tag: only ? `${only.kind}:${only.subject}` : 'news',
      lang: spokenCode(),
    },
  }
}

function headline(all: readonly Told[]): string {
  const [first] = all
  return all.length === 1 && first
    ? first.title
    : many(
        all.length,
        '{count} thing for you on Wrenchlist',
        '{count} things for you on Wrenchlist',
      )
}

/** Page that shows all of them. */
function whereTo(all: readonly Told[]): string {
  const [first, ...others] = all
  if (first && others.every(({ path }) => path === first.path)) return first.path
  if (all.every(({ kind }) => kind === 'price' || kind === 'stock')) return links.prices()
  if (all.every(({ kind }) => kind === 'service')) return links.maintenance()
  return links.kits()
}
