import type { CodehostCall } from '../../call.ts'
import type { Account } from '../../schema/accounts.ts'
import type { Issue } from '../../schema/issues.ts'
import { recordIssueEvent } from './events.ts'

/** The event that timelines contain and lists of events do not. */
export const CROSS_REFERENCED = 'cross-referenced'

/** Records on the timelines of the issues that a text names (`#12`) that `source` refers to them, on each once. */
export function recordReferences(call: CodehostCall, source: Issue, text: string | null, actor: Account): void {
  const numbers = new Set([...(text ?? '').matchAll(/(?<![\w&/])#(\d{1,9})\b/g)].map((match) => Number(match[1])))
  for (const number of numbers) {
    const target = call.rows.issues.find('number', source.repoId, number)
    if (target === undefined || target.id === source.id || isRecorded(call, source, target)) continue
    recordIssueEvent(call, target, actor, CROSS_REFERENCED, { source: { $issue: source.id } })
  }
}

function isRecorded({ rows }: CodehostCall, source: Issue, target: Issue): boolean {
  return rows.issueEvents.list('byIssue', target.id).some(({ event, details }) => {
    const { source: known } = details
    const refers = event === CROSS_REFERENCED && typeof known === 'object' && known !== null && '$issue' in known
    return refers && known.$issue === source.id
  })
}
