/**
 * Takes out of a text what a report must not carry: tokens, passwords, mail addresses and what
 * addresses of pages have behind their question mark. Run on the device and again on the server.
 * What comes before a secret is bounded in length, so that no text makes it slow.
 */
import { cleanText } from './define.ts'

const GONE = '…'

/** Of these parameters the value is a public name; all others lose theirs. */
const PUBLIC_PARAMETERS = /^(?:build|kit|load|source)$/

// The names are looked for as a part: "access_token", "newPassword", "X-Device-Key".
const SECRET =
  '(?:password|passwd|passphrase|token|secret|authorization|cookie|device[-_]?key|api[-_]?key)'
const IN_JSON = new RegExp(
  `("[\\w-]{0,40}${SECRET}[\\w-]{0,40}"\\s{0,4}:\\s{0,4})("(?:[^"\\\\]|\\\\.)*"?|[^\\s,}\\]]+)`,
  'gi',
)
const NAMED = new RegExp(
  `(?<![\\w-])([\\w-]{0,40}${SECRET}[\\w-]{0,40}\\s{0,2}[=:]\\s{0,2})(?!${GONE})(?:Bearer\\s{1,4})?[^\\s"'&;,<>)]+`,
  'gi',
)
const BEARER = /\b(Bearer|Basic)\s{1,4}[\w.~+/=-]{6,}/gi
/** Tokens and device keys have 43 characters; ids have 22, and no name of ours is that long. */
const LONG = /(?<![\w-])(?=[\w-]{0,80}[0-9A-Z_-])[\w-]{40,}(?![\w-])/g
const JWT = /\beyJ[\w-]{5,}(?:\.[\w-]+){1,2}/g
const MAIL = /[\w.!#$%&'*+/=?^`{|}~-]{1,64}(?:@|%40)[a-z0-9](?:[a-z0-9-]{0,62}\.){1,8}[a-z]{2,24}/gi
const USER_IN_URL = /(\b[a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/@"'<>]{1,200}@/gi
const QUERY = /([?&;])([\w.[\]%~-]{1,80})=([^\s&#;"'<>()]+)/g
const HASH = /(https?:\/\/[^\s#"'<>()]{1,1000})#[^\s"'<>()]{1,1000}/g

/** @param options.isAddress the text as a whole is the address of a page */
export function stripSecrets(text: string, { isAddress }: { isAddress: boolean }): string {
  const storable = cleanText(isAddress ? text.replace(/#.*$/s, '') : text)
  return storable
    .replaceAll(USER_IN_URL, `$1${GONE}@`)
    .replaceAll(HASH, `$1#${GONE}`)
    .replaceAll(QUERY, (_whole, mark: string, name: string, value: string) =>
      PUBLIC_PARAMETERS.test(name) && /^[\w-]{1,22}$/.test(value)
        ? `${mark}${name}=${value}`
        : `${mark}${name}=${GONE}`,
    )
    .replaceAll(JWT, GONE)
    .replaceAll(BEARER, `$1 ${GONE}`)
    .replaceAll(IN_JSON, `$1"${GONE}"`)
    .replaceAll(NAMED, `$1${GONE}`)
    .replaceAll(LONG, GONE)
    .replaceAll(MAIL, '(mail address)')
}
