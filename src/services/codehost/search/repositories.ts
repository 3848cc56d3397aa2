import type { CodehostCall } from '#codehost/call.ts'
import { repositoryJson } from '#codehost/json/repos/repository.ts'
import { readmePath } from '#codehost/rules/git/contents.ts'
import { languagesOf } from '#codehost/rules/repos/languages.ts'
import { branchTip, objectsOf } from '#codehost/rules/git/objects.ts'
import { blobText } from '#codehost/git/objects.ts'
import { entryAt } from '#codehost/git/trees.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import type { Field } from './matching.ts'
import type { Qualifier, Query } from './query.ts'
import { numberRange, timeRange, within } from './ranges.ts'
import { isVisibility, repoQualifiers, reposInScope, withoutForks } from './scope.ts'
import type { Kind, Qualifiers } from './search.ts'

/**
 * Defines the search for repositories.
 * https://docs.github.com/search-github/searching-on-github/searching-for-repositories
 */
export function repositoryKind(call: CodehostCall, query: Query): Kind<Repo> {
  const { rows, principal } = call
  return {
    objectType: 'Repository',
    candidates: withoutForks(reposInScope(call, query), query),
    qualifiers: qualifiers(call),
    fields: fields(call),
    sorts: {
      stars: (repo) => rows.stars.countReferring('repoId', repo.id),
      forks: (repo) => rows.repos.countReferring('parentId', repo.id),
      'help-wanted-issues': (repo) => openIssuesLabelled(call, repo, 'help wanted'),
      updated: (repo) => repo.updatedAt,
    },
    newest: ({ createdAt, id }) => ({ rank: createdAt, id }),
    write: (repo) => repositoryJson(call, repo, principal?.user ?? null),
  }
}

function fields({ rows }: CodehostCall): readonly Field<Repo>[] {
  return [
    {
      in: 'name',
      property: 'name',
      style: 'name',
      weight: 4,
      byDefault: true,
      read: ({ name }) => [name],
    },
    { in: 'topics', property: 'topics', style: 'name', weight: 2, byDefault: true, read: ({ topics }) => topics },
    {
      in: 'description',
      property: 'description',
      style: 'prose',
      weight: 1,
      byDefault: true,
      read: ({ description }) => [description],
    },
    {
      in: 'readme',
      property: 'readme',
      style: 'prose',
      weight: 1,
      byDefault: false,
      read: (repo) => [readmeText({ rows }, repo)],
    },
  ]
}

/** Defines a qualifier that takes a range of numbers, such as `stars:>10`. */
function counted(count: (repo: Repo) => number) {
  return ({ value }: Qualifier) => {
    const range = numberRange(value)
    return (repo: Repo) => within(range, count(repo))
  }
}

/** Defines a qualifier that takes a range of dates, such as `created:>2024-01-01`. */
function timed(at: (repo: Repo) => number) {
  return ({ value }: Qualifier) => {
    const range = timeRange(value)
    return (repo: Repo) => within(range, at(repo))
  }
}

/** Defines a qualifier that takes `true` or `false`. */
function flagged(flag: (repo: Repo) => boolean) {
  return ({ value }: Qualifier) =>
    (repo: Repo) =>
      flag(repo) === (value === 'true')
}

function qualifiers(call: CodehostCall): Qualifiers<Repo> {
  const { rows } = call
  return {
    ...repoQualifiers(call, (repo: Repo) => repo),
    is:
      ({ value }) =>
      (repo) =>
        isVisibility(repo, value) ??
        (value === 'archived'
          ? repo.archived
          : value === 'template'
            ? repo.isTemplate
            : value === 'fork'
              ? repo.fork
              : false),
    visibility:
      ({ value }) =>
      (repo) =>
        isVisibility(repo, value) ?? false,
    template: flagged(({ isTemplate }) => isTemplate),
    mirror: flagged(() => false),
    size: counted(() => 0),
    stars: counted(({ id }) => rows.stars.countReferring('repoId', id)),
    forks: counted(({ id }) => rows.repos.countReferring('parentId', id)),
    followers: counted(({ ownerId }) => rows.follows.countReferring('followedId', ownerId)),
    topics: counted(({ topics }) => topics.length),
    'good-first-issues': counted((repo) => openIssuesLabelled(call, repo, 'good first issue')),
    'help-wanted-issues': counted((repo) => openIssuesLabelled(call, repo, 'help wanted')),
    created: timed(({ createdAt }) => createdAt),
    updated: timed(({ updatedAt }) => updatedAt),
    pushed: timed(({ pushedAt }) => pushedAt),
    language: ({ value }) => {
      const lowerValue = value.toLowerCase()
      return (repo) => mainLanguage(call, repo)?.toLowerCase() === lowerValue
    },
    topic: ({ value }) => {
      const lowerValue = value.toLowerCase()
      return ({ topics }) => topics.includes(lowerValue)
    },
    license: ({ value }) => {
      const lowerValue = value.toLowerCase()
      return ({ license }) => license?.toLowerCase() === lowerValue
    },
  }
}

/** Returns the main language of a repository; null when it is unknown. */
export function mainLanguage({ rows }: Pick<CodehostCall, 'rows'>, repo: Repo): string | null {
  return repo.language ?? Object.keys(languagesOf(rows, repo))[0] ?? null
}

function readmeText({ rows }: Pick<CodehostCall, 'rows'>, repo: Repo): string | null {
  const tip = branchTip(rows, repo, repo.defaultBranch)
  if (tip === null) return null
  const objects = objectsOf(rows, repo)
  const path = readmePath(objects, tip.tree, '')
  const entry = path === null ? null : entryAt(objects, tip.tree, path)
  const object = entry === null ? null : objects.get(entry.sha)
  return object?.kind === 'blob' ? blobText(object) : null
}

function openIssuesLabelled({ rows }: Pick<CodehostCall, 'rows'>, repo: Repo, name: string): number {
  const label = rows.labels.find('name', repo.id, name)
  if (label === undefined) return 0
  return rows.issueLabels.referring('labelId', label.id).filter(({ issueId }) => {
    const issue = rows.issues.require(issueId)
    return issue.state === 'open' && !issue.isPull
  }).length
}
