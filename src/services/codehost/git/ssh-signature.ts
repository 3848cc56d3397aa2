import { createHash, createPublicKey, verify, type KeyObject } from 'node:crypto'

// Signatures by SSH keys. https://github.com/openssh/openssh-portable/blob/master/PROTOCOL.sshsig

/** A signature of bytes by an SSH key. */
export interface SshSignature {
  /** The type and the key, as in a line of `authorized_keys`. */
  readonly key: string
  readonly namespace: string
  readonly hash: 'sha256' | 'sha512'
  /** The kind of the signature: `rsa-sha2-512`. */
  readonly kind: string
  readonly value: Buffer
}

/** Returns the signature of an armored text; null for a text that is none. */
export function readSshSignature(armored: string): SshSignature | null {
  const [, block] = /-----BEGIN SSH SIGNATURE-----([\s\S]*?)-----END SSH SIGNATURE-----/.exec(armored) ?? []
  const bytes = Buffer.from(block ?? '', 'base64')
  if (bytes.toString('latin1', 0, 6) !== 'SSHSIG') return null
  const [key, namespace, , hash, signature] = stringsOf(bytes.subarray(10))
  if (key === undefined || namespace === undefined || hash === undefined || signature === undefined) return null
  const [kind, value] = stringsOf(signature)
  const name = hash.toString()
  if (kind === undefined || value === undefined || (name !== 'sha256' && name !== 'sha512')) return null
  const type = stringsOf(key)[0]?.toString() ?? ''
  return {
    key: `${type} ${key.toString('base64')}`,
    namespace: namespace.toString(),
    hash: name,
    kind: kind.toString(),
    value,
  }
}

/** Returns whether the key of a signature made it of these bytes, for git. */
export function isSshSigned({ key, namespace, hash, kind, value }: SshSignature, bytes: Buffer): boolean {
  const [type = '', data = ''] = key.split(' ')
  const publicKey = keyObject(type, stringsOf(Buffer.from(data, 'base64')))
  if (publicKey === null || namespace !== 'git') return false
  const digest = createHash(hash).update(bytes).digest()
  const parts = ['git', '', hash, digest].map((part) => lengthAnd(Buffer.from(part)))
  const signed = Buffer.concat([Buffer.from('SSHSIG'), ...parts])
  if (type === 'ssh-ed25519') return verify(null, signed, publicKey, value)
  if (type === 'ssh-rsa') return verify(kind === 'rsa-sha2-256' ? 'sha256' : 'sha512', signed, publicKey, value)
  const curve = CURVES[type]
  if (curve === undefined) return false
  const pair = stringsOf(value).map((number) => fixed(number, curve.size))
  return verify(curve.hash, signed, { key: publicKey, dsaEncoding: 'ieee-p1363' }, Buffer.concat(pair))
}

const CURVES: Readonly<Record<string, { readonly crv: string; readonly size: number; readonly hash: string }>> = {
  'ecdsa-sha2-nistp256': { crv: 'P-256', size: 32, hash: 'sha256' },
  'ecdsa-sha2-nistp384': { crv: 'P-384', size: 48, hash: 'sha384' },
  'ecdsa-sha2-nistp521': { crv: 'P-521', size: 66, hash: 'sha512' },
}

function keyObject(type: string, parts: readonly Buffer[]): KeyObject | null {
  const [, first, second] = parts
  if (first === undefined) return null
  const url = (bytes: Buffer): string => bytes.toString('base64url')
  if (type === 'ssh-ed25519')
    return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: url(first) }, format: 'jwk' })
  if (second === undefined) return null
  if (type === 'ssh-rsa') return createPublicKey({ key: { kty: 'RSA', e: url(first), n: url(second) }, format: 'jwk' })
  const curve = CURVES[type]
  if (curve === undefined) return null
  const { crv, size } = curve
  const [x, y] = [second.subarray(1, 1 + size), second.subarray(1 + size)]
  return createPublicKey({ key: { kty: 'EC', crv, x: url(x), y: url(y) }, format: 'jwk' })
}

/** Returns the strings that follow one another, each after its length. */
function stringsOf(bytes: Buffer): Buffer[] {
  const strings: Buffer[] = []
  for (let at = 0; at + 4 <= bytes.length;) {
    const end = at + 4 + bytes.readUInt32BE(at)
    if (end > bytes.length) break
    strings.push(bytes.subarray(at + 4, end))
    at = end
  }
  return strings
}

function lengthAnd(bytes: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return Buffer.concat([length, bytes])
}

/** Returns a number without its leading zeros, filled up to a length. */
function fixed(number: Buffer, size: number): Buffer {
  const plain = number.length > size ? number.subarray(number.length - size) : number
  return Buffer.concat([Buffer.alloc(size - plain.length), plain])
}
