/**
 * Strips secrets from report texts: tokens, passwords, mail addresses, and query strings of page
 * URLs. Runs on the device and again on the server. Patterns before a secret are bounded, or
 * matched from its end: no text makes this slow.
 */
import { cleanText } from './define.ts'

const GONE = '…'

/** Parameters with public values; all others lose theirs. */
const PUBLIC_PARAMETERS = /^(?:build|kit|load|source)$/

// Matched as substrings: "access_token", "newPassword", "X-Device-Key".
const SECRET =
  '(?:password|passwd|passphrase|token|secret|authorization|cookie|device[-_]?key|api[-_]?key)'
const IS_SECRET = new RegExp(SECRET, 'i')
const IN_JSON = /("([\w-]{1,96})"\s{0,4}:\s{0,4})(?:"(?:[^"\\]|\\.)*"?|[^\s,}\]]+)/g
const NAMED = new RegExp(
  `(?<![\\w-])([\\w-]{0,40}${SECRET}[\\w-]{0,40}\\s{0,2}[=:]\\s{0,2})(?!${GONE})(?:Bearer\\s{1,4})?[^\\s"'&;,<>)]+`,
  'gi',
)
const BEARER = /\b(Bearer|Basic)\s{1,4}[\w.~+/=-]{6,}/gi
/** Tokens and device keys have 43 characters; ids have 22, and none of our names is that long. */
const LONG = /(?<![\w-])(?=[\w-]{0,80}[0-9A-Z_-])[\w-]{40,}(?![\w-])/g
const DOTTED = /[\w.-]{10,}/g
const MAIL_HOST = /(?:@|%40)[a-z0-9](?:[a-z0-9-]{0,62}\.){1,8}[a-z]{2,24}/gi
const MAIL_NAME = /[\w.!#$%&'*+/=?^`{|}~-]/
const MAX_MAIL_NAME = 64
const USER_IN_URL = /:\/\/[^\s/@"'<>]+@/g
const QUERY = /([?&;])([\w.[\]%~-]{1,80})=([^\s&#;"'<>()]+)/g
const ADDRESS = /https?:\/\/[^\s"'<>()]+/g

/** @param options.isAddress whether the whole text is a page URL */
export function stripSecrets(text: string, { isAddress }: { isAddress: boolean }): string {
  const storable = cleanText(isAddress ? text.replace(/#.*$/s, '') : text)
  const stripped = storable
    .replaceAll(USER_IN_URL, `://${GONE}@`)
    .replaceAll(ADDRESS, withoutHash)
    .replaceAll(QUERY, (_whole, mark: string, name: string, value: string) =>
      PUBLIC_PARAMETERS.test(name) && /^[\w-]{1,22}$/.test(value)
        ? `${mark}${name}=${value}`
        : `${mark}${name}=${GONE}`,
    )
    .replaceAll(DOTTED, withoutJwt)
    .replaceAll(BEARER, `$1 ${GONE}`)
    .replaceAll(IN_JSON, (whole, key: string, name: string) =>
      IS_SECRET.test(name) ? `${key}"${GONE}"` : whole,
    )
    .replaceAll(NAMED, `$1${GONE}`)
    .replaceAll(LONG, GONE)
  return withoutMail(stripped)
}

function withoutHash(address: string): string {
  const at = address.indexOf('#')
  return at < 0 || at === address.length - 1 ? address : `${address.slice(0, at)}#${GONE}`
}

/** JWTs: two or three dotted parts, the first starting with "{" in base64. */
function withoutJwt(word: string): string {
  const parts = word.split('.')
  const kept: string[] = []
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at] ?? ''
    const begin = parts[at + 1] ? part.search(/\beyJ[\w-]{5}/) : -1
    kept.push(begin < 0 ? part : part.slice(0, begin) + GONE)
    if (begin >= 0) at += parts[at + 2] ? 2 : 1
  }
  return kept.join('.')
}

/** Walks back from each host over the local part: a pattern would rescan at every letter. */
function withoutMail(text: string): string {
  let kept = ''
  let from = 0
  for (const host of text.matchAll(MAIL_HOST)) {
    let begin = host.index
    const least = Math.max(from, begin - MAX_MAIL_NAME)
    while (begin > least && MAIL_NAME.test(text.charAt(begin - 1))) begin--
    if (begin === host.index) continue
    kept += `${text.slice(from, begin)}(mail address)`
    from = host.index + host[0].length
  }
  return kept + text.slice(from)
}
