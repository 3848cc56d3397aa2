import type { DeployhostContext, Rows } from '#deployhost/call.ts'
import type { Membership, Team, Token, User, Webhook } from '#deployhost/schema.ts'
import { nextSortKey } from './sort-keys.ts'

type CreationContext = Pick<DeployhostContext, 'rows' | 'clock' | 'ids'>

/**
 * Adds a user. The default address is at example.com.
 *
 * @throws UniqueViolation for a taken name or address.
 */
export function createUser(
  { rows, clock, ids }: CreationContext,
  fields: { username: string; name: string | null; email: string | null; admin?: boolean },
): User {
  const now = Math.floor(clock.now())
  return rows.users.insert({
    id: ids.base62(24),
    sortKey: nextSortKey(rows.users, now),
    username: fields.username,
    name: fields.name,
    email: fields.email ?? `${fields.username.toLowerCase()}@example.com`,
    avatar: null,
    admin: fields.admin ?? false,
    createdAt: now,
    updatedAt: now,
  })
}

/**
 * Adds a team without members.
 *
 * @throws UniqueViolation for a taken slug.
 */
export function createTeam(
  { rows, clock, ids }: CreationContext,
  creator: User,
  fields: { slug: string; name: string },
): Team {
  const now = Math.floor(clock.now())
  return rows.teams.insert({
    id: `team_${ids.base62(24)}`,
    sortKey: nextSortKey(rows.teams, now),
    slug: fields.slug,
    name: fields.name,
    description: null,
    avatar: null,
    creatorId: creator.id,
    emailDomain: null,
    previewDeploymentSuffix: null,
    inviteCode: ids.secret.base62(20),
    settings: {},
    createdAt: now,
    updatedAt: now,
  })
}

/** Adds a user to a team. */
export function addMember(
  { rows, clock }: CreationContext,
  team: Team,
  user: User,
  fields: Pick<Membership, 'role' | 'confirmed' | 'origin'> & Partial<Pick<Membership, 'projects'>>,
): Membership {
  const now = Math.floor(clock.now())
  return rows.memberships.insert({
    teamId: team.id,
    userId: user.id,
    sortKey: nextSortKey(rows.memberships, now),
    projects: {},
    ...fields,
    teamPermissions: [],
    createdAt: now,
  })
}

/** Adds a token. `value` is the secret that clients send; generated when absent. */
export function createToken(
  { rows, clock, ids }: CreationContext,
  user: User,
  fields: Pick<Token, 'name' | 'scopes'> & Partial<Pick<Token, 'value' | 'type' | 'teamId' | 'clientId' | 'expiresAt'>>,
): Token {
  const now = Math.floor(clock.now())
  return rows.tokens.insert({
    id: ids.hex(64),
    value: ids.secret.base62(24),
    userId: user.id,
    sortKey: nextSortKey(rows.tokens, now),
    type: 'manual',
    teamId: null,
    clientId: null,
    expiresAt: null,
    ...fields,
    activeAt: now,
    createdAt: now,
  })
}

/** Adds a webhook to an account. The secret is generated when absent. */
export function createWebhook(
  { rows, clock, ids }: CreationContext,
  account: { readonly id: string; readonly team: Team | null },
  fields: Pick<Webhook, 'url' | 'events' | 'projectIds'> & { readonly secret?: string | undefined },
): Webhook {
  const now = Math.floor(clock.now())
  return rows.webhooks.insert({
    id: `hook_${ids.base62(24)}`,
    sortKey: nextSortKey(rows.webhooks, now),
    accountId: account.id,
    teamId: account.team?.id ?? null,
    url: fields.url,
    secret: fields.secret ?? ids.secret.base62(24),
    events: fields.events,
    projectIds: fields.projectIds,
    createdAt: now,
    updatedAt: now,
  })
}

/** True when the team would have no owner without this member. */
export function lastOwner(rows: Rows, member: Membership): boolean {
  if (member.role !== 'OWNER' || !member.confirmed) return false
  const owners = rows.memberships
    .list('byTeam', member.teamId)
    .filter(({ role, confirmed }) => role === 'OWNER' && confirmed)
  return owners.length === 1
}
