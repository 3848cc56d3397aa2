import { defined } from '#core/objects.ts'
import type { CodehostCall, Rows } from '#codehost/call.ts'
import { forbidden, unprocessable } from '#codehost/errors.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Discussion, DiscussionCategory } from '#codehost/schema/discussions.ts'
import type { DiscussionSubject } from '#codehost/schema/events.ts'
import type { Issue, Label } from '#codehost/schema/issues.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { refuseInteraction } from '../accounts/interactions.ts'
import { emitAndRun } from '../actions/run-transitions.ts'
import { forgetReactions } from '../issues/reactions.ts'
import { permissionIncludes, permissionOf } from '../repos/permissions.ts'

/** A new discussion. */
export interface DiscussionInput {
  readonly category: DiscussionCategory
  readonly title: string
  readonly body: string
}

/**
 * Starts a discussion. Emits `discussion` created.
 *
 * @throws 422 where discussions are disabled, for a category of another repository, and for polls, which the vendor's
 * API cannot make; 403 for announcements without push permission.
 */
export function createDiscussion(call: CodehostCall, repo: Repo, author: Account, input: DiscussionInput): Discussion {
  const { category, title, body } = input
  if (!repo.hasDiscussions) throw unprocessable('Discussions are disabled for this repository.')
  if (category.repoId !== repo.id) throw unprocessable('Category is not in this repository.')
  if (category.format === 'poll') throw unprocessable('Polls cannot be created with the API.')
  if (category.format === 'announcement' && !may(call.rows, repo, author, 'push')) {
    throw forbidden(`${author.login} cannot start discussions in the category ${category.name}.`)
  }
  requireTexts({ title, body })
  refuseInteraction(call, repo, author, 'Discussion', author.id)
  const discussion = insertDiscussion(call, repo, { categoryId: category.id, title, body, userId: author.id })
  emitDiscussion(call, discussion, 'created', author)
  return discussion
}

/** Adds the row of a discussion. Emits nothing. */
export function insertDiscussion(
  { rows, clock }: { readonly rows: Rows; readonly clock: { readonly now: () => number } },
  repo: Repo,
  fields: Pick<Discussion, 'categoryId' | 'title' | 'body' | 'userId'> & Partial<Pick<Discussion, 'pollQuestion'>>,
): Discussion {
  const at = clock.now()
  return rows.discussions.insert({
    repoId: repo.id,
    number: rows.issueNumbers.next(repo.id),
    state: 'open',
    stateReason: null,
    closedAt: null,
    locked: false,
    activeLockReason: null,
    answerId: null,
    answerChosenById: null,
    answerChosenAt: null,
    pollQuestion: null,
    ...fields,
    createdAt: at,
    updatedAt: at,
  })
}

/** The changes to a discussion. Undefined fields stay. */
interface DiscussionChanges {
  readonly title?: string | undefined
  readonly body?: string | undefined
  readonly category?: DiscussionCategory | undefined
}

/**
 * Changes the texts and the category of a discussion. Emits `edited` and `category_changed`, where they change.
 *
 * @throws 422 for an empty title and a category of another repository.
 */
export function updateDiscussion(
  call: CodehostCall,
  before: Discussion,
  { category, ...texts }: DiscussionChanges,
  sender: Account,
): Discussion {
  const { rows, clock } = call
  requireTexts(texts)
  if (category !== undefined && category.repoId !== before.repoId) {
    throw unprocessable('Category is not in this repository.')
  }
  const { title = before.title, body = before.body } = texts
  let changed = before
  if (title !== before.title || body !== before.body) {
    changed = rows.discussions.update(before.id, { title, body, updatedAt: clock.now() })
    emitDiscussion(call, changed, 'edited', sender, { before })
  }
  if (category === undefined || category.id === before.categoryId) return changed
  const moved = rows.discussions.update(before.id, {
    categoryId: category.id,
    updatedAt: clock.now(),
    ...(category.answerable ? {} : NO_ANSWER),
  })
  emitDiscussion(call, moved, 'category_changed', sender, { before })
  return moved
}

const NO_ANSWER = { answerId: null, answerChosenById: null, answerChosenAt: null }

/** Closes a discussion. Emits `closed`. */
export function closeDiscussion(
  call: CodehostCall,
  discussion: Discussion,
  reason: 'resolved' | 'outdated' | 'duplicate',
  sender: Account,
): Discussion {
  if (discussion.state === 'closed' && discussion.stateReason === reason) return discussion
  const at = call.clock.now()
  const changes = { state: 'closed', stateReason: reason, closedAt: at, updatedAt: at } as const
  return changeDiscussion(call, discussion, changes, 'closed', sender)
}

/** Opens a closed discussion again. Emits `reopened`. */
export function reopenDiscussion(call: CodehostCall, discussion: Discussion, sender: Account): Discussion {
  if (discussion.state === 'open') return discussion
  const changes = { state: 'open', stateReason: 'reopened', closedAt: null, updatedAt: call.clock.now() } as const
  return changeDiscussion(call, discussion, changes, 'reopened', sender)
}

/** Locks a discussion: only users with push permission may comment. Emits `locked`. */
export function lockDiscussion(
  call: CodehostCall,
  discussion: Discussion,
  activeLockReason: Issue['activeLockReason'],
  sender: Account,
): Discussion {
  if (discussion.locked) return discussion
  return changeDiscussion(call, discussion, { locked: true, activeLockReason }, 'locked', sender)
}

/** Unlocks a discussion. Emits `unlocked`. */
export function unlockDiscussion(call: CodehostCall, discussion: Discussion, sender: Account): Discussion {
  if (!discussion.locked) return discussion
  return changeDiscussion(call, discussion, { locked: false, activeLockReason: null }, 'unlocked', sender)
}

function changeDiscussion(
  call: CodehostCall,
  { id }: Discussion,
  changes: Partial<Discussion>,
  action: string,
  sender: Account,
): Discussion {
  const changed = call.rows.discussions.update(id, changes)
  emitDiscussion(call, changed, action, sender)
  return changed
}

/** Deletes a discussion with its comments and reactions. Emits `deleted`. */
export function deleteDiscussion(call: CodehostCall, discussion: Discussion, sender: Account): void {
  const { rows } = call
  emitDiscussion(call, discussion, 'deleted', sender)
  for (const { id } of rows.discussionComments.referring('discussionId', discussion.id)) {
    forgetReactions(rows, discussion.repoId, `discussion comment ${id}`)
  }
  forgetReactions(rows, discussion.repoId, `discussion ${discussion.id}`)
  rows.discussions.delete(discussion.id)
}

/** Returns the labels of a discussion in the order in which they were added. */
export function discussionLabels(rows: Rows, { id }: Pick<Discussion, 'id'>): Label[] {
  return rows.discussionLabels.referring('discussionId', id).map(({ labelId }) => rows.labels.require(labelId))
}

/** Adds the labels that a discussion lacks. Emits one `labeled` for each. */
export function labelDiscussion(
  call: CodehostCall,
  discussion: Discussion,
  labels: readonly Label[],
  sender: Account,
): void {
  for (const label of labels) {
    if (call.rows.discussionLabels.find('label', discussion.id, label.id) !== undefined) continue
    call.rows.discussionLabels.insert({ discussionId: discussion.id, labelId: label.id })
    emitDiscussion(call, discussion, 'labeled', sender, { label })
  }
}

/** Removes labels from a discussion. Emits one `unlabeled` for each that it had. */
export function unlabelDiscussion(
  call: CodehostCall,
  discussion: Discussion,
  labels: readonly Label[],
  sender: Account,
): void {
  for (const label of labels) {
    const held = call.rows.discussionLabels.find('label', discussion.id, label.id)
    if (held === undefined) continue
    call.rows.discussionLabels.delete(held.id)
    emitDiscussion(call, discussion, 'unlabeled', sender, { label })
  }
}

/** Returns whether a user may change a discussion or a comment: its author may, and whoever may triage. */
export function canModerate(
  rows: Rows,
  { userId, repoId }: { readonly userId: number; readonly repoId: number },
  user: Account,
): boolean {
  return userId === user.id || may(rows, rows.repos.require(repoId), user, 'triage')
}

/**
 * Votes for a discussion or a comment.
 *
 * @throws 422 for an own text.
 */
export function upvote(rows: Rows, subject: UpvoteSubject, user: Account): void {
  if (subject.userId === user.id) throw unprocessable('You cannot upvote your own text.')
  if (ownUpvote(rows, subject, user) === undefined) rows.upvotes.insert({ userId: user.id, ...columnsOf(subject) })
}

/** Takes a vote back. */
export function withdrawUpvote(rows: Rows, subject: UpvoteSubject, user: Account): void {
  const own = ownUpvote(rows, subject, user)
  if (own !== undefined) rows.upvotes.delete(own.id)
}

/** A discussion or a comment that has votes. */
export interface UpvoteSubject {
  readonly id: number
  readonly userId: number
  readonly kind: 'discussion' | 'comment'
}

/** Returns the vote of a user, if there is one. */
export function ownUpvote(rows: Rows, { id, kind }: UpvoteSubject, user: Account) {
  return rows.upvotes.find(kind, id, user.id)
}

/** Returns the number of votes. The text of its author counts as one. */
export function upvoteCount(rows: Rows, { id, kind }: UpvoteSubject): number {
  return 1 + rows.upvotes.countReferring(kind === 'discussion' ? 'discussionId' : 'commentId', id)
}

function columnsOf({ id, kind }: UpvoteSubject) {
  return kind === 'discussion' ? { discussionId: id, commentId: null } : { discussionId: null, commentId: id }
}

/** Emits an event of a discussion. */
export function emitDiscussion(
  call: CodehostCall,
  discussion: Discussion,
  action: string,
  sender: Account,
  subject: DiscussionSubject = {},
): void {
  const repo = call.rows.repos.require(discussion.repoId)
  const event = { event: 'discussion', action, repo, sender, discussion, ...defined(subject) } as const
  emitAndRun(call, event, { title: discussion.title })
}

function requireTexts({
  title,
  body,
}: {
  readonly title?: string | undefined
  readonly body?: string | undefined
}): void {
  if (title?.trim() === '') throw unprocessable("Title can't be blank")
  if (body?.trim() === '') throw unprocessable("Body can't be blank")
}

function may(rows: Rows, repo: Repo, user: Account, permission: 'triage' | 'push'): boolean {
  return permissionIncludes(permissionOf(rows, repo, user), permission)
}
