import type { CodehostCall, CodehostContext } from '#codehost/call.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { ProjectSubject } from '#codehost/schema/events.ts'
import type { Project, ProjectView, StatusUpdate } from '#codehost/schema/projects.ts'
import { addBuiltInFields, fieldsOf } from './fields.ts'
import { addDraft } from './items.ts'

/** The automations of a new project, and which of them are enabled. */
const WORKFLOWS = [
  ['Item closed', true],
  ['Pull request merged', true],
  ['Auto-add sub-issues to project', true],
] as const

/** The fields of a new project. */
type NewProject = Pick<Project, 'title'> & Partial<Pick<Project, 'shortDescription' | 'readme' | 'public'>>

/** The changes of a project. */
export type ProjectChanges = Partial<Pick<Project, 'title' | 'shortDescription' | 'readme' | 'public'>> & {
  readonly closed?: boolean
}

/** Emits an event about a project. The vendor tells organizations only. */
function emitProject(
  { rows, emit }: Pick<CodehostContext, 'rows' | 'emit'>,
  project: Project,
  sender: Account,
  subject: ProjectSubject,
): void {
  const org = rows.accounts.require(project.ownerId)
  if (org.type === 'Organization') emit({ ...subject, project, org, sender })
}

/** Adds a view to a project. */
export function addView(
  { rows, clock }: Pick<CodehostContext, 'rows' | 'clock'>,
  project: Project,
  { layout, ...fields }: Pick<ProjectView, 'name' | 'filter'> & { readonly layout: 'table' | 'board' | 'roadmap' },
): ProjectView {
  const at = clock.now()
  const number = Math.max(0, ...rows.projectViews.referring('projectId', project.id).map((each) => each.number)) + 1
  const name = `${layout.toUpperCase()}_LAYOUT` as ProjectView['layout'] // its own names
  return rows.projectViews.insert({
    projectId: project.id,
    number,
    ...fields,
    layout: name,
    createdAt: at,
    updatedAt: at,
  })
}

/** Adds a project with the fields, the view and the automations that every new one has. Emits `projects_v2`. */
export function createProject(context: CodehostContext, owner: Account, creator: Account, input: NewProject): Project {
  const { rows, clock } = context
  const at = clock.now()
  const times = { createdAt: at, updatedAt: at }
  const project = rows.projects.insert({
    shortDescription: null,
    readme: null,
    public: false,
    ...input,
    template: false,
    ownerId: owner.id,
    number: rows.projectNumbers.next(owner.id),
    creatorId: creator.id,
    ...times,
    closedAt: null,
  })
  const projectId = project.id
  addBuiltInFields(context, project)
  rows.projectViews.insert({ projectId, number: 1, name: 'View 1', layout: 'TABLE_LAYOUT', filter: null, ...times })
  for (const [index, [name, enabled]] of WORKFLOWS.entries()) {
    rows.projectWorkflows.insert({ projectId, number: index + 1, name, enabled, ...times })
  }
  emitProject(context, project, creator, { event: 'projects_v2', action: 'created' })
  return project
}

/** Changes a project. Emits `edited`, `closed` and `reopened`, each for what changes. */
export function updateProject(call: CodehostCall, before: Project, changes: ProjectChanges, sender: Account): Project {
  const { rows, clock } = call
  const { closed, ...texts } = changes
  const at = clock.now()
  const isClosed = before.closedAt !== null
  const closedAt = closed === undefined || closed === isClosed ? before.closedAt : closed ? at : null
  const project = rows.projects.update(before.id, { ...texts, closedAt, updatedAt: at })
  const isEdited = (['title', 'shortDescription', 'readme', 'public'] as const).some(
    (name) => project[name] !== before[name],
  )
  if (isEdited) emitProject(call, project, sender, { event: 'projects_v2', action: 'edited', before })
  if (closedAt !== before.closedAt) {
    emitProject(call, project, sender, { event: 'projects_v2', action: closedAt === null ? 'reopened' : 'closed' })
  }
  return project
}

/** Deletes a project with all that is in it. Emits `deleted`. */
export function deleteProject(call: CodehostCall, project: Project, sender: Account): void {
  emitProject(call, project, sender, { event: 'projects_v2', action: 'deleted' })
  call.rows.projects.delete(project.id)
}

/** Makes a project with the fields and views of another one, and with its drafts where they are wanted. */
export function copyProject(
  call: CodehostCall,
  source: Project,
  { owner, creator, title, drafts }: { owner: Account; creator: Account; title: string; drafts: boolean },
): Project {
  const { rows } = call
  const { readme, shortDescription } = source
  const copy = createProject(call, owner, creator, { title, readme, shortDescription })
  for (const { id } of fieldsOf(call, copy)) rows.projectFields.delete(id)
  for (const { id: _id, ...field } of fieldsOf(call, source)) {
    rows.projectFields.insert({ ...field, projectId: copy.id, createdAt: copy.createdAt, updatedAt: copy.createdAt })
  }
  for (const { id } of rows.projectViews.referring('projectId', copy.id)) rows.projectViews.delete(id)
  for (const { id: _id, ...view } of rows.projectViews.referring('projectId', source.id)) {
    rows.projectViews.insert({ ...view, projectId: copy.id })
  }
  if (drafts) {
    for (const { draftId } of rows.projectItems.list('byPosition', source.id)) {
      const draft = rows.draftIssues.get(draftId)
      if (draft !== undefined) addDraft(call, copy, { title: draft.title, body: draft.body, assigneeIds: [] }, creator)
    }
  }
  return copy
}

/** The fields of a report about the state of a project. */
export type StatusInput = Partial<Pick<StatusUpdate, 'body' | 'status' | 'startDate' | 'targetDate'>>

/** Adds a report about the state of a project. Emits `projects_v2_status_update`. */
export function addStatusUpdate(
  call: CodehostCall,
  project: Project,
  input: StatusInput,
  creator: Account,
): StatusUpdate {
  const at = call.clock.now()
  const none = { body: null, status: null, startDate: null, targetDate: null }
  const times = { createdAt: at, updatedAt: at }
  const update = call.rows.statusUpdates.insert({
    ...none,
    ...input,
    projectId: project.id,
    creatorId: creator.id,
    ...times,
  })
  emitProject(call, project, creator, { event: 'projects_v2_status_update', action: 'created', update })
  return update
}

/** Changes a report about the state of a project. Emits `edited`. */
export function editStatusUpdate(
  call: CodehostCall,
  before: StatusUpdate,
  input: StatusInput,
  sender: Account,
): StatusUpdate {
  const { rows, clock } = call
  const update = rows.statusUpdates.update(before.id, { ...input, updatedAt: clock.now() })
  const project = rows.projects.require(before.projectId)
  emitProject(call, project, sender, { event: 'projects_v2_status_update', action: 'edited', update, before })
  return update
}

/** Deletes a report about the state of a project. Emits `deleted`. */
export function deleteStatusUpdate(call: CodehostCall, update: StatusUpdate, sender: Account): void {
  const project = call.rows.projects.require(update.projectId)
  emitProject(call, project, sender, { event: 'projects_v2_status_update', action: 'deleted', update })
  call.rows.statusUpdates.delete(update.id)
}
