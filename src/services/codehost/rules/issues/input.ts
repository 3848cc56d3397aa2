import * as v from 'valibot'
import type { CodehostCall } from '../../call.ts'
import { invalidField, missingField, validationFailed } from '../../errors.ts'
import type { Account } from '../../schema/accounts.ts'
import type { Issue, Label, Milestone } from '../../schema/issues.ts'
import type { Repo } from '../../schema/repos.ts'
import { assigneesNamed } from './assignees.ts'
import { labelsNamed } from './issue-labels.ts'
import { permissionIncludes, permissionOf } from '../repos/permissions.ts'

const LONGEST_TITLE = 256
/** The most characters of what is written about issues and pull requests. */
export const LONGEST_BODY = 65_536

const text = v.union([v.string(), v.pipe(v.number(), v.transform(String))])

/** A label in a body: its name, or an object with the name. */
export const LabelName = v.union([
  v.string(),
  v.pipe(
    v.object({ name: v.string() }),
    v.transform(({ name }) => name),
  ),
])

/** A person in a body: the login, or an object with the login. */
export const Login = v.union([
  v.string(),
  v.pipe(
    v.object({ login: v.string() }),
    v.transform(({ login }) => login),
  ),
])

/** What a client may say of an issue, new or not. */
export const IssueInputSchema = v.object({
  title: v.nullish(text),
  body: v.nullish(v.string()),
  labels: v.nullish(v.array(LabelName)),
  assignee: v.nullish(v.string()),
  assignees: v.nullish(v.array(Login)),
  milestone: v.nullish(text),
  state: v.optional(v.picklist(['open', 'closed'])),
  state_reason: v.nullish(v.picklist(['completed', 'not_planned', 'duplicate', 'reopened'])),
})

/** A body that fits {@link IssueInputSchema}. */
export type IssueInput = v.InferOutput<typeof IssueInputSchema>

/** What of a body only those who may triage decide about; a member is undefined when the body does not say. */
export interface Arrangement {
  readonly labels: readonly Label[] | undefined
  readonly assignees: readonly Account[] | undefined
  readonly milestone: Milestone | null | undefined
}

/** The title that a body gives. Throws 422 when it is empty or too long. */
export function checkedTitle(title: string): string {
  if (title.trim() === '') throw missingField('Issue', 'title')
  if (title.length > LONGEST_TITLE) throw tooLong('title', LONGEST_TITLE)
  return title
}

/** The text that a body gives. Throws 422 when it is too long. */
export function checkedBody(body: string | null): string | null {
  if (body !== null && body.length > LONGEST_BODY) throw tooLong('body', LONGEST_BODY)
  return body
}

/**
 * The labels, people and milestone that a body names. Of somebody who may not triage it is left out, without a word, as
 * at the vendor. Throws 422 for people who cannot be assigned and for an unknown milestone.
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
    return { labels: undefined, assignees: undefined, milestone: undefined }
  const milestone = namedMilestone(call, repo, input.milestone)
  const assignees = namedAssignees(call, repo, issue, input)
  const create = permissionIncludes(permission, 'push')
  const labels = input.labels == null ? undefined : labelsNamed(call, repo, input.labels, user, { create })
  return { labels, assignees, milestone }
}

function namedMilestone({ rows }: CodehostCall, repo: Repo, number: string | null | undefined) {
  if (number === null || number === undefined) return number
  const milestone = /^\d+$/.test(number) ? rows.milestones.find('number', repo.id, Number(number)) : undefined
  if (milestone === undefined)
    throw invalidField('Issue', 'milestone', Number.isNaN(Number(number)) ? number : Number(number))
  return milestone
}

/** `assignees` counts before `assignee`, which the vendor keeps for old clients; null or an empty text is nobody. */
function namedAssignees({ rows }: CodehostCall, repo: Repo, issue: Issue | null, { assignee, assignees }: IssueInput) {
  if (assignees != null) return [...new Set(assigneesNamed(rows, repo, issue, assignees))]
  if (assignee === undefined) return undefined
  return assignee === null || assignee === '' ? [] : assigneesNamed(rows, repo, issue, [assignee], 'assignee')
}

function tooLong(field: string, maximum: number) {
  const message = `${field} is too long (maximum is ${maximum} characters)`
  return validationFailed({ resource: 'Issue', code: 'custom', field, message })
}
