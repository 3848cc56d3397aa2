import { BlockList, isIP } from 'node:net'

/** Whether an IP address is in a range in CIDR notation, or is the one address it names. False where either is none. */
export function isAddressIn(address: string, range: string): boolean {
  const [network = '', length] = range.split('/')
  const family = isIP(network)
  const given = plainAddress(address)
  const bits = length === undefined ? (family === 4 ? 32 : 128) : Number(length)
  if (family === 0 || isIP(given) !== family) return false
  if (!Number.isInteger(bits) || bits < 0 || bits > (family === 4 ? 32 : 128)) return false
  const list = new BlockList()
  list.addSubnet(network, bits, family === 4 ? 'ipv4' : 'ipv6')
  return list.check(given, family === 4 ? 'ipv4' : 'ipv6')
}

/** An IPv4 address as such also where a socket gives it as IPv6: `::ffff:127.0.0.1`. */
function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}
