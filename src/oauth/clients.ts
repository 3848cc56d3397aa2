import type { Credentials } from '../core/auth.ts'
import { suggest } from '../core/did-you-mean.ts'
import { OAuthFailure } from './failure.ts'

/** An application that signs people in. */
export interface Client {
  readonly id: string
  /** How pages name it. */
  readonly name: string
  /** Null: it has none that is known, and any that it sends will do. */
  readonly secret: string | null
  /** Null: none are known, and any will do. */
  readonly redirectUris: readonly string[] | null
}

/** The clients of an instance. */
export interface Clients {
  find(id: string): Client | undefined
  /** Every registered client. When there is none, any client_id is accepted. */
  list(): readonly Client[]
}

/** A client, and whether it has proved that it is. */
export interface IdentifiedClient {
  readonly client: Client
  readonly authenticated: boolean
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
 * header. A client that sends no secret is identified, not authenticated.
 *
 * @throws OAuthFailure invalid_client when it is unknown or its secret is wrong.
 */
export function identifyClient(
  clients: Clients,
  { client_id: id, client_secret: secret }: Readonly<Record<string, string>>,
  header: Credentials | null,
): IdentifiedClient {
  const basic = header?.scheme === 'basic' ? header : null
  const given = basic === null ? id : decoded(basic.username)
  if (given === undefined || given === '') {
    throw new OAuthFailure('invalid_client', 'client_id is missing: expected it in the body or as the user of Basic')
  }
  if (basic !== null && id !== undefined && id !== given) {
    throw new OAuthFailure('invalid_client', `client_id is ${id} in the body and ${given} in the Authorization header`)
  }
  const client = findClient(clients, given)
  if (client === undefined) throw new OAuthFailure('invalid_client', unknownClient(clients, given))
  if (client.secret === null) return { client, authenticated: true }
  const sent = basic === null || basic.password === '' ? secret : basic.password
  if (sent === undefined || sent === '') return { client, authenticated: false }
  // RFC 6749 section 2.3.1 has clients encode the pair of a Basic header as a form does; not all do.
  if (sent !== client.secret && (basic === null || decoded(sent) !== client.secret)) {
    throw new OAuthFailure('invalid_client', `client_secret is not the one registered for ${client.id}`)
  }
  return { client, authenticated: true }
}

/** Refuses a client that is known by its id only. Throws OAuthFailure invalid_client. */
export function requireAuthenticated({ client, authenticated }: IdentifiedClient): void {
  if (!authenticated) throw new OAuthFailure('invalid_client', `client_secret is missing; ${client.id} has one`)
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll('+', ' '))
  } catch {
    return value
  }
}
