import { SeedProblem } from '#core/service.ts'
import type { OidcContext } from '#oidc-d/call.ts'
import { flawOfClaim } from '#oidc-d/rules/claims/custom-claims.ts'
import { allowEverybody, createClaim, createScope, createServer } from '#oidc-d/rules/servers/servers.ts'
import { DEFAULT_SERVER, type AuthorizationServer } from '#oidc-d/schema.ts'
import { seedTokenHook } from './hooks.ts'
import type { Section } from '#oidc-d/seed.ts'

type SeededServer = Section['authorization_servers'][number]

/**
 * Creates the custom authorization servers of the seed, and the default one.
 *
 * @throws {@link SeedProblem}.
 */
export function seedServers(context: OidcContext, servers: readonly SeededServer[]): void {
  const others = servers.some(({ name }) => name === DEFAULT_SERVER)
    ? []
    : [{ name: DEFAULT_SERVER, scopes: [], claims: [] }]
  for (const seeded of others) seedServer(context, seeded, 0)
  for (const [index, seeded] of servers.entries()) seedServer(context, seeded, index)
}

function seedServer(context: OidcContext, seeded: SeededServer, index: number): void {
  const { rows } = context
  const { name, description } = seeded
  const path = ['authorization_servers', index] as const
  const id = name === DEFAULT_SERVER ? DEFAULT_SERVER : (seeded.id ?? (/^[\w-]+$/.test(name) ? name : undefined))
  if (rows.servers.all().some((each) => each.name === name))
    throw new SeedProblem([...path, 'name'], `${name} is there twice`)
  if (rows.servers.get(id) !== undefined) throw new SeedProblem([...path, 'id'], `${id} is there twice`)
  const server = createServer(
    context,
    {
      name,
      audiences: seeded.audiences ?? [`api://${name}`],
      ...(id === undefined ? {} : { id }),
      ...(name === DEFAULT_SERVER ? { description: 'Default Authorization Server for your Applications' } : {}),
      ...(description === undefined ? {} : { description }),
    },
    true,
  )
  seedScopes(context, server, seeded, path)
  seedClaims(context, server, seeded, path)
  allowEverybody(context, server)
  if (seeded.token_hook !== undefined) seedTokenHook(context, server, seeded.token_hook)
}

function seedScopes(
  context: OidcContext,
  server: AuthorizationServer,
  { scopes }: SeededServer,
  path: readonly (string | number)[],
): void {
  for (const [at, each] of scopes.entries()) {
    const {
      name,
      display_name: displayName = null,
      description = null,
      ...rest
    } = typeof each === 'string' ? { name: each } : each
    if (context.rows.scopes.find('name', server.id, name) !== undefined) {
      throw new SeedProblem([...path, 'scopes', at], `${server.name} has the scope ${name} already`)
    }
    createScope(context, server, { name, displayName, description, metadataPublish: 'ALL_CLIENTS', ...rest })
  }
}

function seedClaims(
  context: OidcContext,
  server: AuthorizationServer,
  { claims }: SeededServer,
  path: readonly (string | number)[],
): void {
  const { rows } = context
  for (const [at, each] of claims.entries()) {
    if (rows.claims.find('name', server.id, each.claim_type, each.name) !== undefined) {
      throw new SeedProblem([...path, 'claims', at, 'name'], `${server.name} has the claim ${each.name} already`)
    }
    for (const [index, scope] of each.scopes.entries()) {
      if (rows.scopes.find('name', server.id, scope) !== undefined) continue
      const names = rows.scopes.list('byServer', server.id).map(({ name }) => name)
      throw new SeedProblem(
        [...path, 'claims', at, 'scopes', index],
        `${server.name} has no scope ${JSON.stringify(scope)}`,
        names,
      )
    }
    const groupFilterType = each.value_type === 'GROUPS' ? (each.group_filter_type ?? 'REGEX') : null
    const flaw = flawOfClaim({ value: each.value, valueType: each.value_type, groupFilterType })
    if (flaw !== null) throw new SeedProblem([...path, 'claims', at, 'value'], flaw)
    createClaim(context, server, {
      name: each.name,
      value: each.value,
      claimType: each.claim_type,
      valueType: each.value_type,
      groupFilterType,
      scopes: each.scopes,
      alwaysIncludeInToken: each.always_include_in_token,
    })
  }
}
