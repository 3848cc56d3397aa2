import { BlockList, isIP } from 'node:net'

/**
 * Returns whether an IP address is in a range in CIDR notation, or equals a single address. False when either is
 * malformed.
 */
export function isAddressIn(address: string, range: string): boolean {
  const [network = '', length] = range.split('/')
  const family = isIP(network)
  const plain = plainAddress(address)
  const bits = length === undefined ? (family === 4 ? 32 : 128) : Number(length)
  if (family === 0 || isIP(plain) !== family) return false
  if (!Number.isInteger(bits) || bits < 0 || bits > (family === 4 ? 32 : 128)) return false
  const list = new BlockList()
  list.addSubnet(network, bits, family === 4 ? 'ipv4' : 'ipv6')
  return list.check(plain, family === 4 ? 'ipv4' : 'ipv6')
}

/** Converts an IPv4-mapped IPv6 address, `::ffff:127.0.0.1`, into IPv4. */
function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}
