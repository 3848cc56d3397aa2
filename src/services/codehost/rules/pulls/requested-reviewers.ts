import { defined } from '#core/objects.ts'
import type { CodehostCall, Rows } from '#codehost/call.ts'
import { unprocessable } from '#codehost/errors.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Pull } from '#codehost/schema/pulls.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import type { Team } from '#codehost/schema/teams.ts'
import { person, recordIssueEvent, team as teamDetail, type PersonDetail, type TeamDetail } from '../issues/events.ts'
import { grantedPermissions } from '../repos/permissions.ts'
import { codeOwnersOf } from './code-owners.ts'
import { emitPull } from './events.ts'

/** Logins and team slugs in a request body. */
export interface ReviewerNames {
  readonly reviewers: readonly string[]
  readonly team_reviewers: readonly string[]
}

interface Reviewers {
  readonly users: readonly Account[]
  readonly teams: readonly Team[]
}

/** Returns the requested reviewers of a pull request in the order of the requests. */
export function requestedReviewers(rows: Rows, pull: Pull): Reviewers {
  const requested = rows.requestedReviewers.referring('pullId', pull.id)
  return {
    users: requested.flatMap(({ userId }) => (userId === null ? [] : [rows.accounts.require(userId)])),
    teams: requested.flatMap(({ teamId }) => (teamId === null ? [] : [rows.teams.require(teamId)])),
  }
}

/**
 * Requests reviews from users and teams. Emits `review_requested` for each new request.
 *
 * @throws 422.
 */
export function requestReviewers(
  call: CodehostCall,
  repo: Repo,
  pull: Pull,
  names: ReviewerNames,
  sender: Account,
): void {
  const { rows } = call
  const { users, teams } = collaborators(rows, repo, pull, names)
  for (const user of users) requestUser(call, pull, user, sender)
  for (const team of teams) requestTeam(call, pull, team, sender)
}

/**
 * Requests reviews from the code owners of a pull request's files, unless it is a draft. Owners whose review was
 * requested before are not asked again, and its author is never asked. Emits `review_requested` for each new request.
 */
export function requestCodeOwners(call: CodehostCall, pull: Pull, sender: Account): void {
  const { rows } = call
  if (pull.draft) return
  const repo = rows.repos.require(pull.repoId)
  const author = rows.issues.require(pull.issueId).userId
  for (const { users, teams } of codeOwnersOf(rows, repo, pull)) {
    for (const user of users) {
      if (user.id !== author && !wasRequested(rows, pull, person(user))) requestUser(call, pull, user, sender)
    }
    for (const team of teams) {
      if (!wasRequested(rows, pull, teamDetail(team))) requestTeam(call, pull, team, sender)
    }
  }
}

function requestUser(call: CodehostCall, pull: Pull, user: Account, sender: Account): void {
  const { requestedReviewers } = call.rows
  if (requestedReviewers.find('user', pull.id, user.id) !== undefined) return
  requestedReviewers.insert({ pullId: pull.id, userId: user.id, teamId: null })
  emitRequest(call, pull, 'review_requested', { user }, sender)
}

function requestTeam(call: CodehostCall, pull: Pull, team: Team, sender: Account): void {
  const { requestedReviewers } = call.rows
  if (requestedReviewers.find('team', pull.id, team.id) !== undefined) return
  requestedReviewers.insert({ pullId: pull.id, userId: null, teamId: team.id })
  emitRequest(call, pull, 'review_requested', { team }, sender)
}

/** Returns whether a review of a user or team was requested at any time. */
function wasRequested(rows: Rows, { issueId }: Pull, reviewer: PersonDetail | TeamDetail): boolean {
  const serialised = JSON.stringify(reviewer)
  return rows.issueEvents.list('byIssue', issueId).some(({ event, details }) => {
    const { requested_reviewer: user, requested_team: team } = details
    return event === 'review_requested' && JSON.stringify(user ?? team) === serialised
  })
}

/**
 * Removes review requests. Emits `review_request_removed` for each.
 *
 * @throws 422 for unknown users and teams.
 */
export function unrequestReviewers(
  call: CodehostCall,
  repo: Repo,
  pull: Pull,
  names: ReviewerNames,
  sender: Account,
): void {
  const { rows } = call
  for (const login of names.reviewers) {
    const user = rows.accounts.find('login', login.toLowerCase())
    if (user === undefined) throw notCollaborators(rows, repo)
    const request = rows.requestedReviewers.find('user', pull.id, user.id)
    if (request === undefined) continue
    rows.requestedReviewers.delete(request.id)
    emitRequest(call, pull, 'review_request_removed', { user }, sender)
  }
  for (const slug of names.team_reviewers) {
    const team = rows.teams.find('slug', repo.ownerId, slug.toLowerCase())
    if (team === undefined) throw notCollaborators(rows, repo)
    const request = rows.requestedReviewers.find('team', pull.id, team.id)
    if (request === undefined) continue
    rows.requestedReviewers.delete(request.id)
    emitRequest(call, pull, 'review_request_removed', { team }, sender)
  }
}

function collaborators(rows: Rows, repo: Repo, pull: Pull, names: ReviewerNames): Reviewers {
  const author = rows.issues.require(pull.issueId).userId
  const users = names.reviewers.map((login) => {
    const user = rows.accounts.find('login', login.toLowerCase())
    if (user?.id === author) throw unprocessable('Review cannot be requested from pull request author.')
    const granted = user?.type === 'User' ? grantedPermissions(rows, repo, user) : []
    if (user === undefined || granted.every((permission) => permission === null)) throw notCollaborators(rows, repo)
    return user
  })
  const teams = names.team_reviewers.map((slug) => {
    const team = rows.teams.find('slug', repo.ownerId, slug.toLowerCase())
    if (team === undefined || !canReach(rows, repo, team)) throw notCollaborators(rows, repo)
    return team
  })
  return { users, teams }
}

/** Returns whether a team or one of its parents has access to a repository. */
function canReach(rows: Rows, repo: Repo, team: Team): boolean {
  if (rows.teamRepos.find('repo', team.id, repo.id) !== undefined) return true
  const parent = rows.teams.get(team.parentId)
  return parent !== undefined && canReach(rows, repo, parent)
}

function notCollaborators(rows: Rows, repo: Repo) {
  const fullName = `${rows.accounts.require(repo.ownerId).login}/${repo.name}`
  return unprocessable(
    'Reviews may only be requested from collaborators. ' +
      `One or more of the users or teams you specified is not a collaborator of the ${fullName} repository.`,
  )
}

function emitRequest(
  call: CodehostCall,
  pull: Pull,
  action: 'review_requested' | 'review_request_removed',
  { user, team }: { readonly user?: Account; readonly team?: Team },
  sender: Account,
): void {
  const { rows, clock } = call
  const issue = rows.issues.update(pull.issueId, { updatedAt: clock.now() })
  recordIssueEvent(call, issue, sender, action, {
    review_requester: person(sender),
    ...(user === undefined ? {} : { requested_reviewer: person(user) }),
    ...(team === undefined ? {} : { requested_team: teamDetail(team) }),
  })
  emitPull(call, pull, action, sender, defined({ requestedReviewer: user, requestedTeam: team }))
}
