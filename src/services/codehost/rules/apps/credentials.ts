import { decodeJwt, isSignedBy, JwtFlaw, type DecodedJwt } from '#oauth/jwt/jwt.ts'
import type { CodehostCall, Principal, Rows } from '#codehost/call.ts'
import { integrationNotFound, suspended, tokenNotDecoded, wrongClaim } from '#codehost/errors.ts'
import type { Token } from '#codehost/schema/tokens.ts'
import type { App, InstallationToken } from '#codehost/schema/apps.ts'
import { ALL_SCOPES } from '#codehost/oauth/scopes.ts'

/**
 * The longest time until a JWT expires, in seconds.
 * https://docs.github.com/apps/creating-github-apps/authenticating-with-a-github-app/generating-a-json-web-token-jwt-for-a-github-app
 */
const LONGEST_LIFE = 600

/** The accepted difference of a client's clock, in seconds. */
const SKEW = 60

/** Returns whether a bearer value has the form of a JWT (RFC 7515 section 3.1). */
export function looksLikeJwt(value: string): boolean {
  return /^eyJ[\w-]*\.[\w-]+\.[\w-]+$/.test(value)
}

/**
 * Returns the app that signed a JWT: RS256, with its id or client id as `iss`, at the time of the instance's clock.
 *
 * @throws 401, and 404 for an unknown app, in the vendor's words.
 */
export function authenticateApp(call: CodehostCall, jwt: string): Principal {
  // Clients compute the error of their clock from this header and try again.
  call.responseHeaders['date'] = new Date(call.clock.now()).toUTCString()
  const decoded = decodedOrRefused(jwt)
  const app = appNamed(call.rows, decoded.claims['iss'])
  if (decoded.header['alg'] !== 'RS256' || !isSignedBy(decoded, app.privateKey)) throw tokenNotDecoded()
  checkTimes(decoded.claims, Math.floor(call.clock.now() / 1000))
  return appPrincipal(call.rows, app)
}

function decodedOrRefused(jwt: string): DecodedJwt {
  try {
    return decodeJwt(jwt)
  } catch (error) {
    if (error instanceof JwtFlaw) throw tokenNotDecoded()
    throw error
  }
}

function appNamed(rows: Rows, issuer: unknown): App {
  const name = typeof issuer === 'number' ? String(issuer) : issuer
  if (typeof name !== 'string' || name === '') throw wrongClaim("Missing 'issuer' claim ('iss') in assertion")
  const app = /^\d+$/.test(name) ? rows.apps.get(Number(name)) : rows.apps.find('clientId', name)
  if (app === undefined) throw integrationNotFound()
  return app
}

/** `now` in seconds. */
function checkTimes({ exp, iat }: Readonly<Record<string, unknown>>, now: number): void {
  if (exp === undefined) throw wrongClaim("Missing 'expiration time' claim ('exp') in assertion")
  if (typeof exp !== 'number' || exp <= now) {
    throw wrongClaim(
      "'Expiration time' claim ('exp') must be a numeric value representing the future time at which the assertion expires",
    )
  }
  if (exp > now + LONGEST_LIFE) throw wrongClaim("'Expiration time' claim ('exp') is too far in the future")
  if (iat === undefined) throw wrongClaim("Missing 'issued at' claim ('iat') in assertion")
  if (!Number.isInteger(iat) || Number(iat) > now + SKEW) {
    throw wrongClaim("'Issued at' claim ('iat') must be an Integer representing the time that the assertion was issued")
  }
}

function appPrincipal(rows: Rows, app: App): Principal {
  return {
    name: app.slug,
    user: rows.accounts.require(app.botId),
    scopes: [],
    token: null,
    app: { kind: 'app', app, installation: null, issued: null, publicOnly: false },
  }
}

/**
 * Returns the principal of an installation's token, which is the bot of its app. Null once the token has expired.
 *
 * @throws 403 while the installation is suspended.
 */
export function installationPrincipal(rows: Rows, token: InstallationToken, now: number): Principal | null {
  if (token.expiresAt <= now) return null
  const installation = rows.installations.require(token.installationId)
  if (installation.suspendedAt !== null) throw suspended()
  const app = rows.apps.require(installation.appId)
  const user = rows.accounts.require(app.botId)
  return {
    name: user.login,
    user,
    // An app is limited by its permissions, so its principal has all scopes.
    scopes: ALL_SCOPES,
    token: null,
    app: { kind: 'installation', app, installation, issued: token, publicOnly: false },
  }
}

/**
 * Returns the principal of a token that a user gave to a GitHub App: the user, limited to the installations and
 * permissions of the app, or to what the token is narrowed to. Null when the installation that it is narrowed to is
 * gone.
 */
export function userPrincipal(rows: Rows, token: Token, app: App): Principal | null {
  const user = rows.accounts.require(token.userId)
  const issued = token.narrowed === undefined ? null : { ...token.narrowed, id: token.id }
  const installation = issued === null ? null : rows.installations.get(issued.installationId)
  if (installation === undefined) return null
  return {
    name: user.login,
    user,
    scopes: ALL_SCOPES,
    token,
    app: { kind: 'user', app, installation, issued, publicOnly: false },
  }
}
