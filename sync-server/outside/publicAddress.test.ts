import { expect, test } from 'vitest'

import { isPublicAddress } from './publicAddress.ts'

test.each([
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '100.100.100.200',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '192.0.0.192',
  '192.0.2.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '255.255.255.255',
  '168.63.129.16',
])('%s, of IPv4, is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each([
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:93.184.215.14',
  '::127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b::169.254.169.254',
  '64:ff9b:1::a00:1',
  '100::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '2002:a9fe:a9fe::1',
  '3fff::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%eth0',
  '2606:4700::1%eth0',
  'fec0::1',
  'ff02::1',
])('%s, of IPv6, is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each([
  '',
  'localhost',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '127.1',
  '1.2.3.4.5',
  '[::1]',
])('%j is no address in the form of a resolver, so it is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each([
  '93.184.215.14',
  '8.8.8.8',
  '172.32.0.1',
  '100.128.0.1',
  '2606:4700:4700::1111',
  '2a00::1',
])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})
