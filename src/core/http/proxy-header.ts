// Version 2 of the PROXY protocol: the header by which a proxy names, before all else, the host that its client called.
// https://www.haproxy.org/download/2.8/doc/proxy-protocol.txt, section 2.2

const SIGNATURE = Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1')

/** The signature, the version with the command, the address family, and the length of the rest. */
const FIXED_LENGTH = 16

/** Version 2, and the command PROXY. */
const VERSION_AND_COMMAND = 0x21

/** The type of the value that has the name of the host, as TLS has it. */
const AUTHORITY = 0x02

/** The number of bytes by which a header is recognized. */
export const RECOGNIZED_BYTES = SIGNATURE.length

/** Returns whether a connection begins with a header. */
export function isProxyHeader(first: Buffer): boolean {
  return first.subarray(0, SIGNATURE.length).equals(SIGNATURE)
}

/** Returns the header of a connection to a host. It has no addresses. */
export function proxyHeader(host: string): Buffer {
  const name = Buffer.from(host)
  const header = Buffer.alloc(FIXED_LENGTH + 3)
  SIGNATURE.copy(header)
  header.writeUInt8(VERSION_AND_COMMAND, 12)
  header.writeUInt16BE(3 + name.length, 14)
  header.writeUInt8(AUTHORITY, 16)
  header.writeUInt16BE(name.length, 17)
  return Buffer.concat([header, name])
}

/** A header that has been read. */
export interface ProxyHeader {
  /** The number of its bytes. */
  readonly length: number
  /** The host that the client called; null where the header does not name it. */
  readonly host: string | null
}

/** Returns the header at the beginning of some bytes; null when it has not arrived whole. */
export function readProxyHeader(bytes: Buffer): ProxyHeader | null {
  if (bytes.length < FIXED_LENGTH) return null
  const length = FIXED_LENGTH + bytes.readUInt16BE(14)
  if (bytes.length < length) return null
  for (let at = FIXED_LENGTH + addressLength(bytes.readUInt8(13)); at + 3 <= length;) {
    const end = at + 3 + bytes.readUInt16BE(at + 1)
    if (bytes.readUInt8(at) === AUTHORITY && end <= length)
      return { length, host: bytes.toString('utf8', at + 3, end).toLowerCase() }
    at = end
  }
  return { length, host: null }
}

/** Returns the length of the addresses by their family: IPv4, IPv6, Unix, or none. */
function addressLength(family: number): number {
  return [0, 12, 36, 216][family >> 4] ?? 0
}
