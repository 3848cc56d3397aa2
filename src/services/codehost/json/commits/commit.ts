import type { FileChange } from '#codehost/git/changes.ts'
import { signedBytesOf, type Commit, type GitSignature, type Tag } from '#codehost/git/objects.ts'
import { linkedAccount } from '#codehost/rules/commits/authors.ts'
import { verificationOf } from '#codehost/rules/commits/verification.ts'
import type { Site } from '#codehost/call.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { simpleUserJson } from '../accounts/account.ts'
import { messageOf, nodeId, time, timeOrNull } from '../format.ts'
import { repoUrls } from '#codehost/rules/repos/repo-urls.ts'

/** A commit in a list: `commit`. */
export function commitJson(site: Site, repo: Repo, commit: Commit) {
  const { url, page } = repoUrls(site, repo)
  const { sha } = commit
  return {
    sha,
    node_id: commitNodeId(repo, sha),
    commit: {
      author: gitUserJson(commit.author),
      committer: gitUserJson(commit.committer),
      message: messageOf(commit),
      tree: { sha: commit.tree, url: `${url}/git/trees/${commit.tree}` },
      url: `${url}/git/commits/${sha}`,
      comment_count: site.rows.commitComments.count('byCommit', repo.id, sha),
      verification: verificationJson(site, commit),
    },
    url: `${url}/commits/${sha}`,
    html_url: `${page}/commit/${sha}`,
    comments_url: `${url}/commits/${sha}/comments`,
    author: person(site, commit.author),
    committer: person(site, commit.committer),
    parents: commit.parents.map((parent) => ({
      sha: parent,
      url: `${url}/commits/${parent}`,
      html_url: `${page}/commit/${parent}`,
    })),
  }
}

/** A commit on its own, with its changed files. `listed` are the files of this page. */
export function commitWithFilesJson(
  site: Site,
  repo: Repo,
  commit: Commit,
  changes: readonly FileChange[],
  listed: readonly FileChange[] = changes,
) {
  const sum = (field: 'additions' | 'deletions' | 'changes') => changes.reduce((all, change) => all + change[field], 0)
  return {
    ...commitJson(site, repo, commit),
    stats: { total: sum('changes'), additions: sum('additions'), deletions: sum('deletions') },
    files: listed.map((change) => diffEntryJson(site, repo, commit.sha, change)),
  }
}

/** A changed file: `diff-entry`. `sha` is the commit in the file's URLs. */
export function diffEntryJson(site: Site, repo: Repo, sha: string, change: FileChange) {
  const { url, page } = repoUrls(site, repo)
  const path = encodeURIComponent(change.filename)
  return {
    sha: change.sha,
    filename: change.filename,
    status: change.status,
    additions: change.additions,
    deletions: change.deletions,
    changes: change.changes,
    blob_url: `${page}/blob/${sha}/${path}`,
    raw_url: `${page}/raw/${sha}/${path}`,
    contents_url: `${url}/contents/${path}?ref=${sha}`,
    ...(change.patch === undefined ? {} : { patch: change.patch }),
    ...(change.previousFilename === undefined ? {} : { previous_filename: change.previousFilename }),
  }
}

/** The author, committer or tagger of a commit or tag, and the time. */
export function gitUserJson({ name, email, at }: GitSignature) {
  return { name, email, date: time(at) }
}

/** The verification of the signature of a commit or a tag: `verification`. */
export function verificationJson({ rows }: Pick<Site, 'rows'>, object: Commit | Tag) {
  const { reason, at } = verificationOf(rows, object)
  const signed = signedBytesOf(object)
  return {
    verified: reason === 'valid',
    reason,
    signature: signed?.signature ?? null,
    payload: signed?.bytes.toString('utf8') ?? null,
    verified_at: timeOrNull(at),
  }
}

/** Returns the node id of a commit. */
export function commitNodeId(repo: Pick<Repo, 'id'>, sha: string): string {
  return nodeId('C', `${repo.id}:${sha}`)
}

function person(site: Site, signature: GitSignature) {
  const account = linkedAccount(site.rows, signature)
  return account === undefined ? null : simpleUserJson(site, account)
}
