import { generateKeyPairSync } from 'node:crypto'
import { exportSPKI, importJWK, jwtVerify, SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import {
  certificatePem,
  decodeJwt,
  halfHash,
  isSignedBy,
  isSignedWithSecret,
  publicJwk,
  signJwt,
  verifyOwnJwt,
  type SigningKey,
} from './jwt.ts'
import { p256, rsaOne, rsaTwo } from './keys.ts'

const RSA = { alg: 'RS256', kid: 'one', pair: rsaOne } as const
const EC = { alg: 'ES256', kid: 'two', pair: p256 } as const
const SECRET: SigningKey = { alg: 'HS256', secret: 'shh' }

describe('a token that is signed here', () => {
  it.each([RSA, EC])('verifies elsewhere with the published key: %#', async (key) => {
    const token = signJwt({ sub: 'ann', n: 1 }, key)
    const { payload, protectedHeader } = await jwtVerify(token, await importJWK(publicJwk(key.pair, key.kid)))
    expect(payload).toEqual({ sub: 'ann', n: 1 })
    expect(protectedHeader).toEqual({ alg: key.alg, kid: key.kid, typ: 'JWT' })
  })

  it('verifies elsewhere with the secret', async () => {
    const { payload } = await jwtVerify(signJwt({ sub: 'ann' }, SECRET), Buffer.from('shh'))
    expect(payload.sub).toBe('ann')
  })

  it('has the vendor’s further header members', () => {
    expect(decodeJwt(signJwt({}, RSA, { typ: 'at+jwt', x5t: 'y' })).header).toEqual({
      alg: 'RS256',
      kid: 'one',
      typ: 'at+jwt',
      x5t: 'y',
    })
  })

  it.each([RSA, EC, SECRET])('verifies, and a changed one does not: %#', (key) => {
    const token = signJwt({ sub: 'ann' }, key)
    expect(verifyOwnJwt(token, key)).toEqual({ sub: 'ann' })
    const [header = '', , signature = ''] = token.split('.')
    const forged = `${header}.${Buffer.from('{"sub":"bob"}').toString('base64url')}.${signature}`
    expect(() => verifyOwnJwt(forged, key)).toThrow('its signature is not of this server')
    expect(() => verifyOwnJwt(token.slice(0, -5), key)).toThrow('its signature is not of this server')
  })

  it('does not verify with another key or another algorithm', () => {
    const token = signJwt({ sub: 'ann' }, RSA)
    expect(() => verifyOwnJwt(token, { alg: 'RS256', kid: 'one', pair: rsaTwo })).toThrow('not of this server')
    expect(() => verifyOwnJwt(token, { ...RSA, kid: 'another' })).toThrow('its kid is "one"; expected another')
    expect(() => verifyOwnJwt(token, SECRET)).toThrow('it is signed with RS256; expected HS256')
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${token.split('.')[1]}.`
    expect(() => verifyOwnJwt(none, RSA)).toThrow('it is signed with none; expected RS256')
  })

  it.each([
    ['nonsense', 'it has 1 parts'],
    ['a.b.c', 'its header is not JSON'],
    [`${Buffer.from('[]').toString('base64url')}.e30.x`, 'its header is no object'],
  ])('is not %s', (text, words) => {
    expect(() => decodeJwt(text)).toThrow(words)
  })
})

describe('a token that a client has signed', () => {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })

  it('verifies with the client’s key as JWK or PEM', async () => {
    for (const [alg, { privateKey, publicKey }] of [
      ['ES256', pair],
      ['RS256', rsa],
      ['PS256', rsa],
    ] as const) {
      const decoded = decodeJwt(await new SignJWT({ iss: 'me' }).setProtectedHeader({ alg }).sign(privateKey))
      expect(isSignedBy(decoded, publicKey.export({ format: 'jwk' }))).toBe(true)
      expect(isSignedBy(decoded, await exportSPKI(publicKey as never))).toBe(true) // exportSPKI accepts a KeyObject as well as a CryptoKey
    }
  })

  it('does not verify with another key of the same or of another type', async () => {
    const decoded = decodeJwt(await new SignJWT({}).setProtectedHeader({ alg: 'ES256' }).sign(pair.privateKey))
    const another = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey
    expect(isSignedBy(decoded, another.export({ format: 'jwk' }))).toBe(false)
    expect(isSignedBy(decoded, rsa.publicKey.export({ format: 'jwk' }))).toBe(false)
  })

  it('verifies with the client’s secret', async () => {
    const decoded = decodeJwt(await new SignJWT({}).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from('shh')))
    expect(isSignedWithSecret(decoded, 'shh')).toBe(true)
    expect(isSignedWithSecret(decoded, 'other')).toBe(false)
  })
})

describe('a published key', () => {
  it('has no private half', () => {
    expect(Object.keys(publicJwk(rsaOne, 'k'))).toEqual(['kty', 'alg', 'use', 'kid', 'n', 'e'])
    expect(Object.keys(publicJwk(p256, 'k'))).toEqual(['kty', 'alg', 'use', 'kid', 'crv', 'x', 'y'])
    expect(certificatePem(rsaOne)).toMatch(/^-----BEGIN CERTIFICATE-----\n/)
  })

  it('has the hash of OpenID Connect’s example', () => {
    // https://openid.net/specs/openid-connect-core-1_0.html#code-id_tokenExample
    expect(halfHash('jHkWEdUXMU1BwAsC4vtUsZwnNvTIxEl0z9K3vx5KF0Y')).toBe('77QmUPtjPfzWtF2AnpK9RQ')
  })
})
