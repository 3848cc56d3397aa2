import * as v from 'valibot'
import type { CodehostCall, Rows } from '#codehost/call.ts'
import { unprocessable, validationFailed } from '#codehost/errors.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import {
  FIELD_TYPES,
  OPTION_COLORS,
  type IssueField,
  type IssueFieldOption,
  type IssueFieldValue,
} from '#codehost/schema/issue-fields.ts'
import type { Issue } from '#codehost/schema/issues.ts'

/** The largest number of fields of an organization. */
const MOST_FIELDS = 25

const whole = v.pipe(v.number(), v.integer())
const name = v.pipe(v.string(), v.nonEmpty())
const visibility = v.optional(v.picklist(['organization_members_only', 'all']))
const option = v.object({ name, color: v.picklist(OPTION_COLORS), priority: whole })

/** The request body of a new field. */
export const IssueFieldInput = v.object({
  name,
  data_type: v.picklist(FIELD_TYPES),
  visibility,
  options: v.optional(v.nullable(v.array(option))),
})

/** The request body that changes a field. Options without an id are new, and those that are not named go. */
export const IssueFieldChanges = v.object({
  name: v.optional(name),
  visibility,
  options: v.optional(v.array(v.object({ ...option.entries, id: v.optional(whole) }))),
})

/** The values of fields of an issue in a request body. */
export const IssueFieldValues = v.object({
  issue_field_values: v.pipe(
    v.array(
      v.object({
        field_id: whole,
        value: v.union([v.string(), v.number(), v.array(v.string())]),
      }),
    ),
    v.maxLength(25),
  ),
})

/** Adds a field. @throws 422 for a name that is taken, for options that do not fit, and for too many fields. */
export function addIssueField(
  call: CodehostCall,
  org: Account,
  { name: title, data_type: dataType, visibility: seenBy = 'all', options }: v.InferOutput<typeof IssueFieldInput>,
): IssueField {
  const { rows, clock } = call
  refuseTaken(rows, org, title, null)
  if (rows.issueFields.countReferring('orgId', org.id) >= MOST_FIELDS) {
    throw unprocessable(`An organization cannot have more than ${MOST_FIELDS} issue fields.`)
  }
  const isSelection = dataType.endsWith('_select')
  if (!isSelection && options != null && options.length > 0)
    throw unprocessable('Only fields that are selected from have options.')
  if (isSelection && (options ?? []).length === 0) throw unprocessable('A field that is selected from needs options.')
  const at = clock.now()
  return rows.issueFields.insert({
    orgId: org.id,
    name: title,
    dataType,
    visibility: seenBy,
    options: isSelection ? (options ?? []).map((each) => newOption(call, each)) : null,
    createdAt: at,
    updatedAt: at,
  })
}

/** @throws 422 like {@link addIssueField}. */
export function changeIssueField(
  call: CodehostCall,
  org: Account,
  before: IssueField,
  changes: v.InferOutput<typeof IssueFieldChanges>,
): IssueField {
  const { rows, clock } = call
  if (changes.name !== undefined) refuseTaken(rows, org, changes.name, before.id)
  if (changes.options !== undefined && before.options === null) {
    throw unprocessable('Only fields that are selected from have options.')
  }
  const options = changes.options?.map((each) => {
    const known = before.options?.find(({ id }) => id === each.id)
    const fields = { name: each.name, color: each.color, priority: each.priority }
    return known === undefined ? newOption(call, each) : { ...known, ...fields, updatedAt: clock.now() }
  })
  return rows.issueFields.update(before.id, {
    ...(changes.name === undefined ? {} : { name: changes.name }),
    ...(changes.visibility === undefined ? {} : { visibility: changes.visibility }),
    ...(options === undefined ? {} : { options }),
    updatedAt: clock.now(),
  })
}

/** Returns the values of an issue with their fields, in the order of the fields. */
export function fieldValuesOf(rows: Rows, { id }: Pick<Issue, 'id'>): { field: IssueField; value: IssueFieldValue }[] {
  return rows.issueFieldValues
    .referring('issueId', id)
    .map((value) => ({ field: rows.issueFields.require(value.fieldId), value }))
    .sort((left, right) => left.field.id - right.field.id)
}

/**
 * Sets the values of fields of an issue; with `replace` the others go.
 *
 * @throws 422 for a field that the organization does not have, and for a value that does not fit.
 */
export function setFieldValues(
  { rows, clock }: CodehostCall,
  orgId: number,
  issue: Issue,
  { issue_field_values: values }: v.InferOutput<typeof IssueFieldValues>,
  { replace }: { readonly replace: boolean },
): void {
  const kept = values.map(({ field_id: fieldId, value: given }) => {
    const field = rows.issueFields.get(fieldId)
    if (field?.orgId !== orgId) throw wrongValue(`field_id ${fieldId} is not a field of the organization`)
    const value = valueOf(field, given)
    const known = rows.issueFieldValues.find('field', issue.id, fieldId)
    if (known === undefined) rows.issueFieldValues.insert({ issueId: issue.id, fieldId, value })
    else rows.issueFieldValues.update(known.id, { value })
    return fieldId
  })
  for (const { id, fieldId } of rows.issueFieldValues.referring('issueId', issue.id)) {
    if (replace && !kept.includes(fieldId)) rows.issueFieldValues.delete(id)
  }
  rows.issues.update(issue.id, { updatedAt: clock.now() })
}

function valueOf({ name: title, dataType, options }: IssueField, value: string | number | readonly string[]) {
  const optionNamed = (text: unknown): number => {
    const found = options?.find((each) => each.name === text)
    if (found === undefined) throw wrongValue(`${String(text)} is not an option of ${title}`)
    return found.id
  }
  const isText = typeof value === 'string'
  if (dataType === 'single_select' && isText) return [optionNamed(value)]
  if (dataType === 'multi_select' && Array.isArray(value)) return value.map(optionNamed)
  if (dataType === 'number' && typeof value === 'number') return value
  if (dataType === 'text' && isText) return value
  if (dataType === 'date' && isText && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value)))
    return value
  throw wrongValue(`the value of ${title} is not a ${dataType.replace('_', ' ')}`)
}

function newOption({ rows, clock }: CodehostCall, input: v.InferOutput<typeof option>): IssueFieldOption {
  return { ...input, id: rows.issueFieldOptionIds.next(), createdAt: clock.now(), updatedAt: clock.now() }
}

function refuseTaken(rows: Rows, org: Account, title: string, ownId: number | null): void {
  const other = rows.issueFields.find('name', org.id, title.toLowerCase())
  if (other !== undefined && other.id !== ownId) throw unprocessable('Name has already been taken')
}

function wrongValue(message: string) {
  return validationFailed({ resource: 'IssueFieldValue', field: 'issue_field_values', code: 'custom', message })
}
