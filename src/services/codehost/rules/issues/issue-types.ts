import * as v from 'valibot'
import type { CodehostCall, Rows } from '#codehost/call.ts'
import { invalidField, unprocessable, validationFailed } from '#codehost/errors.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Issue } from '#codehost/schema/issues.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { ISSUE_TYPE_COLORS, type IssueType } from '#codehost/schema/sub-issues.ts'
import { recordIssueEvent } from './events.ts'
import { emitIssue } from './issues.ts'

/** The largest number of types of an organization. */
const MOST_TYPES = 25

/** A request body for a new or changed issue type. */
export const IssueTypeInput = v.object({
  name: v.pipe(v.string(), v.nonEmpty()),
  is_enabled: v.boolean(),
  description: v.optional(v.nullable(v.string()), null),
  color: v.optional(v.nullable(v.picklist(ISSUE_TYPE_COLORS)), null),
})

type IssueTypeInput = v.InferOutput<typeof IssueTypeInput>

/** The types that every new organization has. */
const FIRST_TYPES = [
  { name: 'Task', description: 'A specific piece of work', color: 'yellow' },
  { name: 'Bug', description: 'An unexpected problem or behavior', color: 'red' },
  { name: 'Feature', description: 'A request, idea, or new functionality', color: 'blue' },
] as const

/** Gives a new organization its first types of issues. */
export function addFirstTypes(rows: Rows, org: Account, at: number): void {
  for (const type of FIRST_TYPES) {
    rows.issueTypes.insert({ orgId: org.id, ...type, isEnabled: true, createdAt: at, updatedAt: at })
  }
}

/**
 * Adds a type, or replaces one.
 *
 * @throws 422 for a name that another type has, and for too many types.
 */
export function putIssueType(
  { rows, clock }: CodehostCall,
  org: Account,
  { name, description, color, is_enabled: isEnabled }: IssueTypeInput,
  before: IssueType | null,
): IssueType {
  const other = rows.issueTypes.find('name', org.id, name.toLowerCase())
  if (other !== undefined && other.id !== before?.id) throw validationFailed('Name has already been taken')
  const now = clock.now()
  const fields = { name, description, color, isEnabled, updatedAt: now }
  if (before !== null) return rows.issueTypes.update(before.id, fields)
  if (rows.issueTypes.countReferring('orgId', org.id) >= MOST_TYPES) {
    throw unprocessable(`An organization cannot have more than ${MOST_TYPES} issue types.`)
  }
  return rows.issueTypes.insert({ orgId: org.id, ...fields, createdAt: now })
}

/**
 * Returns the type that a body names for an issue of a repository; null for none.
 *
 * @throws 422 for a type that the organization does not have or has disabled.
 */
export function namedType(rows: Rows, { ownerId }: Repo, name: string | null): IssueType | null {
  if (name === null || name === '') return null
  const type = rows.issueTypes.find('name', ownerId, name.toLowerCase())
  if (type?.isEnabled !== true) throw invalidField('Issue', 'type', name)
  return type
}

/** Sets or clears the type of an issue. Emits `untyped` and `typed`. Returns the issue. */
export function setIssueType(call: CodehostCall, issue: Issue, type: IssueType | null, sender: Account): Issue {
  const { rows, clock } = call
  const before = rows.issueTypes.get(issue.typeId)
  if (before?.id === type?.id) return issue
  const changed = rows.issues.update(issue.id, { typeId: type?.id ?? null, updatedAt: clock.now() })
  const event = type === null ? 'issue_type_removed' : before === undefined ? 'issue_type_added' : 'issue_type_changed'
  recordIssueEvent(call, issue, sender, event, { $type: (type ?? before)?.id ?? null, $before: before?.id ?? null })
  if (before !== undefined) emitIssue(call, changed, 'untyped', sender, { issueType: before })
  if (type !== null) emitIssue(call, changed, 'typed', sender, { issueType: type })
  return changed
}
