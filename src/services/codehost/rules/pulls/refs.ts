import type { Objects } from '#codehost/git/objects.ts'
import type { Rows } from '#codehost/call.ts'
import type { Issue } from '#codehost/schema/issues.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { objectsOf } from '../git/objects.ts'

/** Points `refs/pull/<number>/head` or `…/merge` at a commit; null deletes the ref. Emits nothing. */
export function setPullRef(
  rows: Rows,
  { repoId, number }: Pick<Issue, 'repoId' | 'number'>,
  kind: 'head' | 'merge',
  sha: string | null,
): void {
  const name = `refs/pull/${number}/${kind}`
  const ref = rows.refs.find('name', repoId, name)
  if (sha === null) {
    if (ref !== undefined) rows.refs.delete(ref.id)
  } else if (ref === undefined) rows.refs.insert({ repoId, name, sha })
  else if (ref.sha !== sha) rows.refs.update(ref.id, { sha })
}

/**
 * Copies a commit with all objects that it refers to from one repository of a network to another, as far as they are
 * missing.
 */
export function fetchCommit(rows: Rows, from: Pick<Repo, 'id'>, to: Pick<Repo, 'id'>, sha: string): void {
  if (from.id === to.id) return
  const source = objectsOf(rows, from)
  const target = objectsOf(rows, to)
  const pending = [sha]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (target.has(next)) continue
    for (const each of copy(source, target, next)) pending.push(each)
  }
}

/**
 * Copies one object. Returns the SHAs of the objects that it refers to, without the commits of submodules, which are in
 * other repositories.
 */
function copy(source: Objects, target: Objects, sha: string): readonly string[] {
  if (!source.has(sha)) return []
  const object = source.get(sha)
  target.put(object)
  if (object.kind === 'commit') return [object.tree, ...object.parents]
  return object.kind === 'tree' ? object.entries.map((entry) => entry.sha) : []
}
