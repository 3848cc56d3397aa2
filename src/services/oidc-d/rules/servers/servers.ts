import type { RecordContext } from '#oidc-d/call.ts'
import { createId } from '../identifiers.ts'
import { DIRECT_GRANTS } from './direct-authentication.ts'
import { TOKEN_EXCHANGE } from './token-exchange.ts'
import type { AuthorizationServer, Claim, JsonObject, Policy, PolicyRule, Scope } from '#oidc-d/schema.ts'

/** The scopes that every custom authorization server has, as the vendor describes them. */
const SYSTEM_SCOPES: readonly (readonly [name: string, displayName: string, description: string])[] = [
  ['openid', 'openid', 'Signals that a request is an OpenID request'],
  [
    'profile',
    'View your profile information.',
    'The exact data varies based on what profile information you have provided, such as: name, time zone, picture, or birthday.',
  ],
  ['email', 'View your email address.', 'This allows the app to view your email address.'],
  [
    'address',
    'View your address.',
    'This allows the app to view your address, such as: street address, city, state, and zip code.',
  ],
  ['phone', 'View your phone number.', 'This allows the app to view your phone number.'],
  [
    'offline_access',
    'Keep you signed in to the app.',
    'This keeps you signed in to the app, even when you are not using it.',
  ],
  ['device_sso', 'Request device secret.', 'Signals that an app can share a device secret with another'],
]

/** The default expression of the `sub` claim of access tokens. */
const SUBJECT = '(appuser != null) ? appuser.userName : app.clientId'

/** The members of a new server; absent members get their defaults. */
export type NewServer = Pick<AuthorizationServer, 'name' | 'audiences'> &
  Partial<Pick<AuthorizationServer, 'id' | 'description' | 'issuerMode'>>

/**
 * Creates a custom authorization server, with the scopes of OpenID Connect and the `sub` claim. Its keys rotate by
 * themselves, whatever the request says: only an update can change that, as at the vendor.
 */
export function createServer(context: RecordContext, input: NewServer, seeded = false): AuthorizationServer {
  const { rows, clock } = context
  const now = clock.now()
  const server = rows.servers.insert({
    id: input.id ?? createId(context, 'aus', seeded ? input.name : undefined),
    name: input.name,
    description: input.description ?? null,
    audiences: input.audiences,
    issuerMode: input.issuerMode ?? 'ORG_URL',
    status: 'ACTIVE',
    rotationMode: 'AUTO',
    rotations: 0,
    rotated: now,
    created: now,
    lastUpdated: now,
  })
  for (const [name, displayName, description] of SYSTEM_SCOPES) {
    createScope(context, server, { name, displayName, description, system: true })
  }
  createClaim(context, server, { name: 'sub', claimType: 'RESOURCE', value: SUBJECT, system: true })
  return server
}

/** Adds a scope. */
export function createScope(
  context: RecordContext,
  server: AuthorizationServer,
  { name, ...rest }: Pick<Scope, 'name'> & Partial<Omit<Scope, 'id' | 'serverId'>>,
): Scope {
  const system = rest.system === true
  return context.rows.scopes.insert({
    id: createId(context, 'scp', `${server.id} ${name}`),
    serverId: server.id,
    name,
    displayName: null,
    description: null,
    system,
    metadataPublish: system ? 'ALL_CLIENTS' : 'NO_CLIENTS',
    consent: 'IMPLICIT',
    default: false,
    optional: false,
    ...rest,
  })
}

/** Adds a claim. */
export function createClaim(
  context: RecordContext,
  server: AuthorizationServer,
  {
    name,
    claimType,
    value,
    ...rest
  }: Pick<Claim, 'name' | 'claimType' | 'value'> & Partial<Omit<Claim, 'id' | 'serverId'>>,
): Claim {
  return context.rows.claims.insert({
    id: createId(context, 'ocl', `${server.id} ${claimType} ${name}`),
    serverId: server.id,
    name,
    status: 'ACTIVE',
    claimType,
    valueType: 'EXPRESSION',
    value,
    groupFilterType: null,
    scopes: [],
    system: false,
    alwaysIncludeInToken: true,
    ...rest,
  })
}

/**
 * Returns the priority of a new row, by default after all others, and moves the rows at that priority and after it down
 * by one.
 */
function freePriority(
  others: readonly { readonly id: string; readonly priority: number }[],
  requested: number | undefined,
  move: (id: string, priority: number) => void,
): number {
  const last = others.length + 1
  const priority = Math.min(requested ?? last, last)
  for (const other of others) if (other.priority >= priority) move(other.id, other.priority + 1)
  return priority
}

/** The members of a new policy. Without a priority it becomes the last. */
export type NewPolicy = Pick<Policy, 'name' | 'description'> &
  Partial<Pick<Policy, 'status' | 'priority' | 'system' | 'clients'>>

/** Adds a policy; policies at its priority and after move down by one. */
export function createPolicy(context: RecordContext, server: AuthorizationServer, input: NewPolicy): Policy {
  const { rows, clock } = context
  const now = clock.now()
  const others = rows.policies.list('byPriority', server.id)
  const priority = freePriority(others, input.priority, (id, moved) => rows.policies.update(id, { priority: moved }))
  return rows.policies.insert({
    id: createId(context, '00p'),
    serverId: server.id,
    name: input.name,
    description: input.description,
    status: input.status ?? 'ACTIVE',
    priority,
    system: input.system ?? false,
    clients: input.clients ?? ['ALL_CLIENTS'],
    created: now,
    lastUpdated: now,
  })
}

/** The members of a new rule. Without a priority it becomes the last. */
export type NewRule = Pick<PolicyRule, 'name' | 'conditions'> &
  Partial<
    Pick<
      PolicyRule,
      | 'status'
      | 'priority'
      | 'system'
      | 'accessTokenLifetime'
      | 'refreshTokenLifetime'
      | 'refreshTokenWindow'
      | 'inlineHookId'
    >
  >

/** Adds a rule; rules at its priority and after move down by one. */
export function createRule(context: RecordContext, policy: Policy, input: NewRule): PolicyRule {
  const { rows, clock } = context
  const now = clock.now()
  const others = rows.policyRules.list('byPriority', policy.id)
  const priority = freePriority(others, input.priority, (id, moved) => rows.policyRules.update(id, { priority: moved }))
  return rows.policyRules.insert({
    id: createId(context, '0pr'),
    policyId: policy.id,
    name: input.name,
    status: input.status ?? 'ACTIVE',
    priority,
    system: input.system ?? false,
    conditions: input.conditions,
    accessTokenLifetime: input.accessTokenLifetime ?? 60,
    refreshTokenLifetime: input.refreshTokenLifetime ?? 0,
    refreshTokenWindow: input.refreshTokenWindow ?? 10_080,
    inlineHookId: input.inlineHookId ?? null,
    created: now,
    lastUpdated: now,
  })
}

/** The conditions of a rule that gives every user every scope. */
const EVERYBODY: JsonObject = {
  people: { users: { include: [], exclude: [] }, groups: { include: ['EVERYONE'], exclude: [] } },
  grantTypes: {
    include: [
      'authorization_code',
      'client_credentials',
      'implicit',
      'interaction_code',
      'password',
      'urn:ietf:params:oauth:grant-type:device_code',
      TOKEN_EXCHANGE,
      ...Object.values(DIRECT_GRANTS),
    ],
  },
  scopes: { include: ['*'] },
}

/** Adds a policy and a rule that allow tokens for all clients and users, as the vendor's `default` server has them. */
export function allowEverybody(context: RecordContext, server: AuthorizationServer): void {
  const policy = createPolicy(context, server, { name: 'Default Policy', description: 'Default policy description' })
  createRule(context, policy, { name: 'Default Policy Rule', conditions: EVERYBODY })
}
