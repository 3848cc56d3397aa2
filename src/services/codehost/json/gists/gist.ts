import { lookup } from 'mrmime'
import type { Site } from '#codehost/call.ts'
import { blobAt, treeEntries, type Blob, type Commit, type TreeEntry } from '#codehost/git/objects.ts'
import { accountOf } from '#codehost/rules/commits/authors.ts'
import { historyOf, revisionOf } from '#codehost/rules/gists/files.ts'
import { gitRowsOf, latestRevision } from '#codehost/rules/gists/gists.ts'
import { objectsOf } from '#codehost/rules/git/objects.ts'
import { languageOf } from '#codehost/rules/repos/languages.ts'
import type { Gist } from '#codehost/schema/gists.ts'
import { publicUserJson, simpleUserByIdJson, simpleUserJson } from '../accounts/account.ts'
import { nodeId, time } from '../format.ts'

/** The files and the revisions that an answer has at most. https://docs.github.com/rest/gists/gists#get-a-gist */
const MOST_FILES = 300
const MOST_REVISIONS = 30

/** The bytes of a file that an answer has at most: one megabyte. */
const MOST_CONTENT = 1_000_000

/** A gist in a list: `base-gist`. */
export function baseGistJson(site: Site, gist: Gist) {
  const { rows, base, urls } = site
  const { name } = gist
  const url = `${base}/gists/${name}`
  const owner = simpleUserByIdJson(site, gist.ownerId)
  const tip = latestRevision(rows, gist)
  return {
    url,
    forks_url: `${url}/forks`,
    commits_url: `${url}/commits`,
    id: name,
    node_id: nodeId('G', name),
    git_pull_url: urls.of(`/gist/${name}.git`),
    git_push_url: urls.of(`/gist/${name}.git`),
    html_url: urls.of(`/gist/${owner.login}/${name}`),
    files: Object.fromEntries(filesOf(site, gist, tip).map(({ file, json }) => [file.path, json])),
    public: gist.public,
    created_at: time(gist.createdAt),
    updated_at: time(gist.updatedAt),
    description: gist.description,
    comments: rows.gistComments.countReferring('gistId', gist.id),
    user: null,
    comments_enabled: true,
    comments_url: `${url}/comments`,
    owner,
    truncated: isTruncated(site, gist, tip),
  }
}

/** A gist with the contents of its files in one revision, its forks and its history: `gist-simple`. */
export function gistJson(site: Site, gist: Gist, revision: Commit | null = latestRevision(site.rows, gist)) {
  const { rows } = site
  const files = filesOf(site, gist, revision).map(({ file, blob, json }) => [
    file.path,
    { ...json, ...contentJson(blob) },
  ])
  const parent = rows.gists.get(gist.parentId)
  return {
    ...baseGistJson(site, gist),
    files: Object.fromEntries(files) as Readonly<Record<string, object>>,
    truncated: isTruncated(site, gist, revision),
    forks: rows.gists.referring('parentId', gist.id).map((fork) => forkJson(site, fork)),
    history: revision === null ? [] : revisionsJson(site, gist, revision).slice(0, MOST_REVISIONS),
    ...(parent === undefined ? {} : { fork_of: baseGistJson(site, parent) }),
  }
}

/** A revision of a gist: `gist-commit`. */
export function revisionJson(site: Site, gist: Gist, commit: Commit) {
  const author = accountOf(site.rows, commit.author)
  const { additions, deletions } = revisionOf(gitRowsOf(site.rows), gist, commit)
  return {
    user: author === undefined ? null : simpleUserJson(site, author),
    version: commit.sha,
    committed_at: time(commit.committer.at),
    change_status: { total: additions + deletions, additions, deletions },
    url: `${site.base}/gists/${gist.name}/${commit.sha}`,
  }
}

function revisionsJson(site: Site, gist: Gist, tip: Commit) {
  const commits = historyOf(gitRowsOf(site.rows), gist, tip).slice(0, MOST_REVISIONS)
  return commits.map((commit) => revisionJson(site, gist, commit))
}

function forkJson(site: Site, fork: Gist) {
  return {
    url: `${site.base}/gists/${fork.name}`,
    user: publicUserJson(site, site.rows.accounts.require(fork.ownerId)),
    id: fork.name,
    created_at: time(fork.createdAt),
    updated_at: time(fork.updatedAt),
  }
}

function isTruncated({ rows }: Site, gist: Gist, revision: Commit | null): boolean {
  return revision !== null && treeEntries(objectsOf(gitRowsOf(rows), gist), revision.tree).length > MOST_FILES
}

/** Returns the files of a revision, with what lists show of them. */
export function filesOf(site: Site, gist: Gist, revision: Commit | null) {
  if (revision === null) return []
  const objects = objectsOf(gitRowsOf(site.rows), gist)
  const files = treeEntries(objects, revision.tree).filter(({ mode }) => mode === '100644' || mode === '100755')
  return files.slice(0, MOST_FILES).map((file) => {
    const blob = blobAt(objects, file.sha)
    return { file, blob, json: fileJson(site, gist, file, blob) }
  })
}

function fileJson({ rows, urls }: Site, gist: Gist, { path, sha }: TreeEntry, { size }: Blob) {
  const owner = rows.accounts.require(gist.ownerId).login
  return {
    filename: path,
    type: mediaTypeOf(path),
    language: languageOf(path) ?? PROSE[path.slice(path.lastIndexOf('.') + 1).toLowerCase()] ?? 'Text',
    raw_url: urls.of(`/gist-raw/${owner}/${gist.name}/raw/${sha}/${encodeURIComponent(path)}`),
    size,
  }
}

/** Languages that repositories do not count. */
const PROSE: Readonly<Record<string, string>> = { md: 'Markdown', json: 'JSON', yml: 'YAML', yaml: 'YAML' }

/** Media types that differ from the registered ones at the vendor. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  js: 'application/javascript',
  py: 'application/x-python',
  rb: 'application/x-ruby',
  sh: 'application/x-sh',
}

function mediaTypeOf(path: string): string {
  return MEDIA_TYPES[path.slice(path.lastIndexOf('.') + 1).toLowerCase()] ?? lookup(path) ?? 'text/plain'
}

function contentJson({ content, encoding, size }: Blob) {
  const truncated = size > MOST_CONTENT
  return { truncated, content: truncated ? content.slice(0, MOST_CONTENT) : content, encoding }
}
