import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import type { KeyPair } from '#oauth/jwt/keys.ts'

// Certificates and requests for them, as the vendor makes them: https://datatracker.ietf.org/doc/html/rfc5280 and
// https://datatracker.ietf.org/doc/html/rfc2986

/** The object identifiers of the parts of a name, in the vendor's order and words. */
const NAME_PARTS = {
  countryName: [2, 5, 4, 6],
  stateOrProvinceName: [2, 5, 4, 8],
  localityName: [2, 5, 4, 7],
  organizationName: [2, 5, 4, 10],
  organizationalUnitName: [2, 5, 4, 11],
  commonName: [2, 5, 4, 3],
  emailAddress: [1, 2, 840, 113549, 1, 9, 1],
} as const

/** A name in a certificate; parts that it does not know are left out. */
export type CertificateName = Readonly<Record<string, string>>

const SHA256_WITH_RSA = [1, 2, 840, 113549, 1, 1, 11]
const EXTENSION_REQUEST = [1, 2, 840, 113549, 1, 9, 14]
const SUBJECT_ALTERNATIVE_NAME = [2, 5, 29, 17]

/** Returns a certificate that a key pair has signed about itself: DER. Times are epoch milliseconds. */
export function selfSigned(
  pair: KeyPair,
  name: CertificateName,
  { from, to, serial }: { readonly from: number; readonly to: number; readonly serial: number },
): Buffer {
  const content = sequence(
    tagged(0xa0, integer(2)),
    integer(serial),
    algorithm(),
    nameOf(name),
    sequence(time(from), time(to)),
    nameOf(name),
    publicKeyOf(pair),
  )
  return signed(pair, content)
}

/** Returns a request for a certificate of a key pair: DER. */
export function certificateRequest(pair: KeyPair, name: CertificateName, dnsNames: readonly string[]): Buffer {
  const names = sequence(...dnsNames.map((dnsName) => tagged(0x82, Buffer.from(dnsName, 'latin1'))))
  const extensions = sequence(sequence(identifier(SUBJECT_ALTERNATIVE_NAME), tagged(0x04, names)))
  const attributes = sequence(identifier(EXTENSION_REQUEST), tagged(0x31, extensions))
  const content = sequence(
    integer(0),
    nameOf(name),
    publicKeyOf(pair),
    tagged(0xa0, dnsNames.length === 0 ? Buffer.alloc(0) : attributes),
  )
  return signed(pair, content)
}

function signed({ jwk }: KeyPair, content: Buffer): Buffer {
  const signature = sign('sha256', content, createPrivateKey({ key: jwk, format: 'jwk' }))
  return sequence(content, algorithm(), tagged(0x03, Buffer.concat([Buffer.from([0]), signature])))
}

function publicKeyOf({ jwk }: KeyPair): Buffer {
  return createPublicKey({ key: jwk, format: 'jwk' }).export({ type: 'spki', format: 'der' })
}

function algorithm(): Buffer {
  return sequence(identifier(SHA256_WITH_RSA), tagged(0x05, Buffer.alloc(0)))
}

function nameOf(name: CertificateName): Buffer {
  const parts = Object.entries(NAME_PARTS).flatMap(([part, id]) => {
    const value = name[part]
    if (value === undefined) return []
    // Addresses are IA5String, countries PrintableString, and all else UTF8String.
    const tag = part === 'emailAddress' ? 0x16 : part === 'countryName' ? 0x13 : 0x0c
    return [tagged(0x31, sequence(identifier(id), tagged(tag, Buffer.from(value, 'utf8'))))]
  })
  return sequence(...parts)
}

/** UTCTime until 2049, GeneralizedTime afterwards. RFC 5280 section 4.1.2.5 */
function time(at: number): Buffer {
  const digits = new Date(at).toISOString().replaceAll(/[-:T]|\.\d+/g, '')
  const year = Number(digits.slice(0, 4))
  return year >= 1950 && year < 2050
    ? tagged(0x17, Buffer.from(digits.slice(2), 'latin1'))
    : tagged(0x18, Buffer.from(digits, 'latin1'))
}

function integer(value: number): Buffer {
  const hex = value.toString(16)
  const bytes = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex')
  return tagged(0x02, (bytes[0] ?? 0) < 0x80 ? bytes : Buffer.concat([Buffer.from([0]), bytes]))
}

function identifier([first = 0, second = 0, ...rest]: readonly number[]): Buffer {
  const bytes = [first * 40 + second]
  for (const part of rest) {
    const groups = [part % 128]
    for (let left = Math.floor(part / 128); left > 0; left = Math.floor(left / 128)) groups.unshift((left % 128) + 128)
    bytes.push(...groups)
  }
  return tagged(0x06, Buffer.from(bytes))
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return tagged(0x30, Buffer.concat(parts))
}

function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content
  const bytes: number[] = []
  for (let left = length; left > 0; left = Math.floor(left / 256)) bytes.unshift(left % 256)
  const head = length < 128 ? [length] : [0x80 + bytes.length, ...bytes]
  return Buffer.concat([Buffer.from([tag, ...head]), content])
}
