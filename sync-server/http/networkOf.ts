import { isIPv6 } from 'node:net'

/**
 * The network of an address, which is what limits count by: one line of an IPv6 provider has a
 * whole /64. An IPv4 address in IPv6 clothes is that IPv4 address.
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

/** The /56 and the /48 around a /64: one customer of an IPv6 provider may have either; none of IPv4. */
export function networksAround(network: string): string[] {
  const [, site, subnet = ''] = /^((?:[^:]+:){3})([^:]+)::\/64$/.exec(network) ?? []
  if (site === undefined) return []
  const block = (Number.parseInt(subnet, 16) & 0xff00).toString(16)
  return [`${site}${block}::/56`, `${site.slice(0, -1)}::/48`]
}

/** The network that a provider hands out at most: the /48 around a /64, or the /24 of IPv4. */
export const widest = (network: string): string =>
  networksAround(network).at(-1) ?? network.replace(/\.\d+$/, '.0/24')
