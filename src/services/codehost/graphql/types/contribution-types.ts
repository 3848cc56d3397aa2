import type { CodehostCall } from '#codehost/call.ts'
import { time } from '#codehost/json/format.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Issue } from '#codehost/schema/issues.ts'
import type { Review } from '#codehost/schema/pulls.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { pageOfAccount } from '../actors.ts'
import { connection, cursoredRows, type PageArguments } from '../connection.ts'
import type { OrderArguments } from '../orders.ts'
import type { Fields } from '../source.ts'
import { pageBelow, pathOfPage, repoPage } from '../urls.ts'
import { pullOf } from './issue-lists.ts'

/** The parts that every contribution has. */
interface Contribution {
  readonly user: Account
  readonly at: number
}

interface IssueContribution extends Contribution {
  readonly issue: Issue
}

interface ReviewContribution extends Contribution {
  readonly review: Review
}

interface RepoContribution extends Contribution {
  readonly repo: Repo
}

/** The commits of a day in one repository. */
export interface CommitContribution extends RepoContribution {
  readonly commits: number
}

/** Returns the contribution that an issue is, or a pull request by its issue side. */
export const ofIssue =
  (user: Account) =>
  (issue: Issue): IssueContribution => ({ user, at: issue.createdAt, issue })
/** Returns the contribution that a new repository is. */
export const ofRepo =
  (user: Account) =>
  (repo: Repo): RepoContribution => ({ user, at: repo.createdAt, repo })
/** Returns the contribution that a review is. */
export const ofReview =
  (user: Account) =>
  (review: Review): ReviewContribution => ({
    user,
    at: review.submittedAt ?? review.createdAt,
    review,
  })

/** Returns a page of contributions, newest first unless the order says otherwise. */
export function pageOf<C extends Contribution>(contributions: readonly C[], args: PageArguments & OrderArguments) {
  const ordered = args.orderBy?.direction === 'ASC' ? contributions : contributions.toReversed()
  return connection(
    cursoredRows(ordered, (each) => `${each.at} ${ordered.indexOf(each)}`),
    args,
  )
}

/** Returns the fields that contributions share. `urlOf` returns the URL of the page that shows one. */
function contributionFields<C extends Contribution>(urlOf: (each: C, call: CodehostCall) => string): Fields<C> {
  return {
    user: ({ user }) => user,
    occurredAt: ({ at }) => time(at),
    isRestricted: () => false,
    url: (each, _args, call) => urlOf(each, call),
    resourcePath: (each, _args, call) => pathOfPage(call, urlOf(each, call)),
  }
}

const inRepository: Fields<{ readonly repo: Repo; readonly own: readonly Contribution[] }> = {
  repository: ({ repo }) => repo,
  contributions: ({ own }, args: PageArguments & OrderArguments) => pageOf(own, args),
}

interface CommitsInRepository {
  readonly user: Account
  readonly repo: Repo
  readonly own: readonly CommitContribution[]
}

function commitsPage(call: CodehostCall, { repo, user }: { readonly repo: Repo; readonly user: Account }): string {
  return `${repoPage(call, repo)}/commits?author=${user.login}`
}

const commitsInRepository: Fields<CommitsInRepository> = {
  repository: ({ repo }) => repo,
  url: (each, _args, call) => commitsPage(call, each),
  resourcePath: (each, _args, call) => pathOfPage(call, commitsPage(call, each)),
  contributions: ({ own }, args: PageArguments & OrderArguments) => {
    const byCount = args.orderBy?.field === 'COMMIT_COUNT'
    const page = pageOf(byCount ? own.toSorted((one, other) => one.commits - other.commits) : own, args)
    const totalCount = own.reduce((sum, { commits }) => sum + commits, 0)
    return Object.defineProperty(page, 'totalCount', { value: totalCount })
  },
}

/** The types of contributions. https://docs.github.com/graphql/reference/interfaces#contribution */
export const contributionTypes: Readonly<Record<string, Fields<never>>> = {
  CommitContributionsByRepository: commitsInRepository,
  IssueContributionsByRepository: inRepository,
  PullRequestContributionsByRepository: inRepository,
  PullRequestReviewContributionsByRepository: inRepository,
  CreatedCommitContribution: {
    ...contributionFields<CommitContribution>((each, call) => commitsPage(call, each)),
    commitCount: ({ commits }: CommitContribution) => commits,
    repository: ({ repo }: CommitContribution) => repo,
  },
  CreatedIssueContribution: {
    ...contributionFields<IssueContribution>(({ issue }, call) =>
      pageBelow(call, issue.repoId, `issues/${issue.number}`),
    ),
    issue: ({ issue }: IssueContribution) => issue,
  },
  CreatedPullRequestContribution: {
    ...contributionFields<IssueContribution>(({ issue }, call) =>
      pageBelow(call, issue.repoId, `pull/${issue.number}`),
    ),
    pullRequest: ({ issue }: IssueContribution, _args: unknown, call: CodehostCall) => pullOf(call, issue),
  },
  CreatedPullRequestReviewContribution: {
    ...contributionFields<ReviewContribution>(({ review }, call) => {
      const { number } = call.rows.issues.require(call.rows.pulls.require(review.pullId).issueId)
      return pageBelow(call, review.repoId, `pull/${number}#pullrequestreview-${review.id}`)
    }),
    pullRequest: ({ review }: ReviewContribution, _args: unknown, { rows }: CodehostCall) =>
      rows.pulls.require(review.pullId),
    pullRequestReview: ({ review }: ReviewContribution) => review,
    repository: ({ review }: ReviewContribution, _args: unknown, { rows }: CodehostCall) =>
      rows.repos.require(review.repoId),
  },
  CreatedRepositoryContribution: {
    ...contributionFields<RepoContribution>(({ repo }, call) => repoPage(call, repo)),
    repository: ({ repo }: RepoContribution) => repo,
  },
  JoinedGitHubContribution: contributionFields<Contribution>(({ user }, call) => pageOfAccount(call, user)),
}
