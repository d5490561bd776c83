/** Letters about new devices and second factors. */
import type { Letter } from './mailer.ts'

import { links } from '#shared/links.ts'
import { t } from '#shared/words/words.ts'
import { letterTo, momentOf, newPassword, type Post } from './letters.ts'

const notYou = (post: Post) => [newPassword(post, t('It was not you? Choose a new password now:'))]

/** @param label deviceLabel() of the device */
export function newDeviceLetter(post: Post, label: string, at: number): Letter {
  return letterTo(post, {
    subject: t('A new device is signed in'),
    before: [
      t('{label} signed in to your Wrenchlist account on {time} (UTC).', {
        label,
        time: momentOf().format(at),
      }),
    ],
    action: { label: t('See your devices'), url: post.publicUrl + links.account() },
    after: notYou(post),
  })
}

/** Event of a second factor. */
export type FactorNews = 'added' | 'removed' | 'codes' | 'used'

const news = (what: FactorNews): string => {
  switch (what) {
    case 'added':
      return t('a second factor was added to your Wrenchlist account.')
    case 'removed':
      return t('a second factor was removed from your Wrenchlist account.')
    case 'codes':
      return t(
        'your Wrenchlist account has new recovery codes. The older ones do not work any more.',
      )
    case 'used':
      return t('somebody used a recovery code of your Wrenchlist account. It does not work again.')
  }
}

export function factorLetter(post: Post, what: FactorNews): Letter {
  return letterTo(post, {
    subject: t('The second factor of your account'),
    before: [news(what)],
    action: { label: t('See your account'), url: post.publicUrl + links.account() },
    after: notYou(post),
  })
}

export function guessesLetter(post: Post): Letter {
  return letterTo(post, {
    subject: t('Somebody guesses your codes'),
    before: [
      t(
        'somebody knows the password of your Wrenchlist account, or holds a device of yours, and has tried several wrong codes. They were not let in.',
      ),
    ],
    after: notYou(post),
  })
}
