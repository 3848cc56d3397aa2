import { createPrivateKey, sign } from 'node:crypto'

/** The lifetime of a secret, in seconds. */
const LASTS = 300

/**
 * Authenticates this application to Apple: each request has a new JWT that is signed with the key of the team.
 * https://developer.apple.com/documentation/accountorganizationaldatasharing/creating-a-client-secret
 *
 * @param {{ teamId: string, keyId: string, privateKey: string }} options
 * @returns {import('openid-client').ClientAuth}
 */
export function appleSecret({ teamId, keyId, privateKey }) {
  const key = createPrivateKey(privateKey)
  return (_server, { client_id }, body) => {
    const iat = Math.floor(Date.now() / 1000)
    const claims = { iss: teamId, iat, exp: iat + LASTS, aud: 'https://appleid.apple.com', sub: client_id }
    const signed = `${encode({ alg: 'ES256', kid: keyId })}.${encode(claims)}`
    const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' })
    body.set('client_id', client_id)
    body.set('client_secret', `${signed}.${signature.toString('base64url')}`)
  }
}

/** @param {object} part */
function encode(part) {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}
