import type { CodehostCall } from '../call.ts'
import type { Account, Issue } from '../schema.ts'
import { recordIssueEvent } from './issue-events.ts'

/** The event that a timeline has and the lists of events have not. */
export const CROSS_REFERENCED = 'cross-referenced'

/** Records on the timelines of the issues that a text names (`#12`) that `source` refers to them. */
export function recordReferences(call: CodehostCall, source: Issue, text: string | null, actor: Account): void {
  const numbers = new Set([...(text ?? '').matchAll(/(?<![\w&/])#(\d{1,9})\b/g)].map((match) => Number(match[1])))
  for (const number of numbers) {
    const target = call.rows.issues.find('number', source.repoId, number)
    if (target === undefined || target.id === source.id) continue
    recordIssueEvent(call, target, actor, CROSS_REFERENCED, { source: { $issue: source.id } })
  }
}
