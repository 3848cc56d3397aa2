import type { CodehostCall, Rows } from '#codehost/call.ts'
import { invalidField } from '#codehost/errors.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Issue } from '#codehost/schema/issues.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { person, recordIssueEvent } from './events.ts'
import { emitIssue } from './issues.ts'
import { permissionIncludes, permissionOf, roleInOrganization } from '../repos/permissions.ts'

/** The largest number of assignees of an issue. */
export const MOST_ASSIGNEES = 10

/**
 * Returns whether a user can be assigned to issues of a repository. Users who may triage can, and members of the
 * organization.
 */
export function isAssignable(rows: Rows, repo: Repo, user: Account): boolean {
  if (user.type === 'Bot') return false
  const permission = permissionOf(rows, repo, user)
  if (permissionIncludes(permission, 'triage')) return true
  return permission !== null && roleInOrganization(rows, rows.accounts.require(repo.ownerId), user) !== null
}

/** Returns whether a user can be assigned to one issue: users for whom {@link isAssignable} holds, and commenters. */
export function isAssignableTo(rows: Rows, repo: Repo, issue: Issue, user: Account): boolean {
  if (isAssignable(rows, repo, user)) return true
  return rows.comments.referring('issueId', issue.id).some(({ userId }) => userId === user.id)
}

/** Returns the users who can be assigned to issues of a repository, ordered by login. */
export function assignablePeople(rows: Rows, repo: Repo): Account[] {
  const teams = rows.teamRepos
    .referring('repoId', repo.id)
    .flatMap(({ teamId }) => [teamId, ...teamsBelow(rows, teamId)])
  const ids = new Set([
    repo.ownerId,
    ...rows.collaborators.referring('repoId', repo.id).map(({ userId }) => userId),
    ...rows.memberships.referring('orgId', repo.ownerId).map(({ userId }) => userId),
    ...teams.flatMap((teamId) => rows.teamMembers.referring('teamId', teamId).map(({ userId }) => userId)),
  ])
  return [...ids]
    .map((id) => rows.accounts.require(id))
    .filter((account) => account.type !== 'Organization' && isAssignable(rows, repo, account))
    .sort((left, right) => (left.login.toLowerCase() < right.login.toLowerCase() ? -1 : 1))
}

/**
 * Returns the users with these logins.
 *
 * @throws 422 for the first one who cannot be assigned to the issue.
 */
export function assigneesNamed(
  rows: Rows,
  repo: Repo,
  issue: Issue | null,
  logins: readonly string[],
  field: 'assignee' | 'assignees' = 'assignees',
): Account[] {
  return logins.map((login) => {
    const user = rows.accounts.find('login', login.toLowerCase())
    const isAllowed =
      user !== undefined && (issue === null ? isAssignable(rows, repo, user) : isAssignableTo(rows, repo, issue, user))
    if (!isAllowed) throw invalidField('Issue', field, login)
    return user
  })
}

/** Returns the assignees of an issue or a pull request in the order of assignment. */
export function assigneesOf({ rows }: { readonly rows: Rows }, issue: Pick<Issue, 'id'>): Account[] {
  return rows.issueAssignees.referring('issueId', issue.id).map(({ userId }) => rows.accounts.require(userId))
}

/** Assigns users to an issue, up to ten in total. Emits one `assigned` for each. Returns the issue. */
export function addAssignees(call: CodehostCall, issue: Issue, users: readonly Account[], sender: Account): Issue {
  const { rows, clock } = call
  let changed = issue
  for (const user of users) {
    if (rows.issueAssignees.find('user', issue.id, user.id) !== undefined) continue
    if (rows.issueAssignees.countReferring('issueId', issue.id) >= MOST_ASSIGNEES) break
    rows.issueAssignees.insert({ issueId: issue.id, userId: user.id })
    changed = rows.issues.update(issue.id, { updatedAt: clock.now() })
    emitAssigned(call, changed, user, sender)
  }
  return changed
}

/** Records and emits that a user was assigned to an issue. */
export function emitAssigned(call: CodehostCall, issue: Issue, user: Account, sender: Account): void {
  recordIssueEvent(call, issue, sender, 'assigned', { assignee: person(user), assigner: person(sender) })
  emitIssue(call, issue, 'assigned', sender, { assignee: user })
}

/** Removes assignees from an issue. Emits one `unassigned` for each. Returns the issue. */
export function removeAssignees(call: CodehostCall, issue: Issue, users: readonly Account[], sender: Account): Issue {
  const { rows, clock } = call
  let changed = issue
  for (const user of users) {
    const held = rows.issueAssignees.find('user', issue.id, user.id)
    if (held === undefined) continue
    rows.issueAssignees.delete(held.id)
    changed = rows.issues.update(issue.id, { updatedAt: clock.now() })
    recordIssueEvent(call, issue, sender, 'unassigned', { assignee: person(user), assigner: person(sender) })
    emitIssue(call, changed, 'unassigned', sender, { assignee: user })
  }
  return changed
}

/** Makes these users the only assignees of an issue. Returns the issue. */
export function replaceAssignees(call: CodehostCall, issue: Issue, users: readonly Account[], sender: Account): Issue {
  const keptIds = new Set(users.map(({ id }) => id))
  const gone = assigneesOf(call, issue).filter(({ id }) => !keptIds.has(id))
  return addAssignees(call, removeAssignees(call, issue, gone, sender), users, sender)
}

function teamsBelow(rows: Rows, teamId: number): number[] {
  return rows.teams.referring('parentId', teamId).flatMap(({ id }) => [id, ...teamsBelow(rows, id)])
}
