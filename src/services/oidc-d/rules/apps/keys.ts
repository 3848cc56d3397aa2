import { createHash, createPublicKey, X509Certificate } from 'node:crypto'
import { rsaOne, rsaTwo, type KeyPair } from '#oauth/jwt/keys.ts'
import { DAY } from '#core/duration.ts'
import type { RecordContext, Rows } from '#oidc-d/call.ts'
import { validationFailed } from '#oidc-d/errors.ts'
import type { App, AppKey, SigningRequest } from '#oidc-d/schema.ts'
import { objectAt } from '../json-objects.ts'
import type { AppInput } from './bodies.ts'

// https://developer.okta.com/docs/api/openapi/okta-management/management/tag/ApplicationSSOCredentialKey/

/** The sign-on modes of apps that sign assertions about their users. */
const SIGNING_MODES: readonly string[] = ['SAML_1_1', 'SAML_2_0', 'WS_FEDERATION']

/** Returns whether an app signs assertions with a key of its own. Tokens of OAuth clients have the server's. */
function signsAssertions({ signOnMode }: Pick<App, 'signOnMode'>): boolean {
  return SIGNING_MODES.includes(signOnMode)
}

/** Returns the `kid` of the key with which an app signs: the one that it was given, or its first. */
export function signingKeyOf({ rows }: { readonly rows: Rows }, app: App): string | undefined {
  if (!signsAssertions(app)) return undefined
  const given = objectAt(app.credentials, 'signing')['kid']
  return typeof given === 'string' ? given : rows.appKeys.list('byApp', app.id)[0]?.kid
}

/**
 * Returns a body whose app signs with the key that it names, or else with the one that it had.
 *
 * @throws 400 for a key that the app does not have.
 */
export function withSigningKey(context: RecordContext, app: App, input: AppInput): AppInput {
  if (!signsAssertions(app)) return input
  const asked = objectAt(input.credentials, 'signing')['kid']
  const kid = typeof asked === 'string' ? asked : (signingKeyOf(context, app) ?? '')
  if (context.rows.appKeys.find('kid', app.id, kid) === undefined) {
    throw validationFailed('kid', `kid: ${kid} is no key of the app`)
  }
  return { ...input, credentials: { ...input.credentials, signing: { kid } } }
}

/** The prebuilt key pairs. Making one takes longer than all else that a request does. */
const PAIRS: readonly [KeyPair, KeyPair] = [rsaOne, rsaTwo]

/** Returns the key pair of a key, or of a request for a certificate. */
export function pairOf({ pair }: Pick<AppKey, 'pair'>): KeyPair {
  return PAIRS[pair]
}

/** Creates a key of an app, with a certificate for so many years. */
export function createKey(context: RecordContext, app: Pick<App, 'id'>, years: number): AppKey {
  return insertKey(context, app, { certificate: null, expiresAt: yearsFrom(context.clock.now(), years) })
}

/**
 * Creates a key of an app as an administrator asks for it.
 *
 * @throws 400 for another validity than two to ten years.
 */
export function generateKey(context: RecordContext, app: App, years: number): AppKey {
  if (!Number.isInteger(years) || years < 2 || years > 10) {
    throw validationFailed('generateKey', 'Validity years out of range. It should be 2 - 10 years.')
  }
  return createKey(context, app, years)
}

/**
 * Gives another app the key of an app, so that both sign with it.
 *
 * @throws 400 when it has the key.
 */
export function cloneKey(context: RecordContext, key: AppKey, target: App): AppKey {
  const { rows, clock } = context
  if (rows.appKeys.find('kid', target.id, key.kid) !== undefined) {
    throw validationFailed('cloneKey', 'Key already exists in the list of key credentials for the target app.')
  }
  return rows.appKeys.insert({ ...key, ...placeIn(context, target), lastUpdated: clock.now() })
}

function insertKey(
  context: RecordContext,
  app: Pick<App, 'id'>,
  key: Pick<AppKey, 'certificate' | 'expiresAt'> & Partial<Pick<AppKey, 'pair'>>,
): AppKey {
  const now = context.clock.now()
  const place = placeIn(context, app)
  const pair = context.rows.appKeys.count('byApp', app.id) % 2 === 0 ? 0 : 1
  return context.rows.appKeys.insert({ pair, ...key, ...place, kid: nameOf(place.id), created: now, lastUpdated: now })
}

/** Returns the id of a new key of an app. Keys are never deleted, so their number is the next one's. */
function placeIn({ rows }: RecordContext, { id }: Pick<App, 'id'>): Pick<AppKey, 'id' | 'appId'> {
  return { id: `${id}.${String(rows.appKeys.count('byApp', id)).padStart(4, '0')}`, appId: id }
}

/** Returns the `kid` of a key or the id of a request, different for each text. */
function nameOf(text: string): string {
  return createHash('sha256').update(`oidc-d key ${text}`).digest('base64url')
}

function yearsFrom(time: number, years: number): number {
  const date = new Date(time)
  const later = date.setUTCFullYear(date.getUTCFullYear() + years)
  return Number.isNaN(later) ? time + years * 365 * DAY : later
}

/** Creates a request for a certificate of a new key. */
export function createSigningRequest(
  context: RecordContext,
  app: App,
  fields: Pick<SigningRequest, 'subject' | 'dnsNames'>,
): SigningRequest {
  const { rows, clock, ids } = context
  const pair = rows.signingRequests.count('byApp', app.id) % 2 === 0 ? 0 : 1
  return rows.signingRequests.insert({
    id: nameOf(`${app.id} ${ids.base62(9)}`),
    appId: app.id,
    pair,
    ...fields,
    created: clock.now(),
  })
}

/**
 * Makes a key of the app out of a certificate for a request, which ends the request.
 *
 * @param body the certificate: DER, PEM, or DER in base64
 * @throws 400 for another certificate.
 */
export function publishCertificate(
  context: RecordContext,
  app: App,
  request: SigningRequest,
  body: Uint8Array,
): AppKey {
  const certificate = certificateIn(body)
  const own = createPublicKey({ key: pairOf(request).jwk, format: 'jwk' })
  if (!certificate.publicKey.equals(own)) {
    throw validationFailed('certificate', "The certificate doesn't match the CSR.")
  }
  context.rows.signingRequests.delete(request.id)
  return insertKey(context, app, {
    pair: request.pair,
    certificate: certificate.raw.toString('base64'),
    expiresAt: Date.parse(certificate.validTo),
  })
}

/** @throws 400 for bytes that are no certificate. */
function certificateIn(body: Uint8Array): X509Certificate {
  const bytes = Buffer.from(body)
  const text = bytes.toString('latin1').trim()
  const isBase64 = /^[\w+/=\s-]+$/.test(text) && !text.startsWith('-----')
  try {
    return new X509Certificate(isBase64 ? Buffer.from(text, 'base64') : bytes)
  } catch {
    throw validationFailed('certificate', 'The body is no X.509 certificate in DER or PEM.')
  }
}
