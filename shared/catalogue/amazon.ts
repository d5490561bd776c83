/** Amazon links, recognized by host: text in a link proves nothing. */

/** Shops by country, without "www.". */
const SHOPS = [
  'amazon.com',
  'amazon.ca',
  'amazon.com.mx',
  'amazon.com.br',
  'amazon.co.uk',
  'amazon.ie',
  'amazon.de',
  'amazon.fr',
  'amazon.it',
  'amazon.es',
  'amazon.nl',
  'amazon.com.be',
  'amazon.pl',
  'amazon.se',
  'amazon.com.tr',
  'amazon.ae',
  'amazon.sa',
  'amazon.eg',
  'amazon.in',
  'amazon.co.jp',
  'amazon.sg',
  'amazon.com.au',
]

/** Short hosts of its phone apps: the product is in the address they redirect to. */
export const AMAZON_SHORT_HOSTS = ['a.co', 'amzn.to', 'amzn.eu']

const ASIN = /^[A-Z0-9]{10}$/
/** Paths that name a product. */
const PRODUCT_PATH =
  /\/(?:dp(?:\/product)?|gp\/product(?:\/glance)?|gp\/aw\/d|exec\/obidos\/ASIN|o\/ASIN)\/([a-z0-9]{10})(?=[/?]|$)/i

/** Shop a link leads to, such as "amazon.com"; null for any other. */
export function amazonShop(link: string): string | null {
  const host = hostOf(link)?.replace(/^(?:www|smile|m)\./, '')
  return host !== undefined && SHOPS.includes(host) ? host : null
}

/** Whether a link is a short one that does not name the product. */
export function isShortAmazonLink(link: string): boolean {
  const host = hostOf(link)
  return host !== null && AMAZON_SHORT_HOSTS.includes(host)
}

export function isAmazonLink(link: string): boolean {
  return amazonShop(link) !== null || isShortAmazonLink(link)
}

/** ASIN in a link, or the text itself when it is one. */
export function asinOf(text: string): string | null {
  const plain = text.trim().toUpperCase()
  if (ASIN.test(plain)) return plain
  if (amazonShop(text) === null) return null
  const [, asin] = PRODUCT_PATH.exec(new URL(text).pathname) ?? []
  return asin?.toUpperCase() ?? null
}

function hostOf(link: string): string | null {
  try {
    const { protocol, hostname, username, password } = new URL(link)
    const isPlain = /^https?:$/.test(protocol) && !username && !password
    return isPlain ? hostname.replace(/\.$/, '') : null
  } catch {
    return null
  }
}
