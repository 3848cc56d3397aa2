import type { Site } from '#codehost/call.ts'
import { simpleUserJson } from '#codehost/json/accounts/account.ts'
import { nodeId, time, timeOrNull } from '#codehost/json/format.ts'
import type { Project, ProjectField, ProjectItem, StatusUpdate } from '#codehost/schema/projects.ts'

/** Writes a project. https://docs.github.com/webhooks/webhook-events-and-payloads#projects_v2 */
export function projectJson(site: Site, project: Project) {
  const { rows } = site
  const total = rows.statusUpdates.count('created', project.id)
  const [latest] =
    total === 0 ? [] : rows.statusUpdates.page('created', [project.id], { offset: total - 1, limit: 1 }).rows
  return {
    id: project.id,
    node_id: nodeId('PVT', project.id),
    owner: simpleUserJson(site, rows.accounts.require(project.ownerId)),
    creator: simpleUserJson(site, rows.accounts.require(project.creatorId)),
    title: project.title,
    description: project.readme,
    public: project.public,
    closed_at: timeOrNull(project.closedAt),
    created_at: time(project.createdAt),
    updated_at: time(project.updatedAt),
    number: project.number,
    short_description: project.shortDescription,
    deleted_at: null,
    deleted_by: null,
    state: project.closedAt === null ? 'open' : 'closed',
    latest_status_update: latest === undefined ? null : statusUpdateJson(site, latest),
    is_template: project.template,
  }
}

/** Writes an item of a project. https://docs.github.com/webhooks/webhook-events-and-payloads#projects_v2_item */
export function itemJson(site: Site, item: ProjectItem) {
  const { rows } = site
  const { id, projectId, issueId, draftId } = item
  const pull = issueId === null ? undefined : rows.pulls.find('issue', issueId)
  return {
    id,
    node_id: nodeId('PVTI', id),
    project_node_id: nodeId('PVT', projectId),
    content_node_id: pull === undefined ? nodeId(...contentKey(issueId, draftId)) : nodeId('PR', pull.id),
    content_type: pull === undefined ? (issueId === null ? 'DraftIssue' : 'Issue') : 'PullRequest',
    creator: simpleUserJson(site, rows.accounts.require(item.creatorId)),
    created_at: time(item.createdAt),
    updated_at: time(item.updatedAt),
    archived_at: timeOrNull(item.archivedAt),
  }
}

function contentKey(issueId: number | null, draftId: number | null): [prefix: string, id: number] {
  return issueId === null ? ['DI', draftId ?? 0] : ['I', issueId]
}

/** Writes a report about the state of a project. */
export function statusUpdateJson(site: Site, update: StatusUpdate) {
  return {
    id: update.id,
    node_id: nodeId('PVTSU', update.id),
    project_node_id: nodeId('PVT', update.projectId),
    creator: simpleUserJson(site, site.rows.accounts.require(update.creatorId)),
    created_at: time(update.createdAt),
    updated_at: time(update.updatedAt),
    status: update.status,
    ...(update.startDate === null ? {} : { start_date: update.startDate }),
    ...(update.targetDate === null ? {} : { target_date: update.targetDate }),
    body: update.body,
  }
}

/** The prefixes of the node ids of fields, by their type. */
const FIELD_PREFIXES: Readonly<Record<string, string>> = { SINGLE_SELECT: 'PVTSSF', ITERATION: 'PVTIF' }

/** Returns the node id of a field. */
export function fieldNodeId({ id, dataType }: ProjectField): string {
  return nodeId(FIELD_PREFIXES[dataType] ?? 'PVTF', id)
}
