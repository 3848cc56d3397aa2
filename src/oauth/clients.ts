import type { Credentials } from '../core/auth.ts'
import { suggest } from '../core/did-you-mean.ts'
import { OAuthFailure } from './failure.ts'
import type { PublicKey } from './jwt.ts'

/** An application that signs people in. */
export interface Client {
  readonly id: string
  /** How pages name it. */
  readonly name: string
  /** Null: it has none that is known, and any that it sends will do. */
  readonly secret: string | null
  /** Secrets that are good beside it, while it changes from one to the next. */
  readonly otherSecrets?: readonly string[]
  /** Null: none are known, and any will do. */
  readonly redirectUris: readonly string[] | null
  /** Whether it runs where it can keep no secret: it has none, sends none and must use a challenge. Default: false */
  readonly public?: boolean
  /** The public halves of the keys that it signs its assertions with. Absent: any that is well-formed will do. */
  readonly keys?: readonly PublicKey[]
  /** The ways to prove itself that it was registered with. Absent: all that the vendor has. */
  readonly authenticationMethods?: readonly AuthenticationMethod[]
  /** The values of `grant_type` that it was registered with. Absent: all that the vendor has. */
  readonly grantTypes?: readonly string[]
  /** Where people may be sent after signing out. Absent: anywhere. */
  readonly postLogoutRedirectUris?: readonly string[]
}

/** A way of a client to prove who it is, as discovery documents name them. */
export type AuthenticationMethod =
  | 'client_secret_basic'
  | 'client_secret_post'
  | 'client_secret_jwt'
  | 'private_key_jwt'
  | 'none'

/** The clients of an instance. */
export interface Clients {
  find(id: string): Client | undefined
  /** Every registered client. When there is none, any client_id is accepted. */
  list(): readonly Client[]
}

/** Clients that are rows of a collection, by their `client_id`, in the order of the seed. */
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

/** A client, and whether it has proved that it is. */
export interface IdentifiedClient {
  readonly client: Client
  readonly authenticated: boolean
  /** How it did. Where nothing is known of it, `none` is as good as any. */
  readonly method: AuthenticationMethod
}

/**
 * The client with this id; where none is registered, one of that name with nothing to hold it to. Undefined when it is
 * unknown.
 */
export function findClient(clients: Clients, id: string): Client | undefined {
  const found = clients.find(id)
  if (found !== undefined || clients.list().length > 0) return found
  return { id, name: id, secret: null, redirectUris: null }
}

/** What is wrong with a client_id that no client has, with the one that may have been meant. */
export function unknownClient(clients: Clients, id: string): string {
  const ids = clients.list().map((each) => each.id)
  const guess = suggest(id, ids)
  const hint = guess === undefined ? '' : `, did you mean ${guess}?`
  return `client_id ${id} is not registered${hint} (registered: ${ids.join(', ')})`
}

/**
 * Who sends a request to the token endpoint: `client_id` and `client_secret` of the body, or the credentials of a Basic
 * header. A client that sends no secret is identified, not authenticated. `judge` takes the place of comparing the secret.
 *
 * @throws OAuthFailure invalid_client when it is unknown or its secret is wrong.
 */
export function identifyClient(
  clients: Clients,
  { client_id: id, client_secret: secret }: Readonly<Record<string, string>>,
  header: Credentials | null,
  judge?: (client: Client, secret: string) => void,
): IdentifiedClient {
  const basic = header?.scheme === 'basic' ? header : null
  const given = basic === null ? id : decoded(basic.username)
  if (given === undefined || given === '') {
    throw noClient('client_id is missing: expected it in the body or as the user of Basic', 'missing')
  }
  if (basic !== null && id !== undefined && id !== given) {
    throw noClient(`client_id is ${id} in the body and ${given} in the Authorization header`, 'mismatched')
  }
  const client = findClient(clients, given)
  if (client === undefined) throw noClient(unknownClient(clients, given), 'unknown')
  const sent = basic === null || basic.password === '' ? secret : basic.password
  const method =
    sent === undefined || sent === '' ? 'none' : sent === secret ? 'client_secret_post' : 'client_secret_basic'
  if (client.public === true) {
    if (method === 'none') return { client, authenticated: true, method }
    throw noClient(
      `client_secret came, but ${client.id} is a public client and has none`,
      'mismatched',
      'client_secret',
    )
  }
  if (method !== 'none') judge?.(client, sent ?? '')
  if (judge !== undefined) return { client, authenticated: method !== 'none', method }
  // One that has a key proves who it is with an assertion, and not by having no secret.
  if (client.secret === null) return { client, authenticated: client.keys === undefined, method }
  if (method === 'none') return { client, authenticated: false, method }
  const secrets = secretsOf(client)
  // RFC 6749 section 2.3.1 has clients encode the pair of a Basic header as a form does; not all do.
  if (!secrets.includes(sent ?? '') && (basic === null || !secrets.includes(decoded(sent ?? '')))) {
    throw noClient(`client_secret is not the one registered for ${client.id}`, 'mismatched')
  }
  if (basic !== null && secret !== undefined && secret !== '' && !secrets.includes(secret)) {
    throw noClient('client_secret of the body is not that of the Authorization header; send one of them', 'mismatched')
  }
  return { client, authenticated: true, method }
}

/** Refuses a client that is known by its id only. Throws OAuthFailure invalid_client. */
export function requireAuthenticated({ client, authenticated }: IdentifiedClient): void {
  if (authenticated) return
  if (client.secret === null && client.keys !== undefined) {
    throw noClient(`client_assertion is missing; ${client.id} has a key to sign one`, 'missing', 'client_assertion')
  }
  throw noClient(`client_secret is missing; ${client.id} has one`, 'missing', 'client_secret')
}

/** Every secret of a client that is good; none when none is known. */
export function secretsOf({ secret, otherSecrets = [] }: Client): string[] {
  return secret === null ? [] : [secret, ...otherSecrets]
}

function noClient(message: string, reason: 'missing' | 'mismatched' | 'unknown', parameter?: string): OAuthFailure {
  const fault = parameter === undefined ? { reason } : { reason, parameter }
  return new OAuthFailure('invalid_client', message, null, {}, fault)
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll('+', ' '))
  } catch {
    return value
  }
}
