import { authorAssociation } from '#codehost/rules/repos/author-association.ts'
import { nodeId, time } from '#codehost/json/format.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { commentHtml, commentText } from '#codehost/markdown/comment.ts'
import { canEdit } from '#codehost/rules/issues/comments.ts'
import type { Reaction as ReactionRow } from '#codehost/schema/issues.ts'
import { viewerOf } from '../access.ts'
import { actor, actorById } from '../actors.ts'
import { connection, cursoredRows, type PageArguments } from '../connection.ts'
import { typed, type Fields, type Typed } from '../source.ts'

/** The vendor's names of the reasons for locks, by those of REST. */
export const LOCK_REASONS = {
  resolved: 'RESOLVED',
  'off-topic': 'OFF_TOPIC',
  'too heated': 'TOO_HEATED',
  spam: 'SPAM',
} as const

/** The fields that every text of a user has. */
export interface Written {
  readonly repoId: number
  readonly userId: number
  readonly body: string | null
  readonly createdAt: number
  readonly updatedAt: number
}

/** Returns the fields of texts of users. `writtenOf` returns the row with the text. */
export function writtenFields<S>(writtenOf: (source: S, call: CodehostCall) => Written): Fields<S> {
  return {
    author: (source, _args, call) => actorById(call.rows, writtenOf(source, call).userId),
    authorAssociation: (source, _args, call) => {
      const { repoId, userId } = writtenOf(source, call)
      return authorAssociation(call.rows, call.rows.repos.require(repoId), userId)
    },
    body: (source, _args, call) => writtenOf(source, call).body ?? '',
    bodyText: (source, _args, call) => commentText(writtenOf(source, call).body),
    bodyHTML: (source, _args, call) => {
      const { repoId, body } = writtenOf(source, call)
      return commentHtml(call, call.rows.repos.require(repoId), body)
    },
    createdAt: (source, _args, call) => time(writtenOf(source, call).createdAt),
    publishedAt: (source, _args, call) => time(writtenOf(source, call).createdAt),
    updatedAt: (source, _args, call) => time(writtenOf(source, call).updatedAt),
    createdViaEmail: () => false,
    editor: () => null,
    includesCreatedEdit: () => false,
    lastEditedAt: () => null,
    repository: (source, _args, call) => call.rows.repos.require(writtenOf(source, call).repoId),
    viewerDidAuthor: (source, _args, call) => writtenOf(source, call).userId === viewerOf(call).id,
    viewerCanUpdate: (source, _args, call) => canEdit(call.rows, writtenOf(source, call), viewerOf(call)),
    viewerCannotUpdateReasons: (source, _args, call) =>
      canEdit(call.rows, writtenOf(source, call), viewerOf(call)) ? [] : ['INSUFFICIENT_ACCESS'],
    viewerCanReact: () => true,
  }
}

/** A row whose comment may be hidden. */
interface Hideable {
  /** The reason, in the vendor's lower case; absent and null for a comment that is shown. */
  readonly minimizedReason?: string | null
}

/** The fields of comments that can be hidden. */
export const minimizableFields: Fields<Hideable & Written> = {
  isMinimized: ({ minimizedReason }) => minimizedReason != null,
  minimizedReason: ({ minimizedReason }) => minimizedReason ?? null,
  viewerCanDelete: (source, _args, call) => canEdit(call.rows, source, viewerOf(call)),
  viewerCanMinimize: (source, _args, call) => canEdit(call.rows, source, viewerOf(call)),
}

/** The vendor's names of reactions, by those of REST, in the order in which both list them. */
export const REACTIONS = {
  '+1': 'THUMBS_UP',
  '-1': 'THUMBS_DOWN',
  laugh: 'LAUGH',
  hooray: 'HOORAY',
  confused: 'CONFUSED',
  heart: 'HEART',
  rocket: 'ROCKET',
  eyes: 'EYES',
} as const satisfies Record<ReactionRow['content'], string>

/** A subject of reactions. */
interface Subject {
  readonly repoId: number
  /** The subject of its reactions: `issue 12`. */
  readonly subject: string
  readonly object: Typed
}

/** Returns the fields of what people can react to. `subjectOf` returns the subject of the reactions. */
export function reactionFields<S>(subjectOf: (source: S, call: CodehostCall) => Subject): Fields<S> {
  return {
    reactionGroups: (source, _args, call) => {
      const of = subjectOf(source, call)
      const all = call.rows.reactions.list('bySubject', of.repoId, of.subject)
      return Object.entries(REACTIONS).map(([content, name]) => ({
        name,
        object: of.object,
        reactions: all.filter((each) => each.content === content),
      }))
    },
    reactions: (source, args: PageArguments & ReactionArguments, call) => {
      const { repoId, subject } = subjectOf(source, call)
      const { content, orderBy } = args
      const found = call.rows.reactions
        .list('bySubject', repoId, subject)
        .filter((each) => content == null || REACTIONS[each.content] === content)
      const ordered = orderBy?.direction === 'DESC' ? found.toReversed() : found
      const viewerHasReacted = found.some(({ userId }) => userId === viewerOf(call).id)
      return connection(cursoredRows(ordered), args, undefined, { viewerHasReacted })
    },
  }
}

interface ReactionArguments {
  readonly content?: string | null
  readonly orderBy?: { readonly direction: 'ASC' | 'DESC' } | null
}

interface Group {
  readonly name: string
  readonly object: Typed
  readonly reactions: readonly ReactionRow[]
}

/** The reactions of one kind. https://docs.github.com/graphql/reference/objects#reactiongroup */
export const ReactionGroup: Fields<Group> = {
  content: ({ name }) => name,
  createdAt: ({ reactions }) => (reactions[0] === undefined ? null : time(reactions[0].createdAt)),
  subject: ({ object }) => object,
  viewerHasReacted: ({ reactions }, _args, call) => reactions.some(({ userId }) => userId === viewerOf(call).id),
  reactors: (group, args: PageArguments, { rows }) => {
    const reactedAt = new Map(group.reactions.map((each) => [each.userId, each.createdAt]))
    const reactors = group.reactions.map(({ userId }) => actor(rows.accounts.require(userId)))
    const idOf = ({ row }: Typed): number => (row as { id: number }).id // an account
    return connection(cursoredRows(reactors, idOf), args, (each) => ({
      reactedAt: time(reactedAt.get(idOf(each)) ?? 0),
    }))
  },
  users: (group, args: PageArguments, { rows }) => {
    const reactedAt = new Map(group.reactions.map((each) => [each.userId, each.createdAt]))
    const users = group.reactions.map(({ userId }) => rows.accounts.require(userId))
    return connection(cursoredRows(users), args, ({ id }) => ({ reactedAt: time(reactedAt.get(id) ?? 0) }))
  },
}

/** A reaction. https://docs.github.com/graphql/reference/objects#reaction */
export const Reaction: Fields<ReactionRow> = {
  id: ({ id }) => nodeId('REA', id),
  databaseId: ({ id }) => id,
  content: ({ content }) => REACTIONS[content],
  createdAt: ({ createdAt }) => time(createdAt),
  user: ({ userId }, _args, { rows }) => {
    const account = rows.accounts.require(userId)
    return account.type === 'User' ? account : null
  },
  reactable: ({ subject }, _args, { rows }) => {
    const [, kind, id] = /^(.*) (\d+)$/.exec(subject) ?? []
    const key = Number(id)
    if (kind === 'comment') return typed('IssueComment', rows.comments.require(key))
    if (kind === 'review comment') return typed('PullRequestReviewComment', rows.reviewComments.require(key))
    if (kind === 'commit comment') return typed('CommitComment', rows.commitComments.require(key))
    if (kind === 'discussion') return typed('Discussion', rows.discussions.require(key))
    if (kind === 'discussion comment') return typed('DiscussionComment', rows.discussionComments.require(key))
    if (kind === 'release') return typed('Release', rows.releases.require(key))
    const issue = rows.issues.require(key)
    const pull = rows.pulls.find('issue', key)
    return pull === undefined ? typed('Issue', issue) : typed('PullRequest', pull)
  },
}
