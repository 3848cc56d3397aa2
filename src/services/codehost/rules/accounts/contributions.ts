import { DAY, MINUTE } from '#core/duration.ts'
import { ancestors } from '#codehost/git/history.ts'
import type { CodehostCall } from '#codehost/call.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Issue } from '#codehost/schema/issues.ts'
import type { Review } from '#codehost/schema/pulls.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { accountOf } from '../commits/authors.ts'
import { branchTip, objectsOf } from '../git/objects.ts'
import { reposOf } from '../repos/lists.ts'
import { canRead } from '../repos/visibility.ts'

/** A span of time in epoch milliseconds, both ends included. */
export interface Period {
  readonly from: number
  readonly to: number
}

/** The commits of a user in one repository on one day. */
export interface CommitDay {
  readonly repo: Repo
  /** The beginning of the day, in epoch milliseconds. The day is that of the author's clock. */
  readonly at: number
  readonly commits: number
}

/** The contributions of a user, each list oldest first. */
export interface Contributions {
  readonly commits: readonly CommitDay[]
  readonly issues: readonly Issue[]
  /** The issue sides of pull requests. */
  readonly pulls: readonly Issue[]
  readonly reviews: readonly Review[]
  readonly repositories: readonly Repo[]
}

/**
 * Returns what a user has contributed to repositories that the principal may read, forks left out. `orgId` selects the
 * repositories of one organization.
 * https://docs.github.com/account-and-profile/concepts/contributions-visible-on-your-profile
 */
export function contributionsOf(
  call: CodehostCall,
  user: Account,
  period: Period,
  orgId: number | null = null,
): Contributions {
  const { rows } = call
  const isIn = (at: number): boolean => at >= period.from && at <= period.to
  const counts = (repo: Repo): boolean =>
    !repo.fork && (orgId === null || repo.ownerId === orgId) && canRead(call, repo)
  const opened = rows.issues
    .referring('userId', user.id)
    .filter(({ repoId, createdAt }) => isIn(createdAt) && counts(rows.repos.require(repoId)))
  const reviews = rows.reviews.referring('userId', user.id).filter((review) => {
    const { submittedAt, repoId, pullId } = review
    if (submittedAt === null || !isIn(submittedAt) || !counts(rows.repos.require(repoId))) return false
    return rows.issues.require(rows.pulls.require(pullId).issueId).userId !== user.id
  })
  return {
    commits: committedRepos(call, user).flatMap((repo) => (counts(repo) ? commitDays(call, repo, user, period) : [])),
    issues: opened.filter(({ isPull }) => !isPull),
    pulls: opened.filter(({ isPull }) => isPull),
    reviews,
    repositories: rows.repos.referring('ownerId', user.id).filter((repo) => isIn(repo.createdAt) && counts(repo)),
  }
}

/**
 * Returns the repositories in which the commits of a user count: those to which they have access, which they have
 * starred or forked, and in which they have opened an issue or a pull request.
 */
function committedRepos({ rows }: CodehostCall, user: Account): Repo[] {
  const own = reposOf(rows, user, ['owner', 'collaborator', 'organization_member'])
  const ids = new Set([
    ...own.map(({ id }) => id),
    ...own.flatMap(({ ownerId, parentId }) => (ownerId === user.id && parentId !== null ? [parentId] : [])),
    ...rows.stars.list('byUser', user.id).map(({ repoId }) => repoId),
    ...rows.issues.referring('userId', user.id).map(({ repoId }) => repoId),
  ])
  return [...ids].map((id) => rows.repos.require(id))
}

/** Returns the commits of a user on the default branch of a repository, by days. */
function commitDays({ rows }: CodehostCall, repo: Repo, user: Account, { from, to }: Period): CommitDay[] {
  const tip = branchTip(rows, repo, repo.defaultBranch)
  if (tip === null) return []
  const days = new Map<number, number>()
  for (const { author } of ancestors(objectsOf(rows, repo), tip.sha)) {
    if (author.at < from || author.at > to || accountOf(rows, author)?.id !== user.id) continue
    const day = dayOf(author.at + (author.offset ?? 0) * MINUTE)
    days.set(day, (days.get(day) ?? 0) + 1)
  }
  return [...days].map(([at, commits]) => ({ repo, at, commits })).sort((one, other) => one.at - other.at)
}

/** Returns the beginning of the day of a time, in UTC. */
export function dayOf(at: number): number {
  return Math.floor(at / DAY) * DAY
}

/** Returns the number of contributions of each day that has any, by the beginning of the day. */
export function contributionsByDay({ commits, issues, pulls, reviews, repositories }: Contributions) {
  const days = new Map<number, number>()
  const add = (at: number, count = 1): Map<number, number> => days.set(dayOf(at), (days.get(dayOf(at)) ?? 0) + count)
  for (const day of commits) add(day.at, day.commits)
  for (const { createdAt } of [...issues, ...pulls, ...repositories]) add(createdAt)
  for (const { submittedAt } of reviews) add(submittedAt ?? 0)
  return days
}
