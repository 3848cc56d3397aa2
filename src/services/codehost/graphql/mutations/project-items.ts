import type { CodehostCall } from '#codehost/call.ts'
import {
  addDraft,
  addItem,
  archiveItem,
  clearValue,
  convertDraft,
  deleteItem,
  moveItem,
  setValue,
  updateDraft,
  type ValueInput,
} from '#codehost/rules/projects/items.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { DraftIssue, Project, ProjectItem } from '#codehost/schema/projects.ts'
import { noSuchNode } from '../failures.ts'
import type { Fields } from '../source.ts'
import { findConversation, findRepo, findRow, findUsers, payload, requireChange, type Input } from './input.ts'
import { findField, findProject, requireProject } from './projects.ts'

interface ItemInput {
  readonly projectId: string
  readonly itemId: string
}

interface ItemFieldInput extends ItemInput {
  readonly fieldId: string
}

interface DraftFields {
  readonly title?: string | null
  readonly body?: string | null
  readonly assigneeIds?: readonly string[] | null
}

/** The mutations of items. https://docs.github.com/graphql/reference/mutations#addprojectv2itembyid */
export const projectItemMutations: Fields<undefined> = {
  addProjectV2ItemById: (_root, args: Input<{ projectId: string; contentId: string }>, call, info) => {
    const project = findProject(call, args.input.projectId)
    const user = requireProject(call, project, info)
    const issue = findConversation(call, args.input.contentId)
    return payload(args, { item: addItem(call, project, issue, user) })
  },
  addProjectV2DraftIssue: (_root, args: Input<{ projectId: string; title: string } & DraftFields>, call, info) => {
    const { projectId, title, body, assigneeIds } = args.input
    const project = findProject(call, projectId)
    const user = requireProject(call, project, info)
    const draft = { title, body: body ?? '', assigneeIds: findUsers(call, assigneeIds ?? []).map(({ id }) => id) }
    return payload(args, { projectItem: addDraft(call, project, draft, user) })
  },
  updateProjectV2DraftIssue: (_root, args: Input<{ draftIssueId: string } & DraftFields>, call, info) => {
    const { draftIssueId, title, body, assigneeIds } = args.input
    const draft = findRow<DraftIssue>(call, draftIssueId, 'DraftIssue')
    const user = requireProject(call, call.rows.projects.require(draft.projectId), info)
    const changes = {
      ...(title == null ? {} : { title }),
      ...(body == null ? {} : { body }),
      ...(assigneeIds == null ? {} : { assigneeIds: findUsers(call, assigneeIds).map(({ id }) => id) }),
    }
    return payload(args, { draftIssue: updateDraft(call, draft, changes, user) })
  },
  convertProjectV2DraftIssueItemToIssue: (_root, args: Input<{ itemId: string; repositoryId: string }>, call, info) => {
    const item = findRow<ProjectItem>(call, args.input.itemId, 'ProjectV2Item')
    requireProject(call, call.rows.projects.require(item.projectId), info)
    const repo = findRepo(call, args.input.repositoryId)
    const user = requireChange(call, repo, info, { operation: 'issues/create' })
    return payload(args, { item: convertDraft(call, item, repo, user) })
  },
  deleteProjectV2Item: (_root, args: Input<ItemInput>, call, info) => {
    const { item, user } = requireItem(call, args.input, info)
    deleteItem(call, item, user)
    return payload(args, { deletedItemId: args.input.itemId })
  },
  archiveProjectV2Item: (_root, args: Input<ItemInput>, call, info) => {
    const { item, user } = requireItem(call, args.input, info)
    return payload(args, { item: archiveItem(call, item, true, user) })
  },
  unarchiveProjectV2Item: (_root, args: Input<ItemInput>, call, info) => {
    const { item, user } = requireItem(call, args.input, info)
    return payload(args, { item: archiveItem(call, item, false, user) })
  },
  updateProjectV2ItemPosition: (_root, args: Input<ItemInput & { afterId?: string | null }>, call, info) => {
    const { item, project, user } = requireItem(call, args.input, info)
    const { afterId } = args.input
    const after = afterId == null ? null : itemOf(call, project, afterId)
    if (after?.id !== item.id) moveItem(call, item, after, user)
    return payload(args, { project })
  },
  updateProjectV2ItemFieldValue: (_root, args: Input<ItemFieldInput & { value: ValueInput }>, call, info) => {
    const { item, project, user } = requireItem(call, args.input, info)
    const field = fieldOf(call, project, args.input.fieldId)
    const { text, number, date, singleSelectOptionId, iterationId } = args.input.value
    const value = { text, number, date, singleSelectOptionId, iterationId }
    return payload(args, { projectV2Item: setValue(call, item, field, value, user) })
  },
  clearProjectV2ItemFieldValue: (_root, args: Input<ItemFieldInput>, call, info) => {
    const { item, project, user } = requireItem(call, args.input, info)
    const field = fieldOf(call, project, args.input.fieldId)
    return payload(args, { projectV2Item: clearValue(call, item, field, user) })
  },
}

function requireItem(
  call: CodehostCall,
  { projectId, itemId }: ItemInput,
  info: { readonly fieldName: string },
): { item: ProjectItem; project: Project; user: Account } {
  const project = findProject(call, projectId)
  const user = requireProject(call, project, info)
  return { item: itemOf(call, project, itemId), project, user }
}

function itemOf(call: CodehostCall, project: Project, id: string): ProjectItem {
  const item = findRow<ProjectItem>(call, id, 'ProjectV2Item')
  if (item.projectId !== project.id) throw noSuchNode(id)
  return item
}

function fieldOf(call: CodehostCall, project: Project, id: string) {
  const field = findField(call, id)
  if (field.projectId !== project.id) throw noSuchNode(id)
  return field
}
