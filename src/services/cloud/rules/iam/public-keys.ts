import { createHash, createPublicKey, type KeyObject } from 'node:crypto'
import { invalidPublicKey } from '#cloud/errors/iam.ts'
import type { SshPublicKey } from '#cloud/schema/iam-keys.ts'

const SMALLEST = 2048

/**
 * Reads an RSA public key in the form of OpenSSH (`ssh-rsa AAAA…`) or in PEM, and returns it in both with its
 * fingerprint. https://docs.aws.amazon.com/IAM/latest/APIReference/API_UploadSSHPublicKey.html
 *
 * @throws `InvalidPublicKey` for anything else, and for a key of fewer than 2048 bits.
 */
export function readPublicKey(body: string): Pick<SshPublicKey, 'body' | 'fingerprint'> {
  const key = body.startsWith('ssh-rsa ') ? keyOfSsh(body) : keyOfPem(body)
  if ((key.asymmetricKeyDetails?.modulusLength ?? 0) < SMALLEST) {
    throw invalidPublicKey('Invalid SSH Public Key length, it must be at least 2048 bits')
  }
  const { n = '', e = '' } = key.export({ format: 'jwk' })
  const blob = Buffer.concat([field(Buffer.from('ssh-rsa')), field(integer(e)), field(integer(n))])
  const comment = body.startsWith('ssh-rsa ') ? body.trim().split(/\s+/).slice(2).join(' ') : ''
  const ssh = `ssh-rsa ${blob.toString('base64')}${comment === '' ? '' : ` ${comment}`}`
  const fingerprint = createHash('md5')
    .update(blob)
    .digest('hex')
    .replaceAll(/..(?!$)/g, '$&:')
  return { body: { SSH: ssh, PEM: key.export({ format: 'pem', type: 'spki' }).toString() }, fingerprint }
}

function keyOfPem(pem: string): KeyObject {
  try {
    const key = /^-----BEGIN (RSA )?PUBLIC KEY-----/.test(pem) ? createPublicKey(pem) : null
    if (key?.asymmetricKeyType === 'rsa') return key
  } catch {
    // refused below
  }
  throw invalidPublicKey('Invalid SSH Public Key')
}

/** Reads the fields of a key: its type, its exponent and its modulus (RFC 4253, section 6.6). */
function keyOfSsh(line: string): KeyObject {
  const blob = Buffer.from(line.split(/\s+/)[1] ?? '', 'base64')
  const fields: Buffer[] = []
  for (let at = 0; at + 4 <= blob.length && fields.length < 3; at += 4 + blob.readUInt32BE(at)) {
    fields.push(blob.subarray(at + 4, at + 4 + blob.readUInt32BE(at)))
  }
  const [type, e, n] = fields
  if (type?.toString() !== 'ssh-rsa' || e === undefined || n === undefined) {
    throw invalidPublicKey('Invalid SSH Public Key')
  }
  const jwk = { kty: 'RSA', e: e.toString('base64url'), n: n.toString('base64url') }
  try {
    return createPublicKey({ key: jwk, format: 'jwk' })
  } catch {
    throw invalidPublicKey('Invalid SSH Public Key')
  }
}

function field(bytes: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return Buffer.concat([length, bytes])
}

/** Returns a positive integer as its bytes, of which the first has no sign. */
function integer(base64url: string): Buffer {
  const bytes = Buffer.from(base64url, 'base64url')
  return (bytes[0] ?? 0) < 0x80 ? bytes : Buffer.concat([Buffer.of(0), bytes])
}
