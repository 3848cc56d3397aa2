import { changedFiles, type FileChange } from '#codehost/git/changes.ts'
import { formatPatch } from '#codehost/git/patch-mail.ts'
import { unifiedDiff } from '#codehost/git/unified-diff.ts'
import { text, type Answer } from '#core/answer.ts'
import { commitAt, type Commit, type Objects } from '#codehost/git/objects.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { acceptedType, asks } from '#codehost/routes/media-type.ts'

/** Returns the differences between a commit's tree and its first parent's. */
export function changesIn(objects: Objects, { tree, parents }: Commit): FileChange[] {
  const [parent] = parents
  return changedFiles(objects, parent === undefined ? null : commitAt(objects, parent).tree, tree)
}

/** Answers with text for the media types `diff`, `patch` and `sha`; returns undefined for all others. */
export function asText(
  call: CodehostCall,
  { diff, commits, head }: { diff: () => FileChange[]; commits: () => readonly Commit[]; head: Commit },
  objects: Objects,
): Answer | undefined {
  const answer = (kind: string, body: string): Answer => text(body, 200, { 'content-type': acceptedType(call, kind) })
  if (asks(call, 'sha')) return answer('sha', head.sha)
  if (asks(call, 'diff')) return answer('diff', unifiedDiff(diff()))
  if (!asks(call, 'patch')) return undefined
  const series = commits().filter(({ parents }) => parents.length < 2)
  const mails = series.map((commit, index) =>
    formatPatch(commit, changesIn(objects, commit), { number: index + 1, total: series.length, signature: '' }),
  )
  return answer('patch', mails.join('\n'))
}
