import type { CodehostCall } from '../call.ts'
import type { Account, Ref, Repo } from '../schema.ts'
import { headMoved } from './pull-heads.ts'

/**
 * Points a ref at an object, making it when it is new. Emits `push` (and `create`), has pull requests follow.
 * `name` is whole: `refs/heads/main`.
 */
export function setRef(call: CodehostCall, repo: Repo, name: string, sha: string, sender: Account): Ref {
  const before = call.rows.refs.find('name', repo.id, name)
  const ref =
    before === undefined
      ? call.rows.refs.insert({ repoId: repo.id, name, sha })
      : call.rows.refs.update(before.id, { sha })
  if (name.startsWith('refs/heads/')) headMoved(call, repo, name.slice('refs/heads/'.length), sha, sender)
  return ref
}

/** Deletes a ref. Emits `push` and `delete`. */
export function deleteRef(call: CodehostCall, ref: Ref): void {
  call.rows.refs.delete(ref.id)
}
