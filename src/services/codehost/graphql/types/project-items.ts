import { commentHtml, commentText } from '#codehost/markdown/comment.ts'
import { nodeId, time } from '#codehost/json/format.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { labelsOf } from '#codehost/rules/issues/issue-labels.ts'
import { fieldsOf } from '#codehost/rules/projects/fields.ts'
import { canRead } from '#codehost/rules/repos/visibility.ts'
import type { Issue } from '#codehost/schema/issues.ts'
import type { DraftIssue as DraftRow, ProjectField, ProjectItem, ProjectValue } from '#codehost/schema/projects.ts'
import { actor, actorById } from '../actors.ts'
import { connection, cursoredRows, type PageArguments } from '../connection.ts'
import { typed, type Fields, type Typed } from '../source.ts'
import { conversation } from './conversations.ts'
import type { OrderArguments } from '../orders.ts'
import { configuration, projectNodes } from './projects.ts'

/** Returns the issue of an item, if the principal may read it. */
function issueOfItem(call: CodehostCall, { issueId }: ProjectItem): Issue | undefined {
  const issue = call.rows.issues.get(issueId)
  return issue !== undefined && canRead(call, call.rows.repos.require(issue.repoId)) ? issue : undefined
}

/** An item of a project. https://docs.github.com/graphql/reference/objects#projectv2item */
export const ProjectV2Item: Fields<ProjectItem> = {
  id: ({ id }) => nodeId('PVTI', id),
  databaseId: ({ id }) => id,
  fullDatabaseId: ({ id }) => String(id),
  createdAt: ({ createdAt }) => time(createdAt),
  updatedAt: ({ updatedAt }) => time(updatedAt),
  creator: ({ creatorId }, _args, { rows }) => actorById(rows, creatorId),
  isArchived: ({ archivedAt }) => archivedAt !== null,
  project: ({ projectId }, _args, { rows }) => rows.projects.require(projectId),
  type: (item, _args, call) => {
    if (item.draftId !== null) return 'DRAFT_ISSUE'
    const issue = issueOfItem(call, item)
    return issue === undefined ? 'REDACTED' : issue.isPull ? 'PULL_REQUEST' : 'ISSUE'
  },
  content: (item, _args, call) => {
    const draft = call.rows.draftIssues.get(item.draftId)
    if (draft !== undefined) return typed('DraftIssue', draft)
    const issue = issueOfItem(call, item)
    return issue === undefined ? null : conversation(call, issue)
  },
  fieldValueByName: (item, { name }: { name: string }, call) => {
    const field = call.rows.projectFields.find('name', item.projectId, name.toLowerCase())
    return field === undefined ? null : valueOf(call, item, field)
  },
  fieldValues: (item, args: PageArguments & OrderArguments, call) => {
    const found = fieldsOf(call, { id: item.projectId }).flatMap((field) => valueOf(call, item, field) ?? [])
    const keyOf = ({ row }: Typed): number => (row as ItemValue).field.id // `valueOf` makes the rows
    return connection(cursoredRows(args.orderBy?.direction === 'DESC' ? found.toReversed() : found, keyOf), args)
  },
}

/** A draft. https://docs.github.com/graphql/reference/objects#draftissue */
export const DraftIssue: Fields<DraftRow> = {
  id: ({ id }) => nodeId('DI', id),
  title: ({ title }) => title,
  body: ({ body }) => body,
  bodyText: ({ body }) => commentText(body),
  bodyHTML: ({ body }, _args, call) => commentHtml(call, null, body),
  createdAt: ({ createdAt }) => time(createdAt),
  updatedAt: ({ updatedAt }) => time(updatedAt),
  creator: ({ creatorId }, _args, { rows }) => actorById(rows, creatorId),
  assignees: ({ assigneeIds }, args: PageArguments, { rows }) =>
    connection(cursoredRows(assigneeIds.flatMap((id) => rows.accounts.get(id) ?? [])), args),
  projectsV2: ({ projectId }, args: PageArguments, { rows }) =>
    connection(cursoredRows([rows.projects.require(projectId)]), args),
  projectV2Items: ({ id }, args: PageArguments, { rows }) =>
    connection(cursoredRows(rows.projectItems.referring('draftId', id)), args),
}

/** The value of a field for one item. `value` is its row, for fields that users made. */
interface ItemValue {
  readonly item: ProjectItem
  readonly field: ProjectField
  readonly value: ProjectValue | null
  readonly issue: Issue | undefined
}

const CUSTOM_TYPES: Readonly<Record<string, string>> = {
  TEXT: 'ProjectV2ItemFieldTextValue',
  NUMBER: 'ProjectV2ItemFieldNumberValue',
  DATE: 'ProjectV2ItemFieldDateValue',
  SINGLE_SELECT: 'ProjectV2ItemFieldSingleSelectValue',
  ITERATION: 'ProjectV2ItemFieldIterationValue',
}

/** Returns the value of a field as an object of its own type; null for none. */
function valueOf(call: CodehostCall, item: ProjectItem, field: ProjectField): Typed | null {
  const { rows } = call
  const custom = CUSTOM_TYPES[field.dataType]
  if (custom !== undefined) {
    const value = rows.projectValues.find('field', item.id, field.id)
    return value === undefined ? null : typed(custom, { item, field, value, issue: undefined } satisfies ItemValue)
  }
  const issue = issueOfItem(call, item)
  const typename = builtInType(call, item, field, issue)
  return typename === null ? null : typed(typename, { item, field, value: null, issue } satisfies ItemValue)
}

/** Returns the type of the value of a built-in field, which the issue or the draft has; null for no value. */
function builtInType(
  call: CodehostCall,
  item: ProjectItem,
  { dataType }: ProjectField,
  issue: Issue | undefined,
): string | null {
  const { rows } = call
  if (dataType === 'TITLE') return issue !== undefined || item.draftId !== null ? 'ProjectV2ItemFieldTextValue' : null
  if (dataType === 'ASSIGNEES') return assigneeIds(call, item, issue).length > 0 ? 'ProjectV2ItemFieldUserValue' : null
  if (issue === undefined) return null
  const pull = rows.pulls.find('issue', issue.id)
  const present: Readonly<Record<string, readonly [has: boolean, typename: string]>> = {
    LABELS: [rows.issueLabels.countReferring('issueId', issue.id) > 0, 'ProjectV2ItemFieldLabelValue'],
    MILESTONE: [issue.milestoneId !== null, 'ProjectV2ItemFieldMilestoneValue'],
    REPOSITORY: [true, 'ProjectV2ItemFieldRepositoryValue'],
    REVIEWERS: [
      pull !== undefined && rows.requestedReviewers.countReferring('pullId', pull.id) > 0,
      'ProjectV2ItemFieldReviewerValue',
    ],
  }
  const [has = false, typename = null] = present[dataType] ?? []
  return has ? typename : null
}

function assigneeIds({ rows }: CodehostCall, { draftId }: ProjectItem, issue: Issue | undefined): readonly number[] {
  if (issue === undefined) return rows.draftIssues.get(draftId)?.assigneeIds ?? []
  return rows.issueAssignees.referring('issueId', issue.id).map(({ userId }) => userId)
}

const ofValue: Fields<ItemValue> = { field: ({ field }) => configuration(field) }

/** The fields of the values that have ids. */
const ofRow: Fields<ItemValue> = {
  ...ofValue,
  id: ({ item, field }) => nodeId('PVTFV', `${item.id}:${field.id}`),
  databaseId: ({ value }) => value?.id ?? null,
  item: ({ item }) => item,
  creator: ({ value, item }, _args, { rows }) => actorById(rows, value?.creatorId ?? item.creatorId),
  createdAt: ({ value, item }) => time(value?.createdAt ?? item.createdAt),
  updatedAt: ({ value, item }) => time(value?.updatedAt ?? item.updatedAt),
}

const optionOf = ({ field, value }: ItemValue) => field.options.find(({ id }) => id === value?.value)
const iterationOf = ({ field, value }: ItemValue) => field.iterations?.iterations.find(({ id }) => id === value?.value)

/** The values of fields, by their types. https://docs.github.com/graphql/reference/unions#projectv2itemfieldvalue */
export const itemValueTypes: Readonly<Record<string, Fields<ItemValue>>> = {
  ProjectV2ItemFieldTextValue: {
    ...ofRow,
    text: ({ item, value, issue }, _args, { rows }) =>
      value === null ? (issue?.title ?? rows.draftIssues.get(item.draftId)?.title ?? null) : value.value,
  },
  ProjectV2ItemFieldNumberValue: { ...ofRow, number: ({ value }) => value?.value },
  ProjectV2ItemFieldDateValue: { ...ofRow, date: ({ value }) => value?.value },
  ProjectV2ItemFieldSingleSelectValue: {
    ...ofRow,
    optionId: ({ value }) => value?.value,
    name: (source) => optionOf(source)?.name,
    nameHTML: (source) => optionOf(source)?.name,
    color: (source) => optionOf(source)?.color,
    description: (source) => optionOf(source)?.description,
    descriptionHTML: (source) => optionOf(source)?.description,
  },
  ProjectV2ItemFieldIterationValue: {
    ...ofRow,
    iterationId: ({ value }) => value?.value,
    title: (source) => iterationOf(source)?.title,
    titleHTML: (source) => iterationOf(source)?.title,
    startDate: (source) => iterationOf(source)?.startDate,
    duration: (source) => iterationOf(source)?.duration,
  },
  ProjectV2ItemFieldLabelValue: {
    ...ofValue,
    labels: ({ issue }, args: PageArguments, call) =>
      connection(cursoredRows(issue === undefined ? [] : labelsOf(call, issue)), args),
  },
  ProjectV2ItemFieldMilestoneValue: {
    ...ofValue,
    milestone: ({ issue }, _args, { rows }) => rows.milestones.get(issue?.milestoneId) ?? null,
  },
  ProjectV2ItemFieldRepositoryValue: {
    ...ofValue,
    repository: ({ issue }, _args, { rows }) => rows.repos.get(issue?.repoId) ?? null,
  },
  ProjectV2ItemFieldUserValue: {
    ...ofValue,
    users: ({ item, issue }, args: PageArguments, call) => {
      const users = assigneeIds(call, item, issue).flatMap((id) => call.rows.accounts.get(id) ?? [])
      return connection(cursoredRows(users), args)
    },
  },
  ProjectV2ItemFieldReviewerValue: {
    ...ofValue,
    reviewers: ({ issue }, args: PageArguments, { rows }) => {
      const pull = issue === undefined ? undefined : rows.pulls.find('issue', issue.id)
      const reviewers = rows.requestedReviewers.referring('pullId', pull?.id ?? 0).flatMap(({ userId, teamId }) => {
        const team = rows.teams.get(teamId)
        if (team !== undefined) return [typed('Team', team)]
        const user = rows.accounts.get(userId)
        return user === undefined ? [] : [actor(user)]
      })
      return connection(
        cursoredRows(reviewers, ({ typename, row }) => `${typename} ${(row as { id: number }).id}`), // rows with ids
        args,
      )
    },
  },
}

/** Finds the value of a field by its id. */
export function valueNode(call: CodehostCall, id: string): Typed | null {
  const [itemId = '', fieldId = ''] = id.split(':')
  const item = projectNodes['PVTI']?.(call, itemId)?.row as ProjectItem | undefined // by the prefix
  const field = call.rows.projectFields.get(Number(fieldId))
  return item === undefined || field?.projectId !== item.projectId ? null : valueOf(call, item, field)
}
