import { SeedProblem, type SharedSeed } from '#core/service.ts'
import type { OidcContext } from '#oidc-d/call.ts'
import { seedApp } from './apps.ts'
import { seedEventHook } from './hooks.ts'
import { groupNamed, inSeed, userNamed, type Path } from './names.ts'
import { seedFactors, seedPolicies } from './policies.ts'
import { seedServers } from './servers.ts'
import { activateGroupRule, createGroupRule } from '#oidc-d/rules/groups/group-rules.ts'
import { addMember, createGroup, EVERYONE } from '#oidc-d/rules/groups/groups.ts'
import { createOrgSettings } from '#oidc-d/rules/org/settings.ts'
import { createTrustedOrigin } from '#oidc-d/rules/trusted-origins.ts'
import { findUser, insertUser } from '#oidc-d/rules/users/users.ts'
import { shortnameOf } from '#oidc-d/schema.ts'
import type { Section } from '#oidc-d/seed.ts'

/** The user of the default token, who is created when a seed has no users. */
const ADMIN = {
  login: 'admin@example.com',
  firstName: 'Admin',
  lastName: 'User',
  status: 'ACTIVE',
  profile: {},
} as const

/**
 * Fills the store from the `oidc-d` section of a seed.
 *
 * @throws {@link SeedProblem} where it contradicts itself.
 */
export function applySeed(context: OidcContext, section: Section, shared: SharedSeed): void {
  const { rows } = context
  if (section.strict_auth) rows.strictAuth.set(true)
  createOrgSettings(context)
  const everyone = { name: EVERYONE, description: 'All users in your organization' }
  seedPolicies(context, section, createGroup(context, everyone, 'BUILT_IN', true).id)
  const users = section.users.length === 0 && shared.defaultLogin !== null ? [ADMIN] : section.users
  for (const [index, user] of users.entries()) seedUser(context, user, ['users', index])
  for (const [index, group] of section.groups.entries()) seedGroup(context, group, ['groups', index])
  for (const [index, rule] of section.group_rules.entries()) seedGroupRule(context, rule, ['group_rules', index])
  for (const [index, app] of section.apps.entries()) seedApp(context, app, ['apps', index])
  for (const [index, user] of section.users.entries()) seedFactors(context, user, ['users', index, 'factors'])
  seedServers(context, section.authorization_servers)
  for (const [index, origin] of section.trusted_origins.entries())
    seedTrustedOrigin(context, origin, ['trusted_origins', index])
  for (const hook of section.event_hooks) seedEventHook(context, hook)
  seedTokens(context, section, shared)
  rows.logStarted.set(true)
}

/** Returns the logins that tokens of a seed may name. */
export function logins(section: Section): string[] {
  return section.users.map(({ login }) => login)
}

function seedUser(context: OidcContext, seeded: Omit<Section['users'][number], 'factors'>, path: Path): void {
  const { rows } = context
  const { login, password = null, recovery_question = null, status } = seeded
  if (rows.users.find('login', login.toLowerCase()) !== undefined) {
    throw new SeedProblem([...path, 'login'], `${login} is there twice`)
  }
  const [first = '', second = 'User'] = shortnameOf(login).split(/[^a-z0-9]+/)
  const { email = login.includes('@') ? login : `${login}@example.com` } = seeded
  const { firstName = capitalized(first), lastName = capitalized(second) } = seeded
  const profile = { ...seeded.profile, firstName, lastName, login, email }
  insertUser(context, { profile, status, password, recoveryQuestion: recovery_question }, true)
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

function seedGroup(context: OidcContext, { members, name, description }: Section['groups'][number], path: Path): void {
  if (name.toLowerCase() === EVERYONE.toLowerCase()) {
    throw new SeedProblem([...path, 'name'], `${EVERYONE} is always there, and everybody is in it; leave it out`)
  }
  const group = inSeed(path, () => createGroup(context, { name, description: description ?? null }, 'OKTA_GROUP', true))
  for (const [index, login] of members.entries()) {
    addMember(context, group, userNamed(context, login, [...path, 'members', index]))
  }
}

function seedGroupRule(context: OidcContext, rule: Section['group_rules'][number], path: Path): void {
  const { name, expression, status } = rule
  const groupIds = rule.groups.map((group, index) => groupNamed(context, group, [...path, 'groups', index]).id)
  const made = inSeed(path, () => createGroupRule(context, { name, expression, groupIds, excludedUserIds: [] }, true))
  if (status === 'ACTIVE') activateGroupRule(context, made)
}

function seedTrustedOrigin(context: OidcContext, seeded: Section['trusted_origins'][number], path: Path): void {
  const { origin, name = origin, scopes } = seeded
  inSeed(path, () => createTrustedOrigin(context, { name, origin, scopes: scopes.map((type) => ({ type })) }))
}

function seedTokens(context: OidcContext, section: Section, { tokens, defaultLogin }: SharedSeed): void {
  const { rows } = context
  const add = (id: string, userId: string, scopes: readonly string[] | 'all'): void => {
    if (rows.apiTokens.get(id) === undefined) rows.apiTokens.insert({ id, userId, scopes })
  }
  for (const [index, { token, login, scopes = 'all' }] of section.tokens.entries()) {
    add(token, userNamed(context, login, ['tokens', index, 'login']).id, scopes)
  }
  // With a token in the section the default token is not created.
  if (defaultLogin !== null && section.tokens.length > 0) return
  const first = rows.users.page('all', [], { offset: 0, limit: 1 }).rows[0]
  for (const { token, login, scopes } of tokens) {
    // The login of the default token exists in some services only; here the token belongs to the first user.
    const user = findUser(rows, login) ?? (login === defaultLogin ? first : undefined)
    if (user !== undefined) add(token, user.id, scopes)
  }
}
