import { createHmac } from 'node:crypto'
import type { Clock } from './clock.ts'
import type { Ids } from './ids.ts'

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Returns a new secret for an authenticator application, in base32. */
export function newTotpSecret({ ids }: { readonly ids: Pick<Ids, 'secret'> }): string {
  return ids.secret.from(BASE32, 32)
}

/** Returns whether a text is a secret in base32. */
export function isTotpSecret(secret: string): boolean {
  return /^[A-Z2-7]{16,128}=*$/i.test(secret.replaceAll(' ', ''))
}

/** Returns the code of an authenticator application at a moment: RFC 6238 with SHA-1, 30 seconds and 6 digits. */
export function totpCode(secret: string, at: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)))
  const digest = createHmac('sha1', bytesOf(secret)).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 0x0f
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** Returns whether a code is right now, or half a minute before or after. */
export function isTotpCode({ clock }: { readonly clock: Pick<Clock, 'now'> }, secret: string, code: string): boolean {
  return [0, -30_000, 30_000].some((distance) => totpCode(secret, Math.max(0, clock.now() + distance)) === code)
}

/** Returns the link from which an authenticator application takes a secret. */
export function totpUri(issuer: string, account: string, secret: string): string {
  const name = encodeURIComponent(issuer)
  return `otpauth://totp/${name}:${encodeURIComponent(account)}?algorithm=SHA1&digits=6&issuer=${name}&period=30&secret=${secret}`
}

function bytesOf(secret: string): Buffer {
  const letters = secret.toUpperCase().replaceAll(/[^A-Z2-7]/g, '')
  const bits = [...letters].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
