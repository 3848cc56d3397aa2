import { unprocessable } from '#codehost/errors.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { blob, commit as makeCommit, type Commit } from '#codehost/git/objects.ts'
import { entryAt, writeTree } from '#codehost/git/trees.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Ref } from '#codehost/schema/git.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { refuseWorkflowTree } from '../actions/workflow-writes.ts'
import { obstacleToMove } from '../protection/rule-suites.ts'
import { webFlow } from '../pulls/mergeable.ts'
import { signatureOf } from '../repos/repositories.ts'
import { commitAt, objectsOf } from './objects.ts'
import { setRef } from './refs.ts'

/** The files of a commit: the bytes by path, null for a file to delete. */
export type CommittedFiles = ReadonlyMap<string, Uint8Array | null>

/**
 * Commits several files to a branch. Returns the commit.
 *
 * @throws 422 for a malformed path, an unknown file to delete and a protected branch.
 */
export function commitOnBranch(
  call: CodehostCall,
  repo: Repo,
  branch: Ref,
  files: CommittedFiles,
  message: string,
  user: Account,
): Commit {
  const { rows, clock } = call
  const objects = objectsOf(rows, repo)
  const parent = commitAt(rows, repo, branch.sha)
  if (parent === null) throw unprocessable('The branch points to no commit.')
  const changes = [...files].map(([path, bytes]) => {
    if (bytes === null) {
      if (entryAt(objects, parent.tree, path) === null) {
        throw unprocessable(`A path was requested for deletion which does not exist as of commit oid \`${parent.sha}\``)
      }
      return { path, sha: null }
    }
    const made = blob(bytes)
    objects.put(made)
    return { path, sha: made.sha }
  })
  const tree = writtenTree(() => writeTree(objects, parent.tree, changes))
  refuseWorkflowTree(call, repo, tree, parent.tree)
  const commit = makeCommit({
    tree,
    parents: [parent.sha],
    author: signatureOf(user, clock.now()),
    committer: webFlow(clock.now()),
    message,
  })
  objects.put(commit)
  const name = branch.name.slice('refs/heads/'.length)
  const obstacle = obstacleToMove(call, repo, { branch: name, before: parent.sha, after: commit.sha, user })
  if (obstacle !== null) throw unprocessable(obstacle)
  setRef(call, repo, branch.name, commit.sha, user)
  return commit
}

function writtenTree(write: () => string): string {
  try {
    return write()
  } catch (error) {
    if (!(error instanceof Error) || !error.message.startsWith('malformed tree entry')) throw error
    throw unprocessable('A path was requested that is malformed.')
  }
}
