import * as client from 'openid-client'

/** @typedef {import('./providers.js').Provider} Provider */
/** @typedef {{ pkceCodeVerifier: string, expectedState: string, expectedNonce: string }} Checks */
/** @typedef {{ subject: string, name: string | undefined, email: string | undefined, idToken: string | undefined }} SignedIn */

/** @type {Map<Provider, Promise<client.Configuration>>} */
const configurations = new Map()

/**
 * Returns the URL at which a person signs in, and the values that the answer must match.
 *
 * @param {Provider} provider
 * @param {string} redirectUri
 */
export async function beginSignIn(provider, redirectUri) {
  const config = await configurationOf(provider)
  /** @type {Checks} */
  const checks = {
    pkceCodeVerifier: client.randomPKCECodeVerifier(),
    expectedState: client.randomState(),
    expectedNonce: client.randomNonce(),
  }
  const url = client.buildAuthorizationUrl(config, {
    ...provider.parameters,
    redirect_uri: redirectUri,
    code_challenge: await client.calculatePKCECodeChallenge(checks.pkceCodeVerifier),
    code_challenge_method: 'S256',
    state: checks.expectedState,
    nonce: checks.expectedNonce,
  })
  return { url, checks }
}

/**
 * Returns the person who has signed in.
 *
 * @throws the errors of openid-client for an invalid answer
 *
 * @param {Provider} provider
 * @param {URL | Request} answer The request to the redirect URI.
 * @param {Checks} checks
 * @returns {Promise<SignedIn>}
 */
export async function finishSignIn(provider, answer, checks) {
  const config = await configurationOf(provider)
  const tokens = await client.authorizationCodeGrant(config, answer, { ...checks, idTokenExpected: true })
  const claims = tokens.claims()
  if (claims === undefined) throw new Error(`${provider.name} sent no ID token`)
  const more =
    config.serverMetadata().userinfo_endpoint === undefined
      ? undefined
      : await client.fetchUserInfo(config, tokens.access_token, claims.sub)
  return {
    subject: claims.sub,
    name: text(more?.name ?? claims.name),
    email: text(more?.email ?? claims.email),
    idToken: tokens.id_token,
  }
}

/**
 * Returns the URL that ends the session at the provider; undefined when the provider has no such URL.
 *
 * @param {Provider} provider
 * @param {string | undefined} idToken
 * @param {string} back The URL to return to.
 */
export async function signOutUrl(provider, idToken, back) {
  const config = await configurationOf(provider)
  if (config.serverMetadata().end_session_endpoint === undefined || idToken === undefined) return undefined
  return client.buildEndSessionUrl(config, { id_token_hint: idToken, post_logout_redirect_uri: back })
}

/**
 * Returns the configuration of a provider from its discovery document, which is requested once, and again after an error.
 *
 * @param {Provider} provider
 */
function configurationOf(provider) {
  const known = configurations.get(provider)
  if (known !== undefined) return known
  const { issuer, clientId, authentication } = provider
  const asked = client.discovery(issuer, clientId, undefined, authentication, {
    // Providers use https; a stand-in on this machine may use http.
    execute: [
      client.enableNonRepudiationChecks,
      ...(issuer.protocol === 'http:' ? [client.allowInsecureRequests] : []),
    ],
  })
  configurations.set(provider, asked)
  asked.catch(() => configurations.delete(provider))
  return asked
}

/** @param {unknown} claim */
function text(claim) {
  return typeof claim === 'string' && claim !== '' ? claim : undefined
}
