import { ownMember } from '#core/objects.ts'
import type { SignInContext } from '#oidc-c/call.ts'
import { GRAPH_ID, GRAPH_URI, isGuid } from '#oidc-c/schema/identifiers.ts'
import { noSuchResource } from '#oidc-c/errors/sts.ts'

/** An API for which there are access tokens. */
export interface Resource {
  /** The client id of the API. */
  readonly appId: string
  /** The name of the API in the request. */
  readonly name: string
  /** The version of its access tokens. */
  readonly tokenVersion: 1 | 2
  /** The API's permissions; null: every permission exists. */
  readonly permissions: readonly string[] | null
}

/** The addresses and client ids of the vendor's APIs that every tenant has. */
const WELL_KNOWN: Readonly<Record<string, string>> = {
  'https://graph.windows.net': '00000002-0000-0000-c000-000000000000',
  'https://management.azure.com': '797f4846-ba00-4fd7-ba43-dac1f8f63013',
  'https://management.core.windows.net': '797f4846-ba00-4fd7-ba43-dac1f8f63013',
  'https://vault.azure.net': 'cfa8b339-82a2-471a-a3c9-0fc0be7a4093',
  'https://storage.azure.com': 'e406a681-f3d4-42a8-90b6-c2b029497af1',
  'https://database.windows.net': '022907d3-0f1b-48f7-badc-1ba6abab6d66',
  'https://outlook.office.com': '00000002-0000-0ff1-ce00-000000000000',
  'https://outlook.office365.com': '00000002-0000-0ff1-ce00-000000000000',
}

/** The part of a context that a look-up of an API needs. */
export type WithRows = Pick<SignInContext, 'rows'>

/**
 * Returns the API with this name: Graph, another API of the vendor, or a seeded application; undefined when there is
 * none.
 */
function resourceNamed({ rows }: WithRows, name: string): Resource | undefined {
  const plain = name.toLowerCase().replace(/\/+$/, '')
  if (plain === GRAPH_ID || plain === GRAPH_URI) return graph(name)
  const wellKnown = ownMember(WELL_KNOWN, plain)
  if (wellKnown !== undefined) return { appId: wellKnown, name, tokenVersion: 1, permissions: null }
  const bare = name.replace(/^api:\/\//, '')
  const client =
    rows.clients.get(bare) ?? rows.clients.list('byPosition').find((each) => each.identifierUris.includes(name))
  if (client !== undefined) {
    return { appId: client.id, name, tokenVersion: client.accessTokenVersion, permissions: client.scopes }
  }
  // Without registered applications, every name is an API.
  return rows.clients.size === 0 ? { appId: bare, name, tokenVersion: 2, permissions: null } : undefined
}

/**
 * Returns the API with this name.
 *
 * @throws StsFailure when there is none.
 */
export function requireResource(context: WithRows, name: string): Resource {
  const found = resourceNamed(context, name)
  if (found !== undefined) return found
  const known = context.rows.clients.list('byPosition').map(({ id }) => `api://${id}`)
  throw noSuchResource(
    name,
    `API ${name} is not here (here: ${[GRAPH_URI, ...known].join(', ')}); register it under oidc-c.oauth_clients in the seed, with ${name} among its identifier_uris`,
  )
}

/** Returns Graph under the client's name for it. */
export function graph(name: string): Resource {
  return { appId: GRAPH_ID, name, tokenVersion: 1, permissions: null }
}

/** Returns whether a text has the form of an API's name. */
export function isResourceName({ rows }: WithRows, name: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\/[^\s]+$/i.test(name) || isGuid(name) || rows.clients.get(name) !== undefined
}
