import * as client from 'openid-client'
import { appleSecret } from './apple-secret.js'

const { env } = process

/**
 * Whom people have an account with.
 * @typedef {object} Provider
 * @property {string} id What its variables and paths are named by.
 * @property {string} name As people know it.
 * @property {URL} issuer
 * @property {string} clientId
 * @property {client.ClientAuth} authentication How this application proves who it is.
 * @property {Record<string, string>} parameters What to ask for.
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
    // It gives a name or an address only to who has them posted.
    parameters: { scope: 'name email', response_mode: 'form_post' },
  }),
  microsoft: () => ({
    name: 'Microsoft',
    // That of the tenant: https://login.microsoftonline.com/<tenant id>/v2.0
    issuer: new URL(setting('MICROSOFT_ISSUER')),
    authentication: client.ClientSecretPost(setting('MICROSOFT_CLIENT_SECRET')),
    parameters: profile,
  }),
  okta: () => ({
    name: 'Okta',
    // That of an authorization server: https://<organization>.okta.com/oauth2/default
    issuer: new URL(setting('OKTA_ISSUER')),
    authentication: client.ClientSecretBasic(setting('OKTA_CLIENT_SECRET')),
    parameters: profile,
  }),
}

/**
 * The providers to sign in with, by id: those whose `…_CLIENT_ID` is set.
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
