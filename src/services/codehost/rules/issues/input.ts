import * as v from 'valibot'
import type { CodehostCall } from '#codehost/call.ts'
import { isLongerThan } from '../characters.ts'
import { invalidField, missingField, unprocessable, validationFailed } from '#codehost/errors.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Issue, Label, Milestone } from '#codehost/schema/issues.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import type { IssueType } from '#codehost/schema/sub-issues.ts'
import { assigneesNamed } from './assignees.ts'
import { namedType } from './issue-types.ts'
import { labelsNamed } from './issue-labels.ts'
import { permissionIncludes, permissionOf } from '../repos/permissions.ts'

const LONGEST_TITLE = 256
/** The largest number of characters in a text about an issue or pull request. */
export const LONGEST_BODY = 65_536

const text = v.union([v.string(), v.pipe(v.number(), v.transform(String))])

/** A label in a request body: its name, or an object with the name. */
export const LabelName = v.union([
  v.string(),
  v.pipe(
    v.object({ name: v.string() }),
    v.transform(({ name }) => name),
  ),
])

/** A user in a request body: the login, or an object with the login. */
export const Login = v.union([
  v.string(),
  v.pipe(
    v.object({ login: v.string() }),
    v.transform(({ login }) => login),
  ),
])

/** The schema of a request body for a new or changed issue. */
export const IssueInput = v.object({
  title: v.nullish(text),
  body: v.nullish(v.string()),
  labels: v.nullish(v.array(LabelName)),
  assignee: v.nullish(v.string()),
  assignees: v.nullish(v.array(Login)),
  milestone: v.nullish(text),
  type: v.optional(v.nullable(v.string())),
  state: v.optional(v.picklist(['open', 'closed'])),
  state_reason: v.nullish(v.picklist(['completed', 'not_planned', 'duplicate', 'reopened'])),
  duplicate_issue_id: v.nullish(v.pipe(v.number(), v.integer())),
})

/** The request body for a new or changed issue. */
export type IssueInput = v.InferOutput<typeof IssueInput>

/** The part of a request body that needs triage permission. A member is undefined when the body does not contain it. */
export interface Arrangement {
  readonly labels: readonly Label[] | undefined
  readonly assignees: readonly Account[] | undefined
  readonly milestone: Milestone | null | undefined
  readonly type: IssueType | null | undefined
}

/**
 * Returns the title.
 *
 * @throws 422 for an empty or too long one.
 */
export function checkedTitle(title: string): string {
  if (title.trim() === '') throw missingField('Issue', 'title')
  if (isLongerThan(title, LONGEST_TITLE)) throw tooLong('title', LONGEST_TITLE)
  return title
}

/**
 * Returns the text.
 *
 * @throws 422 when it is too long.
 */
export function checkedBody(body: string | null): string | null {
  if (body !== null && isLongerThan(body, LONGEST_BODY)) throw tooLong('body', LONGEST_BODY)
  return body
}

/**
 * Returns the labels, assignees and milestone in a request body. Like the vendor, ignores them silently for users
 * without triage permission.
 *
 * @throws 422 for users who cannot be assigned and for an unknown milestone.
 */
export function arrangement(
  call: CodehostCall,
  repo: Repo,
  user: Account,
  input: IssueInput,
  issue: Issue | null,
): Arrangement {
  const { rows } = call
  const permission = permissionOf(rows, repo, user)
  if (!permissionIncludes(permission, 'triage'))
    return { labels: undefined, assignees: undefined, milestone: undefined, type: undefined }
  const milestone = namedMilestone(call, repo, input.milestone)
  const assignees = namedAssignees(call, repo, issue, input)
  const create = permissionIncludes(permission, 'push')
  const labels = input.labels == null ? undefined : labelsNamed(call, repo, input.labels, user, { create })
  const type = input.type === undefined ? undefined : namedType(rows, repo, input.type)
  return { labels, assignees, milestone, type }
}

function namedMilestone({ rows }: CodehostCall, repo: Repo, number: string | null | undefined) {
  if (number === null || number === undefined) return number
  const milestone = /^\d+$/.test(number) ? rows.milestones.find('number', repo.id, Number(number)) : undefined
  if (milestone === undefined)
    throw invalidField('Issue', 'milestone', Number.isNaN(Number(number)) ? number : Number(number))
  return milestone
}

/**
 * Returns the assignees in a request body. In the older `assignee`, null and an empty string mean no one.
 *
 * @throws 422 for a body that names people in both.
 */
function namedAssignees({ rows }: CodehostCall, repo: Repo, issue: Issue | null, { assignee, assignees }: IssueInput) {
  if (assignee && assignees != null && assignees.length > 0) {
    throw unprocessable('You cannot pass both `assignee` and `assignees`. Only one may be provided.')
  }
  if (assignees != null) return [...new Set(assigneesNamed(rows, repo, issue, assignees))]
  if (assignee === undefined) return undefined
  return assignee === null || assignee === '' ? [] : assigneesNamed(rows, repo, issue, [assignee], 'assignee')
}

function tooLong(field: string, maximum: number) {
  const message = `${field} is too long (maximum is ${maximum} characters)`
  return validationFailed({ resource: 'Issue', code: 'custom', field, message })
}

/**
 * Returns the text of a comment.
 *
 * @throws 422 when it is blank or too long.
 */
export function checkedComment(text: string): string {
  if (text.trim() === '') throw wrongText('Body cannot be blank')
  if (isLongerThan(text, LONGEST_BODY)) throw wrongText(`Body is too long (maximum is ${LONGEST_BODY} characters)`)
  return text
}

function wrongText(message: string) {
  return validationFailed({ resource: 'IssueComment', code: 'unprocessable', field: 'data', message })
}
