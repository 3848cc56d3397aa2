import type { CodehostCall, Rows } from '#codehost/call.ts'
import { issueWriter } from '#codehost/json/issues/issue.ts'
import { repoUrls } from '#codehost/rules/repos/repo-urls.ts'
import { isGranted } from '#codehost/rules/apps/gate.ts'
import type { Issue, Reaction } from '#codehost/schema/issues.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import type { Field } from './matching.ts'
import type { Query } from './query.ts'
import { countReactions, issueQualifiers } from './issue-qualifiers.ts'
import { reposInScope } from './scope.ts'
import type { Kind } from './search.ts'

/**
 * Defines the search for issues and pull requests.
 * https://docs.github.com/search-github/searching-on-github/searching-issues-and-pull-requests
 */
export function issueKind(call: CodehostCall, query: Query): Kind<Issue> {
  const { rows } = call
  const reacted = (content: Reaction['content']) => (issue: Issue) =>
    reactionsOf(rows, issue).filter((reaction) => reaction.content === content).length
  return {
    objectType: 'Issue',
    candidates: issuesOf(call, reposInScope(call, query), query),
    qualifiers: issueQualifiers(call),
    fields: fields(call),
    sorts: {
      comments: ({ comments }) => comments,
      reactions: (issue) => countReactions(rows, issue),
      'reactions-+1': reacted('+1'),
      'reactions--1': reacted('-1'),
      'reactions-smile': reacted('laugh'),
      'reactions-thinking_face': reacted('confused'),
      'reactions-heart': reacted('heart'),
      'reactions-tada': reacted('hooray'),
      interactions: (issue) => issue.comments + countReactions(rows, issue),
      created: ({ createdAt }) => createdAt,
      updated: ({ updatedAt }) => updatedAt,
    },
    newest: ({ createdAt, id }) => ({ rank: createdAt, id }),
    write: writer(call),
  }
}

function reactionsOf(rows: Rows, { repoId, id }: Issue): Reaction[] {
  return rows.reactions.list('bySubject', repoId, `issue ${id}`)
}

/** Yields the issues of the repositories. When the query names a state, only issues of that state are read. */
function* issuesOf(call: CodehostCall, repos: readonly Repo[], { conditions }: Query): Generator<Issue> {
  const { rows } = call
  const state = conditions.flatMap((each) =>
    each.kind === 'qualifier' && (each.name === 'is' || each.name === 'state') ? [each.value] : [],
  )
  const named = state.find((value) => value === 'open' || value === 'closed')
  for (const repo of repos) {
    const { id } = repo
    const all = named === undefined ? rows.issues.list('created', id) : rows.issues.list('createdByState', id, named)
    const issues = isGranted(call, repo, 'issues=read')
    const pulls = isGranted(call, repo, 'pull_requests=read')
    yield* issues && pulls ? all : all.filter(({ isPull }) => (isPull ? pulls : issues))
  }
}

function fields(call: CodehostCall): readonly Field<Issue>[] {
  const { rows } = call
  const commentsOf = (issue: Issue) => (issue.comments === 0 ? [] : rows.comments.list('byIssue', issue.id))
  return [
    { in: 'title', property: 'title', style: 'prose', weight: 4, byDefault: true, read: ({ title }) => [title] },
    { in: 'body', property: 'body', style: 'prose', weight: 2, byDefault: true, read: ({ body }) => [body] },
    {
      in: 'comments',
      property: 'body',
      style: 'prose',
      weight: 1,
      byDefault: true,
      read: (issue) => commentsOf(issue).map(({ body }) => body),
      origins: (issue) => {
        const { url } = repoUrls(call, rows.repos.require(issue.repoId))
        return commentsOf(issue).map(({ id }) => ({
          object_url: `${url}/issues/comments/${id}`,
          object_type: 'IssueComment',
        }))
      },
    },
  ]
}

function writer(call: CodehostCall): Kind<Issue>['write'] {
  const writers = new Map<number, ReturnType<typeof issueWriter>>()
  return (issue) => {
    let write = writers.get(issue.repoId)
    if (write === undefined) {
      write = issueWriter(call, call.rows.repos.require(issue.repoId))
      writers.set(issue.repoId, write)
    }
    const { closed_by: _, body, ...rest } = write(issue)
    // The vendor's description allows a text or an absent body, never null.
    return { ...rest, body: body ?? undefined }
  }
}
