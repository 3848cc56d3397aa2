import { diffText } from './diff.ts'
import type { TextDiff } from './diff.ts'
import { compareNames } from './names.ts'
import { blob, blobAt, blobBytes, isBinary } from './objects.ts'
import type { Blob, Objects, TreeEntry } from './objects.ts'
import { findRenames } from './renames.ts'
import { treeDifferences } from './trees.ts'

/** A changed file of a comparison, with everything that `unifiedDiff` and `formatPatch` need to print it. */
export interface FileChange {
  /** Full path; the old path for a removed file. */
  filename: string
  previousFilename?: string
  /** `changed` means that only the mode or the kind of file changed (a link became a file, for example). */
  status: 'added' | 'removed' | 'modified' | 'renamed' | 'changed'
  /** The new blob; for a removed file, the old one. */
  sha: string
  /** The new mode; for a removed file, the old one. */
  mode: TreeEntry['mode']
  /** The old blob; absent for an added file. */
  previousSha?: string
  /** The old mode; absent for an added file. */
  previousMode?: TreeEntry['mode']
  additions: number
  deletions: number
  /** The sum of additions and deletions. */
  changes: number
  /** The hunks, without a line end after the last line; absent for binary files and when there are no hunks. */
  patch?: string
  /** The similarity of a renamed file's two contents, in whole percent. */
  similarity?: number
  /** For binary files: the old and new size in bytes, 0 for a missing file. */
  binary?: { before: number; after: number }
  /** For a file that changed its kind: a removal and an addition, which is how `git diff` shows it. */
  parts?: readonly [FileChange, FileChange]
}

/**
 * Returns the files that differ between two trees (null is the empty tree), sorted by the bytes of `filename`. Renames
 * are found like `git diff -M` does.
 */
export function changedFiles(objects: Objects, fromTree: string | null, toTree: string): FileChange[] {
  const differences = treeDifferences(objects, fromTree, toTree)
  const removed: TreeEntry[] = []
  const added: TreeEntry[] = []
  for (const { before, after } of differences) {
    if (after === null && before !== null) removed.push(before)
    else if (before === null && after !== null) added.push(after)
  }
  const renames = findRenames(objects, removed, added)
  const moved = new Set([...renames.values()].map((rename) => rename.before))
  const changes: FileChange[] = []
  for (const { before, after } of differences) {
    if (before !== null && moved.has(before)) continue
    const rename = after === null ? undefined : renames.get(after)
    const change = fileChange(objects, rename?.before ?? before, after)
    if (rename !== undefined) {
      changes.push({
        ...change,
        previousFilename: rename.before.path,
        status: 'renamed',
        similarity: rename.similarity,
      })
    } else changes.push(change)
  }
  return changes.sort((a, b) => compareNames(a.filename, b.filename))
}

function fileChange(objects: Objects, before: TreeEntry | null, after: TreeEntry | null): FileChange {
  if (before !== null && after !== null && before.mode.slice(0, 3) !== after.mode.slice(0, 3)) {
    const parts = [fileChange(objects, before, null), fileChange(objects, null, after)] as const // a tuple, not an array
    return { ...contentChange(objects, before, after, 'changed'), parts }
  }
  const status =
    before === null ? 'added' : after === null ? 'removed' : before.sha === after.sha ? 'changed' : 'modified'
  return contentChange(objects, before, after, status)
}

function contentChange(
  objects: Objects,
  before: TreeEntry | null,
  after: TreeEntry | null,
  status: FileChange['status'],
): FileChange {
  const entry = after ?? before
  if (entry === null) throw new Error('a change needs a file on one side')
  const { path: filename, sha, mode } = entry
  const previous = before === null ? {} : { previousSha: before.sha, previousMode: before.mode }
  const file = { filename, status, sha, mode, ...previous }
  const left = contentOf(objects, before)
  const right = before?.sha === after?.sha ? left : contentOf(objects, after)
  if ((left !== null && isBinary(left)) || (right !== null && isBinary(right))) {
    const binary = { before: left?.size ?? 0, after: right?.size ?? 0 }
    return { ...file, additions: 0, deletions: 0, changes: 0, binary }
  }
  const { hunks, additions, deletions } = diffBlobs(left, right)
  const counted = { ...file, additions, deletions, changes: additions + deletions }
  return hunks === '' ? counted : { ...counted, patch: hunks.slice(0, -1) }
}

function contentOf(objects: Objects, entry: TreeEntry | null): Blob | null {
  if (entry === null) return null
  // The commit of a submodule is in another repository, so git shows it as a line of text.
  return entry.mode === '160000' ? blob(`Subproject commit ${entry.sha}\n`) : blobAt(objects, entry.sha)
}

function diffBlobs(before: Blob | null, after: Blob | null): TextDiff {
  const asText = before?.encoding !== 'base64' && after?.encoding !== 'base64'
  if (asText) return diffText(before?.content ?? '', after?.content ?? '')
  // Lines are compared byte by byte, so that two different lines that are not valid UTF-8 are not taken for equal.
  const diff = diffText(byteText(before), byteText(after))
  return { ...diff, hunks: Buffer.from(diff.hunks, 'latin1').toString() }
}

/** Returns the bytes of a blob as a string with one character per byte; empty for null. */
export function byteText(file: Blob | null): string {
  return file === null ? '' : Buffer.from(blobBytes(file)).toString('latin1')
}
