import type { GraphQLResolveInfo } from 'graphql'
import { archived } from '#codehost/errors.ts'
import type { CodehostCall, FineGrainedLimits } from '#codehost/call.ts'
import { covers } from '#codehost/oauth/scopes.ts'
import { permissionsInAccount } from '#codehost/rules/apps/fine-grained.ts'
import { hasPermissions, holdsPermission } from '#codehost/rules/apps/gate.ts'
import { isSufficient, neededFor } from '#codehost/rules/apps/permissions.ts'
import { permissionIncludes, permissionOf, roleInOrganization } from '#codehost/rules/repos/permissions.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Issue, Label } from '#codehost/schema/issues.ts'
import type { Pull } from '#codehost/schema/pulls.ts'
import type { Permission, Repo } from '#codehost/schema/repos.ts'
import { insufficientScopes, viewerOf } from '../access.ts'
import { fieldForbidden, fieldNotAccessible, fieldUnprocessable, noSuchNode } from '../failures.ts'
import { findNode, nodeOrNull } from '../nodes.ts'
import type { Typed } from '../source.ts'

/** The argument of a mutation. */
export interface Input<I> {
  readonly input: I & { readonly clientMutationId?: string | null }
}

/** Returns the payload of a mutation, with the client's own id of it. */
export function payload<P extends object>({ input }: Input<object>, parts: P): P & { clientMutationId: string | null } {
  return { clientMutationId: input.clientMutationId ?? null, ...parts }
}

/** The parts that a change needs. */
interface Requirement {
  /** The operation of REST that makes the same change: an app needs the same permission. */
  readonly operation?: string
  /** The permissions of an app, for changes that REST cannot make: `discussions=write`. */
  readonly permissions?: string
  /** The user's permission. Default: `pull` */
  readonly permission?: Permission
  /** True where archived repositories are accepted. */
  readonly evenArchived?: true
}

/**
 * Requires that the principal may change a repository in the way of a mutation, as REST does. Returns the user.
 *
 * @throws `INSUFFICIENT_SCOPES`, `FORBIDDEN`.
 */
export function requireChange(
  call: CodehostCall,
  repo: Repo,
  { fieldName }: Pick<GraphQLResolveInfo, 'fieldName'>,
  { operation, permissions, permission = 'pull', evenArchived }: Requirement,
): Account {
  const user = viewerOf(call)
  const { principal, rows } = call
  const accepted = repo.private ? ['repo'] : ['public_repo', 'repo']
  if (principal?.app === null && !covers(principal.scopes, accepted)) {
    throw insufficientScopes(`The '${fieldName}' field requires`, accepted, principal.scopes)
  }
  const needed = permissions ?? neededFor(operation ?? null)?.permissions ?? ''
  if (hasPermissions(principal) && !holdsPermission(call, repo, needed)) throw fieldNotAccessible(call)
  if (!permissionIncludes(permissionOf(rows, repo, user), permission)) throw notPermitted(user, fieldName)
  if (repo.archived && evenArchived !== true) throw archived()
  return user
}

/**
 * Requires an owner of an organization, with the scope that REST requires. Returns the user.
 *
 * @throws `INSUFFICIENT_SCOPES`, `FORBIDDEN`.
 */
export function requireOrganizationOwner(
  call: CodehostCall,
  org: Account,
  { fieldName }: Pick<GraphQLResolveInfo, 'fieldName'>,
): Account {
  const { principal, rows } = call
  const user = viewerOf(call)
  if (principal?.app != null && principal.app.kind !== 'user') throw fieldNotAccessible(call)
  const limits = principal?.fineGrained
  if (limits !== undefined && !mayAdminister(rows, limits, org)) throw fieldNotAccessible(call)
  if (principal?.app === null && !covers(principal.scopes, ['admin:org'])) {
    throw insufficientScopes(`The '${fieldName}' field requires`, ['admin:org'], principal.scopes)
  }
  if (roleInOrganization(rows, org, user) !== 'admin') throw notPermitted(user, fieldName)
  return user
}

function mayAdminister(rows: CodehostCall['rows'], limits: FineGrainedLimits, { id }: Account): boolean {
  return isSufficient(permissionsInAccount(rows, limits, id) ?? {}, 'organization_administration=write')
}

/** `FORBIDDEN`: the user lacks the permission for a mutation. */
export function notPermitted({ login }: Account, mutation: string): Error {
  const name = mutation.charAt(0).toUpperCase() + mutation.slice(1)
  return fieldForbidden(`${login} does not have the correct permissions to execute \`${name}\``)
}

/**
 * Returns the row of the node with an id, which must be of one of the types.
 *
 * @throws `NOT_FOUND`.
 */
function rowOfType(call: CodehostCall, id: string, ...typenames: readonly string[]): Typed {
  const node = findNode(call, id)
  if (!typenames.includes(node.typename)) throw noSuchNode(id)
  return node
}

/** Returns the repository with a node id. @throws `NOT_FOUND`. */
export function findRepo(call: CodehostCall, id: string): Repo {
  return rowOfType(call, id, 'Repository').row as Repo // by its type
}

/** Returns the issue with a node id. @throws `NOT_FOUND`. */
export function findIssue(call: CodehostCall, id: string): Issue {
  return rowOfType(call, id, 'Issue').row as Issue // by its type
}

/** Returns the pull request with a node id. @throws `NOT_FOUND`. */
export function findPull(call: CodehostCall, id: string): Pull {
  return rowOfType(call, id, 'PullRequest').row as Pull // by its type
}

/** Returns the issue with a node id, or the issue side of the pull request. @throws `NOT_FOUND`. */
export function findConversation(call: CodehostCall, id: string): Issue {
  const { typename, row } = rowOfType(call, id, 'Issue', 'PullRequest')
  return typename === 'Issue' ? (row as Issue) : call.rows.issues.require((row as Pull).issueId) // by its type
}

/**
 * Classic projects are no more at the vendor, so a list of their ids must be empty, as the one that `gh` sends is.
 *
 * @throws `NOT_FOUND`.
 */
export function refuseClassicProjects(ids: readonly string[] | null | undefined): void {
  const [id] = ids ?? []
  if (id !== undefined) throw noSuchNode(id)
}

/** Returns the labels with these node ids, which must be of the repository. @throws `NOT_FOUND`. */
export function findLabels(call: CodehostCall, repo: Repo, ids: readonly string[]): Label[] {
  return ids.map((id) => {
    const label = rowOfType(call, id, 'Label').row as Label // by its type
    if (label.repoId !== repo.id) throw noSuchNode(id)
    return label
  })
}

/** Returns the users with these node ids. @throws `NOT_FOUND`. */
export function findUsers(call: CodehostCall, ids: readonly string[]): Account[] {
  return ids.map((id) => rowOfType(call, id, 'User', 'Bot').row as Account) // by its type
}

/** Returns the row of the node with an id and of a type; null for a null id. @throws `NOT_FOUND`. */
export function rowOrNull<R>(call: CodehostCall, id: string | null | undefined, typename: string): R | null {
  return id == null ? null : (rowOfType(call, id, typename).row as R) // the caller names the row of the type
}

/** Returns the row of the node with an id and of one of the types. @throws `NOT_FOUND`. */
export function findRow<R>(call: CodehostCall, id: string, ...typenames: readonly string[]): R {
  return rowOfType(call, id, ...typenames).row as R // the caller names the row of the types
}

/** Returns the node with an id, which must be of one of the types. @throws `UNPROCESSABLE`, `NOT_FOUND`. */
export function nodeOfType(call: CodehostCall, id: string, typenames: readonly string[], what: string): Typed {
  const node = nodeOrNull(call, id)
  if (node === null) throw noSuchNode(id)
  if (!typenames.includes(node.typename))
    throw fieldUnprocessable(`The node with the global id of '${id}' is no ${what}.`)
  return node
}
