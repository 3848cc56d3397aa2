import { permissionIncludes, permissionOf } from '#codehost/rules/repos/permissions.ts'
import { nodeId, timeOrNull } from '#codehost/json/format.ts'
import type { FileChange } from '#codehost/git/changes.ts'
import type { Commit as CommitObject } from '#codehost/git/objects.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { contributorsOf } from '#codehost/rules/commits/contributors.ts'
import { branchRef, commitAt } from '#codehost/rules/git/objects.ts'
import { assignablePeople } from '#codehost/rules/issues/assignees.ts'
import { linkedIssues } from '#codehost/rules/issues/mentions.ts'
import { pullChanges } from '#codehost/rules/pulls/changes.ts'
import { mergeMessage, squashMessage } from '#codehost/rules/pulls/merge-messages.ts'
import { mergeabilityOf, updateTestMerge } from '#codehost/rules/pulls/mergeable.ts'
import { requestedReviewers } from '#codehost/rules/pulls/requested-reviewers.ts'
import { missingReviews } from '#codehost/rules/pulls/review-requirements.ts'
import { reviewsOf } from '#codehost/rules/pulls/reviews.ts'
import { viewedState } from '#codehost/rules/pulls/viewed-files.ts'
import { verdicts } from '#codehost/rules/pulls/verdicts.ts'
import { protectionOf } from '#codehost/rules/protection/protection.ts'
import { canRead } from '#codehost/rules/repos/visibility.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Issue } from '#codehost/schema/issues.ts'
import type { Pull, RequestedReviewer, Review } from '#codehost/schema/pulls.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { viewerHas, viewerOf } from '../access.ts'
import { actor, actorById, matching } from '../actors.ts'
import { connection, cursoredRows, mapCursored, type PageArguments } from '../connection.ts'
import { typedOrNull, type Fields } from '../source.ts'
import { pathOfPage } from '../urls.ts'
import { rollupOf } from './checks.ts'
import { conversationFields, pageOf } from './conversations.ts'
import { issuesOf, pullStateOf, type IssueArguments } from './issue-lists.ts'
import { threadsOf } from './reviews.ts'

const issueOf = (pull: Pull, { rows }: Pick<CodehostCall, 'rows'>): Issue => rows.issues.require(pull.issueId)
const repoOf = (pull: Pull, { rows }: Pick<CodehostCall, 'rows'>): Repo => rows.repos.require(pull.repoId)

const MERGE_STATES = {
  clean: 'CLEAN',
  dirty: 'DIRTY',
  blocked: 'BLOCKED',
  behind: 'BEHIND',
  unstable: 'UNSTABLE',
  draft: 'DRAFT',
  unknown: 'UNKNOWN',
} as const

/** A pull request. https://docs.github.com/graphql/reference/objects#pullrequest */
export const PullRequest: Fields<Pull> = {
  ...conversationFields(issueOf),
  ...branches(),
  ...changes(),
  ...merging(),
  ...reviewing(),
  id: ({ id }) => nodeId('PR', id),
  databaseId: ({ id }) => id,
  fullDatabaseId: ({ id }) => String(id),
  state: (pull, _args, call) => pullStateOf(issueOf(pull, call), pull),
  isDraft: ({ draft }) => draft,
  permalink: (pull, _args, call) => pageOf(call, issueOf(pull, call)),
  checksUrl: (pull, _args, call) => `${pageOf(call, issueOf(pull, call))}/checks`,
  checksResourcePath: (pull, _args, call) => pathOfPage(call, `${pageOf(call, issueOf(pull, call))}/checks`),
  revertUrl: (pull, _args, call) => `${pageOf(call, issueOf(pull, call))}/revert`,
  revertResourcePath: (pull, _args, call) => pathOfPage(call, `${pageOf(call, issueOf(pull, call))}/revert`),
  totalCommentsCount: (pull, _args, call) =>
    issueOf(pull, call).comments + call.rows.reviewComments.count('byPull', pull.id, false),
  closingIssuesReferences: (pull, args: IssueArguments & { userLinkedOnly?: boolean | null }, call) => {
    const { body } = issueOf(pull, call)
    const isDefault = repoOf(pull, call).defaultBranch === pull.baseRef
    // No issue is linked but by the text.
    const issues = isDefault && args.userLinkedOnly !== true ? linkedIssues(call.rows, repoOf(pull, call), body) : []
    return issuesOf(
      issues.filter((issue) => canRead(call, call.rows.repos.require(issue.repoId))),
      args,
      call,
    )
  },
  statusCheckRollup: (pull, _args, call) => {
    const object = commitAt(call.rows, { id: pull.repoId }, pull.headSha)
    return object === null ? null : rollupOf({ repo: repoOf(pull, call), object }, {}, call)
  },
}

/** The fields about head and base. */
function branches(): Fields<Pull> {
  return {
    headRefName: ({ headRef }) => headRef,
    headRefOid: ({ headSha }) => headSha,
    headRef: ({ headRepoId, headRef }, _args, { rows }) =>
      headRepoId === null ? null : (branchRef(rows, { id: headRepoId }, headRef) ?? null),
    headRepository: ({ headRepoId }, _args, call) => {
      const repo = call.rows.repos.get(headRepoId)
      return repo !== undefined && canRead(call, repo) ? repo : null
    },
    headRepositoryOwner: ({ headOwner }, _args, { rows }) => {
      const account = rows.accounts.find('login', headOwner.toLowerCase())
      return account === undefined ? null : actor(account)
    },
    baseRefName: ({ baseRef }) => baseRef,
    baseRefOid: (pull, _args, call) =>
      issueOf(pull, call).state === 'open'
        ? (branchRef(call.rows, { id: pull.repoId }, pull.baseRef)?.sha ?? pull.baseSha)
        : pull.baseSha,
    baseRef: (pull, _args, { rows }) => branchRef(rows, { id: pull.repoId }, pull.baseRef) ?? null,
    baseRepository: (pull, _args, call) => repoOf(pull, call),
    isCrossRepository: ({ headRepoId, repoId }) => headRepoId !== repoId,
    maintainerCanModify: ({ maintainerCanModify }) => maintainerCanModify,
  }
}

/** The fields about commits and files. */
function changes(): Fields<Pull> {
  const sum = (files: readonly FileChange[], field: 'additions' | 'deletions'): number =>
    files.reduce((all, file) => all + file[field], 0)
  return {
    additions: (pull, _args, { rows }) => sum(pullChanges(rows, pull).files, 'additions'),
    deletions: (pull, _args, { rows }) => sum(pullChanges(rows, pull).files, 'deletions'),
    changedFiles: (pull, _args, { rows }) => pullChanges(rows, pull).files.length,
    commits: (pull, args: PageArguments, { rows }) => {
      const commits = pullChanges(rows, pull).commits.map((commit) => ({ pull, commit }))
      return connection(
        cursoredRows(commits, ({ commit }) => commit.sha),
        args,
      )
    },
    files: (pull, args: PageArguments, { rows }) =>
      connection(
        cursoredRows(
          pullChanges(rows, pull).files.map((file) => ({ ...file, pull })),
          ({ filename }) => filename,
        ),
        args,
      ),
  }
}

/** The fields about merging. */
function merging(): Fields<Pull> {
  const open = (pull: Pull, call: CodehostCall): boolean => issueOf(pull, call).state === 'open'
  const push = (pull: Pull, call: CodehostCall): boolean => viewerHas(call, repoOf(pull, call), 'push')
  return {
    merged: ({ merged }) => merged,
    mergedAt: ({ mergedAt }) => timeOrNull(mergedAt),
    mergedBy: ({ mergedById }, _args, { rows }) => actorById(rows, mergedById),
    mergeable: (pull, _args, { rows }) => {
      const { mergeable } = mergeabilityOf(rows, pull)
      return mergeable === null ? 'UNKNOWN' : mergeable ? 'MERGEABLE' : 'CONFLICTING'
    },
    mergeStateStatus: (pull, _args, { rows }) => MERGE_STATES[mergeabilityOf(rows, pull).state],
    canBeRebased: (pull, _args, { rows }) => mergeabilityOf(rows, pull).rebaseable === true,
    mergeCommit: (pull, _args, call) =>
      pull.merged && pull.mergeCommitSha !== null ? commitIn(pull, pull.mergeCommitSha, call) : null,
    potentialMergeCommit: (pull, _args, call) => {
      if (pull.merged) return null
      const { mergeCommitSha } = updateTestMerge(call, pull)
      return mergeCommitSha === null ? null : commitIn(pull, mergeCommitSha, call)
    },
    autoMergeRequest: (pull) => (pull.autoMerge == null ? null : pull),
    viewerCanEnableAutoMerge: (pull, _args, call) =>
      open(pull, call) && push(pull, call) && repoOf(pull, call).allowAutoMerge && pull.autoMerge == null,
    viewerCanDisableAutoMerge: (pull, _args, call) => pull.autoMerge != null && push(pull, call),
    viewerMergeHeadlineText: (pull, { mergeType }: MergeTypeArguments, call) =>
      defaultMessage(pull, mergeType, call)[0],
    viewerMergeBodyText: (pull, { mergeType }: MergeTypeArguments, call) => defaultMessage(pull, mergeType, call)[1],
    isInMergeQueue: () => false,
    isMergeQueueEnabled: () => false,
    mergeQueue: () => null,
    mergeQueueEntry: () => null,
    viewerCanUpdateBranch: (pull, _args, call) => open(pull, call) && push(pull, call),
    viewerCanEditFiles: (pull, _args, call) => open(pull, call) && push(pull, call),
    viewerCanApplySuggestion: (pull, _args, call) => open(pull, call) && push(pull, call),
    viewerCanMergeAsAdmin: (pull, _args, call) => open(pull, call) && viewerHas(call, repoOf(pull, call), 'admin'),
    viewerCanDeleteHeadRef: (pull, _args, call) => {
      const head = call.rows.repos.get(pull.headRepoId)
      return head !== undefined && head.defaultBranch !== pull.headRef && viewerHas(call, head, 'push')
    },
  }
}

interface MergeTypeArguments {
  readonly mergeType?: 'MERGE' | 'SQUASH' | 'REBASE' | null
}

/** Returns the title and the text that a merge has unless it is given others; a rebase keeps those of the commits. */
function defaultMessage(
  pull: Pull,
  mergeType: MergeTypeArguments['mergeType'],
  call: CodehostCall,
): readonly [title: string, text: string] {
  const { rows } = call
  const [repo, issue] = [repoOf(pull, call), issueOf(pull, call)]
  if (mergeType === 'REBASE') return ['', '']
  const message =
    mergeType === 'SQUASH'
      ? squashMessage(rows, repo, issue, pullChanges(rows, pull).commits, {})
      : mergeMessage(repo, pull, issue, {})
  const [title = '', ...paragraphs] = message.split('\n\n')
  return [title, paragraphs.join('\n\n')]
}

function commitIn(pull: Pull, sha: string, call: CodehostCall) {
  const object = commitAt(call.rows, { id: pull.repoId }, sha)
  return object === null ? null : { repo: repoOf(pull, call), object }
}

/** Returns a page of the people who could be asked for a review: not the author, and not those who have been asked. */
function suggestedReviewers(pull: Pull, args: PageArguments & { readonly query?: string | null }, call: CodehostCall) {
  const { rows } = call
  const repo = repoOf(pull, call)
  const authors = new Set(contributorsOf(rows, repo).map(({ account }) => account?.id))
  const asked = new Set(requestedReviewers(rows, pull).users.map(({ id }) => id))
  const people = matching(assignablePeople(rows, repo), args.query).filter(
    ({ id }) => id !== issueOf(pull, call).userId && !asked.has(id),
  )
  const suggestion = (user: Account) => ({
    isAuthor: authors.has(user.id),
    isCommenter: rows.reviewComments.referring('userId', user.id).some(({ repoId }) => repoId === repo.id),
    reviewer: actor(user),
  })
  return connection(mapCursored(cursoredRows(people), suggestion), args)
}

/** The fields about reviews. */
function reviewing(): Fields<Pull> {
  return {
    reviewDecision: (pull, _args, { rows }) => {
      const protection = protectionOf(rows, rows.repos.require(pull.repoId), pull.baseRef)
      if ([...verdicts(rows, pull).values()].includes('CHANGES_REQUESTED')) return 'CHANGES_REQUESTED'
      if (protection?.requiredReviews == null) return null
      return missingReviews(rows, rows.repos.require(pull.repoId), pull, protection).length === 0
        ? 'APPROVED'
        : 'REVIEW_REQUIRED'
    },
    reviews: (pull, args: PageArguments & ReviewArguments, call) => {
      const { rows } = call
      const found = reviewsOf(rows, pull, viewerOf(call)).filter(
        ({ state, userId }) =>
          (args.states == null || args.states.includes(state)) &&
          (args.author == null || rows.accounts.require(userId).login.toLowerCase() === args.author.toLowerCase()),
      )
      return connection(cursoredRows(found), args)
    },
    latestReviews: (pull, args: PageArguments, call) => {
      const { rows } = call
      const latest = new Map<number, Review>()
      for (const review of reviewsOf(rows, pull, null)) latest.set(review.userId, review)
      const waiting = rows.requestedReviewers.referring('pullId', pull.id).map(({ userId }) => userId)
      const found = [...latest.values()].filter(({ userId }) => !waiting.includes(userId))
      return connection(cursoredRows(found), args)
    },
    latestOpinionatedReviews: (pull, args: PageArguments & { writersOnly?: boolean | null }, call) =>
      connection(cursoredRows(opinionatedReviews(call, pull, args.writersOnly === true)), args),
    reviewRequests: (pull, args: PageArguments, { rows }) =>
      connection(cursoredRows(rows.requestedReviewers.referring('pullId', pull.id)), args),
    reviewThreads: (pull, args: PageArguments, call) => connection(cursoredRows(threadsOf(call, pull)), args),
    suggestedReviewers: () => [],
    suggestedReviewerActors: suggestedReviewers,
    viewerLatestReview: (pull, _args, call) =>
      reviewsOf(call.rows, pull, viewerOf(call)).findLast(({ userId }) => userId === viewerOf(call).id) ?? null,
    viewerLatestReviewRequest: (pull, _args, call) =>
      call.rows.requestedReviewers.find('user', pull.id, viewerOf(call).id) ?? null,
  }
}

/** Returns the latest approval or refusal of each reviewer; of those who may write where `writersOnly` is true. */
function opinionatedReviews(call: CodehostCall, pull: Pull, writersOnly: boolean): Review[] {
  const { rows } = call
  const repo = repoOf(pull, call)
  const latest = new Map<number, Review>()
  for (const review of reviewsOf(rows, pull, null)) if (review.state !== 'COMMENTED') latest.set(review.userId, review)
  const mayWrite = (id: number): boolean =>
    permissionIncludes(permissionOf(rows, repo, rows.accounts.require(id)), 'push')
  return [...latest.values()].filter(({ userId }) => !writersOnly || mayWrite(userId))
}

interface ReviewArguments {
  readonly author?: string | null
  readonly states?: readonly Review['state'][] | null
}

/** A commit of a pull request. https://docs.github.com/graphql/reference/objects#pullrequestcommit */
export const PullRequestCommit: Fields<{ readonly pull: Pull; readonly commit: CommitObject }> = {
  id: ({ pull, commit }) => nodeId('PRC', `${pull.id}:${commit.sha}`),
  commit: ({ pull, commit }, _args, call) => ({ repo: repoOf(pull, call), object: commit }),
  pullRequest: ({ pull }) => pull,
  url: ({ pull, commit }, _args, call) => `${pageOf(call, issueOf(pull, call))}/commits/${commit.sha}`,
  resourcePath: ({ pull, commit }, _args, call) =>
    pathOfPage(call, `${pageOf(call, issueOf(pull, call))}/commits/${commit.sha}`),
}

const PATCHES = {
  added: 'ADDED',
  removed: 'DELETED',
  modified: 'MODIFIED',
  renamed: 'RENAMED',
  copied: 'COPIED',
  changed: 'CHANGED',
  unchanged: 'CHANGED',
} as const

/** A file of a pull request. https://docs.github.com/graphql/reference/objects#pullrequestchangedfile */
export const PullRequestChangedFile: Fields<FileChange & { readonly pull: Pull }> = {
  path: ({ filename }) => filename,
  additions: ({ additions }) => additions,
  deletions: ({ deletions }) => deletions,
  changeType: ({ status }) => PATCHES[status],
  viewerViewedState: ({ pull, ...file }, _args, call) =>
    viewedState(call.rows, pull, call.principal?.user ?? null, file),
}

/** A requested review. https://docs.github.com/graphql/reference/objects#reviewrequest */
export const ReviewRequest: Fields<RequestedReviewer> = {
  id: ({ id }) => nodeId('RRQ', id),
  databaseId: ({ id }) => id,
  asCodeOwner: () => false,
  pullRequest: ({ pullId }, _args, { rows }) => rows.pulls.require(pullId),
  requestedReviewer: ({ userId, teamId }, _args, { rows }) =>
    actorById(rows, userId) ?? typedOrNull('Team', rows.teams.get(teamId)),
}

/** A merge that a user has asked for in advance. https://docs.github.com/graphql/reference/objects#automergerequest */
export const AutoMergeRequest: Fields<Pull> = {
  pullRequest: (pull) => pull,
  mergeMethod: ({ autoMerge }) => autoMerge?.method.toUpperCase(),
  commitHeadline: ({ autoMerge }) => autoMerge?.title ?? null,
  commitBody: ({ autoMerge }) => autoMerge?.message ?? null,
  enabledAt: ({ autoMerge }) => timeOrNull(autoMerge?.enabledAt ?? null),
  enabledBy: ({ autoMerge }, _args, { rows }) => actorById(rows, autoMerge?.enabledById),
  authorEmail: () => null,
}
