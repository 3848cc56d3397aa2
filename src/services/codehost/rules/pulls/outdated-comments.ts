import { lineChanges } from '#codehost/git/diff.ts'
import { splitLines } from '#codehost/git/lines.ts'
import { blobAt, blobText, commitAt, type Objects } from '#codehost/git/objects.ts'
import { entryAt } from '#codehost/git/trees.ts'
import type { Rows } from '#codehost/call.ts'
import type { Pull, ReviewComment } from '#codehost/schema/pulls.ts'
import { lineInPatch, type PatchLine } from './diff-position.ts'
import { objectsOf } from '../git/objects.ts'
import { changesUpTo } from './changes.ts'

/** Moves comments to the new place of their lines after the head changed. Comments on changed lines become outdated. */
export function moveComments(
  rows: Rows,
  before: Pull,
  after: Pull,
  comments = rows.reviewComments.referring('pullId', after.id),
): void {
  const objects = objectsOf(rows, { id: after.repoId })
  const { files } = changesUpTo(rows, after, after.headSha)
  for (const comment of comments) {
    const file = files.find(({ filename }) => filename === comment.path)
    if (comment.subjectType === 'file') {
      if (file !== undefined) rows.reviewComments.update(comment.id, { commitId: after.headSha })
      continue
    }
    if (comment.line === null) continue
    const found = relocate(objects, comment, file?.patch, before.headSha, after.headSha)
    rows.reviewComments.update(
      comment.id,
      found === null
        ? { line: null, startLine: null, position: null }
        : {
            line: found.line,
            startLine: comment.startLine === null ? null : found.line - (comment.line - comment.startLine),
            position: found.position,
            commitId: after.headSha,
          },
    )
  }
}

/**
 * Returns the place of a comment's line in the diff of another commit; null when the line changed or the diff does not
 * show it.
 */
function relocate(
  objects: Objects,
  { path, side, line, startLine }: ReviewComment,
  patch: string | undefined,
  from: string,
  to: string,
): PatchLine | null {
  if (patch === undefined || line === null) return null
  // Lines of the base do not depend on the head.
  if (side === 'LEFT') return lineInPatch(patch, side, line)
  let moved = 0
  for (const change of lineChanges(linesAt(objects, from, path), linesAt(objects, to, path))) {
    const first = (startLine ?? line) - 1
    if (change.beforeStart >= line) break
    if (change.beforeStart + change.beforeCount > first) return null
    moved += change.afterCount - change.beforeCount
  }
  return lineInPatch(patch, side, line + moved)
}

function linesAt(objects: Objects, sha: string, path: string): string[] {
  const entry = entryAt(objects, commitAt(objects, sha).tree, path)
  if (entry === null || !entry.mode.startsWith('100')) return []
  return splitLines(blobText(blobAt(objects, entry.sha)) ?? '')
}
