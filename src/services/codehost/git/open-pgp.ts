import { createHash, createPublicKey, verify, type JsonWebKey, type KeyObject } from 'node:crypto'

// Public keys and signatures of OpenPGP, version 4. https://www.rfc-editor.org/rfc/rfc9580

/** A text that is not what OpenPGP's format asks for, or of a kind that is not known here. */
export class MalformedPgp extends Error {
  override name = 'MalformedPgp'
}

/** A public key, or a subkey of one. */
export interface PgpKey {
  /** The last eight bytes of the fingerprint in upper-case hexadecimal. */
  readonly keyId: string
  /** The packet in base64. */
  readonly packet: string
  readonly flags: PgpFlags
  /** In epoch milliseconds; null for a key that never expires. */
  readonly expiresAt: number | null
  readonly isRevoked: boolean
}

/** The uses that a key allows. */
export interface PgpFlags {
  readonly certify: boolean
  readonly sign: boolean
  readonly encryptComms: boolean
  readonly encryptStorage: boolean
}

/** A public key with its subkeys and the addresses of its user ids. */
export interface PgpPublicKey extends PgpKey {
  readonly emails: readonly string[]
  readonly subkeys: readonly PgpKey[]
}

/** A signature of bytes. */
export interface PgpSignature {
  /** The id of the key, in upper-case hexadecimal. */
  readonly keyId: string
  /** In epoch milliseconds. */
  readonly createdAt: number
  readonly hash: string
  /** The start of the packet, which is signed too. */
  readonly hashed: Buffer
  readonly numbers: readonly Buffer[]
}

interface Packet {
  readonly tag: number
  readonly body: Buffer
}

const PUBLIC_KEY = 6
const SUBKEY = 14
const USER_ID = 13
const SIGNATURE = 2

/** @throws MalformedPgp. */
export function readPgpPublicKey(armored: string): PgpPublicKey {
  const packets = packetsOf(dearmored(armored, 'PUBLIC KEY BLOCK'))
  if (packets[0]?.tag !== PUBLIC_KEY) throw new MalformedPgp('no public key')
  const keys: { packet: Packet; signatures: Buffer[] }[] = []
  const emails: string[] = []
  for (const packet of packets) {
    if (packet.tag === PUBLIC_KEY && keys.length > 0) break
    if (packet.tag === PUBLIC_KEY || packet.tag === SUBKEY) keys.push({ packet, signatures: [] })
    if (packet.tag === SIGNATURE) keys.at(-1)?.signatures.push(packet.body)
    if (packet.tag === USER_ID) emails.push(...emailIn(packet.body.toString('utf8')))
  }
  const [primary, ...subkeys] = keys.map(({ packet, signatures }) => keyOf(packet, signatures))
  if (primary === undefined) throw new MalformedPgp('no public key')
  return { ...primary, emails, subkeys }
}

/** @throws MalformedPgp. */
export function readPgpSignature(armored: string): PgpSignature {
  const packet = packetsOf(dearmored(armored, 'SIGNATURE')).find(({ tag }) => tag === SIGNATURE)
  if (packet === undefined) throw new MalformedPgp('no signature')
  const { hashed, subpackets, unhashed, end, algorithm } = signatureParts(packet.body)
  const issuer = subpackets.get(16) ?? unhashed.get(16) ?? subpackets.get(33)?.subarray(-8)
  if (issuer === undefined) throw new MalformedPgp('no issuer')
  const hash = HASHES[packet.body[3] ?? 0]
  if (hash === undefined) throw new MalformedPgp('unknown hash')
  const values = packet.body.subarray(end + 2)
  const numbers = algorithm === ED25519 ? [values.subarray(0, 32), values.subarray(32, 64)] : numbersOf(values)
  return { keyId: hex(issuer), createdAt: secondsIn(subpackets.get(2)) ?? 0, hash, hashed, numbers }
}

/** Returns whether a key made a signature of these bytes. @throws MalformedPgp for a key of an unknown kind. */
export function isSignedBy({ packet }: Pick<PgpKey, 'packet'>, signature: PgpSignature, bytes: Buffer): boolean {
  const { hash, hashed, numbers } = signature
  const trailer = Buffer.alloc(6)
  trailer.writeUInt16BE(0x04_ff)
  trailer.writeUInt32BE(hashed.length, 2)
  const signed = Buffer.concat([bytes, hashed, trailer])
  const { body } = packetsOf(Buffer.from(packet, 'base64'))[0] ?? { body: Buffer.alloc(0) }
  const { key, size } = keyObject(body)
  const [first = Buffer.alloc(0), second = Buffer.alloc(0)] = numbers
  if (key.asymmetricKeyType === 'rsa') return verify(hash, signed, key, padded(first, size))
  const pair = Buffer.concat([padded(first, size), padded(second, size)])
  if (key.asymmetricKeyType === 'ec') return verify(hash, signed, { key, dsaEncoding: 'ieee-p1363' }, pair)
  return verify(null, createHash(hash).update(signed).digest(), key, pair)
}

const HASHES: Readonly<Record<number, string>> = { 2: 'sha1', 8: 'sha256', 9: 'sha384', 10: 'sha512', 11: 'sha224' }

const RSA = new Set([1, 2, 3])
const ECDSA = 19
const EDDSA = 22
const ED25519 = 27

/** The curves by their object identifiers, with the bytes of a coordinate. */
const CURVES: Readonly<Record<string, readonly [name: string, size: number]>> = {
  '2a8648ce3d030107': ['P-256', 32],
  '2b81040022': ['P-384', 48],
  '2b81040023': ['P-521', 66],
}

/** Returns the key of a packet, and the length of each number of its signatures. */
function keyObject(body: Buffer): { readonly key: KeyObject; readonly size: number } {
  const algorithm = body[5] ?? 0
  const rest = body.subarray(6)
  if (RSA.has(algorithm)) {
    const [n = rest, e = rest] = numbersOf(rest)
    return { key: keyFrom({ kty: 'RSA', n: url(n), e: url(e) }), size: n.length }
  }
  if (algorithm === ED25519) {
    return { key: keyFrom({ kty: 'OKP', crv: 'Ed25519', x: url(rest.subarray(0, 32)) }), size: 32 }
  }
  const length = rest[0] ?? 0
  const oid = rest.toString('hex', 1, 1 + length)
  const [point = rest] = numbersOf(rest.subarray(1 + length))
  // A point without compression begins with 4, one of EdDSA with 0x40.
  if (algorithm === EDDSA && oid === '2b06010401da470f01') {
    return { key: keyFrom({ kty: 'OKP', crv: 'Ed25519', x: url(point.subarray(1)) }), size: 32 }
  }
  const curve = CURVES[oid]
  if (algorithm !== ECDSA || curve === undefined) throw new MalformedPgp('unknown kind of key')
  const [crv, size] = curve
  const [x, y] = [point.subarray(1, 1 + size), point.subarray(1 + size)]
  return { key: keyFrom({ kty: 'EC', crv, x: url(x), y: url(y) }), size }
}

function keyFrom(key: JsonWebKey): KeyObject {
  return createPublicKey({ key, format: 'jwk' })
}

function url(bytes: Buffer): string {
  return bytes.toString('base64url')
}

function keyOf({ tag, body }: Packet, signatures: readonly Buffer[]): PgpKey {
  if (body[0] !== 4) throw new MalformedPgp('not a key of version 4')
  const head = Buffer.from([0x99, body.length >> 8, body.length & 0xff])
  const fingerprint = createHash('sha1').update(head).update(body).digest()
  const types = new Set(signatures.map((each) => each[1]))
  // The last of the signatures that the key makes of itself counts.
  const own = signatures.findLast((each) => OWN.has(each[1] ?? 0))
  const { subpackets } = own === undefined ? { subpackets: new Map<number, Buffer>() } : signatureParts(own)
  const bits = subpackets.get(27)?.[0] ?? 0
  const lifetime = secondsIn(subpackets.get(9)) ?? 0
  return {
    keyId: hex(fingerprint.subarray(-8)),
    packet: Buffer.concat([headOf(tag, body.length), body]).toString('base64'),
    flags: {
      certify: (bits & 1) !== 0,
      sign: (bits & 2) !== 0,
      encryptComms: (bits & 4) !== 0,
      encryptStorage: (bits & 8) !== 0,
    },
    expiresAt: lifetime === 0 ? null : body.readUInt32BE(1) * 1000 + lifetime,
    isRevoked: types.has(0x20) || types.has(0x28),
  }
}

/** Signatures of user ids (0x10 to 0x13), of subkeys (0x18) and of the key alone (0x1f). */
const OWN = new Set([0x10, 0x11, 0x12, 0x13, 0x18, 0x1f])

function signatureParts(body: Buffer) {
  if (body[0] !== 4) throw new MalformedPgp('not a signature of version 4')
  const hashedEnd = 6 + body.readUInt16BE(4)
  const end = hashedEnd + 2 + body.readUInt16BE(hashedEnd)
  return {
    algorithm: body[2] ?? 0,
    hashed: body.subarray(0, hashedEnd),
    subpackets: subpacketsOf(body.subarray(6, hashedEnd)),
    unhashed: subpacketsOf(body.subarray(hashedEnd + 2, end)),
    end,
  }
}

function subpacketsOf(bytes: Buffer): Map<number, Buffer> {
  const found = new Map<number, Buffer>()
  for (let at = 0; at < bytes.length;) {
    const { length, start } = lengthAt(bytes, at)
    found.set((bytes[start] ?? 0) & 0x7f, bytes.subarray(start + 1, start + length))
    at = start + length
  }
  return found
}

/** Returns the seconds of a subpacket in milliseconds. */
function secondsIn(bytes: Buffer | undefined): number | null {
  return bytes === undefined || bytes.length < 4 ? null : bytes.readUInt32BE(0) * 1000
}

/** Returns the numbers of several bits each that follow one another. */
function numbersOf(bytes: Buffer): Buffer[] {
  const numbers: Buffer[] = []
  for (let at = 0; at + 2 <= bytes.length;) {
    const end = at + 2 + Math.ceil(bytes.readUInt16BE(at) / 8)
    if (end > bytes.length) break
    numbers.push(bytes.subarray(at + 2, end))
    at = end
  }
  return numbers
}

function padded(number: Buffer, size: number): Buffer {
  return number.length >= size ? number : Buffer.concat([Buffer.alloc(size - number.length), number])
}

function packetsOf(bytes: Buffer): Packet[] {
  const packets: Packet[] = []
  try {
    for (let at = 0; at < bytes.length;) {
      const head = bytes[at] ?? 0
      if ((head & 0x80) === 0) throw new MalformedPgp('no packet')
      const isNew = (head & 0x40) !== 0
      const { length, start } = isNew ? lengthAt(bytes, at + 1) : oldLengthAt(bytes, at, head & 3)
      if (start + length > bytes.length) throw new MalformedPgp('a packet is cut off')
      packets.push({ tag: isNew ? head & 0x3f : (head >> 2) & 0xf, body: bytes.subarray(start, start + length) })
      at = start + length
    }
  } catch (error) {
    throw error instanceof RangeError ? new MalformedPgp('a packet is cut off') : error
  }
  return packets
}

function lengthAt(bytes: Buffer, at: number) {
  const first = bytes.readUInt8(at)
  if (first < 192) return { length: first, start: at + 1 }
  if (first < 224) return { length: ((first - 192) << 8) + bytes.readUInt8(at + 1) + 192, start: at + 2 }
  if (first === 255) return { length: bytes.readUInt32BE(at + 1), start: at + 5 }
  throw new MalformedPgp('a packet in parts')
}

function oldLengthAt(bytes: Buffer, at: number, kind: number) {
  if (kind === 0) return { length: bytes.readUInt8(at + 1), start: at + 2 }
  if (kind === 1) return { length: bytes.readUInt16BE(at + 1), start: at + 3 }
  if (kind === 2) return { length: bytes.readUInt32BE(at + 1), start: at + 5 }
  return { length: bytes.length - at - 1, start: at + 1 }
}

function headOf(tag: number, length: number): Buffer {
  if (length < 192) return Buffer.from([0xc0 | tag, length])
  const rest = length - 192
  return Buffer.from([0xc0 | tag, (rest >> 8) + 192, rest & 0xff])
}

function dearmored(text: string, kind: string): Buffer {
  const [, block] =
    new RegExp(`-----BEGIN PGP ${kind}-----\\r?\\n([\\s\\S]*?)-----END PGP ${kind}-----`).exec(text) ?? []
  if (block === undefined) throw new MalformedPgp('no armor')
  // Headers such as `Version:` end with an empty line; the checksum begins with `=`.
  const lines = block.split(/\r?\n/).filter((line) => line !== '' && !line.includes(':') && !line.startsWith('='))
  return Buffer.from(lines.join(''), 'base64')
}

function emailIn(userId: string): string[] {
  const email = /<([^<>\s]+@[^<>\s]+)>\s*$/.exec(userId)?.[1] ?? /^[^<>\s]+@[^<>\s]+$/.exec(userId)?.[0]
  return email === undefined ? [] : [email]
}

function hex(bytes: Buffer): string {
  return bytes.toString('hex').toUpperCase()
}
