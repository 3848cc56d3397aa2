/** The file version that a line number refers to: before (`LEFT`) or after (`RIGHT`) the change. */
export type Side = 'LEFT' | 'RIGHT'

/** A line of a patch that a comment can refer to. */
export interface PatchLine {
  /**
   * The number of lines below the first hunk header.
   * https://docs.github.com/rest/pulls/comments#create-a-review-comment-for-a-pull-request
   */
  readonly position: number
  readonly side: Side
  /** The line number in the file version of `side`, from 1. */
  readonly line: number
  /** The text of the hunk from its header to this line. */
  readonly hunk: string
}

interface ParsedLine {
  readonly position: number
  /** The line number before the change; null for an added line. */
  readonly left: number | null
  readonly right: number | null
  /** The index of the hunk's header. */
  readonly header: number
}

/** Returns the line of a patch that shows a line of a file version; null when the patch does not show it. */
export function lineInPatch(patch: string, side: Side, line: number): PatchLine | null {
  const lines = read(patch)
  const found = lines.find((each) => (side === 'LEFT' ? each.left : each.right) === line)
  return found === undefined ? null : patchLine(patch, found, side)
}

/** Returns the line of a patch at a position; null for an unknown position and for hunk headers. */
export function lineAtPosition(patch: string, position: number): PatchLine | null {
  const found = read(patch).find((each) => each.position === position)
  return found === undefined ? null : patchLine(patch, found, found.right === null ? 'LEFT' : 'RIGHT')
}

/** Returns whether the same hunk shows both lines. */
export function inSameHunk(one: PatchLine, other: PatchLine): boolean {
  const [shorter, longer] = one.position < other.position ? [one, other] : [other, one]
  return longer.hunk.startsWith(shorter.hunk)
}

function patchLine(patch: string, { position, left, right, header }: ParsedLine, side: Side): PatchLine {
  const hunk = patch
    .split('\n')
    .slice(header, position + 1)
    .join('\n')
  return { position, side, line: (side === 'LEFT' ? left : right) ?? 0, hunk }
}

/** Parses the lines of a patch that show a line of a file, with their numbers. */
function read(patch: string): ParsedLine[] {
  const lines: ParsedLine[] = []
  let left = 0
  let right = 0
  let header = 0
  for (const [position, text] of patch.split('\n').entries()) {
    const start = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(text)
    if (start !== null) {
      left = Number(start[1])
      right = Number(start[2])
      header = position
    } else if (text.startsWith('+')) lines.push({ position, left: null, right: right++, header })
    else if (text.startsWith('-')) lines.push({ position, left: left++, right: null, header })
    else if (text.startsWith(' ')) lines.push({ position, left: left++, right: right++, header })
  }
  return lines
}
