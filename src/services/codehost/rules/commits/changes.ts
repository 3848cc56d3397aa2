import { changedFiles, type FileChange } from '#codehost/git/changes.ts'
import { commitAt, type Commit, type Objects } from '#codehost/git/objects.ts'

/** Returns the differences between a commit's tree and its first parent's. */
export function changesIn(objects: Objects, { tree, parents }: Commit): FileChange[] {
  const [parent] = parents
  return changedFiles(objects, parent === undefined ? null : commitAt(objects, parent).tree, tree)
}
