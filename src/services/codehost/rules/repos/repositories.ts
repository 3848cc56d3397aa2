import type { NewRow } from '#core/store.ts'
import { blob, commit, type GitSignature } from '#codehost/git/objects.ts'
import { writeTree } from '#codehost/git/trees.ts'
import type { Rows } from '#codehost/call.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { ensureCategories } from '../discussions/categories.ts'
import { branchRef, commitAt, objectsOf } from '../git/objects.ts'
import { DEFAULT_LABELS } from '../issues/default-labels.ts'

/** The fields of a new repository. Absent fields get the vendor's defaults. */
export type RepoFields = Pick<Repo, 'ownerId' | 'name'> &
  Partial<Omit<Repo, 'id' | 'createdAt' | 'updatedAt' | 'pushedAt'>>

/** Adds a repository without commits, with the default labels, created at `at` (epoch milliseconds). */
export function createRepository(rows: Rows, fields: RepoFields, at: number): Repo {
  const row: NewRow<Repo> = {
    description: null,
    homepage: null,
    language: null,
    private: false,
    visibility: fields.private === true ? 'private' : 'public',
    fork: false,
    parentId: null,
    sourceId: null,
    templateId: null,
    defaultBranch: 'main',
    topics: [],
    license: null,
    archived: false,
    disabled: false,
    isTemplate: false,
    hasIssues: true,
    hasProjects: true,
    hasWiki: true,
    hasPages: false,
    hasDownloads: true,
    hasDiscussions: false,
    hasPullRequests: true,
    pullRequestCreationPolicy: 'all',
    allowForking: true,
    allowMergeCommit: true,
    allowSquashMerge: true,
    allowRebaseMerge: true,
    allowAutoMerge: false,
    allowUpdateBranch: false,
    deleteBranchOnMerge: false,
    squashMergeCommitTitle: 'COMMIT_OR_PR_TITLE',
    squashMergeCommitMessage: 'COMMIT_MESSAGES',
    mergeCommitTitle: 'MERGE_MESSAGE',
    mergeCommitMessage: 'PR_TITLE',
    webCommitSignoffRequired: false,
    ...fields,
    createdAt: at,
    updatedAt: at,
    pushedAt: at,
  }
  const repo = rows.repos.insert(row)
  for (const [name, color, description] of DEFAULT_LABELS) {
    rows.labels.insert({ repoId: repo.id, name, color, description })
  }
  ensureCategories(rows, repo, at)
  return repo
}

/** A commit of text files. */
export interface TextCommit {
  /** The sha of the parent commit; null for a first commit. */
  readonly from: string | null
  /** File texts by path. */
  readonly files: Readonly<Record<string, string>>
  readonly message: string
  readonly author: Account
  /** Epoch milliseconds. */
  readonly at: number
}

/** A commit of text files on a branch. */
export interface FileChange extends TextCommit {
  /** The name without `refs/heads/`; a new branch is created. */
  readonly branch: string
}

/** Commits text files to a branch and returns the SHA of the commit. Emits nothing. */
export function commitFiles(rows: Rows, repo: Repo, change: FileChange): string {
  const made = writeFiles(rows, repo, change)
  const ref = branchRef(rows, repo, change.branch)
  if (ref === undefined) rows.refs.insert({ repoId: repo.id, name: `refs/heads/${change.branch}`, sha: made })
  else rows.refs.update(ref.id, { sha: made })
  return made
}

/** Writes a commit of text files that no ref points to, and returns its SHA. */
export function writeFiles(rows: Rows, repo: Repo, { from, files, message, author, at }: TextCommit): string {
  const objects = objectsOf(rows, repo)
  const parent = from === null ? null : commitAt(rows, repo, from)
  const changes = Object.entries(files).map(([path, text]) => {
    const object = blob(text)
    objects.put(object)
    return { path, sha: object.sha }
  })
  const signature = signatureOf(author, at)
  const made = commit({
    tree: writeTree(objects, parent?.tree ?? null, changes),
    parents: parent === null ? [] : [parent.sha],
    author: signature,
    committer: signature,
    message,
  })
  objects.put(made)
  return made.sha
}

/** Returns the README that `auto_init` writes. */
export function readme({ name, description }: Pick<Repo, 'name' | 'description'>): string {
  return description === null || description === '' ? `# ${name}` : `# ${name}\n${description}\n`
}

/** Returns the signature of commits that an account makes through the API. Git stores times in whole seconds. */
export function signatureOf({ login, name, email, id }: Account, at: number): GitSignature {
  return {
    name: name ?? login,
    email: email ?? `${id}+${login}@users.noreply.github.com`,
    at: Math.floor(at / 1000) * 1000,
  }
}
