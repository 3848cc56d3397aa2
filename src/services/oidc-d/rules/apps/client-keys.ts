import { createPublicKey } from 'node:crypto'
import type { RecordContext } from '#oidc-d/call.ts'
import { validationFailed } from '#oidc-d/errors.ts'
import type { App, ClientKey, JsonObject, OidcClient } from '#oidc-d/schema.ts'
import { createId } from '../identifiers.ts'

// https://developer.okta.com/docs/api/openapi/okta-management/management/tag/ApplicationSSOPublicKeys/

/** The vendor's name of a key in its refusals. */
const KEY = 'JsonWebKey'

/** The largest number of keys of a client. */
const MOST = 50

/** Returns the keys with which a client may sign its assertions now. */
export function activeKeys({ keys }: Pick<OidcClient, 'keys'>): readonly ClientKey[] {
  return keys.filter(({ status }) => status === 'ACTIVE')
}

/** Makes the keys of a client out of JSON Web Keys. A key with the `kid` of one that it had keeps its id. */
export function clientKeys(
  context: RecordContext,
  jwks: readonly JsonObject[],
  before: readonly ClientKey[],
): readonly ClientKey[] {
  return jwks.map((jwk) => {
    const same = jwk['kid'] == null ? undefined : before.find((key) => key.jwk['kid'] === jwk['kid'])
    const made = newKey(context, jwk, same)
    return same === undefined ? made : { ...made, created: same.created }
  })
}

/** Makes a key out of a JSON Web Key, without the members that only answers have. */
function newKey(context: RecordContext, sent: JsonObject, before: ClientKey | undefined): ClientKey {
  const { id: _id, status, created: _created, lastUpdated: _updated, _links, ...jwk } = sent
  const now = context.clock.now()
  return {
    id: before?.id ?? createId(context, 'pks'),
    status: status === 'INACTIVE' ? 'INACTIVE' : 'ACTIVE',
    jwk,
    created: now,
    lastUpdated: now,
  }
}

/**
 * Adds a key to a client.
 *
 * @throws 400 for a key that is none, is too short or has no name of its own, and when there are as many as may be.
 */
export function addClientKey(context: RecordContext, app: App, client: OidcClient, jwk: JsonObject): ClientKey {
  const { keys } = client
  checkKey(jwk)
  if (keys.length >= MOST) {
    const way = 'To add another key, you must first delete an existing one.'
    throw validationFailed(
      KEY,
      `You can't create a new key. You have reached the maximum number of keys allowed (${MOST}). ${way}`,
    )
  }
  if (keys.some((key) => key.jwk['kid'] == null)) {
    throw validationFailed(KEY, 'Each key should have a unique kid when adding multiple keys.')
  }
  if (keys.some((key) => key.jwk['kid'] === jwk['kid'])) {
    throw validationFailed(KEY, "All keys in the 'jwks' must have a unique `kid`.")
  }
  const key = newKey(context, jwk, undefined)
  replaceKeys(context, app, client, [...keys, key])
  return key
}

/** @throws 400. */
function checkKey(jwk: JsonObject): void {
  const tooShort = "RSA key length in the 'jwks' is less than '2,048' bits for the given key."
  if (jwk['kty'] === 'RSA' && typeof jwk['n'] !== 'string') throw validationFailed(KEY, tooShort)
  let bits: number | undefined
  try {
    bits = createPublicKey({ key: jwk, format: 'jwk' }).asymmetricKeyDetails?.modulusLength
  } catch {
    throw validationFailed(KEY, 'The key is no public key of the type RSA or EC.')
  }
  if (bits !== undefined && bits < 2048) throw validationFailed(KEY, tooShort)
}

/**
 * Activates or deactivates a key of a client.
 *
 * @throws 400 for the only active key of a client that authenticates by it.
 */
export function setClientKeyStatus(
  context: RecordContext,
  app: App,
  client: OidcClient,
  key: ClientKey,
  status: ClientKey['status'],
): ClientKey {
  const isOnly = activeKeys(client).every(({ id }) => id === key.id)
  if (status === 'INACTIVE' && isOnly && client.tokenEndpointAuthMethod === 'private_key_jwt') {
    const when = 'when the value for `token_endpoint_auth_method` is `private_key_jwt`.'
    throw validationFailed(KEY, `Can't deactivate the only active JSON Web Key ${when}`)
  }
  const changed: ClientKey = { ...key, status, lastUpdated: context.clock.now() }
  replaceKeys(
    context,
    app,
    client,
    client.keys.map((each) => (each.id === key.id ? changed : each)),
  )
  return changed
}

/**
 * Deletes a key of a client.
 *
 * @throws 400 for an active key.
 */
export function deleteClientKey(context: RecordContext, app: App, client: OidcClient, key: ClientKey): void {
  if (key.status === 'ACTIVE') {
    throw validationFailed(KEY, "You can't delete an active JSON Web key. Deactivate the key before deleting it.")
  }
  replaceKeys(
    context,
    app,
    client,
    client.keys.filter(({ id }) => id !== key.id),
  )
}

function replaceKeys({ rows }: RecordContext, app: App, client: OidcClient, keys: readonly ClientKey[]): void {
  rows.apps.update(app.id, { client: { ...client, keys } })
}
