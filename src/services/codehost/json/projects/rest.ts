import type { Site } from '#codehost/call.ts'
import { simpleUserJson } from '#codehost/json/accounts/account.ts'
import { fieldNodeId, itemJson, projectJson } from '#codehost/json/projects/project.ts'
import { nodeId, time } from '#codehost/json/format.ts'
import { issueJson } from '#codehost/json/issues/issue.ts'
import { labelJson } from '#codehost/json/issues/label.ts'
import { milestoneJson } from '#codehost/json/issues/milestone.ts'
import { simplePullJson } from '#codehost/json/pulls/pull.ts'
import { repositoryJson } from '#codehost/json/repos/repository.ts'
import { labelsOf } from '#codehost/rules/issues/issue-labels.ts'
import { parentOf, subIssuesOf } from '#codehost/rules/issues/sub-issues.ts'
import { isOver } from '#codehost/rules/projects/fields.ts'
import type { Issue } from '#codehost/schema/issues.ts'
import type {
  FieldOption,
  Iteration,
  Project,
  ProjectField,
  ProjectItem,
  ProjectView,
} from '#codehost/schema/projects.ts'

// The forms of projects in REST, beside those of webhooks in project.ts.

/** The parts of a project that its URLs and its items are written with. */
function projectUrl(site: Site, { ownerId, number }: Project): string {
  const { type, login } = site.rows.accounts.require(ownerId)
  return `${site.base}/${type === 'Organization' ? 'orgs' : 'users'}/${login}/projectsV2/${number}`
}

/** A project: `projects-v2`. */
export function restProjectJson(site: Site, project: Project) {
  return { ...projectJson(site, project), description: project.readme ?? '' }
}

/** A field of a project: `projects-v2-field`. `now` tells which iterations are over. */
export function fieldJson(site: Site, project: Project, field: ProjectField, now: number) {
  const { id, name, dataType, options, iterations } = field
  return {
    id,
    node_id: fieldNodeId(field),
    name,
    data_type: dataType.toLowerCase(),
    project_url: projectUrl(site, project),
    ...(dataType === 'SINGLE_SELECT' ? { options: options.map(optionJson) } : {}),
    ...(iterations === null
      ? {}
      : {
          configuration: {
            start_day: iterations.startDay,
            duration: iterations.duration,
            iterations: iterations.iterations.map((each) => iterationJson(each, now)),
          },
        }),
    created_at: time(field.createdAt),
    updated_at: time(field.updatedAt),
  }
}

function optionJson({ id, name, color, description }: FieldOption) {
  return { id, name: text(name), color, description: text(description) }
}

function iterationJson(iteration: Iteration, now: number) {
  const { id, title, startDate, duration } = iteration
  return { id, title: text(title), start_date: startDate, duration, completed: isOver(iteration, now) }
}

function text(raw: string) {
  return { raw, html: raw }
}

/** An item with its content: `projects-v2-item-simple`. */
export function simpleItemJson(site: Site, project: Project, item: ProjectItem) {
  const { project_node_id: _project, content_node_id: _content, ...rest } = itemJson(site, item)
  const url = projectUrl(site, project)
  return { ...rest, content: contentJson(site, item), project_url: url, item_url: `${url}/items/${item.id}` }
}

/** An item with its content and the values of fields: `projects-v2-item-with-content`. */
export function fullItemJson(
  site: Site,
  project: Project,
  item: ProjectItem,
  fields: readonly ProjectField[],
  now: number,
) {
  return { ...simpleItemJson(site, project, item), fields: fields.map((field) => valueJson(site, item, field, now)) }
}

function contentJson(site: Site, { issueId, draftId }: ProjectItem) {
  const { rows } = site
  if (issueId !== null) {
    const pull = rows.pulls.find('issue', issueId)
    return pull === undefined ? issueJson(site, rows.issues.require(issueId)) : simplePullJson(site, pull)
  }
  const draft = rows.draftIssues.get(draftId)
  if (draft === undefined) return null
  return {
    id: draft.id,
    node_id: nodeId('DI', draft.id),
    title: draft.title,
    body: draft.body,
    user: simpleUserJson(site, rows.accounts.require(draft.creatorId)),
    created_at: time(draft.createdAt),
    updated_at: time(draft.updatedAt),
  }
}

function valueJson(site: Site, item: ProjectItem, field: ProjectField, now: number) {
  const { id, name, dataType } = field
  const issue = site.rows.issues.get(item.issueId)
  const value = dataType === 'TITLE' ? titleJson(site, item, issue) : ownValue(site, item, field, issue, now)
  return { id, name, data_type: dataType.toLowerCase(), value }
}

function titleJson(site: Site, { draftId }: ProjectItem, issue: Issue | undefined) {
  const draft = site.rows.draftIssues.get(draftId)
  if (issue === undefined) return { ...text(draft?.title ?? ''), is_draft: true }
  const { number, state, stateReason, title } = issue
  const isDraft = site.rows.pulls.find('issue', issue.id)?.draft === true
  return { ...text(title), number, issue_id: issue.id, state, state_reason: stateReason, is_draft: isDraft }
}

function ownValue(site: Site, item: ProjectItem, field: ProjectField, issue: Issue | undefined, now: number): unknown {
  const { rows } = site
  const value = rows.projectValues.find('field', item.id, field.id)?.value ?? null
  switch (field.dataType) {
    case 'TEXT':
      return value === null ? null : text(String(value))
    case 'SINGLE_SELECT': {
      const option = field.options.find(({ id }) => id === value)
      return option === undefined ? null : optionJson(option)
    }
    case 'ITERATION': {
      const iteration = field.iterations?.iterations.find(({ id }) => id === value)
      return iteration === undefined ? null : iterationJson(iteration, now)
    }
    case 'ASSIGNEES': {
      const draft = rows.draftIssues.get(item.draftId)
      const ids =
        issue === undefined
          ? (draft?.assigneeIds ?? [])
          : rows.issueAssignees.referring('issueId', issue.id).map(({ userId }) => userId)
      return ids.map((id) => simpleUserJson(site, rows.accounts.require(id)))
    }
    default:
      return issue === undefined ? value : builtInValue(site, field, issue, value)
  }
}

function builtInValue(site: Site, { dataType }: ProjectField, issue: Issue, value: string | number | null): unknown {
  const { rows } = site
  switch (dataType) {
    case 'LABELS':
      return labelsOf(site, issue).map((label) => labelJson(site, label))
    case 'MILESTONE': {
      const milestone = rows.milestones.get(issue.milestoneId)
      return milestone === undefined ? null : milestoneJson(site, milestone)
    }
    case 'REPOSITORY':
      return repositoryJson(site, rows.repos.require(issue.repoId))
    case 'PARENT_ISSUE': {
      const parent = parentOf(rows, issue)
      return parent === undefined ? null : issueJson(site, parent)
    }
    case 'SUB_ISSUES_PROGRESS': {
      const parts = subIssuesOf(rows, issue)
      const completed = parts.filter(({ state }) => state === 'closed').length
      const percent = parts.length === 0 ? 0 : Math.floor((completed / parts.length) * 100)
      return { total: parts.length, completed, percent_completed: percent }
    }
    case 'REVIEWERS':
    case 'LINKED_PULL_REQUESTS':
      return []
    default:
      return value
  }
}

const LAYOUTS = { TABLE_LAYOUT: 'table', BOARD_LAYOUT: 'board', ROADMAP_LAYOUT: 'roadmap' } as const

/** A view of a project: `projects-v2-view`. */
export function viewJson(site: Site, project: Project, view: ProjectView, visibleFields: readonly number[]) {
  const owner = site.rows.accounts.require(project.ownerId)
  const folder = owner.type === 'Organization' ? 'orgs' : 'users'
  return {
    id: view.id,
    number: view.number,
    name: view.name,
    layout: LAYOUTS[view.layout],
    node_id: nodeId('PVTV', view.id),
    project_url: projectUrl(site, project),
    html_url: `${site.origin}/${folder}/${owner.login}/projects/${project.number}/views/${view.number}`,
    creator: simpleUserJson(site, site.rows.accounts.require(project.creatorId)),
    created_at: time(view.createdAt),
    updated_at: time(view.updatedAt),
    filter: view.filter,
    visible_fields: visibleFields,
    sort_by: [],
    group_by: [],
    vertical_group_by: [],
  }
}
