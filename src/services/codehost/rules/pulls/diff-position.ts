/** Which file a line number is of: the one before the change, or the one after it. */
export type Side = 'LEFT' | 'RIGHT'

/** A line of a patch that can be commented on. */
export interface PatchLine {
  /** Lines down from the first hunk header. https://docs.github.com/rest/pulls/comments#create-a-review-comment-for-a-pull-request */
  readonly position: number
  readonly side: Side
  /** From 1, in the file that `side` names. */
  readonly line: number
  /** The hunk from its header down to this line. */
  readonly hunk: string
}

interface ParsedLine {
  readonly position: number
  /** Null where the line is not in that file. */
  readonly left: number | null
  readonly right: number | null
  /** The index of its hunk's header. */
  readonly header: number
}

/** The line of a file where a patch shows it; null when it does not. */
export function lineInPatch(patch: string, side: Side, line: number): PatchLine | null {
  const lines = read(patch)
  const found = lines.find((each) => (side === 'LEFT' ? each.left : each.right) === line)
  return found === undefined ? null : patchLine(patch, found, side)
}

/** The line of a patch at a position; null when there is none, or it is the header of a hunk. */
export function lineAtPosition(patch: string, position: number): PatchLine | null {
  const found = read(patch).find((each) => each.position === position)
  return found === undefined ? null : patchLine(patch, found, found.right === null ? 'LEFT' : 'RIGHT')
}

/** Whether two lines are shown by the same hunk. */
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

/** The lines of a patch that show a line of a file, numbered. */
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
