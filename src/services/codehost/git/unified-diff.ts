import type { FileChange } from './changes.ts'
import { quotePath } from './names.ts'

const NO_SHA = '0'.repeat(40)

/**
 * Returns the text that `git diff` prints for the changes, in the given order: shas cut to seven digits, binary files
 * only named ({@link https://git-scm.com/docs/diff-format#generate_patch_text_with_p}). Ends in a line end unless it is
 * empty.
 */
export function unifiedDiff(changes: readonly FileChange[]): string {
  return changes
    .flatMap((change) => change.parts ?? [change])
    .map(fileDiff)
    .join('')
}

function fileDiff(change: FileChange): string {
  const { filename, status, sha, mode, patch } = change
  const added = status === 'added'
  const removed = status === 'removed'
  const oldName = quotePath(`a/${change.previousFilename ?? filename}`)
  const newName = quotePath(`b/${filename}`)
  const oldMode = change.previousMode ?? mode
  const oldSha = added ? NO_SHA : (change.previousSha ?? sha)
  const newSha = removed ? NO_SHA : sha
  const lines = [`diff --git ${oldName} ${newName}`]
  if (added) lines.push(`new file mode ${mode}`)
  else if (removed) lines.push(`deleted file mode ${mode}`)
  else if (oldMode !== mode) lines.push(`old mode ${oldMode}`, `new mode ${mode}`)
  if (change.previousFilename !== undefined) {
    lines.push(`similarity index ${change.similarity ?? 100}%`)
    lines.push(`rename from ${quotePath(change.previousFilename)}`, `rename to ${quotePath(filename)}`)
  }
  if (oldSha !== newSha) {
    const sameMode = !added && !removed && oldMode === mode
    lines.push(`index ${oldSha.slice(0, 7)}..${newSha.slice(0, 7)}${sameMode ? ` ${mode}` : ''}`)
  }
  const before = added ? '/dev/null' : oldName
  const after = removed ? '/dev/null' : newName
  if (change.binary !== undefined && oldSha !== newSha) lines.push(`Binary files ${before} and ${after} differ`)
  else if (patch !== undefined) lines.push(`--- ${before}${tabAfter(before)}`, `+++ ${after}${tabAfter(after)}`, patch)
  return `${lines.join('\n')}\n`
}

/** Git ends a name that contains a space with a tab, so that `patch` knows where the name ends. */
function tabAfter(name: string): string {
  return name.includes(' ') ? '\t' : ''
}
