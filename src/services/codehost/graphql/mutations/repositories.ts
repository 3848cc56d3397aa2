import type { CodehostCall } from '#codehost/call.ts'
import { accountNodeId } from '#codehost/json/accounts/account.ts'
import { mergeBranch } from '#codehost/rules/git/branch-merge.ts'
import { commitOnBranch } from '#codehost/rules/git/commit-on-branch.ts'
import { branchRef } from '#codehost/rules/git/objects.ts'
import { createRef, removeRef, updateRef } from '#codehost/rules/git/ref-changes.ts'
import { NO_SHA } from '#codehost/git/objects.ts'
import { createLabel, deleteLabel, updateLabel } from '#codehost/rules/issues/labels.ts'
import { react, refuseLocked } from '#codehost/rules/issues/reactions.ts'
import { canEdit } from '#codehost/rules/issues/comments.ts'
import { addFromTemplate, addRepository, requireCreation } from '#codehost/rules/repos/create.ts'
import { emitRepositoryChanges } from '#codehost/rules/repos/changes.ts'
import { recordRepositoryMove } from '#codehost/rules/repos/moves.ts'
import { ensureCategories } from '#codehost/rules/discussions/categories.ts'
import { grantRepository } from '#codehost/rules/teams/changes.ts'
import type { Team } from '#codehost/schema/teams.ts'
import { defined } from '#core/objects.ts'
import { changedName, freeName } from '#codehost/rules/repos/names.ts'
import { star, unstar } from '#codehost/rules/repos/stars.ts'
import { isTopic, replaceTopics } from '#codehost/rules/repos/topics.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Ref } from '#codehost/schema/git.ts'
import type { Comment, Issue, Label, Reaction } from '#codehost/schema/issues.ts'
import type { DiscussionComment } from '#codehost/schema/discussions.ts'
import type { CommitComment } from '#codehost/schema/commits.ts'
import type { Pull, Review, ReviewComment } from '#codehost/schema/pulls.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { viewerOf, visibleRepo } from '../access.ts'
import { FieldFailure, noSuchNode, unresolved } from '../failures.ts'
import { findNode } from '../nodes.ts'
import { typed, type Fields, type Typed } from '../source.ts'
import { WRITE_DISCUSSIONS } from './discussions.ts'
import { REACTIONS } from '../types/comment-fields.ts'
import { findRepo, findRow, nodeOfType, notPermitted, payload, requireChange, rowOrNull, type Input } from './input.ts'

interface NewRepositoryInput {
  readonly name: string
  readonly ownerId?: string | null
  readonly teamId?: string | null
  readonly description?: string | null
  readonly visibility: 'PUBLIC' | 'PRIVATE' | 'INTERNAL'
  readonly homepageUrl?: string | null
  readonly template?: boolean | null
  readonly hasIssuesEnabled?: boolean | null
  readonly hasWikiEnabled?: boolean | null
}

interface RepositoryChangesInput {
  readonly repositoryId: string
  readonly name?: string | null
  readonly description?: string | null
  readonly homepageUrl?: string | null
  readonly template?: boolean | null
  readonly hasIssuesEnabled?: boolean | null
  readonly hasProjectsEnabled?: boolean | null
  readonly hasWikiEnabled?: boolean | null
  readonly hasDiscussionsEnabled?: boolean | null
}

interface TemplateInput {
  readonly repositoryId: string
  readonly ownerId: string
  readonly name: string
  readonly description?: string | null
  readonly visibility: 'PUBLIC' | 'PRIVATE' | 'INTERNAL'
  readonly includeAllBranches?: boolean | null
}

interface RefUpdate {
  readonly name: string
  readonly afterOid: string
  readonly beforeOid?: string | null
  readonly force?: boolean | null
}

interface TeamsInput {
  readonly repositoryId: string
  readonly teamIds: readonly string[]
  readonly permission: keyof typeof TEAM_PERMISSIONS
}

const TEAM_PERMISSIONS = {
  READ: 'pull',
  TRIAGE: 'triage',
  WRITE: 'push',
  MAINTAIN: 'maintain',
  ADMIN: 'admin',
} as const

interface CommitInput {
  readonly branch: {
    readonly id?: string | null
    readonly repositoryNameWithOwner?: string | null
    readonly branchName?: string | null
  }
  readonly expectedHeadOid: string
  readonly message: { readonly headline: string; readonly body?: string | null }
  readonly fileChanges?: {
    readonly additions?: readonly { readonly path: string; readonly contents: string }[] | null
    readonly deletions?: readonly { readonly path: string }[] | null
  } | null
}

/** The mutations of repositories and git. https://docs.github.com/graphql/reference/mutations#createref */
export const repositoryMutations: Fields<undefined> = {
  createRepository: (_root, args: Input<NewRepositoryInput>, call) => {
    const { input } = args
    const { rows } = call
    const user = viewerOf(call)
    const owner = input.ownerId == null ? user : ownerWithId(call, input.ownerId)
    const hidden = input.visibility !== 'PUBLIC'
    requireCreation(rows, owner, user, { private: hidden })
    const fields = {
      ownerId: owner.id,
      name: freeName(rows, owner, input.name),
      description: input.description ?? null,
      homepage: input.homepageUrl ?? null,
      private: hidden,
      isTemplate: input.template === true,
      hasIssues: input.hasIssuesEnabled !== false,
      hasWiki: input.hasWikiEnabled !== false,
    }
    const repository = addRepository(call, fields, user)
    if (input.teamId != null) grantRepository(call, findTeam(call, input.teamId, owner), repository, 'push', user)
    return payload(args, { repository })
  },
  cloneTemplateRepository: (_root, args: Input<TemplateInput>, call) => {
    const { repositoryId, ownerId, name, description, visibility, includeAllBranches } = args.input
    const user = viewerOf(call)
    const template = findRepo(call, repositoryId)
    const owner = ownerWithId(call, ownerId)
    const hidden = visibility !== 'PUBLIC'
    if (!template.isTemplate) throw new FieldFailure('UNPROCESSABLE', 'Repository is not a template')
    requireCreation(call.rows, owner, user, { private: hidden })
    const fields = { name, description: description ?? null, private: hidden, allBranches: includeAllBranches === true }
    return payload(args, { repository: addFromTemplate(call, template, owner, fields, user) })
  },
  updateRepository: (_root, args: Input<RepositoryChangesInput>, call, info) => {
    const { rows, clock } = call
    const { input } = args
    const before = findRepo(call, input.repositoryId)
    const user = requireChange(call, before, info, { operation: 'repos/update', permission: 'admin' })
    const changes = defined({
      name: input.name == null ? undefined : changedName(rows, before, input.name),
      description: input.description ?? undefined,
      homepage: input.homepageUrl ?? undefined,
      isTemplate: input.template ?? undefined,
      hasIssues: input.hasIssuesEnabled ?? undefined,
      hasProjects: input.hasProjectsEnabled ?? undefined,
      hasWiki: input.hasWikiEnabled ?? undefined,
      hasDiscussions: input.hasDiscussionsEnabled ?? undefined,
    })
    const repository = rows.repos.update(before.id, { ...changes, updatedAt: clock.now() })
    if (repository.name !== before.name) recordRepositoryMove(rows, before)
    ensureCategories(rows, repository, clock.now())
    emitRepositoryChanges(call, before, repository, user)
    return payload(args, { repository })
  },
  updateTeamsRepository: (_root, args: Input<TeamsInput>, call, info) => {
    const repository = findRepo(call, args.input.repositoryId)
    const operation = 'teams/add-or-update-repo-permissions-in-org'
    const user = requireChange(call, repository, info, { operation, permission: 'admin' })
    const teams = args.input.teamIds.map((id) => findTeam(call, id, { id: repository.ownerId }))
    for (const team of teams) grantRepository(call, team, repository, TEAM_PERMISSIONS[args.input.permission], user)
    return payload(args, { repository, teams })
  },
  archiveRepository: (_root, args: Input<{ repositoryId: string }>, call, info) =>
    payload(args, { repository: setArchived(call, args.input.repositoryId, true, info) }),
  unarchiveRepository: (_root, args: Input<{ repositoryId: string }>, call, info) =>
    payload(args, { repository: setArchived(call, args.input.repositoryId, false, info) }),
  createRef: (_root, args: Input<{ repositoryId: string; name: string; oid: string }>, call, info) => {
    const { repositoryId, name, oid } = args.input
    const repo = findRepo(call, repositoryId)
    const user = requireChange(call, repo, info, { operation: 'git/create-ref', permission: 'push' })
    if (call.rows.refs.find('name', repo.id, name) !== undefined) {
      throw new FieldFailure('UNPROCESSABLE', `A ref named "${name}" already exists in the repository.`)
    }
    return payload(args, { ref: createRef(call, repo, name, oid, user) })
  },
  updateRef: (_root, args: Input<{ refId: string; oid: string; force?: boolean | null }>, call, info) => {
    const { ref, repo } = findRef(call, args.input.refId)
    const user = requireChange(call, repo, info, { operation: 'git/update-ref', permission: 'push' })
    const move = { sha: args.input.oid, force: args.input.force === true }
    return payload(args, { ref: updateRef(call, repo, ref, move, user) })
  },
  updateRefs: (_root, args: Input<{ repositoryId: string; refUpdates: readonly RefUpdate[] }>, call, info) => {
    const repo = findRepo(call, args.input.repositoryId)
    const user = requireChange(call, repo, info, { operation: 'git/update-ref', permission: 'push' })
    // A failure takes back what the updates before it have done.
    for (const update of args.input.refUpdates) applyRefUpdate(call, repo, update, user)
    return payload(args, {})
  },
  deleteRef: (_root, args: Input<{ refId: string }>, call, info) => {
    const { ref, repo } = findRef(call, args.input.refId)
    removeRef(call, repo, ref, requireChange(call, repo, info, { operation: 'git/delete-ref', permission: 'push' }))
    return payload(args, {})
  },
  createCommitOnBranch: (_root, args: Input<CommitInput>, call, info) => {
    const { expectedHeadOid, message, fileChanges } = args.input
    const { ref, repo } = branchOf(call, args.input)
    const user = requireChange(call, repo, info, {
      operation: 'repos/create-or-update-file-contents',
      permission: 'push',
    })
    if (ref.sha !== expectedHeadOid) {
      throw new FieldFailure(
        'STALE_DATA',
        `Expected branch to point to "${expectedHeadOid}" but it did not. Pull and try again.`,
      )
    }
    const files = new Map<string, Uint8Array | null>([
      ...(fileChanges?.deletions ?? []).map(({ path }) => [path, null] as const),
      ...(fileChanges?.additions ?? []).map(({ path, contents }) => [path, Buffer.from(contents, 'base64')] as const),
    ])
    const text = message.body ? `${message.headline}\n\n${message.body}` : message.headline
    const commit = commitOnBranch(call, repo, ref, files, text, user)
    return payload(args, { commit: { repo, object: commit }, ref: call.rows.refs.require(ref.id) })
  },
  mergeBranch: (_root, args: Input<MergeInput>, call, info) => {
    const { repositoryId, base, head, commitMessage } = args.input
    const repo = findRepo(call, repositoryId)
    const user = requireChange(call, repo, info, { operation: 'repos/merge', permission: 'push' })
    const commit = mergeBranch(call, repo, { base, head, message: commitMessage }, user)
    if (commit === null) throw new FieldFailure('UNPROCESSABLE', 'Failed to merge: "Already merged"')
    return payload(args, { mergeCommit: { repo, object: commit } })
  },
  updateTopics: (_root, args: Input<{ repositoryId: string; topicNames: readonly string[] }>, call, info) => {
    const { repositoryId, topicNames } = args.input
    const before = findRepo(call, repositoryId)
    const user = requireChange(call, before, info, { operation: 'repos/replace-all-topics', permission: 'admin' })
    const invalidTopicNames = topicNames.filter((name) => !isTopic(name.toLowerCase()))
    const repository = invalidTopicNames.length > 0 ? before : replaceTopics(call, before, topicNames, user)
    return payload(args, { invalidTopicNames, repository })
  },
  createLabel: (_root, args: Input<NewLabelInput>, call, info) => {
    const { repositoryId, name, color, description } = args.input
    const repo = findRepo(call, repositoryId)
    const user = requireChange(call, repo, info, { operation: 'issues/create-label', permission: 'push' })
    const fields = { name, color: color.toLowerCase(), description: description ?? null }
    return payload(args, { label: createLabel(call, repo, fields, user) })
  },
  updateLabel: (_root, args: Input<LabelChangesInput>, call, info) => {
    const { id, name, color, description } = args.input
    const { label, user } = requireLabel(call, id, info, 'issues/update-label')
    const changes = { name: name ?? undefined, color: color?.toLowerCase(), description: description ?? undefined }
    return payload(args, { label: updateLabel(call, label, changes, user) })
  },
  deleteLabel: (_root, args: Input<{ id: string }>, call, info) => {
    const { label, user } = requireLabel(call, args.input.id, info, 'issues/delete-label')
    deleteLabel(call, label, user)
    return payload(args, {})
  },
  addStar: (_root, args: Input<{ starrableId: string }>, call) => {
    const repo = findRepo(call, args.input.starrableId)
    star(call, repo, viewerOf(call))
    return payload(args, { starrable: typed('Repository', repo) })
  },
  removeStar: (_root, args: Input<{ starrableId: string }>, call) => {
    const repo = findRepo(call, args.input.starrableId)
    unstar(call, repo, viewerOf(call))
    return payload(args, { starrable: typed('Repository', repo) })
  },
  addReaction: (_root, args: Input<{ subjectId: string; content: string }>, call, info) => {
    const { repo, subject, node, user } = requireReaction(call, args.input.subjectId, info)
    const fields = { repoId: repo.id, subject, userId: user.id, content: contentOf(args.input.content) }
    const { reaction } = react(call.rows, { ...fields, createdAt: call.clock.now() })
    return payload(args, { reaction, subject: node })
  },
  removeReaction: (_root, args: Input<{ subjectId: string; content: string }>, call, info) => {
    const { repo, subject, node, user } = requireReaction(call, args.input.subjectId, info)
    const reaction = call.rows.reactions.find('once', repo.id, subject, user.id, contentOf(args.input.content))
    if (reaction !== undefined) call.rows.reactions.delete(reaction.id)
    return payload(args, { reaction: reaction ?? null, subject: node })
  },
  minimizeComment: (_root, args: Input<{ subjectId: string; classifier: string }>, call, info) => {
    const reason = args.input.classifier.toLowerCase().replace('_', '-')
    return payload(args, { minimizedComment: setMinimized(call, args.input.subjectId, reason, info) })
  },
  unminimizeComment: (_root, args: Input<{ subjectId: string }>, call, info) =>
    payload(args, { unminimizedComment: setMinimized(call, args.input.subjectId, null, info) }),
}

interface MergeInput {
  readonly repositoryId: string
  readonly base: string
  readonly head: string
  readonly commitMessage?: string | null
}

interface NewLabelInput {
  readonly repositoryId: string
  readonly name: string
  readonly color: string
  readonly description?: string | null
}

interface LabelChangesInput {
  readonly id: string
  readonly name?: string | null
  readonly color?: string | null
  readonly description?: string | null
}

type Info = Parameters<typeof requireChange>[2]

/**
 * Returns a team of an organization.
 *
 * @throws `NOT_FOUND`, and `UNPROCESSABLE` for a team of another organization.
 */
function findTeam(call: CodehostCall, id: string, org: Pick<Account, 'id'>): Team {
  const team = findRow<Team>(call, id, 'Team')
  if (team.orgId !== org.id) throw new FieldFailure('UNPROCESSABLE', 'Validation Failed')
  return team
}

function ownerWithId(call: CodehostCall, id: string): Account {
  const account = findNode(call, id).row as Account // checked by its id
  if (accountNodeId(account) !== id) throw noSuchNode(id)
  return account
}

function setArchived(call: CodehostCall, id: string, archived: boolean, info: Info): Repo {
  const before = findRepo(call, id)
  const user = requireChange(call, before, info, { operation: 'repos/update', permission: 'admin', evenArchived: true })
  if (before.archived === archived) return before
  const repo = call.rows.repos.update(before.id, { archived, updatedAt: call.clock.now() })
  emitRepositoryChanges(call, before, repo, user)
  return repo
}

function findRef(call: CodehostCall, id: string): { ref: Ref; repo: Repo } {
  const ref = rowOrNull<Ref>(call, id, 'Ref')
  if (ref === null) throw noSuchNode(id)
  return { ref, repo: call.rows.repos.require(ref.repoId) }
}

/** Returns the branch that the input names by its id, or by repository and name. */
function branchOf(call: CodehostCall, { branch }: CommitInput): { ref: Ref; repo: Repo } {
  if (branch.id != null) return findRef(call, branch.id)
  const [login = '', name = ''] = (branch.repositoryNameWithOwner ?? '').split('/')
  const owner = call.rows.accounts.find('login', login.toLowerCase())
  const repo = owner === undefined ? undefined : visibleRepo(call, owner, name)
  if (repo === undefined) throw unresolved('Repository', `name '${branch.repositoryNameWithOwner ?? ''}'`)
  const ref = branchRef(call.rows, repo, (branch.branchName ?? '').replace(/^refs\/heads\//, ''))
  if (ref === undefined) throw new FieldFailure('NOT_FOUND', `No such branch: ${branch.branchName ?? ''}`)
  return { ref, repo }
}

function requireLabel(call: CodehostCall, id: string, info: Info, operation: string): { label: Label; user: Account } {
  const label = rowOrNull<Label>(call, id, 'Label')
  if (label === null) throw noSuchNode(id)
  const repo = call.rows.repos.require(label.repoId)
  return { label, user: requireChange(call, repo, info, { operation, permission: 'push' }) }
}

function contentOf(name: string): Reaction['content'] {
  const found = Object.entries(REACTIONS).find(([, each]) => each === name)
  if (found === undefined) throw new FieldFailure('UNPROCESSABLE', `${name} is no reaction`)
  return found[0] as Reaction['content'] // a key of the table
}

/** The subjects of reactions, by their types. */
const SUBJECTS: Readonly<Record<string, { readonly kind: string; readonly operation?: string }>> = {
  Issue: { kind: 'issue', operation: 'reactions/create-for-issue' },
  PullRequest: { kind: 'issue', operation: 'reactions/create-for-issue' },
  IssueComment: { kind: 'comment', operation: 'reactions/create-for-issue-comment' },
  PullRequestReviewComment: { kind: 'review comment', operation: 'reactions/create-for-pull-request-review-comment' },
  CommitComment: { kind: 'commit comment', operation: 'reactions/create-for-commit-comment' },
  Release: { kind: 'release', operation: 'reactions/create-for-release' },
  Discussion: { kind: 'discussion' },
  DiscussionComment: { kind: 'discussion comment' },
}

function requireReaction(call: CodehostCall, id: string, info: Info) {
  const { rows } = call
  const node = nodeOfType(call, id, Object.keys(SUBJECTS), 'subject of reactions')
  const row = node.row as { readonly id: number; readonly repoId: number } // what all of those rows have
  const { kind = '', operation } = SUBJECTS[node.typename] ?? {}
  const repo = rows.repos.require(row.repoId)
  const user = requireChange(call, repo, info, operation === undefined ? WRITE_DISCUSSIONS : { operation })
  const issueId = issueOf(rows, node)
  if (issueId !== null) refuseLocked(call, rows.issues.require(issueId), user)
  return { repo, subject: `${kind} ${kind === 'issue' ? issueId : row.id}`, node, user }
}

/** Returns the id of the issue or pull request that a subject of reactions belongs to; null for all others. */
function issueOf(rows: CodehostCall['rows'], { typename, row }: Typed): number | null {
  if (typename === 'Issue') return (row as Issue).id // by its type
  if (typename === 'PullRequest' || typename === 'IssueComment') return (row as Pull | Comment).issueId // by its type
  if (typename !== 'PullRequestReviewComment') return null
  return rows.pulls.require((row as ReviewComment).pullId).issueId // by its type
}

/** Hides a comment for a reason, or shows it again (null). Returns it. */
function setMinimized(call: CodehostCall, id: string, minimizedReason: string | null, info: Info): Typed {
  const { rows } = call
  const tables = {
    IssueComment: rows.comments,
    PullRequestReviewComment: rows.reviewComments,
    CommitComment: rows.commitComments,
    PullRequestReview: rows.reviews,
    DiscussionComment: rows.discussionComments,
  } as const
  const { typename, row } = nodeOfType(call, id, Object.keys(tables), 'comment that can be minimized')
  const comment = row as Comment | ReviewComment | CommitComment | Review | DiscussionComment // the rows of those types
  const requirement = typename === 'DiscussionComment' ? WRITE_DISCUSSIONS : { operation: 'issues/update-comment' }
  const user = requireChange(call, rows.repos.require(comment.repoId), info, requirement)
  if (!canEdit(rows, comment, user)) throw notPermitted(user, info.fieldName)
  const table = tables[typename as keyof typeof tables] // one of the names above
  return typed(typename, table.update(comment.id, { minimizedReason }))
}

/**
 * Creates, moves or deletes one ref.
 *
 * @throws `STALE_DATA` where the ref is not where the client expects it.
 */
function applyRefUpdate(call: CodehostCall, repo: Repo, update: RefUpdate, user: Account): void {
  const { name, afterOid, beforeOid, force } = update
  const ref = call.rows.refs.find('name', repo.id, name)
  if (beforeOid != null && beforeOid !== (ref?.sha ?? NO_SHA)) {
    throw new FieldFailure('STALE_DATA', `Expected "${name}" to point to "${beforeOid}" but it did not.`)
  }
  if (afterOid === NO_SHA) {
    if (ref === undefined) throw new FieldFailure('UNPROCESSABLE', `The ref "${name}" does not exist.`)
    removeRef(call, repo, ref, user)
  } else if (ref === undefined) createRef(call, repo, name, afterOid, user)
  else updateRef(call, repo, ref, { sha: afterOid, force: force === true }, user)
}
