import { DAY } from '#core/duration.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { time } from '#codehost/json/format.ts'
import {
  contributionsByDay,
  contributionsOf,
  dayOf,
  type CommitDay,
  type Contributions,
  type Period,
} from '#codehost/rules/accounts/contributions.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Issue } from '#codehost/schema/issues.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import type { PageArguments } from '../connection.ts'
import { fieldUnprocessable, noSuchNode } from '../failures.ts'
import { findNode } from '../nodes.ts'
import type { OrderArguments } from '../orders.ts'
import { typed, type Fields } from '../source.ts'
import { sundayOf, type Calendar } from './contribution-calendar.ts'
import { ofIssue, ofRepo, ofReview, pageOf, type CommitContribution } from './contribution-types.ts'
import { repositoryConnection, type RepositoryArguments } from './repository-lists.ts'

/** The contributions of a user in a span of time. */
interface Collection extends Period {
  readonly user: Account
  readonly orgId: number | null
  readonly found: Contributions
}

interface CollectionArguments {
  readonly from?: string | null
  readonly to?: string | null
  readonly organizationID?: string | null
}

/** Contributions that may be left out: the user's first contribution of a kind, and the one with the most comments. */
interface Exclusions {
  readonly excludeFirst?: boolean | null
  readonly excludePopular?: boolean | null
}

type ContributionType = 'COMMIT' | 'ISSUE' | 'PULL_REQUEST' | 'PULL_REQUEST_REVIEW' | 'REPOSITORY'

const KINDS: readonly ContributionType[] = ['COMMIT', 'ISSUE', 'PULL_REQUEST', 'PULL_REQUEST_REVIEW', 'REPOSITORY']

interface ContributedArguments extends PageArguments, Pick<RepositoryArguments, 'privacy' | 'isLocked' | 'orderBy'> {
  readonly contributionTypes?: readonly ContributionType[] | null
  readonly includeUserRepositories?: boolean | null
  readonly hasIssues?: boolean | null
}

interface RepositoryLimit {
  readonly maxRepositories?: number | null
}

/** Milliseconds. */
const YEAR = 365 * DAY
const LEAP_YEAR = 366 * DAY

/**
 * Returns the span of time that the arguments select: a year, whose first week is whole, unless `from` is given.
 *
 * @throws `UNPROCESSABLE` for more than a year.
 */
function periodOf({ from, to }: CollectionArguments, now: number): Period {
  const start = from == null ? null : Date.parse(from)
  const yearAfter = (at: number, years: number): number => {
    const date = new Date(at)
    return date.setUTCFullYear(date.getUTCFullYear() + years)
  }
  const end = to == null ? (start === null ? now : Math.min(now, yearAfter(start, 1))) : Date.parse(to)
  const period = { from: start ?? sundayOf(dayOf(yearAfter(end, -1))), to: end }
  if (start !== null && period.to - period.from > LEAP_YEAR) {
    throw fieldUnprocessable("The total time spanned by 'from' and 'to' must not exceed 1 year")
  }
  return period
}

/** The fields of a user about their contributions. */
export const contributionFieldsOfUser: Fields<Account> = {
  contributionsCollection: (user, args: CollectionArguments, call): Collection => {
    const orgId = args.organizationID == null ? null : organizationOf(call, args.organizationID).id
    const period = periodOf(args, call.clock.now())
    return { user, orgId, ...period, found: contributionsOf(call, user, period, orgId) }
  },
  repositoriesContributedTo: (user, args: ContributedArguments, call) => {
    const { rows, clock } = call
    const found = contributionsOf(call, user, { from: clock.now() - YEAR, to: clock.now() })
    const all: Readonly<Record<ContributionType, readonly number[]>> = {
      COMMIT: found.commits.map(repoIdOfCommits),
      ISSUE: found.issues.map(repoIdOf),
      PULL_REQUEST: found.pulls.map(repoIdOf),
      PULL_REQUEST_REVIEW: found.reviews.map(repoIdOf),
      REPOSITORY: found.repositories.map(({ id }) => id),
    }
    const ids = new Set((args.contributionTypes ?? KINDS).flatMap((kind) => all[kind]))
    const repos = [...ids]
      .map((id) => rows.repos.require(id))
      .filter(({ ownerId }) => args.includeUserRepositories === true || ownerId !== user.id)
    const { privacy = null, isLocked = null, orderBy = null, hasIssues: hasIssuesEnabled = null } = args
    const { first = null, last = null, after = null, before = null } = args
    const page = { first, last, after, before }
    return repositoryConnection(call, repos, { privacy, isLocked, orderBy, hasIssuesEnabled, ...page })
  },
}

/** Returns the organization with a node id. @throws `NOT_FOUND`. */
function organizationOf(call: CodehostCall, id: string): Account {
  const { typename, row } = findNode(call, id)
  if (typename !== 'Organization') throw noSuchNode(id)
  return row as Account // by its type
}

/** Returns all that the user had contributed when the collection ends. */
function untilEnd(call: CodehostCall, { user, orgId, to }: Collection): Contributions {
  return contributionsOf(call, user, { from: -Infinity, to }, orgId)
}

function withoutExcluded(
  call: CodehostCall,
  collection: Collection,
  kind: 'issues' | 'pulls',
  { excludeFirst, excludePopular }: Exclusions,
): readonly Issue[] {
  const found = collection.found[kind]
  const first = excludeFirst === true ? untilEnd(call, collection)[kind][0] : undefined
  const popular = excludePopular === true ? mostPopular(found) : undefined
  return found.filter(({ id }) => id !== first?.id && id !== popular?.id)
}

function mostPopular(issues: readonly Issue[]): Issue | undefined {
  return issues.toSorted((one, other) => other.comments - one.comments)[0]
}

/** Returns contributions by their repositories, the one with the most first. */
function byRepository<C>(
  { rows }: CodehostCall,
  found: readonly C[],
  repoIdOf: (each: C) => number,
  { maxRepositories }: RepositoryLimit,
): { readonly repo: Repo; readonly own: readonly C[] }[] {
  const groups = new Map<number, C[]>()
  for (const each of found) groups.set(repoIdOf(each), [...(groups.get(repoIdOf(each)) ?? []), each])
  return [...groups]
    .map(([repoId, own]) => ({ repo: rows.repos.require(repoId), own }))
    .sort((one, other) => other.own.length - one.own.length)
    .slice(0, maxRepositories ?? 25)
}

function repositoriesOf<C>(found: readonly C[], repoIdOf: (each: C) => number): number {
  return new Set(found.map(repoIdOf)).size
}

const repoIdOf = ({ repoId }: { readonly repoId: number }): number => repoId
const repoIdOfCommits = ({ repo }: CommitDay): number => repo.id

function commitsOf(days: readonly CommitDay[]): number {
  return days.reduce((sum, { commits }) => sum + commits, 0)
}

/** The numbers of a collection. */
const totals: Fields<Collection> = {
  totalCommitContributions: ({ found }) => commitsOf(found.commits),
  totalIssueContributions: (all, args: Exclusions, call) => withoutExcluded(call, all, 'issues', args).length,
  totalPullRequestContributions: (all, args: Exclusions, call) => withoutExcluded(call, all, 'pulls', args).length,
  totalPullRequestReviewContributions: ({ found }) => found.reviews.length,
  totalRepositoryContributions: (all, { excludeFirst }: Exclusions, call) =>
    createdRepositories(call, all, excludeFirst).length,
  totalRepositoriesWithContributedCommits: ({ found }) => repositoriesOf(found.commits, repoIdOfCommits),
  totalRepositoriesWithContributedIssues: (all, args: Exclusions, call) =>
    repositoriesOf(withoutExcluded(call, all, 'issues', args), repoIdOf),
  totalRepositoriesWithContributedPullRequests: (all, args: Exclusions, call) =>
    repositoriesOf(withoutExcluded(call, all, 'pulls', args), repoIdOf),
  totalRepositoriesWithContributedPullRequestReviews: ({ found }) => repositoriesOf(found.reviews, repoIdOf),
  restrictedContributionsCount: () => 0,
}

function createdRepositories(call: CodehostCall, all: Collection, excludeFirst?: boolean | null): readonly Repo[] {
  const first = excludeFirst === true ? untilEnd(call, all).repositories[0] : undefined
  return all.found.repositories.filter(({ id }) => id !== first?.id)
}

/** The lists of a collection. */
const lists: Fields<Collection> = {
  issueContributions: (all, args: PageArguments & OrderArguments & Exclusions, call) =>
    pageOf(withoutExcluded(call, all, 'issues', args).map(ofIssue(all.user)), args),
  pullRequestContributions: (all, args: PageArguments & OrderArguments & Exclusions, call) =>
    pageOf(withoutExcluded(call, all, 'pulls', args).map(ofIssue(all.user)), args),
  pullRequestReviewContributions: ({ user, found }, args: PageArguments & OrderArguments) =>
    pageOf(found.reviews.map(ofReview(user)), args),
  repositoryContributions: (all, args: PageArguments & OrderArguments & Exclusions, call) =>
    pageOf(createdRepositories(call, all, args.excludeFirst).map(ofRepo(all.user)), args),
  commitContributionsByRepository: ({ user, found }, args: RepositoryLimit, call) =>
    byRepository(call, found.commits, repoIdOfCommits, { maxRepositories: Infinity })
      .sort((one, other) => commitsOf(other.own) - commitsOf(one.own))
      .slice(0, args.maxRepositories ?? 25)
      .map(({ repo, own }) => ({ user, repo, own: own.map((day): CommitContribution => ({ user, ...day })) })),
  issueContributionsByRepository: (all, args: RepositoryLimit & Exclusions, call) =>
    byRepository(call, withoutExcluded(call, all, 'issues', args), repoIdOf, args).map(({ repo, own }) => ({
      repo,
      own: own.map(ofIssue(all.user)),
    })),
  pullRequestContributionsByRepository: (all, args: RepositoryLimit & Exclusions, call) =>
    byRepository(call, withoutExcluded(call, all, 'pulls', args), repoIdOf, args).map(({ repo, own }) => ({
      repo,
      own: own.map(ofIssue(all.user)),
    })),
  pullRequestReviewContributionsByRepository: ({ user, found }, args: RepositoryLimit, call) =>
    byRepository(call, found.reviews, repoIdOf, args).map(({ repo, own }) => ({ repo, own: own.map(ofReview(user)) })),
}

function firstOf<K extends 'issues' | 'pulls' | 'repositories'>(
  call: CodehostCall,
  all: Collection,
  kind: K,
): Contributions[K][number] | null {
  const first = untilEnd(call, all)[kind][0]
  return first !== undefined && first.createdAt >= all.from ? first : null
}

/** The contributions of a user. https://docs.github.com/graphql/reference/objects#contributionscollection */
export const ContributionsCollection: Fields<Collection> = {
  ...totals,
  ...lists,
  user: ({ user }) => user,
  startedAt: ({ from }) => time(from),
  endedAt: ({ to }) => time(to),
  isSingleDay: ({ from, to }) => dayOf(from) === dayOf(to),
  doesEndInCurrentMonth: ({ to }, _args, { clock }) => time(to).slice(0, 7) === time(clock.now()).slice(0, 7),
  hasAnyContributions: ({ found }) => contributionsByDay(found).size > 0,
  hasAnyRestrictedContributions: () => false,
  earliestRestrictedContributionDate: () => null,
  latestRestrictedContributionDate: () => null,
  hasActivityInThePast: (all, _args, call) =>
    [...contributionsByDay(untilEnd(call, all)).keys()].some((day) => day < dayOf(all.from)),
  contributionYears: ({ user, orgId }, _args, call) => {
    const all = contributionsOf(call, user, { from: -Infinity, to: call.clock.now() }, orgId)
    const years = [...contributionsByDay(all).keys()].map((day) => new Date(day).getUTCFullYear())
    return [...new Set(years)].sort((one, other) => other - one)
  },
  contributionCalendar: ({ from, to, found }): Calendar => ({ from, to, days: contributionsByDay(found) }),
  joinedGitHubContribution: ({ user, from, to }) =>
    user.createdAt >= from && user.createdAt <= to ? { user, at: user.createdAt } : null,
  firstIssueContribution: (all, _args, call) => {
    const issue = firstOf(call, all, 'issues')
    return issue === null ? null : typed('CreatedIssueContribution', ofIssue(all.user)(issue))
  },
  firstPullRequestContribution: (all, _args, call) => {
    const pull = firstOf(call, all, 'pulls')
    return pull === null ? null : typed('CreatedPullRequestContribution', ofIssue(all.user)(pull))
  },
  firstRepositoryContribution: (all, _args, call) => {
    const repo = firstOf(call, all, 'repositories')
    return repo === null ? null : typed('CreatedRepositoryContribution', ofRepo(all.user)(repo))
  },
  popularIssueContribution: ({ user, found }) => {
    const issue = mostPopular(found.issues)
    return issue === undefined ? null : ofIssue(user)(issue)
  },
  popularPullRequestContribution: ({ user, found }) => {
    const pull = mostPopular(found.pulls)
    return pull === undefined ? null : ofIssue(user)(pull)
  },
}
