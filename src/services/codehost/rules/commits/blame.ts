import { lineChanges } from '#codehost/git/diff.ts'
import { splitLines } from '#codehost/git/lines.ts'
import { blobText, commitAt, type Commit, type Objects } from '#codehost/git/objects.ts'
import { entryAt } from '#codehost/git/trees.ts'

/** Successive lines of a file whose last change is the same commit. */
export interface BlameRange {
  /** The first line, counted from 1. */
  readonly start: number
  /** The last line. */
  readonly end: number
  readonly commit: Commit
}

/** A line of the file that is blamed, and its place in the file of the commit that is looked at; both from 0. */
interface Line {
  readonly index: number
  readonly at: number
}

/**
 * Returns which commit last changed each line of a file, as `git blame` does without following renames; null when the
 * commit has no such text file.
 */
export function blame(objects: Objects, head: Commit, path: string): BlameRange[] | null {
  const lines = linesOf(objects, head, path)
  if (lines === null) return null
  const blamed: Commit[] = []
  const rest: { readonly commit: Commit; readonly lines: readonly Line[] }[] = [
    { commit: head, lines: lines.map((_line, index) => ({ index, at: index })) },
  ]
  for (let next = rest.shift(); next !== undefined; next = rest.shift()) {
    const { commit } = next
    let own = next.lines
    for (const sha of commit.parents) {
      if (own.length === 0 || !objects.has(sha)) continue
      const parent = commitAt(objects, sha)
      const { kept, changed } = split(linesOf(objects, parent, path), linesOf(objects, commit, path) ?? [], own)
      if (kept.length > 0) rest.push({ commit: parent, lines: kept })
      own = changed
    }
    for (const { index } of own) blamed[index] = commit
  }
  return ranges(blamed)
}

/** Divides the lines of a file into those that the parent has too, at their places there, and those that it lacks. */
function split(
  before: readonly string[] | null,
  after: readonly string[],
  lines: readonly Line[],
): { kept: Line[]; changed: Line[] } {
  if (before === null) return { kept: [], changed: [...lines] }
  const places = new Map<number, number>()
  let [from, to] = [0, 0]
  const keepUntil = (end: number): void => {
    for (; to < end; to++) places.set(to, from++)
  }
  for (const { beforeStart, beforeCount, afterStart, afterCount } of lineChanges(before, after)) {
    keepUntil(afterStart)
    from = beforeStart + beforeCount
    to = afterStart + afterCount
  }
  keepUntil(after.length)
  const placed = lines.map(({ index, at }) => ({ index, at, before: places.get(at) }))
  return {
    kept: placed.flatMap((each) => (each.before === undefined ? [] : [{ index: each.index, at: each.before }])),
    changed: placed.filter((each) => each.before === undefined),
  }
}

function linesOf(objects: Objects, { tree }: Commit, path: string): string[] | null {
  const entry = entryAt(objects, tree, path)
  const file = entry === null ? undefined : objects.get(entry.sha)
  const text = file?.kind === 'blob' ? blobText(file) : null
  return text === null ? null : splitLines(text)
}

function ranges(blamed: readonly Commit[]): BlameRange[] {
  const found: BlameRange[] = []
  for (const [index, commit] of blamed.entries()) {
    const last = found.at(-1)
    if (last?.commit.sha === commit.sha) found[found.length - 1] = { ...last, end: index + 1 }
    else found.push({ start: index + 1, end: index + 1, commit })
  }
  return found
}
