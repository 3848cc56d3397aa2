import type { Rows } from '#codehost/call.ts'
import type { Issue } from '#codehost/schema/issues.ts'
import { blockedBy, blockersOf } from '#codehost/rules/issues/dependencies.ts'
import { subIssuesOf } from '#codehost/rules/issues/sub-issues.ts'

const NO_SUB_ISSUES = { total: 0, completed: 0, percent_completed: 0 }
const NO_DEPENDENCIES = { blocked_by: 0, total_blocked_by: 0, blocking: 0, total_blocking: 0 }

/** The numbers of an issue's parts: `sub-issues-summary`. */
export function subIssuesSummaryJson(rows: Rows, issue: Issue) {
  const total = rows.subIssues.count('byParent', issue.id)
  if (total === 0) return NO_SUB_ISSUES
  const completed = subIssuesOf(rows, issue).filter(({ state }) => state === 'closed').length
  return { total, completed, percent_completed: Math.round((completed / total) * 100) }
}

/** The numbers of the issues that block an issue, and that it blocks: `issue-dependencies-summary`. */
export function dependenciesSummaryJson(rows: Rows, issue: Issue) {
  const blockers = blockersOf(rows, issue)
  const blocked = blockedBy(rows, issue)
  if (blockers.length === 0 && blocked.length === 0) return NO_DEPENDENCIES
  const open = (issues: readonly Issue[]): number => issues.filter(({ state }) => state === 'open').length
  return {
    blocked_by: open(blockers),
    total_blocked_by: blockers.length,
    blocking: open(blocked),
    total_blocking: blocked.length,
  }
}
