import { linearPattern, type LinearPattern } from '#core/text/linear-pattern.ts'
import type { SignInContext, RecordContext } from '#oidc-d/call.ts'
import type { App, AppUser, Claim, Group, GroupsClaim, User } from '#oidc-d/schema.ts'
import { assignmentOf } from '../apps/assignments.ts'
import {
  callsIn,
  evaluateClaim,
  ExpressionFlaw,
  parseClaimExpression,
  textOf,
  type ClaimCall,
  type ClaimScope,
  type ClaimValue,
} from './expression.ts'
import { callFunction, hasFunction } from './functions.ts'

/** The user, client and scopes that the claims of a token describe. */
export interface ClaimSubject {
  readonly clientId: string
  /** Null when the client acts for itself. */
  readonly user: User | null
  readonly scopes: readonly string[]
  /** How the user was authenticated. Default: `['pwd']` */
  readonly amr?: readonly string[]
}

/** The extent of the claims: those that are in every token of the kind, or all. */
export type Extent = 'always included' | 'all'

/**
 * Returns the claims of a custom authorization server for one kind of token, without claims that have no value. Empty
 * at the organization's server. https://developer.okta.com/docs/guides/customize-tokens-returned-from-okta/
 */
export function customClaims(
  context: SignInContext,
  claimType: Claim['claimType'],
  subject: ClaimSubject,
  extent: Extent = 'all',
): Readonly<Record<string, ClaimValue>> {
  const { rows, authorizationServer } = context
  if (authorizationServer === null) return {}
  const values: Record<string, ClaimValue> = {}
  for (const claim of rows.claims.list('byServer', authorizationServer.id)) {
    if (claim.claimType !== claimType || claim.status !== 'ACTIVE') continue
    if (extent === 'always included' && !claim.alwaysIncludeInToken) continue
    if (claim.scopes.length > 0 && !claim.scopes.some((scope) => subject.scopes.includes(scope))) continue
    const value = valueOf(context, claim, subject)
    if (value !== null && value !== undefined) values[claim.name] = value
  }
  return values
}

/**
 * Returns the groups claim of the organization's server as the app of the client has it, without a value none; without
 * a setting of the app it lists all groups of the user.
 */
export function groupsClaimOf(
  context: SignInContext,
  subject: ClaimSubject & { readonly user: User },
): Readonly<Record<string, ClaimValue>> {
  const setting = context.rows.apps.find('clientId', subject.clientId)?.client?.groupsClaim
  if (setting === undefined) return { groups: groupsOf(context, subject.user).map(({ profile }) => profile.name) }
  const value = valueOf(context, setting, subject)
  return value === null || value === undefined ? {} : { [setting.name]: value }
}

/** Returns the groups of a user, in the order of their creation. */
function groupsOf({ rows }: Pick<RecordContext, 'rows'>, user: User): Group[] {
  return rows.memberships
    .list('byUser', user.id)
    .map(({ groupId }) => rows.groups.require(groupId))
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
}

function valueOf(context: SignInContext, claim: Omit<GroupsClaim, 'name'>, subject: ClaimSubject): ClaimValue {
  if (claim.valueType === 'GROUPS') {
    const names = subject.user === null ? [] : groupsOf(context, subject.user).map(({ profile }) => profile.name)
    const matching = names.filter(groupFilterOf(claim))
    return matching.length === 0 ? null : matching
  }
  return evaluateClaim(parseClaimExpression(claim.value), scopeOf(context, subject))
}

/** Returns a predicate for the names of groups that a claim lists. */
function groupFilterOf({ groupFilterType, value }: Omit<GroupsClaim, 'name'>): (name: string) => boolean {
  switch (groupFilterType) {
    case 'CONTAINS':
      return (name) => name.includes(value)
    case 'EQUALS':
      return (name) => name === value
    case 'STARTS_WITH':
      return (name) => name.startsWith(value)
    default: {
      const pattern = linearPattern(value)
      return (name) => pattern.matches(name)
    }
  }
}

/** Returns what the names and functions of an expression about a subject stand for. */
export function scopeOf(context: Pick<RecordContext, 'rows'>, subject: ClaimSubject): ClaimScope {
  const { user } = subject
  const app = context.rows.apps.find('clientId', subject.clientId)
  const assignment = app === undefined || user === null ? undefined : assignmentOf(context, app.id, user.id)
  const objects = objectsOf(subject, app, assignment)
  const groups = user === null ? [] : groupsOf(context, user)
  return {
    read(path) {
      let value: ClaimValue = objects
      for (const name of path) value = memberOf(value, name)
      return value ?? null
    },
    call(name, args) {
      if (!Object.hasOwn(OF_PERSON, name)) return callFunction(name, args)
      const names = groups.map(({ profile }) => profile.name)
      return OF_PERSON[name]?.({ user, groups, names }, ...args.map(textOf))
    },
  }
}

/** Returns the objects that names in an expression start with. */
function objectsOf(
  { clientId, user, scopes, amr = ['pwd'] }: ClaimSubject,
  app: App | undefined,
  assignment: AppUser | undefined,
) {
  const login = user?.profile.login
  return {
    user: user === null ? null : { ...user.profile, id: user.id, status: user.status },
    appuser: user === null ? null : { ...assignment?.profile, userName: assignment?.userName ?? login },
    app: { id: app?.id ?? clientId, name: app?.label ?? clientId, clientId },
    access: { scope: scopes },
    org: { name: 'backlot', subDomain: 'backlot' },
    session: user === null ? null : { amr },
  }
}

function memberOf(value: ClaimValue, name: string): ClaimValue {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return null
  return (value as Readonly<Record<string, unknown>>)[name] // the name is an own property
}

/** The data about the user that functions read. */
interface Person {
  readonly user: User | null
  readonly groups: readonly Group[]
  /** The names of the user's groups. */
  readonly names: readonly string[]
}

/** The functions about the user. https://developer.okta.com/docs/reference/okta-expression-language/#group-functions */
const OF_PERSON: Readonly<Record<string, (person: Person, ...args: string[]) => ClaimValue>> = {
  isMemberOfGroup: ({ groups }, id) => groups.some((group) => group.id === id),
  isMemberOfAnyGroup: ({ groups }, ...ids) => groups.some(({ id }) => ids.includes(id)),
  isMemberOfGroupName: ({ names }, name = '') => names.includes(name),
  isMemberOfGroupNameStartsWith: ({ names }, start = '') => names.some((name) => name.startsWith(start)),
  isMemberOfGroupNameContains: ({ names }, part = '') => names.some((name) => name.includes(part)),
  isMemberOfGroupNameRegex: ({ names }, source = '') => {
    const pattern = patternOrNull(source)
    return names.some((name) => pattern?.matches(name) === true)
  },
  'Groups.startsWith': ({ names }, _type, start = '') => names.filter((name) => name.startsWith(start)),
  'Groups.contains': ({ names }, _type, part = '') => names.filter((name) => name.includes(part)),
  'Groups.endsWith': ({ names }, _type, end = '') => names.filter((name) => name.endsWith(end)),
  'user.getInternalProperty': ({ user }, name = '') => memberOf(user, name) ?? null,
}

/** Compiles a pattern; null for an invalid one, which only an evaluated expression can give. */
function patternOrNull(source: string): LinearPattern | null {
  try {
    return linearPattern(source)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** Describes the error in the value of a claim; null when it can be evaluated. */
export function flawOfClaim({
  value,
  valueType,
  groupFilterType,
}: Pick<Claim, 'value' | 'valueType' | 'groupFilterType'>): string | null {
  try {
    if (valueType === 'GROUPS') {
      if (groupFilterType === 'REGEX') linearPattern(value)
      return null
    }
    const calls = callsIn(parseClaimExpression(value))
    const unknown = calls.find(({ name }) => !Object.hasOwn(OF_PERSON, name) && !hasFunction(name))
    if (unknown !== undefined) return `${value}: there is no function ${unknown.name}`
    calls.forEach(checkPattern)
    return null
  } catch (error) {
    if (error instanceof ExpressionFlaw || error instanceof SyntaxError) return error.message
    throw error
  }
}

/** @throws SyntaxError for a call whose pattern is a text that is no regular expression. */
function checkPattern({ name, args: [pattern] }: ClaimCall): void {
  if (name !== 'isMemberOfGroupNameRegex' || pattern?.kind !== 'literal') return
  linearPattern(textOf(pattern.value))
}
