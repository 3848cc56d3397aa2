import { SeedProblem } from '#core/service.ts'
import type { OidcContext } from '#oidc-d/call.ts'
import { createId } from '#oidc-d/rules/identifiers.ts'
import { groupNamed, userNamed, type Path } from './names.ts'
import { appMembers } from '#oidc-d/rules/apps/apps.ts'
import { assign, updateMembersOfApp } from '#oidc-d/rules/apps/assignments.ts'
import { flawOfClaim } from '#oidc-d/rules/claims/custom-claims.ts'
import { clientKeys } from '#oidc-d/rules/apps/client-keys.ts'
import { createAppSchema } from '#oidc-d/rules/schemas/schemas.ts'
import { createKey } from '#oidc-d/rules/apps/keys.ts'
import { createSecret, usesSecret } from '#oidc-d/rules/apps/client-secrets.ts'
import { EVERYONE } from '#oidc-d/rules/groups/groups.ts'
import type { App, GroupsClaim, OidcClient } from '#oidc-d/schema.ts'
import type { Section } from '#oidc-d/seed.ts'

type SeededApp = Section['apps'][number]

/**
 * Creates an OAuth client of the seed and its assignments.
 *
 * @throws {@link SeedProblem}.
 */
export function seedApp(context: OidcContext, seeded: SeededApp, path: Path): void {
  const { rows, clock } = context
  const id = createId(context, '0oa', seeded.name)
  const clientId = seeded.client_id ?? id
  if (rows.apps.find('clientId', clientId) !== undefined) {
    throw new SeedProblem([...path, 'client_id'], `${clientId} is there twice`)
  }
  const groupsClaim = groupsClaimFrom(seeded, path)
  const client = { ...clientOf(context, seeded, clientId), ...(groupsClaim === null ? {} : { groupsClaim }) }
  if (seeded.client_secret !== undefined && !usesSecret(client)) {
    throw new SeedProblem(
      [...path, 'client_secret'],
      `a client of the type ${seeded.type} has no secret, unless token_endpoint_auth_method names one of those that do`,
    )
  }
  const now = clock.now()
  const app = rows.apps.insert({
    id,
    name: 'oidc_client',
    label: seeded.name,
    status: 'ACTIVE',
    signOnMode: 'OPENID_CONNECT',
    ...appMembers({ label: seeded.name }, 'OPENID_CONNECT'),
    client,
    created: now,
    lastUpdated: now,
  })
  createKey(context, app, 10)
  createAppSchema(context, app)
  if (usesSecret(client)) createSecret(context, app, seeded.client_secret ?? null)
  giveToPeople(context, app, seeded, path)
}

function clientOf(context: OidcContext, seeded: SeededApp, clientId: string): OidcClient {
  const isPublic = seeded.type === 'native' || seeded.type === 'browser'
  const service = seeded.type === 'service'
  const method = seeded.token_endpoint_auth_method ?? (isPublic ? 'none' : 'client_secret_basic')
  const grantTypes = seeded.grant_types ?? (service ? ['client_credentials'] : ['authorization_code', 'refresh_token'])
  const rotationType = seeded.refresh_token_rotation ?? (isPublic ? 'ROTATE' : 'STATIC')
  return {
    clientId,
    applicationType: seeded.type,
    tokenEndpointAuthMethod: method,
    pkceRequired: seeded.pkce_required ?? method === 'none',
    redirectUris: seeded.redirect_uris ?? null,
    postLogoutRedirectUris: seeded.post_logout_redirect_uris,
    responseTypes: seeded.response_types ?? [service ? 'token' : 'code'],
    grantTypes,
    consentMethod: seeded.consent_method,
    refreshToken: grantTypes.includes('refresh_token') ? { rotationType, leeway: 0 } : null,
    keys: clientKeys(context, seeded.public_keys, []),
    dpopBound: seeded.dpop_bound_access_tokens,
    wildcardRedirect: seeded.wildcard_redirect,
    more: {},
  }
}

function groupsClaimFrom({ groups_claim: seeded }: SeededApp, path: Path): GroupsClaim | null {
  if (seeded === undefined) return null
  const { name, value, value_type: valueType, group_filter_type: filter = 'STARTS_WITH' } = seeded
  const claim = { name, value, valueType, groupFilterType: valueType === 'GROUPS' ? filter : null }
  const flaw = flawOfClaim(claim)
  if (flaw !== null) throw new SeedProblem([...path, 'groups_claim', 'value'], flaw)
  return claim
}

function giveToPeople(context: OidcContext, app: App, { users, groups }: SeededApp, path: Path): void {
  const { rows, clock } = context
  for (const [index, login] of (users ?? []).entries()) {
    assign(context, app, userNamed(context, login, [...path, 'users', index]), { scope: 'USER' })
  }
  // Without an assignment nobody could sign in to the app.
  const named = groups ?? (users === undefined ? [EVERYONE] : [])
  for (const [priority, name] of named.entries()) {
    const group = groupNamed(context, name, [...path, 'groups', priority])
    const assignment = { appId: app.id, groupId: group.id, priority, profile: {}, lastUpdated: clock.now() }
    rows.appGroups.insert({ id: `${app.id}.${group.id}`, ...assignment })
    updateMembersOfApp(context, app.id, group.id)
  }
}
