import type { CodehostCall } from '#codehost/call.ts'
import { unprocessable } from '#codehost/errors.ts'
import { disableAutoMerge, enableAutoMerge } from '#codehost/rules/pulls/auto-merge.ts'
import { revertPull } from '#codehost/rules/pulls/revert.ts'
import { markViewed, unmarkViewed } from '#codehost/rules/pulls/viewed-files.ts'
import { hasHead, openPull } from '#codehost/rules/pulls/create.ts'
import { convertToDraft, markReady } from '#codehost/rules/pulls/draft.ts'
import { mergePull } from '#codehost/rules/pulls/merge.ts'
import { requestedReviewers, requestReviewers, unrequestReviewers } from '#codehost/rules/pulls/requested-reviewers.ts'
import { updatePull } from '#codehost/rules/pulls/update.ts'
import { mergedHead, rebasedHead, updateHead } from '#codehost/rules/pulls/update-branch.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Pull } from '#codehost/schema/pulls.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import type { Team } from '#codehost/schema/teams.ts'
import { actor } from '../actors.ts'
import type { Fields } from '../source.ts'
import { arrange, requireIssueChange, type ArrangementInput } from './issues.ts'
import {
  findPull,
  findRepo,
  findUsers,
  payload,
  refuseClassicProjects,
  requireChange,
  rowOrNull,
  type Input,
} from './input.ts'

interface NewPullInput {
  readonly repositoryId: string
  readonly headRepositoryId?: string | null
  readonly headRefName: string
  readonly baseRefName: string
  readonly title: string
  readonly body?: string | null
  readonly draft?: boolean | null
  readonly maintainerCanModify?: boolean | null
}

interface PullChangesInput extends ArrangementInput {
  readonly pullRequestId: string
  readonly title?: string | null
  readonly body?: string | null
  readonly state?: 'OPEN' | 'CLOSED' | null
  readonly baseRefName?: string | null
  readonly maintainerCanModify?: boolean | null
  readonly projectIds?: readonly string[] | null
}

interface RevertInput {
  readonly pullRequestId: string
  readonly title?: string | null
  readonly body?: string | null
  readonly draft?: boolean | null
}

interface MergeInput {
  readonly pullRequestId: string
  readonly mergeMethod?: 'MERGE' | 'SQUASH' | 'REBASE' | null
  readonly commitHeadline?: string | null
  readonly commitBody?: string | null
  readonly expectedHeadOid?: string | null
}

interface ReviewersInput {
  readonly pullRequestId: string
  readonly userIds?: readonly string[] | null
  readonly teamIds?: readonly string[] | null
  readonly union?: boolean | null
}

const METHODS = { MERGE: 'merge', SQUASH: 'squash', REBASE: 'rebase' } as const

type Info = Parameters<typeof requireChange>[2]

/** The mutations of pull requests. https://docs.github.com/graphql/reference/mutations#createpullrequest */
export const pullMutations: Fields<undefined> = {
  createPullRequest: (_root, args: Input<NewPullInput>, call, info) => {
    const { input } = args
    const repo = findRepo(call, input.repositoryId)
    const user = requireChange(call, repo, info, { operation: 'pulls/create' })
    const branches = { base: input.baseRefName, ...headOf(call, repo, input) }
    if (!hasHead(call, repo, branches)) throw unprocessable(missingHead(branches))
    const pull = openPull(call, repo, user, {
      title: input.title,
      body: input.body ?? null,
      ...branches,
      draft: input.draft === true,
      maintainer_can_modify: input.maintainerCanModify !== false,
    })
    return payload(args, { pullRequest: pull })
  },
  updatePullRequest: (_root, args: Input<PullChangesInput>, call, info) => {
    const { input } = args
    refuseClassicProjects(input.projectIds)
    const pull = findPull(call, input.pullRequestId)
    const user = requirePullChange(call, pull, info)
    const { title, body, state, baseRefName, maintainerCanModify } = input
    const changed = updatePull(
      call,
      pull,
      {
        title,
        ...(body === undefined ? {} : { body }),
        base: baseRefName,
        ...(state == null ? {} : { state: state === 'OPEN' ? 'open' : 'closed' }),
        ...(maintainerCanModify == null ? {} : { maintainer_can_modify: maintainerCanModify }),
      },
      user,
    )
    arrange(call, call.rows.issues.require(pull.issueId), input, user)
    return payload(args, { pullRequest: changed, actor: actor(user) })
  },
  closePullRequest: (_root, args: Input<{ pullRequestId: string }>, call, info) => {
    const pull = findPull(call, args.input.pullRequestId)
    const user = requirePullChange(call, pull, info)
    return payload(args, { pullRequest: updatePull(call, pull, { state: 'closed' }, user) })
  },
  reopenPullRequest: (_root, args: Input<{ pullRequestId: string }>, call, info) => {
    const pull = findPull(call, args.input.pullRequestId)
    const user = requirePullChange(call, pull, info)
    return payload(args, { pullRequest: updatePull(call, pull, { state: 'open' }, user) })
  },
  mergePullRequest: (_root, args: Input<MergeInput>, call, info) => {
    const { input } = args
    const pull = findPull(call, input.pullRequestId)
    const user = requirePush(call, pull, info, 'pulls/merge')
    mergePull(call, pull, user, {
      merge_method: METHODS[input.mergeMethod ?? 'MERGE'],
      sha: input.expectedHeadOid,
      commit_title: input.commitHeadline,
      commit_message: input.commitBody,
    })
    return payload(args, { pullRequest: call.rows.pulls.require(pull.id), actor: actor(user) })
  },
  updatePullRequestBranch: (
    _root,
    args: Input<{ pullRequestId: string; expectedHeadOid?: string | null; updateMethod?: 'MERGE' | 'REBASE' | null }>,
    call,
    info,
  ) => {
    const { pullRequestId, expectedHeadOid, updateMethod } = args.input
    const pull = findPull(call, pullRequestId)
    const user = requireChange(call, repoOf(call, pull), info, { operation: 'pulls/update-branch' })
    updateHead(call, pull, user, expectedHeadOid ?? null, updateMethod === 'REBASE' ? rebasedHead : mergedHead)
    return payload(args, { pullRequest: call.rows.pulls.require(pull.id) })
  },
  markFileAsViewed: (_root, args: Input<{ pullRequestId: string; path: string }>, call, info) => {
    const pullRequest = findPull(call, args.input.pullRequestId)
    const user = requireChange(call, repoOf(call, pullRequest), info, { operation: 'pulls/get', evenArchived: true })
    markViewed(call.rows, pullRequest, user, args.input.path)
    return payload(args, { pullRequest })
  },
  unmarkFileAsViewed: (_root, args: Input<{ pullRequestId: string; path: string }>, call, info) => {
    const pullRequest = findPull(call, args.input.pullRequestId)
    const user = requireChange(call, repoOf(call, pullRequest), info, { operation: 'pulls/get', evenArchived: true })
    unmarkViewed(call.rows, pullRequest, user, args.input.path)
    return payload(args, { pullRequest })
  },
  revertPullRequest: (_root, args: Input<RevertInput>, call, info) => {
    const { pullRequestId, title, body, draft } = args.input
    const pullRequest = findPull(call, pullRequestId)
    const user = requirePush(call, pullRequest, info, 'pulls/create')
    const input = { title: title ?? null, body: body ?? null, draft: draft === true }
    return payload(args, { pullRequest, revertPullRequest: revertPull(call, pullRequest, user, input) })
  },
  markPullRequestReadyForReview: (_root, args: Input<{ pullRequestId: string }>, call, info) => {
    const pull = findPull(call, args.input.pullRequestId)
    return payload(args, { pullRequest: markReady(call, pull, requirePullChange(call, pull, info)) })
  },
  convertPullRequestToDraft: (_root, args: Input<{ pullRequestId: string }>, call, info) => {
    const pull = findPull(call, args.input.pullRequestId)
    return payload(args, { pullRequest: convertToDraft(call, pull, requirePullChange(call, pull, info)) })
  },
  enablePullRequestAutoMerge: (_root, args: Input<MergeInput>, call, info) => {
    const { input } = args
    const pull = findPull(call, input.pullRequestId)
    const user = requirePush(call, pull, info, 'pulls/merge')
    const choice = {
      method: METHODS[input.mergeMethod ?? 'MERGE'],
      title: input.commitHeadline ?? null,
      message: input.commitBody ?? null,
    }
    return payload(args, { pullRequest: enableAutoMerge(call, pull, choice, user), actor: actor(user) })
  },
  disablePullRequestAutoMerge: (_root, args: Input<{ pullRequestId: string }>, call, info) => {
    const pull = findPull(call, args.input.pullRequestId)
    const user = requirePush(call, pull, info, 'pulls/merge')
    return payload(args, { pullRequest: disableAutoMerge(call, pull, user), actor: actor(user) })
  },
  requestReviews: (_root, args: Input<ReviewersInput>, call, info) => {
    const { input } = args
    const pull = findPull(call, input.pullRequestId)
    const repo = repoOf(call, pull)
    const user = requireChange(call, repo, info, { operation: 'pulls/request-reviewers', permission: 'triage' })
    const names = {
      reviewers: findUsers(call, input.userIds ?? []).map(({ login }) => login),
      team_reviewers: (input.teamIds ?? []).flatMap((id) => rowOrNull<Team>(call, id, 'Team')?.slug ?? []),
    }
    if (input.union !== true) unrequestReviewers(call, repo, pull, othersThan(call, pull, names), user)
    requestReviewers(call, repo, pull, names, user)
    return payload(args, { pullRequest: call.rows.pulls.require(pull.id), actor: actor(user) })
  },
  requestReviewsByLogin: (_root, args: Input<ReviewersByLoginInput>, call, info) => {
    const { pullRequestId, userLogins, botLogins, teamSlugs, union } = args.input
    const pull = findPull(call, pullRequestId)
    const repo = repoOf(call, pull)
    const user = requireChange(call, repo, info, { operation: 'pulls/request-reviewers', permission: 'triage' })
    const names = {
      reviewers: [...(userLogins ?? []), ...(botLogins ?? [])],
      // A slug may follow the organization: `acme/core`.
      team_reviewers: (teamSlugs ?? []).map((slug) => slug.replace(/^.*\//, '')),
    }
    if (union !== true) unrequestReviewers(call, repo, pull, othersThan(call, pull, names), user)
    requestReviewers(call, repo, pull, names, user)
    return payload(args, { pullRequest: call.rows.pulls.require(pull.id), actor: actor(user) })
  },
}

interface ReviewersByLoginInput {
  readonly pullRequestId: string
  readonly userLogins?: readonly string[] | null
  readonly botLogins?: readonly string[] | null
  readonly teamSlugs?: readonly string[] | null
  readonly union?: boolean | null
}

type Names = Parameters<typeof requestReviewers>[3]

/** Returns the requested reviewers that are not among the names. */
function othersThan({ rows }: CodehostCall, pull: Pull, { reviewers, team_reviewers: teams }: Names): Names {
  const present = requestedReviewers(rows, pull)
  return {
    reviewers: present.users.map(({ login }) => login).filter((login) => !reviewers.includes(login)),
    team_reviewers: present.teams.map(({ slug }) => slug).filter((slug) => !teams.includes(slug)),
  }
}

/** The vendor's words here name everything that a missing branch leaves unknown. */
function missingHead({ base, head }: { readonly base: string; readonly head: string }): string {
  return (
    `Head sha can't be blank, Base sha can't be blank, No commits between ${base} and ${head}, ` +
    'Head ref must be a branch'
  )
}

function headOf(call: CodehostCall, repo: Repo, input: NewPullInput): { head: string; head_repo?: string } {
  const headRepo = rowOrNull<Repo>(call, input.headRepositoryId, 'Repository')
  if (headRepo === null || headRepo.id === repo.id) return { head: input.headRefName }
  const owner = call.rows.accounts.require(headRepo.ownerId).login
  return { head: `${owner}:${input.headRefName}`, head_repo: headRepo.name }
}

function repoOf({ rows }: CodehostCall, { repoId }: Pull): Repo {
  return rows.repos.require(repoId)
}

function requirePullChange(call: CodehostCall, pull: Pull, info: Info): Account {
  return requireIssueChange(call, call.rows.issues.require(pull.issueId), info, 'pulls/update')
}

function requirePush(call: CodehostCall, pull: Pull, info: Info, operation: string): Account {
  return requireChange(call, repoOf(call, pull), info, { operation, permission: 'push' })
}
