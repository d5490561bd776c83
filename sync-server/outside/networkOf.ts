import { isIPv6 } from 'node:net'

/**
 * The network that limits count by: an IPv6 /64, which is one line, or an IPv4 address, also in its
 * IPv6-mapped form.
 */
export function networkOf(address: string): string {
  const ip = address.replace(/^::ffff:(?=\d+\.)/i, '').split('%')[0] ?? ''
  if (!isIPv6(ip)) return ip
  const [head = '', tail] = ip.toLowerCase().split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail ? tail.split(':') : []
  const gap = tail === undefined ? 0 : 8 - left.length - right.length
  const groups = [...left, ...Array.from({ length: gap }, () => '0'), ...right]
  const network = groups.slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''))
  return `${network.join(':')}::/64`
}

/** The /56 and /48 around a /64: one IPv6 customer may have either. None for IPv4. */
export function networksAround(network: string): string[] {
  const [, site, subnet = ''] = /^((?:[^:]+:){3})([^:]+)::\/64$/.exec(network) ?? []
  if (site === undefined) return []
  const block = (Number.parseInt(subnet, 16) & 0xff00).toString(16)
  return [`${site}${block}::/56`, `${site.slice(0, -1)}::/48`]
}

/** Who shares evenly with others: all of the IPv6 /48 around a /64; anything else by itself. */
export const partyOf = (network: string): string => networksAround(network).at(-1) ?? network

/** The network that a provider hands out at most: the /48 around a /64, or the /24 of IPv4. */
export const widest = (network: string): string => partyOf(network).replace(/\.\d+$/, '.0/24')
