import type { CodehostCall } from '#codehost/call.ts'
import { discussionJson } from '#codehost/json/discussions/discussion.ts'
import { isGranted } from '#codehost/rules/apps/gate.ts'
import { discussionLabels } from '#codehost/rules/discussions/discussions.ts'
import type { Discussion, DiscussionComment } from '#codehost/schema/discussions.ts'
import type { Query } from './query.ts'
import { timeRange, within } from './ranges.ts'
import { findNamedAccount, repoQualifiers, reposInScope } from './scope.ts'
import type { Kind, Qualifiers, Test } from './search.ts'

/**
 * Defines the search for discussions.
 * https://docs.github.com/search-github/searching-on-github/searching-discussions
 */
export function discussionKind(call: CodehostCall, query: Query): Kind<Discussion> {
  const { rows } = call
  const written = (row: Discussion) => commentsOf(call, row)
  return {
    objectType: 'Discussion',
    candidates: reposInScope(call, query)
      .filter((repo) => isGranted(call, repo, 'discussions=read'))
      .flatMap((repo) => rows.discussions.list('created', repo.id)),
    qualifiers: qualifiers(call),
    fields: [
      { in: 'title', property: 'title', style: 'prose', weight: 4, byDefault: true, read: ({ title }) => [title] },
      { in: 'body', property: 'body', style: 'prose', weight: 2, byDefault: true, read: ({ body }) => [body] },
      {
        in: 'comments',
        property: 'body',
        style: 'prose',
        weight: 1,
        byDefault: true,
        read: (row) => written(row).map(({ body }) => body),
      },
    ],
    sorts: {
      comments: (row) => written(row).length,
      created: ({ createdAt }) => createdAt,
      updated: ({ updatedAt }) => updatedAt,
    },
    newest: ({ createdAt, id }) => ({ rank: createdAt, id }),
    write: (row) => discussionJson(call, row),
  }
}

function commentsOf({ rows }: CodehostCall, { id }: Discussion): DiscussionComment[] {
  return rows.discussionComments.referring('discussionId', id)
}

function qualifiers(call: CodehostCall): Qualifiers<Discussion> {
  const { rows } = call
  return {
    ...repoQualifiers(call, ({ repoId }: Discussion) => rows.repos.require(repoId)),
    is: ({ value }) => word(value.toLowerCase()),
    state: ({ value }) => word(value.toLowerCase()),
    author: (qualifier) => {
      const { id } = findNamedAccount(call, qualifier)
      return ({ userId }) => userId === id
    },
    commenter: (qualifier) => {
      const { id } = findNamedAccount(call, qualifier)
      return (row) => commentsOf(call, row).some(({ userId }) => userId === id)
    },
    category: ({ value }) => {
      const name = value.toLowerCase()
      return ({ categoryId }) => rows.discussionCategories.require(categoryId).name.toLowerCase() === name
    },
    label: ({ values }) => {
      const names = values.map((name) => name.toLowerCase())
      return (row) => discussionLabels(rows, row).some(({ name }) => names.includes(name.toLowerCase()))
    },
    created: ({ value }) => {
      const range = timeRange(value)
      return ({ createdAt }) => within(range, createdAt)
    },
    updated: ({ value }) => {
      const range = timeRange(value)
      return ({ updatedAt }) => within(range, updatedAt)
    },
  }
}

function word(value: string): Test<Discussion> {
  if (value === 'open' || value === 'closed') return ({ state }) => state === value
  if (value === 'answered') return ({ answerId }) => answerId !== null
  if (value === 'unanswered') return ({ answerId }) => answerId === null
  if (value === 'locked') return ({ locked }) => locked
  if (value === 'unlocked') return ({ locked }) => !locked
  return () => false
}
