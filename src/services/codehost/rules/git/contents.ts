import { conflict, notFound, invalidRequest, notSupplied, unprocessable } from '#codehost/errors.ts'
import type { CodehostCall } from '#codehost/call.ts'
import {
  blob,
  blobAt,
  blobText,
  treeEntries,
  type Blob,
  type Commit,
  type Objects,
  type TreeEntry,
} from '#codehost/git/objects.ts'
import { entryAt, writeTree } from '#codehost/git/trees.ts'
import { commit as makeCommit, type GitSignature } from '#codehost/git/objects.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { obstacleToMove } from '../protection/rule-suites.ts'
import { isRuleViolation } from '../protection/violations.ts'
import { branchTip, objectsOf, resolveCommit } from './objects.ts'
import { setRef } from './refs.ts'
import { refuseWorkflowFile } from '../actions/workflow-writes.ts'

/**
 * Returns the commit whose contents a request reads: the named one, else the tip of the default branch.
 *
 * @throws 404.
 */
export function contentCommit(call: CodehostCall, repo: Repo, ref: string | null): { commit: Commit; ref: string } {
  const { rows } = call
  const name = ref === null || ref === '' ? repo.defaultBranch : ref
  const commit = resolveCommit(rows, repo, name)
  if (commit !== null) return { commit, ref: name }
  if (rows.refs.count('byName', repo.id) === 0) throw notFound('This repository is empty.')
  throw notFound(`No commit found for the ref ${name}`)
}

/**
 * Returns the file that a symbolic link points to, with its full path; null when the target is not a file of the
 * repository.
 */
export function followLink(objects: Objects, tree: string, path: string, link: TreeEntry): TreeEntry | null {
  const target = blobText(blobAt(objects, link.sha)) ?? ''
  if (target.startsWith('/')) return null
  const names = path.split('/').slice(0, -1)
  for (const name of target.split('/')) {
    if (name === '..') {
      if (names.pop() === undefined) return null
    } else if (name !== '.' && name !== '') names.push(name)
  }
  const found = entryAt(objects, tree, names.join('/'))
  return found?.mode === '100644' || found?.mode === '100755' ? { ...found, path: names.join('/') } : null
}

/** Returns the path of a directory's README by the vendor's preference; null when there is none. */
export function readmePath(objects: Objects, tree: string, directory: string): string | null {
  const places = directory === '' ? ['.github', '', 'docs'] : [directory]
  for (const place of places) {
    const entry = place === '' ? null : entryAt(objects, tree, place)
    const sha = place === '' ? tree : entry?.mode === '040000' ? entry.sha : null
    const found = sha === null ? undefined : readmeIn(objects, sha)
    if (found !== undefined) return place === '' ? found : `${place}/${found}`
  }
  return null
}

function readmeIn(objects: Objects, sha: string): string | undefined {
  const files = treeEntries(objects, sha).filter(({ mode }) => mode !== '040000')
  const names = files.map(({ path }) => path)
  const readmes = names.filter((name) => /^readme(?:\.\w+)?$/i.test(name))
  return readmes.find((name) => /\.(?:md|markdown|mdown|mkdn)$/i.test(name)) ?? readmes[0]
}

/** A file to write or delete through the API. */
export interface FileInput {
  readonly path: string
  /** The bytes; null to delete the file. */
  readonly content: Uint8Array | null
  /** The SHA of the blob that the client wants to replace. */
  readonly sha: string | undefined
  /** Without `refs/heads/`. */
  readonly branch: string
  readonly message: string
  readonly author: GitSignature
  readonly committer: GitSignature
}

/** The result of {@link writeFile}. */
export interface WrittenFile {
  readonly commit: Commit
  readonly blob: Blob | null
  readonly entry: TreeEntry | null
  readonly created: boolean
}

/**
 * Commits one file to a branch.
 *
 * @throws 404 for an unknown branch or file, 409 for a stale SHA, 422 for a missing SHA.
 */
export function writeFile(call: CodehostCall, repo: Repo, user: Account, input: FileInput): WrittenFile {
  const { rows } = call
  const { path, branch, message, author, committer } = input
  refuseWorkflowFile(call, repo, path)
  const objects = objectsOf(rows, repo)
  const tip = tipFor(call, repo, branch)
  const before = tip === null ? null : entryAt(objects, tip.tree, path)
  requireSha(input, before)
  const made = input.content === null ? null : blob(input.content)
  if (made !== null) objects.put(made)
  const tree = newTree(objects, tip, path, made)
  const parents = tip === null ? [] : [tip.sha]
  const commit = makeCommit({ tree, parents, author, committer, message })
  objects.put(commit)
  const obstacle = obstacleToMove(call, repo, { branch, before: tip?.sha ?? null, after: commit.sha, user })
  if (obstacle !== null) {
    const change = made === null ? 'delete' : before === null ? 'create' : 'update'
    throw conflict(isRuleViolation(obstacle) ? obstacle : `Could not ${change} file: ${obstacle}`)
  }
  setRef(call, repo, `refs/heads/${branch}`, commit.sha, user)
  return { commit, blob: made, entry: made === null ? null : entryAt(objects, tree, path), created: before === null }
}

/** Returns the tip of the branch to write to; null in an empty repository, whose first branch the write creates. */
function tipFor({ rows }: CodehostCall, repo: Repo, branch: string): Commit | null {
  const tip = branchTip(rows, repo, branch)
  if (tip === null && rows.refs.count('byKind', repo.id, 'heads') > 0) throw notFound(`Branch ${branch} not found`)
  return tip
}

function requireSha({ path, content, sha }: FileInput, before: TreeEntry | null): void {
  if (content === null && before === null) throw notFound()
  if (before === null) {
    if (sha !== undefined) throw conflict(`${path} does not match ${sha}`)
    return
  }
  if (before.mode === '040000') throw unprocessable(`${path} is a directory`)
  if (sha === undefined) throw invalidRequest(notSupplied('sha'))
  if (sha !== before.sha) throw conflict(`${path} does not match ${sha}`)
}

function newTree(objects: Objects, tip: Commit | null, path: string, made: Blob | null): string {
  try {
    return writeTree(objects, tip?.tree ?? null, [{ path, sha: made?.sha ?? null }])
  } catch (error) {
    if (!(error instanceof Error) || !error.message.startsWith('malformed tree entry')) throw error
    throw unprocessable('path contains a malformed path component')
  }
}
