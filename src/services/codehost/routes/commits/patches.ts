import type { CodehostCall } from '#codehost/call.ts'
import type { FileChange } from '#codehost/git/changes.ts'
import type { Commit, Objects } from '#codehost/git/objects.ts'
import { type Answer, text } from '#core/answer.ts'
import { acceptedType, accepts } from '#codehost/rules/media-type.ts'
import { unifiedDiff } from '#codehost/git/unified-diff.ts'
import { formatPatch } from '#codehost/git/patch-mail.ts'
import { changesIn } from '#codehost/rules/commits/changes.ts'

/** Answers with text for the media types `diff`, `patch` and `sha`; returns undefined for all others. */
export function answerText(
  call: CodehostCall,
  { diff, commits, head }: { diff: () => FileChange[]; commits: () => readonly Commit[]; head: Commit },
  objects: Objects,
): Answer | undefined {
  const answer = (kind: string, body: string): Answer => text(body, 200, { 'content-type': acceptedType(call, kind) })
  if (accepts(call, 'sha')) return answer('sha', head.sha)
  if (accepts(call, 'diff')) return answer('diff', unifiedDiff(diff()))
  if (!accepts(call, 'patch')) return undefined
  const series = commits().filter(({ parents }) => parents.length < 2)
  const mails = series.map((commit, index) =>
    formatPatch(commit, changesIn(objects, commit), { number: index + 1, total: series.length, signature: '' }),
  )
  return answer('patch', mails.join('\n'))
}
