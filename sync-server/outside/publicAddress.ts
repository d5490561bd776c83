/**
 * Public internet addresses. All others are this machine's, a private network's or a cloud's
 * inside, where a stranger's link must not lead. Source: IANA special-purpose address registries
 * for IPv4 and IPv6.
 */
import { BlockList, isIP } from 'node:net'

const SPECIAL_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // Looks public, but is the inside of a large cloud (Azure).
  '168.63.129.16/32',
]

/** Global unicast; mapped, NAT64, local and multicast addresses are outside of it. */
const GLOBAL_V6 = ['2000::/3']

const SPECIAL_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20']

const specialV4 = listOf(SPECIAL_V4, 'ipv4')
const globalV6 = listOf(GLOBAL_V6, 'ipv6')
const specialV6 = listOf(SPECIAL_V6, 'ipv6')

function listOf(subnets: readonly string[], type: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const subnet of subnets) {
    const [network = '', prefix] = subnet.split('/')
    list.addSubnet(network, Number(prefix), type)
  }
  return list
}

/** @param address from a resolver; any other form is not public */
export function isPublicAddress(address: string): boolean {
  // A zone such as "%eth0" names a local interface.
  if (address.includes('%')) return false
  if (isIP(address) === 4) return !specialV4.check(address, 'ipv4')
  if (isIP(address) !== 6) return false
  return globalV6.check(address, 'ipv6') && !specialV6.check(address, 'ipv6')
}
