import type { OAuthAccessToken } from '#oauth/collections.ts'
import { requestDenied } from '#oidc-c/errors.ts'

// Each list names the accepted permissions from least to most privileged.
// https://learn.microsoft.com/graph/permissions-reference

/** The permissions to change users. */
export const WRITE_USERS = ['User.ReadWrite.All', 'Directory.ReadWrite.All', 'Directory.AccessAsUser.All'] as const

/** The permissions to read all properties of users. */
export const READ_USERS = ['User.Read.All', 'Directory.Read.All', ...WRITE_USERS] as const

/** The permissions to read {@link BASIC_PROPERTIES} of users. */
export const READ_BASIC = ['User.ReadBasic.All', ...READ_USERS] as const

/** The permissions to read the signed-in user. */
export const READ_ME = ['User.Read', 'User.ReadWrite', ...READ_BASIC] as const

/** The permissions to change the signed-in user. */
export const WRITE_ME = ['User.ReadWrite', ...WRITE_USERS] as const

/** The permissions to change groups. */
export const WRITE_GROUPS = ['Group.ReadWrite.All', 'Directory.ReadWrite.All', 'Directory.AccessAsUser.All'] as const

/** The permissions to create a group. */
export const CREATE_GROUPS = ['Group.Create', ...WRITE_GROUPS] as const

/** The permissions to change the members and owners of groups. */
export const WRITE_MEMBERS = ['GroupMember.ReadWrite.All', ...WRITE_GROUPS] as const

/** The permissions to read groups and their members. */
export const READ_GROUPS = ['GroupMember.Read.All', 'Group.Read.All', 'Directory.Read.All', ...WRITE_MEMBERS] as const

/** The permissions to read the groups of another user. */
export const READ_MEMBERSHIPS = [...new Set([...READ_USERS, ...READ_GROUPS])] as const

/** The permissions to read the organization. */
export const READ_ORGANIZATION = [
  'User.Read',
  'Organization.Read.All',
  'Organization.ReadWrite.All',
  ...READ_ME,
] as const

/** The properties of other users that a token with `User.ReadBasic.All` alone can read. */
export const BASIC_PROPERTIES = ['displayName', 'givenName', 'id', 'mail', 'surname', 'userPrincipalName'] as const

/** Returns whether a token has one of the accepted permissions. */
export function hasPermission({ scopes }: OAuthAccessToken, accepted: readonly string[]): boolean {
  return scopes.some((scope) => accepted.some((each) => each.toLowerCase() === scope.toLowerCase()))
}

/**
 * Refuses a token that has none of the accepted permissions.
 *
 * @throws Failure Authorization_RequestDenied.
 */
export function requirePermission(token: OAuthAccessToken, accepted: readonly string[]): void {
  if (!hasPermission(token, accepted)) throw requestDenied(token.scopes, accepted)
}
