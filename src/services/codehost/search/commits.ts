import type { CodehostCall } from '#codehost/call.ts'
import { ancestors } from '#codehost/git/history.ts'
import type { Commit, GitSignature } from '#codehost/git/objects.ts'
import { commitJson } from '#codehost/json/commits/commit.ts'
import { briefRepositoryJson } from '#codehost/json/repos/repository.ts'
import { accountOf } from '#codehost/rules/commits/authors.ts'
import { isGranted } from '#codehost/rules/apps/gate.ts'
import { branchTip, objectsOf } from '#codehost/rules/git/objects.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import type { Qualifier, Query } from './query.ts'
import { timeRange, within } from './ranges.ts'
import { isVisibility, repoQualifiers, reposInScope, findNamedAccount, withoutForks } from './scope.ts'
import type { Kind, Qualifiers } from './search.ts'
import { withMillis, zonedTime } from '#codehost/json/format.ts'
import { memoised } from '#codehost/json/memoised.ts'

/** A commit of a repository's default branch. */
export interface RepoCommit {
  readonly repo: Repo
  readonly commit: Commit
}

/** Defines the search for commits. https://docs.github.com/search-github/searching-on-github/searching-commits */
export function commitKind(call: CodehostCall, query: Query): Kind<RepoCommit> {
  const repositoryOf = memoised((id) => briefRepositoryJson(call, call.rows.repos.require(id)))
  return {
    objectType: 'Commit',
    candidates: commitsOf(call, withoutForks(reposInScope(call, query), query)),
    qualifiers: qualifiers(call),
    fields: [
      {
        in: 'message',
        property: 'message',
        style: 'prose',
        weight: 1,
        byDefault: true,
        read: ({ commit }) => [commit.message],
      },
    ],
    sorts: { 'author-date': ({ commit }) => commit.author.at, 'committer-date': ({ commit }) => commit.committer.at },
    newest: ({ commit }) => ({ rank: commit.committer.at }),
    write: ({ repo, commit }) => {
      const { url, sha, node_id, html_url, comments_url, commit: git, ...people } = commitJson(call, repo, commit)
      const repository = repositoryOf(repo.id)
      return { url, sha, node_id, html_url, comments_url, commit: withZones(commit, git), ...people, repository }
    },
  }
}

/** Writes the times of a commit in their own zones, which only the search does. */
function withZones<G extends { readonly author: object; readonly committer: object }>(found: Commit, git: G) {
  const date = ({ at, offset }: GitSignature): string => withMillis(zonedTime(at, offset))
  return {
    ...git,
    author: { ...git.author, date: date(found.author) },
    committer: { ...git.committer, date: date(found.committer) },
  }
}

function* commitsOf(call: CodehostCall, repos: readonly Repo[]): Generator<RepoCommit> {
  const { rows } = call
  for (const repo of repos) {
    const tip = branchTip(rows, repo, repo.defaultBranch)
    if (tip === null || !isGranted(call, repo, 'contents=read')) continue
    for (const commit of ancestors(objectsOf(rows, repo), tip.sha)) yield { repo, commit }
  }
}

function qualifiers(call: CodehostCall): Qualifiers<RepoCommit> {
  const person = (side: 'author' | 'committer') => (qualifier: Qualifier) => {
    const { id } = findNamedAccount(call, qualifier)
    return ({ commit }: RepoCommit) => accountOf(call.rows, commit[side])?.id === id
  }
  const signed =
    (side: 'author' | 'committer', read: (signature: GitSignature) => string) => (qualifier: Qualifier) => {
      const words = qualifier.value.toLowerCase()
      return ({ commit }: RepoCommit) => read(commit[side]).toLowerCase().includes(words)
    }
  const dated =
    (side: 'author' | 'committer') =>
    ({ value }: Qualifier) => {
      const range = timeRange(value)
      return ({ commit }: RepoCommit) => within(range, commit[side].at)
    }
  const sha =
    (fits: (commit: Commit, lowerValue: string) => boolean) =>
    ({ value }: Qualifier) => {
      const lowerValue = value.toLowerCase()
      return ({ commit }: RepoCommit) => lowerValue.length >= 7 && fits(commit, lowerValue)
    }
  return {
    ...repoQualifiers(call, ({ repo }: RepoCommit) => repo),
    is:
      ({ value }) =>
      ({ repo }) =>
        isVisibility(repo, value) ?? false,
    author: person('author'),
    committer: person('committer'),
    'author-name': signed('author', ({ name }) => name),
    'committer-name': signed('committer', ({ name }) => name),
    'author-email': signed('author', ({ email }) => email),
    'committer-email': signed('committer', ({ email }) => email),
    'author-date': dated('author'),
    'committer-date': dated('committer'),
    merge:
      ({ value }) =>
      ({ commit }) =>
        commit.parents.length > 1 === (value === 'true'),
    hash: sha((commit, lowerValue) => commit.sha.startsWith(lowerValue)),
    parent: sha((commit, lowerValue) => commit.parents.some((parent) => parent.startsWith(lowerValue))),
    tree: sha((commit, lowerValue) => commit.tree.startsWith(lowerValue)),
  }
}
