import type { Work } from '../call.ts'
import { createId } from '../identifiers.ts'
import type { AuthorizationServer, Claim, JsonObject, Policy, PolicyRule, Scope } from '../schema.ts'

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
  ['device_sso', 'Use your device to sign in.', 'Signals that an app can share a device secret with another'],
]

/** Whose name an access token carries, in the vendor's expression language. */
const SUBJECT = '(appuser != null) ? appuser.userName : app.clientId'

/** What a server is made of; what is not given is as for one that is new. */
export type NewServer = Pick<AuthorizationServer, 'name' | 'audiences'> &
  Partial<Pick<AuthorizationServer, 'id' | 'description' | 'issuerMode' | 'rotationMode'>>

/** Makes a custom authorization server, with the scopes of OpenID Connect and the subject of its tokens. */
export function createServer(work: Work, given: NewServer, seeded = false): AuthorizationServer {
  const { rows, clock } = work
  const now = clock.now()
  const server = rows.servers.insert({
    id: given.id ?? createId(work, 'aus', seeded ? given.name : undefined),
    name: given.name,
    description: given.description ?? '',
    audiences: given.audiences,
    issuerMode: given.issuerMode ?? 'ORG_URL',
    status: 'ACTIVE',
    rotationMode: given.rotationMode ?? 'AUTO',
    rotations: 0,
    rotated: now,
    created: now,
    lastUpdated: now,
  })
  for (const [name, displayName, description] of SYSTEM_SCOPES) {
    createScope(work, server, { name, displayName, description, system: true })
  }
  createClaim(work, server, { name: 'sub', claimType: 'RESOURCE', value: SUBJECT, system: true })
  return server
}

/** Adds a scope. */
export function createScope(
  work: Work,
  server: AuthorizationServer,
  { name, ...rest }: Pick<Scope, 'name'> & Partial<Omit<Scope, 'id' | 'serverId'>>,
): Scope {
  const system = rest.system === true
  return work.rows.scopes.insert({
    id: createId(work, 'scp', `${server.id} ${name}`),
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
  work: Work,
  server: AuthorizationServer,
  {
    name,
    claimType,
    value,
    ...rest
  }: Pick<Claim, 'name' | 'claimType' | 'value'> & Partial<Omit<Claim, 'id' | 'serverId'>>,
): Claim {
  return work.rows.claims.insert({
    id: createId(work, 'ocl', `${server.id} ${claimType} ${name}`),
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

/** What a policy is made of. Without a priority it comes last. */
export type NewPolicy = Pick<Policy, 'name' | 'description'> &
  Partial<Pick<Policy, 'status' | 'priority' | 'system' | 'clients'>>

/** Adds a policy; those at its priority and after make room. */
export function createPolicy(work: Work, server: AuthorizationServer, given: NewPolicy): Policy {
  const { rows, clock } = work
  const now = clock.now()
  const others = rows.policies.list('byPriority', server.id)
  const priority = Math.min(given.priority ?? others.length + 1, others.length + 1)
  for (const other of others) {
    if (other.priority >= priority) rows.policies.update(other.id, { priority: other.priority + 1 })
  }
  return rows.policies.insert({
    id: createId(work, '00p'),
    serverId: server.id,
    name: given.name,
    description: given.description,
    status: given.status ?? 'ACTIVE',
    priority,
    system: given.system ?? false,
    clients: given.clients ?? ['ALL_CLIENTS'],
    created: now,
    lastUpdated: now,
  })
}

/** What a rule is made of. Without a priority it comes last. */
export type NewRule = Pick<PolicyRule, 'name' | 'conditions'> &
  Partial<
    Pick<
      PolicyRule,
      'status' | 'priority' | 'system' | 'accessTokenLifetime' | 'refreshTokenLifetime' | 'refreshTokenWindow'
    >
  >

/** Adds a rule; those at its priority and after make room. */
export function createRule(work: Work, policy: Policy, given: NewRule): PolicyRule {
  const { rows, clock } = work
  const now = clock.now()
  const others = rows.policyRules.list('byPriority', policy.id)
  const priority = Math.min(given.priority ?? others.length + 1, others.length + 1)
  for (const other of others) {
    if (other.priority >= priority) rows.policyRules.update(other.id, { priority: other.priority + 1 })
  }
  return rows.policyRules.insert({
    id: createId(work, '0pr'),
    policyId: policy.id,
    name: given.name,
    status: given.status ?? 'ACTIVE',
    priority,
    system: given.system ?? false,
    conditions: given.conditions,
    accessTokenLifetime: given.accessTokenLifetime ?? 60,
    refreshTokenLifetime: given.refreshTokenLifetime ?? 0,
    refreshTokenWindow: given.refreshTokenWindow ?? 10_080,
    created: now,
    lastUpdated: now,
  })
}

/** What a rule asks for by which everybody gets every scope. */
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
    ],
  },
  scopes: { include: ['*'] },
}

/** Adds the policy and the rule by which every client gets tokens for everybody, as the vendor's `default` server has them. */
export function allowEverybody(work: Work, server: AuthorizationServer): void {
  const policy = createPolicy(work, server, { name: 'Default Policy', description: 'Default policy description' })
  createRule(work, policy, { name: 'Default Policy Rule', conditions: EVERYBODY })
}
