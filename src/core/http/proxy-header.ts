// Version 2 of the PROXY protocol: the header by which a proxy names, before all else, the host that its client called.
// https://www.haproxy.org/download/2.8/doc/proxy-protocol.txt, section 2.2

import { timingSafeEqual } from 'node:crypto'
import { SIGNATURE_BYTES, signatureOf } from '../tenants/tenant-tag.ts'

const SIGNATURE = Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1')

/** The signature, the version with the command, the address family, and the length of the rest. */
const FIXED_LENGTH = 16

/** Version 2, and the command PROXY. */
const VERSION_AND_COMMAND = 0x21

/** The types of values: the name of the host, as TLS has it, and two of the range for uses of one's own. */
const AUTHORITY = 0x02
const TENANT = 0xe0
const GREETINGS = 0xe1

/** The most bytes of greetings in a header, whose length has two bytes. */
export const MOST_GREETINGS = 32_768

/** The number of bytes by which a header is recognized. */
export const RECOGNIZED_BYTES = SIGNATURE.length

/** Returns whether a connection begins with a header. */
export function isProxyHeader(first: Buffer): boolean {
  return first.subarray(0, SIGNATURE.length).equals(SIGNATURE)
}

/** The values of a header. */
export interface ProxyValues {
  /** The host that the client called; null where it is not known. */
  readonly host: string | null
  /** The tag of the tenant that the connection is for. Absent: none is named */
  readonly tag?: string
  /**
   * The first messages of the client, which an instance of the same run has answered before: the run has signed them.
   * Absent: none
   */
  readonly greetings?: Buffer
}

/** Returns the header of a connection. It has no addresses. */
export function proxyHeader({ host, tag, greetings }: ProxyValues): Buffer {
  const values = Buffer.concat([
    ...(host === null ? [] : [value(AUTHORITY, Buffer.from(host))]),
    ...(tag === undefined ? [] : [value(TENANT, Buffer.from(tag))]),
    ...(greetings === undefined ? [] : [value(GREETINGS, Buffer.concat([signatureOf(greetings), greetings]))]),
  ])
  const header = Buffer.alloc(FIXED_LENGTH)
  SIGNATURE.copy(header)
  header.writeUInt8(VERSION_AND_COMMAND, 12)
  header.writeUInt16BE(values.length, 14)
  return Buffer.concat([header, values])
}

function value(type: number, content: Buffer): Buffer {
  const head = Buffer.alloc(3)
  head.writeUInt8(type)
  head.writeUInt16BE(content.length, 1)
  return Buffer.concat([head, content])
}

/** A header that has been read. */
export interface ProxyHeader extends ProxyValues {
  /** The number of its bytes. */
  readonly length: number
}

/** Returns the header at the beginning of some bytes; null when it has not arrived whole. */
export function readProxyHeader(bytes: Buffer): ProxyHeader | null {
  if (bytes.length < FIXED_LENGTH) return null
  const length = FIXED_LENGTH + bytes.readUInt16BE(14)
  if (bytes.length < length) return null
  const values = new Map<number, Buffer>()
  for (let at = FIXED_LENGTH + addressLength(bytes.readUInt8(13)); at + 3 <= length;) {
    const end = at + 3 + bytes.readUInt16BE(at + 1)
    if (end <= length) values.set(bytes.readUInt8(at), bytes.subarray(at + 3, end))
    at = end
  }
  const tag = values.get(TENANT)
  const greetings = signedPart(values.get(GREETINGS))
  return {
    length,
    host: values.get(AUTHORITY)?.toString('utf8').toLowerCase() ?? null,
    ...(tag === undefined ? {} : { tag: tag.toString('latin1') }),
    ...(greetings === undefined ? {} : { greetings }),
  }
}

/** Returns what follows a signature; undefined where this run has not signed it. */
function signedPart(value: Buffer | undefined): Buffer | undefined {
  if (value === undefined || value.length < SIGNATURE_BYTES) return undefined
  const content = value.subarray(SIGNATURE_BYTES)
  return timingSafeEqual(value.subarray(0, SIGNATURE_BYTES), signatureOf(content)) ? content : undefined
}

/** Returns the length of the addresses by their family: IPv4, IPv6, Unix, or none. */
function addressLength(family: number): number {
  return [0, 12, 36, 216][family >> 4] ?? 0
}
