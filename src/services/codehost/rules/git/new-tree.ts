import * as v from 'valibot'
import { notFound, unprocessable } from '#codehost/errors.ts'
import { blob, type Objects } from '#codehost/git/objects.ts'
import { entryAt, writeTree, type TreeChange } from '#codehost/git/trees.ts'

const MODES = ['100644', '100755', '040000', '160000', '120000'] as const // git's own

/** One entry of a new tree in a request body. */
export const TreeEntryInput = v.object({
  path: v.optional(v.string()),
  mode: v.optional(v.picklist(MODES)),
  type: v.optional(v.picklist(['blob', 'tree', 'commit'])),
  sha: v.optional(v.nullable(v.string())),
  content: v.optional(v.string()),
})

/**
 * Writes a tree of entries, on top of a base tree if there is one, and returns its SHA.
 *
 * @throws 404 and 422.
 */
export function newTree(
  objects: Objects,
  base: string | undefined,
  entries: readonly v.InferOutput<typeof TreeEntryInput>[],
): string {
  const baseTree = base === undefined ? null : treeOf(objects, base)
  if (base !== undefined && baseTree === null) throw notFound()
  if (entries.length === 0) throw unprocessable('Invalid tree info')
  const isThere = (path: string): boolean => baseTree !== null && entryAt(objects, baseTree, path) !== null
  // The vendor answers this text when the path to delete does not exist.
  if (entries.some(({ path, sha }) => path !== undefined && sha === null && !isThere(path))) {
    throw unprocessable('GitRPC::BadObjectState')
  }
  try {
    return writeTree(
      objects,
      baseTree,
      entries.map((entry) => change(objects, entry)),
    )
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('malformed tree entry')) {
      throw unprocessable('tree.path contains a malformed path component')
    }
    throw error
  }
}

/**
 * Returns the SHA of the tree that a SHA names: the tree itself, or the tree of a commit or tag; null for other
 * objects.
 */
export function treeOf(objects: Objects, sha: string): string | null {
  if (!objects.has(sha)) return null
  const object = objects.get(sha)
  if (object.kind === 'tag') return treeOf(objects, object.object)
  return object.kind === 'commit' ? object.tree : object.kind === 'tree' ? sha : null
}

function change(
  objects: Objects,
  { path, mode, type, sha, content }: v.InferOutput<typeof TreeEntryInput>,
): TreeChange {
  if (path === undefined) throw unprocessable('Must supply a valid tree.path')
  if (sha === null) return { path, sha: null }
  if (mode === undefined) throw unprocessable('Must supply a valid tree.mode')
  if (sha !== undefined && content !== undefined) throw unprocessable('Must supply either tree.sha or tree.content')
  if (content !== undefined) {
    const made = blob(content)
    objects.put(made)
    return { path, mode, sha: made.sha }
  }
  if (sha === undefined) throw unprocessable('Must supply either tree.sha or tree.content')
  if (!/^[0-9a-f]{40}$/.test(sha)) throw unprocessable('The tree parameter contains an invalid sha')
  // The commit of a submodule is in another repository, so it is not looked up.
  const expected = type ?? (mode === '040000' ? 'tree' : mode === '160000' ? 'commit' : 'blob')
  if (mode !== '160000' && (!objects.has(sha) || objects.get(sha).kind !== expected)) {
    throw unprocessable(`tree.sha ${sha} is not a valid ${expected}`)
  }
  return { path, mode, sha }
}
