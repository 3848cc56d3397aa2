import type { IssueField, IssueFieldOption, IssueFieldValue } from '#codehost/schema/issue-fields.ts'
import { nodeId, time } from '../format.ts'

/** The prefixes of node ids by the kind of a field. */
const PREFIXES: Readonly<Record<IssueField['dataType'], string>> = {
  date: 'IFD',
  multi_select: 'IFMS',
  number: 'IFN',
  single_select: 'IFSS',
  text: 'IFT',
}

/** A field of the issues of an organization: `issue-field`. */
export function issueFieldJson(field: IssueField) {
  const { id, name, dataType, visibility, options } = field
  return {
    id,
    node_id: nodeId(PREFIXES[dataType], id),
    name,
    data_type: dataType,
    visibility,
    ...(options === null ? {} : { options: options.toSorted(byPriority).map(optionJson) }),
    created_at: time(field.createdAt),
    updated_at: time(field.updatedAt),
  }
}

function optionJson({ id, name, color, priority, createdAt, updatedAt }: IssueFieldOption) {
  return { id, name, color, priority, created_at: time(createdAt), updated_at: time(updatedAt) }
}

/** The value of a field of an issue: `issue-field-value`. */
export function issueFieldValueJson({ field, value: { value } }: { field: IssueField; value: IssueFieldValue }) {
  const { id, name, dataType, options } = field
  const facts = {
    issue_field_id: id,
    issue_field_name: name,
    node_id: nodeId(PREFIXES[dataType], id),
    data_type: dataType,
  }
  if (typeof value !== 'object') return { ...facts, value }
  const chosen = (options ?? []).filter((each) => value.includes(each.id)).sort(byPriority)
  const choices = chosen.map((each) => ({ id: each.id, name: each.name, color: each.color }))
  const words = chosen.map((each) => each.name).join(', ')
  return dataType === 'single_select'
    ? { ...facts, value: words, single_select_option: choices[0] ?? null }
    : { ...facts, value: words, multi_select_options: choices }
}

function byPriority(left: IssueFieldOption, right: IssueFieldOption): number {
  return left.priority - right.priority || left.id - right.id
}
