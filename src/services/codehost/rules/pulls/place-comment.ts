import * as v from 'valibot'
import type { Rows } from '#codehost/call.ts'
import type { Pull, ReviewComment } from '#codehost/schema/pulls.ts'
import { inSameHunk, lineAtPosition, lineInPatch, type PatchLine, type Side } from './diff-position.ts'
import { changesUpTo } from './changes.ts'

/** The side of a comment in a request body, which the vendor takes in either case. */
export const SideInput = v.pipe(
  v.picklist(['LEFT', 'RIGHT', 'left', 'right']),
  v.transform((side): Side => (side === 'LEFT' || side === 'left' ? 'LEFT' : 'RIGHT')),
)

/** The place of a comment in a request body. */
export interface CommentTarget {
  readonly path: string
  readonly position?: number | null | undefined
  readonly line?: number | null | undefined
  readonly side?: Side | null | undefined
  readonly start_line?: number | null | undefined
  readonly start_side?: Side | null | undefined
  readonly subject_type?: 'line' | 'file' | null | undefined
}

/** The place of a comment on the diff. */
export type Place = Pick<
  ReviewComment,
  | 'path'
  | 'diffHunk'
  | 'side'
  | 'startSide'
  | 'line'
  | 'originalLine'
  | 'startLine'
  | 'originalStartLine'
  | 'position'
  | 'originalPosition'
  | 'subjectType'
>

/** The member of a target that refers to no part of the diff. */
export type Misplaced = 'path' | 'position' | 'line' | 'start_line'

/**
 * Finds the place of a comment in the changes up to a commit. Returns the invalid member of the target when there is no
 * such place.
 */
export function placeComment(rows: Rows, pull: Pull, sha: string, target: CommentTarget): Place | Misplaced {
  const file = changesUpTo(rows, pull, sha).files.find(({ filename }) => filename === target.path)
  if (file === undefined) return 'path'
  if (target.subject_type === 'file') return wholeFile(target.path)
  const patch = file.patch ?? ''
  if (target.line == null && target.position != null) {
    const found = lineAtPosition(patch, target.position)
    return found === null ? 'position' : placed(target.path, found, null)
  }
  const side = target.side ?? 'RIGHT'
  const end = target.line == null ? null : lineInPatch(patch, side, target.line)
  if (end === null) return 'line'
  if (target.start_line == null) return placed(target.path, end, null)
  const start = lineInPatch(patch, target.start_side ?? side, target.start_line)
  const fits = start !== null && start.position < end.position && inSameHunk(start, end)
  return fits ? placed(target.path, end, start) : 'start_line'
}

function placed(path: string, end: PatchLine, start: PatchLine | null): Place {
  return {
    path,
    diffHunk: end.hunk,
    side: end.side,
    startSide: start?.side ?? null,
    line: end.line,
    originalLine: end.line,
    startLine: start?.line ?? null,
    originalStartLine: start?.line ?? null,
    position: end.position,
    originalPosition: end.position,
    subjectType: 'line',
  }
}

/** The vendor stores a comment on a whole file as a comment on its first line. */
function wholeFile(path: string): Place {
  return {
    path,
    diffHunk: '',
    side: 'RIGHT',
    startSide: null,
    line: 1,
    originalLine: 1,
    startLine: null,
    originalStartLine: null,
    position: 1,
    originalPosition: 1,
    subjectType: 'file',
  }
}
