import * as client from 'openid-client'
import { appleSecret } from './apple-secret.js'

const { env } = process

/**
 * An identity provider.
 * @typedef {object} Provider
 * @property {string} id The name in its variables and paths.
 * @property {string} name The name on the page.
 * @property {URL} issuer
 * @property {string} clientId
 * @property {client.ClientAuth} authentication How this application authenticates.
 * @property {Record<string, string>} parameters Parameters of the authorization request.
 */

const profile = { scope: 'openid profile email' }

/** @type {Record<string, () => Omit<Provider, 'id' | 'clientId'>>} */
const known = {
  google: () => ({
    name: 'Google',
    issuer: new URL(env.GOOGLE_ISSUER ?? 'https://accounts.google.com'),
    authentication: client.ClientSecretPost(setting('GOOGLE_CLIENT_SECRET')),
    parameters: profile,
  }),
  apple: () => ({
    name: 'Apple',
    issuer: new URL(env.APPLE_ISSUER ?? 'https://appleid.apple.com'),
    authentication: appleSecret({
      teamId: setting('APPLE_TEAM_ID'),
      keyId: setting('APPLE_KEY_ID'),
      privateKey: setting('APPLE_PRIVATE_KEY'),
    }),
    // Apple returns a name or an address only with the response mode form_post.
    parameters: { scope: 'name email', response_mode: 'form_post' },
  }),
  microsoft: () => ({
    name: 'Microsoft',
    // The issuer of the tenant: https://login.microsoftonline.com/<tenant id>/v2.0
    issuer: new URL(setting('MICROSOFT_ISSUER')),
    authentication: client.ClientSecretPost(setting('MICROSOFT_CLIENT_SECRET')),
    parameters: profile,
  }),
  okta: () => ({
    name: 'Okta',
    // The issuer of an authorization server: https://<organization>.okta.com/oauth2/default
    issuer: new URL(setting('OKTA_ISSUER')),
    authentication: client.ClientSecretBasic(setting('OKTA_CLIENT_SECRET')),
    parameters: profile,
  }),
}

/**
 * The providers whose `…_CLIENT_ID` is set, by id.
 * @type {ReadonlyMap<string, Provider>}
 */
export const providers = new Map(
  Object.entries(known).flatMap(([id, read]) => {
    const clientId = env[`${id.toUpperCase()}_CLIENT_ID`]
    return clientId === undefined ? [] : [[id, { id, clientId, ...read() }]]
  }),
)

/** @param {string} name */
function setting(name) {
  const value = env[name]
  if (value === undefined) throw new Error(`${name} is not set`)
  return value
}
