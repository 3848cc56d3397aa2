import type { Credentials } from '#core/auth.ts'
import { suggest } from '#core/text/did-you-mean.ts'
import { percentDecode } from '#core/text/percent-decode.ts'
import { OAuthFailure } from '../failure.ts'
import type { PublicKey } from '../jwt/jwt.ts'

/** An application that people sign in to. */
export interface Client {
  readonly id: string
  /** The name that pages show. */
  readonly name: string
  /** Null: none is registered, and every secret is accepted. */
  readonly secret: string | null
  /** Further valid secrets, while the client changes from one secret to the next. */
  readonly otherSecrets?: readonly string[]
  /** Null: none are registered, and every address is accepted. */
  readonly redirectUris: readonly string[] | null
  /** True when the first label of a registered address may have a `*`, at a vendor with such. Default: false */
  readonly wildcardRedirects?: boolean
  /**
   * True when the client runs where it cannot keep a secret: it has none, sends none and must use PKCE. Default: false
   */
  readonly public?: boolean
  /** The public keys that verify its assertions. Absent: every well-formed assertion is accepted. */
  readonly keys?: readonly PublicKey[]
  /** The authentication methods that the client is registered for. Absent: all of the vendor's. */
  readonly authenticationMethods?: readonly AuthenticationMethod[]
  /** The values of `grant_type` that the client is registered for. Absent: all of the vendor's. */
  readonly grantTypes?: readonly string[]
  /** The addresses to which people may be sent after they have signed out. Absent: every address. */
  readonly postLogoutRedirectUris?: readonly string[]
}

/** A way in which a client authenticates, named as in discovery documents. */
export type AuthenticationMethod =
  | 'client_secret_basic'
  | 'client_secret_post'
  | 'client_secret_jwt'
  | 'private_key_jwt'
  | 'none'

/** The clients of an instance. */
export interface Clients {
  find(id: string): Client | undefined
  /** Every registered client. When there is none, every client_id is accepted. */
  list(): readonly Client[]
}

/** Returns the clients that a collection holds under their `client_id`, in the order of the seed. */
export function clientsIn<R>(
  rows: { get(id: string): R | undefined; list(index: 'byPosition'): readonly R[] },
  clientOf: (row: R) => Client,
): Clients {
  return {
    list: () => rows.list('byPosition').map(clientOf),
    find(id) {
      const found = rows.get(id)
      return found === undefined ? undefined : clientOf(found)
    },
  }
}

/** The client that sends a request, and whether it has authenticated. */
export interface IdentifiedClient {
  readonly client: Client
  readonly authenticated: boolean
  /** The method that the client used. When no secret or key of it is registered, `none` counts as authenticated too. */
  readonly method: AuthenticationMethod
}

/**
 * Returns the client with this id, or undefined when it is not registered. When no client at all is registered, every
 * id names a client, for which every secret and redirect_uri is accepted.
 */
export function clientWithId(clients: Clients, id: string): Client | undefined {
  const found = clients.find(id)
  if (found !== undefined || clients.list().length > 0) return found
  return { id, name: id, secret: null, redirectUris: null }
}

/** The error text for a client_id that is not registered; it suggests a registered one that is spelled alike. */
export function unknownClient(clients: Clients, id: string): string {
  const ids = clients.list().map((each) => each.id)
  const guess = suggest(id, ids)
  const hint = guess === undefined ? '' : `, did you mean ${guess}?`
  return `client_id ${id} is not registered${hint} (registered: ${ids.join(', ')})`
}

/**
 * Returns the client that a request to the token endpoint names, by `client_id` and `client_secret` of the body or by a
 * Basic header. A client that sends no secret is identified, not authenticated. `checkSecret` takes the place of
 * comparing the secret.
 *
 * @throws OAuthFailure invalid_client when it is unknown or its secret is wrong.
 */
export function identifyClient(
  clients: Clients,
  { client_id: id, client_secret: secret }: Readonly<Record<string, string>>,
  header: Credentials | null,
  checkSecret?: (client: Client, secret: string) => void,
): IdentifiedClient {
  const basic = header?.scheme === 'basic' ? header : null
  const clientId = basic === null ? id : decoded(basic.username)
  if (clientId === undefined || clientId === '') {
    throw invalidClient('client_id is missing: expected it in the body or as the user of Basic', 'missing')
  }
  if (basic !== null && id !== undefined && id !== clientId) {
    throw invalidClient(`client_id is ${id} in the body and ${clientId} in the Authorization header`, 'mismatched')
  }
  const client = clientWithId(clients, clientId)
  if (client === undefined) throw invalidClient(unknownClient(clients, clientId), 'unknown')
  const sent = basic === null || basic.password === '' ? secret : basic.password
  const method =
    sent === undefined || sent === '' ? 'none' : sent === secret ? 'client_secret_post' : 'client_secret_basic'
  if (client.public === true) {
    if (method === 'none') return { client, authenticated: true, method }
    throw invalidClient(
      `client_secret came, but ${client.id} is a public client and has none`,
      'mismatched',
      'client_secret',
    )
  }
  if (method !== 'none') checkSecret?.(client, sent ?? '')
  if (checkSecret !== undefined) return { client, authenticated: method !== 'none', method }
  // A client with a key has no secret either, and must authenticate with an assertion.
  if (client.secret === null) return { client, authenticated: client.keys === undefined, method }
  if (method === 'none') return { client, authenticated: false, method }
  const secrets = secretsOf(client)
  // RFC 6749 section 2.3.1: clients form-encode the user and password of a Basic header; but not all clients do.
  if (!secrets.includes(sent ?? '') && (basic === null || !secrets.includes(decoded(sent ?? '')))) {
    throw invalidClient(`client_secret is not the one registered for ${client.id}`, 'mismatched')
  }
  if (basic !== null && secret !== undefined && secret !== '' && !secrets.includes(secret)) {
    throw invalidClient(
      'client_secret of the body is not that of the Authorization header; send one of them',
      'mismatched',
    )
  }
  return { client, authenticated: true, method }
}

/**
 * Refuses a client that has not authenticated.
 *
 * @throws OAuthFailure invalid_client.
 */
export function requireAuthenticated({ client, authenticated }: IdentifiedClient): void {
  if (authenticated) return
  if (client.secret === null && client.keys !== undefined) {
    throw invalidClient(
      `client_assertion is missing; ${client.id} has a key to sign one`,
      'missing',
      'client_assertion',
    )
  }
  throw invalidClient(`client_secret is missing; ${client.id} has one`, 'missing', 'client_secret')
}

/** Returns the valid secrets of a client; none when no secret is registered. */
export function secretsOf({ secret, otherSecrets = [] }: Client): string[] {
  return secret === null ? [] : [secret, ...otherSecrets]
}

function invalidClient(
  message: string,
  reason: 'missing' | 'mismatched' | 'unknown',
  parameter?: string,
): OAuthFailure {
  const problem = parameter === undefined ? { reason } : { reason, parameter }
  return new OAuthFailure('invalid_client', message, { problem })
}

function decoded(value: string): string {
  return percentDecode(value.replaceAll('+', ' ')) ?? value
}
