import type { Blob, Commit, GitObject, Tag, TreeEntry } from '#codehost/git/objects.ts'
import type { Site } from '#codehost/call.ts'
import type { Ref } from '#codehost/schema/git.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { commitNodeId, gitUserJson, verificationJson } from '../commits/commit.ts'
import { messageOf, nodeId, refInUrl } from '../format.ts'
import { repoUrls } from '#codehost/rules/repos/repo-urls.ts'

/** A ref: `git-ref`. */
export function refJson(site: Site, repo: Repo, { name, sha }: Pick<Ref, 'name' | 'sha'>) {
  const { url } = repoUrls(site, repo)
  const kind = site.rows.objects.get(`${repo.id} ${sha}`)?.object.kind ?? 'commit'
  return {
    ref: name,
    node_id: nodeId('REF', `${repo.id}:${name}`),
    url: `${url}/git/${refInUrl(name)}`,
    object: { sha, type: kind, url: objectUrl(url, kind, sha) },
  }
}

/** A commit as a git object: `git-commit`. */
export function gitCommitJson(site: Site, repo: Repo, commit: Commit) {
  const { url, page } = repoUrls(site, repo)
  const { sha } = commit
  return {
    sha,
    node_id: commitNodeId(repo, sha),
    url: `${url}/git/commits/${sha}`,
    html_url: `${page}/commit/${sha}`,
    author: gitUserJson(commit.author),
    committer: gitUserJson(commit.committer),
    tree: { sha: commit.tree, url: `${url}/git/trees/${commit.tree}` },
    message: messageOf(commit),
    parents: commit.parents.map((parent) => ({
      sha: parent,
      url: `${url}/git/commits/${parent}`,
      html_url: `${page}/commit/${parent}`,
    })),
    verification: verificationJson(site, commit),
  }
}

/** A tree with the given entries, which include those of subdirectories for a recursive listing: `git-tree`. */
export function treeJson(site: Site, repo: Repo, sha: string, entries: readonly TreeEntry[], truncated: boolean) {
  const { url } = repoUrls(site, repo)
  return {
    sha,
    url: `${url}/git/trees/${sha}`,
    tree: entries.map((entry) => treeEntry(site, repo, url, entry)),
    truncated,
  }
}

function treeEntry({ rows }: Site, repo: Repo, url: string, { path, mode, sha }: TreeEntry) {
  const type = mode === '040000' ? 'tree' : mode === '160000' ? 'commit' : 'blob'
  const object = type === 'blob' ? rows.objects.get(`${repo.id} ${sha}`)?.object : undefined
  return {
    path,
    mode,
    type,
    sha,
    ...(object?.kind === 'blob' ? { size: object.size } : {}),
    // A submodule's commit is in another repository, so it has no URL here.
    ...(type === 'commit' ? {} : { url: objectUrl(url, type, sha) }),
  }
}

/** A blob with its bytes in base64: `blob`. */
export function blobJson(site: Site, repo: Repo, blob: Blob) {
  const { url } = repoUrls(site, repo)
  return {
    sha: blob.sha,
    node_id: nodeId('B', `${repo.id}:${blob.sha}`),
    size: blob.size,
    url: `${url}/git/blobs/${blob.sha}`,
    content: base64Lines(blob),
    encoding: 'base64',
  }
}

/** Returns the bytes of a blob in base64 as the vendor wraps it: lines of 60 characters, each with a line end. */
export function base64Lines({ content, encoding }: Blob): string {
  const base64 = Buffer.from(content, encoding).toString('base64')
  return base64.replaceAll(/.{1,60}/g, '$&\n')
}

/** An annotated tag: `git-tag`. */
export function tagJson(site: Site, repo: Repo, tag: Tag) {
  const { url } = repoUrls(site, repo)
  return {
    node_id: nodeId('TA', `${repo.id}:${tag.sha}`),
    sha: tag.sha,
    url: `${url}/git/tags/${tag.sha}`,
    tagger: gitUserJson(tag.tagger),
    object: { sha: tag.object, type: tag.type, url: objectUrl(url, tag.type, tag.object) },
    tag: tag.tag,
    message: tag.message,
    verification: verificationJson(site, tag),
  }
}

function objectUrl(url: string, kind: GitObject['kind'], sha: string): string {
  return `${url}/git/${kind}s/${sha}`
}
