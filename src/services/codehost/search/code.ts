import type { CodehostCall } from '#codehost/call.ts'
import { blobText, type Blob } from '#codehost/git/objects.ts'
import { walkTree } from '#codehost/git/trees.ts'
import { repoUrls } from '#codehost/rules/repos/repo-urls.ts'
import { briefRepositoryJson } from '#codehost/json/repos/repository.ts'
import { languageOf } from '#codehost/rules/repos/languages.ts'
import { isGranted } from '#codehost/rules/apps/gate.ts'
import { branchTip, objectsOf } from '#codehost/rules/git/objects.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { qualifiersOf, termsOf, type Qualifier, type Query } from './query.ts'
import { numberRange, within } from './ranges.ts'
import { invalidSearch } from './failures.ts'
import { isVisibility, repoQualifiers, reposInScope, withoutForks } from './scope.ts'
import type { Kind, Qualifiers } from './search.ts'
import { memoised } from '#codehost/json/memoised.ts'

/** A file of a repository's default branch. */
export interface RepoFile {
  readonly repo: Repo
  /** The commit at the tip of the branch. */
  readonly commit: string
  readonly path: string
  readonly blob: Blob
}

/** The size in bytes from which a file is not searched. */
const LARGEST = 384 * 1024

/**
 * Defines the search for files. https://docs.github.com/search-github/searching-on-github/searching-code
 *
 * @throws 422 for a query with neither a word nor a file name.
 */
export function codeKind(call: CodehostCall, query: Query): Kind<RepoFile> {
  const { conditions } = query
  const isNamed = [...qualifiersOf(conditions)].some(({ name }) => ['filename', 'extension', 'path'].includes(name))
  if (!isNamed && termsOf(conditions).next().done === true) {
    throw invalidSearch('ERROR_TYPE_QUERY_PARSING_FATAL unable to parse query!')
  }
  const repositoryOf = memoised((id) => briefRepositoryJson(call, call.rows.repos.require(id)))
  return {
    objectType: 'FileContent',
    candidates: filesOf(call, withoutForks(reposInScope(call, query), query)),
    qualifiers: qualifiers(call),
    fields: [
      { in: 'path', property: 'path', style: 'name', weight: 2, byDefault: false, read: ({ path }) => [path] },
      {
        in: 'file',
        property: 'content',
        style: 'code',
        weight: 1,
        byDefault: true,
        read: ({ blob }) => [blobText(blob)],
      },
    ],
    sorts: { indexed: ({ repo }) => repo.pushedAt },
    newest: ({ repo }) => ({ rank: repo.pushedAt, id: repo.id }),
    write: (file) => ({ ...fileJson(call, file), repository: repositoryOf(file.repo.id) }),
  }
}

function* filesOf(call: CodehostCall, repos: readonly Repo[]): Generator<RepoFile> {
  const { rows } = call
  for (const repo of repos) {
    const tip = branchTip(rows, repo, repo.defaultBranch)
    if (tip === null || !isGranted(call, repo, 'contents=read')) continue
    const objects = objectsOf(rows, repo)
    for (const { path, sha, mode } of walkTree(objects, tip.tree, { recursive: true })) {
      const blob = mode === '100644' || mode === '100755' ? objects.get(sha) : null
      if (blob?.kind === 'blob' && blob.size < LARGEST) yield { repo, commit: tip.sha, path, blob }
    }
  }
}

function qualifiers(call: CodehostCall): Qualifiers<RepoFile> {
  const lower =
    (fits: (file: RepoFile, lowerValue: string) => boolean) =>
    ({ value }: Qualifier) => {
      const lowerValue = value.toLowerCase()
      return (file: RepoFile) => fits(file, lowerValue)
    }
  return {
    ...repoQualifiers(call, ({ repo }: RepoFile) => repo),
    is:
      ({ value }) =>
      ({ repo }) =>
        isVisibility(repo, value) ?? false,
    filename: lower(({ path }, lowerValue) => nameOf(path).toLowerCase().includes(lowerValue)),
    extension: lower(({ path }, lowerValue) =>
      nameOf(path)
        .toLowerCase()
        .endsWith(`.${lowerValue.replace(/^\./, '')}`),
    ),
    path: lower(({ path }, lowerValue) => isBelow(path.toLowerCase(), lowerValue)),
    language: lower(({ path }, lowerValue) => languageOf(path)?.toLowerCase() === lowerValue),
    size: ({ value }) => {
      const range = numberRange(value)
      return ({ blob }) => within(range, blob.size)
    },
  }
}

/** Returns whether a path is `target` or lies below it. `/` matches only files of the root. */
function isBelow(path: string, target: string): boolean {
  if (target === '/') return !path.includes('/')
  const directory = target.replaceAll(/^\/+|\/+$/g, '')
  return path === directory || path.startsWith(`${directory}/`)
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function fileJson(call: CodehostCall, { repo, commit, path, blob }: RepoFile) {
  const { url, page } = repoUrls(call, repo)
  const escaped = path.split('/').map(encodeURIComponent).join('/')
  return {
    name: nameOf(path),
    path,
    sha: blob.sha,
    url: `${url}/contents/${escaped}?ref=${commit}`,
    git_url: `${url}/git/blobs/${blob.sha}`,
    html_url: `${page}/blob/${commit}/${escaped}`,
  }
}
