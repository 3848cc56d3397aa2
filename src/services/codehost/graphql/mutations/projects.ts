import type { CodehostCall } from '#codehost/call.ts'
import { covers } from '#codehost/oauth/scopes.ts'
import { canCreateProjects, levelIncludes, projectLevel, type ProjectLevel } from '#codehost/rules/projects/access.ts'
import { addField, deleteField, updateField, type NewField } from '#codehost/rules/projects/fields.ts'
import {
  addStatusUpdate,
  copyProject,
  createProject,
  deleteProject,
  deleteStatusUpdate,
  editStatusUpdate,
  updateProject,
  type StatusInput,
} from '#codehost/rules/projects/projects.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Project, ProjectField, ProjectRole, ProjectWorkflow, StatusUpdate } from '#codehost/schema/projects.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import type { Team } from '#codehost/schema/teams.ts'
import { insufficientScopes, viewerOf } from '../access.ts'
import { actor } from '../actors.ts'
import { connection, cursoredRows, type PageArguments } from '../connection.ts'
import { fieldUnprocessable } from '../failures.ts'
import { typed, type Fields, type Typed } from '../source.ts'
import { configuration, itemsOf } from '../types/projects.ts'
import { findRow, notPermitted, payload, type Input } from './input.ts'

type Info = { readonly fieldName: string }

const FIELD_TYPES = ['ProjectV2Field', 'ProjectV2SingleSelectField', 'ProjectV2IterationField'] as const

/**
 * Requires that the principal may change a project. Returns the user.
 *
 * @throws `INSUFFICIENT_SCOPES`, `FORBIDDEN`.
 */
export function requireProject(
  call: CodehostCall,
  project: Project,
  info: Info,
  level: ProjectLevel = 'WRITE',
): Account {
  const user = requireProjectScope(call, info)
  if (!levelIncludes(projectLevel(call, project), level)) throw notPermitted(user, info.fieldName)
  return user
}

function requireProjectScope(call: CodehostCall, { fieldName }: Info): Account {
  const { principal } = call
  if (principal?.app === null && !covers(principal.scopes, ['project'])) {
    throw insufficientScopes(`The '${fieldName}' field requires`, ['project'], principal.scopes)
  }
  return viewerOf(call)
}

/** Returns the project with a node id. @throws `NOT_FOUND`. */
export function findProject(call: CodehostCall, id: string): Project {
  return findRow<Project>(call, id, 'ProjectV2')
}

/** Returns the field with a node id. @throws `NOT_FOUND`. */
export function findField(call: CodehostCall, id: string): ProjectField {
  return findRow<ProjectField>(call, id, ...FIELD_TYPES)
}

interface OfProject {
  readonly projectId: string
}

interface FieldInput {
  readonly singleSelectOptions?: NewField['options'] | null
  readonly iterationConfiguration?: NewField['iterations'] | null
}

interface StatusFields {
  readonly body?: string | null
  readonly status?: StatusUpdate['status']
  readonly startDate?: string | null
  readonly targetDate?: string | null
}

interface ProjectChangesInput extends OfProject {
  readonly title?: string | null
  readonly shortDescription?: string | null
  readonly readme?: string | null
  readonly public?: boolean | null
  readonly closed?: boolean | null
}

/** The mutations of projects, their fields and links. https://docs.github.com/graphql/reference/mutations */
export const projectMutations: Fields<undefined> = {
  ...ofProjects(),
  ...ofSettings(),
  ...ofFields(),
  ...ofLinks(),
  ...ofStatusUpdates(),
}

function ofProjects(): Fields<undefined> {
  return {
    createProjectV2: (_root, args: Input<NewProjectInput>, call, info) => {
      const { ownerId, title, repositoryId, teamId } = args.input
      const { owner, user } = requireOwner(call, ownerId, info)
      const project = createProject(call, owner, user, { title: checkedTitle(title) })
      if (repositoryId != null) link(call, project, findRow<Repo>(call, repositoryId, 'Repository'))
      if (teamId != null) linkTeam(call, project, findRow<Team>(call, teamId, 'Team'))
      return payload(args, { projectV2: project })
    },
    updateProjectV2: (_root, args: Input<ProjectChangesInput>, call, info) => {
      const { projectId, title, shortDescription, readme, public: isPublic, closed } = args.input
      const project = findProject(call, projectId)
      const user = requireProject(call, project, info, isPublic == null ? 'WRITE' : 'ADMIN')
      const changes = {
        ...(title == null ? {} : { title: checkedTitle(title) }),
        ...(shortDescription === undefined ? {} : { shortDescription }),
        ...(readme === undefined ? {} : { readme }),
        ...(isPublic == null ? {} : { public: isPublic }),
        ...(closed == null ? {} : { closed }),
      }
      return payload(args, { projectV2: updateProject(call, project, changes, user) })
    },
    deleteProjectV2: (_root, args: Input<OfProject>, call, info) => {
      const project = findProject(call, args.input.projectId)
      deleteProject(call, project, requireProject(call, project, info, 'ADMIN'))
      return payload(args, { projectV2: project })
    },
    copyProjectV2: (_root, args: Input<CopyInput>, call, info) => {
      const { ownerId, projectId, title, includeDraftIssues } = args.input
      const source = findProject(call, projectId)
      const { owner, user: creator } = requireOwner(call, ownerId, info)
      const drafts = includeDraftIssues === true
      return payload(args, { projectV2: copyProject(call, source, { owner, creator, title, drafts }) })
    },
  }
}

function ofSettings(): Fields<undefined> {
  return {
    markProjectV2AsTemplate: (_root, args: Input<OfProject>, call, info) => setTemplate(args, call, info, true),
    unmarkProjectV2AsTemplate: (_root, args: Input<OfProject>, call, info) => setTemplate(args, call, info, false),
    updateProjectV2Collaborators: (_root, args: Input<CollaboratorsInput>, call, info) => {
      const project = findProject(call, args.input.projectId)
      requireProject(call, project, info, 'ADMIN')
      for (const each of args.input.collaborators) setCollaborator(call, project, each)
      return payload(args, { project })
    },
    deleteProjectV2Workflow: (_root, args: Input<{ workflowId: string }>, call, info) => {
      const { workflowId } = args.input
      const workflow = findRow<ProjectWorkflow>(call, workflowId, 'ProjectV2Workflow')
      const project = call.rows.projects.require(workflow.projectId)
      requireProject(call, project, info)
      call.rows.projectWorkflows.delete(workflow.id)
      return payload(args, { deletedWorkflowId: workflowId, projectV2: project })
    },
  }
}

function ofFields(): Fields<undefined> {
  return {
    createProjectV2Field: (_root, args: Input<NewFieldInput>, call, info) => {
      const { projectId, name, dataType, ...rest } = args.input
      const project = findProject(call, projectId)
      requireProject(call, project, info)
      const field = addField(call, project, { name, dataType, ...settingsOf(rest) })
      return payload(args, { projectV2Field: configuration(field) })
    },
    updateProjectV2Field: (_root, args: Input<FieldChangesInput>, call, info) => {
      const { fieldId, name, ...rest } = args.input
      const field = findField(call, fieldId)
      requireProject(call, call.rows.projects.require(field.projectId), info)
      const changed = updateField(call, field, { ...(name == null ? {} : { name }), ...settingsOf(rest) })
      return payload(args, { projectV2Field: configuration(changed) })
    },
    deleteProjectV2Field: (_root, args: Input<{ fieldId: string }>, call, info) => {
      const field = findField(call, args.input.fieldId)
      requireProject(call, call.rows.projects.require(field.projectId), info)
      deleteField(call, field)
      return payload(args, { projectV2Field: configuration(field) })
    },
  }
}

function ofLinks(): Fields<undefined> {
  return {
    linkProjectV2ToRepository: (_root, args: Input<RepositoryLink>, call, info) => {
      const { project, repository } = linkedRepository(call, args.input, info)
      link(call, project, repository)
      return payload(args, { repository })
    },
    unlinkProjectV2FromRepository: (_root, args: Input<RepositoryLink>, call, info) => {
      const { project, repository } = linkedRepository(call, args.input, info)
      const found = call.rows.projectRepositories.find('pair', project.id, repository.id)
      if (found !== undefined) call.rows.projectRepositories.delete(found.id)
      return payload(args, { repository })
    },
    linkProjectV2ToTeam: (_root, args: Input<TeamLink>, call, info) => {
      const project = findProject(call, args.input.projectId)
      const team = findRow<Team>(call, args.input.teamId, 'Team')
      requireProject(call, project, info)
      linkTeam(call, project, team)
      return payload(args, { team })
    },
    unlinkProjectV2FromTeam: (_root, args: Input<TeamLink>, call, info) => {
      const project = findProject(call, args.input.projectId)
      const team = findRow<Team>(call, args.input.teamId, 'Team')
      requireProject(call, project, info)
      const found = call.rows.projectTeams.find('pair', project.id, team.id)
      if (found !== undefined) call.rows.projectTeams.delete(found.id)
      return payload(args, { team })
    },
  }
}

function ofStatusUpdates(): Fields<undefined> {
  return {
    createProjectV2StatusUpdate: (_root, args: Input<OfProject & StatusFields>, call, info) => {
      const { projectId, ...fields } = args.input
      const project = findProject(call, projectId)
      const user = requireProject(call, project, info)
      return payload(args, { statusUpdate: addStatusUpdate(call, project, statusOf(fields), user) })
    },
    updateProjectV2StatusUpdate: (_root, args: Input<{ statusUpdateId: string } & StatusFields>, call, info) => {
      const { statusUpdateId, ...fields } = args.input
      const { update, user } = requireStatusUpdate(call, statusUpdateId, info)
      return payload(args, { statusUpdate: editStatusUpdate(call, update, statusOf(fields), user) })
    },
    deleteProjectV2StatusUpdate: (_root, args: Input<{ statusUpdateId: string }>, call, info) => {
      const { statusUpdateId } = args.input
      const { project, update, user } = requireStatusUpdate(call, statusUpdateId, info)
      deleteStatusUpdate(call, update, user)
      return payload(args, { deletedStatusUpdateId: statusUpdateId, projectV2: project })
    },
  }
}

interface NewProjectInput {
  readonly ownerId: string
  readonly title: string
  readonly repositoryId?: string | null
  readonly teamId?: string | null
}

interface CopyInput extends OfProject {
  readonly ownerId: string
  readonly title: string
  readonly includeDraftIssues?: boolean | null
}

interface NewFieldInput extends OfProject, FieldInput {
  readonly name: string
  readonly dataType: NewField['dataType']
}

interface FieldChangesInput extends FieldInput {
  readonly fieldId: string
  readonly name?: string | null
}

interface RepositoryLink extends OfProject {
  readonly repositoryId: string
}

interface TeamLink extends OfProject {
  readonly teamId: string
}

interface CollaboratorInput {
  readonly role: ProjectRole | 'NONE'
  readonly userId?: string | null
  readonly teamId?: string | null
}

interface CollaboratorsInput extends OfProject {
  readonly collaborators: readonly CollaboratorInput[]
}

function checkedTitle(title: string): string {
  if (title.trim() === '') throw fieldUnprocessable("Title can't be blank")
  return title
}

function requireOwner(call: CodehostCall, ownerId: string, info: Info): { owner: Account; user: Account } {
  const user = requireProjectScope(call, info)
  const owner = findRow<Account>(call, ownerId, 'User', 'Organization')
  if (!canCreateProjects(call, owner)) throw notPermitted(user, info.fieldName)
  return { owner, user }
}

function setTemplate(args: Input<OfProject>, call: CodehostCall, info: Info, template: boolean) {
  const project = findProject(call, args.input.projectId)
  requireProject(call, project, info, 'ADMIN')
  if (call.rows.accounts.require(project.ownerId).type !== 'Organization') {
    throw fieldUnprocessable('Only projects owned by an organization can be marked as a template')
  }
  return payload(args, { projectV2: call.rows.projects.update(project.id, { template }) })
}

function settingsOf({
  singleSelectOptions,
  iterationConfiguration,
}: FieldInput): Pick<NewField, 'options' | 'iterations'> {
  return {
    ...(singleSelectOptions == null ? {} : { options: singleSelectOptions }),
    ...(iterationConfiguration == null
      ? {}
      : {
          iterations: {
            duration: iterationConfiguration.duration,
            startDate: iterationConfiguration.startDate,
            iterations: iterationConfiguration.iterations.map(({ title, startDate, duration }) => ({
              title,
              startDate,
              duration,
            })),
          },
        }),
  }
}

function statusOf({ body, status, startDate, targetDate }: StatusFields): StatusInput {
  return {
    ...(body === undefined ? {} : { body }),
    ...(status === undefined ? {} : { status }),
    ...(startDate === undefined ? {} : { startDate }),
    ...(targetDate === undefined ? {} : { targetDate }),
  }
}

function requireStatusUpdate(call: CodehostCall, id: string, info: Info) {
  const update = findRow<StatusUpdate>(call, id, 'ProjectV2StatusUpdate')
  const project = call.rows.projects.require(update.projectId)
  return { update, project, user: requireProject(call, project, info) }
}

function linkedRepository(call: CodehostCall, { projectId, repositoryId }: RepositoryLink, info: Info) {
  const project = findProject(call, projectId)
  const repository = findRow<Repo>(call, repositoryId, 'Repository')
  requireProject(call, project, info)
  return { project, repository }
}

function link({ rows }: CodehostCall, project: Project, repo: Repo): void {
  if (repo.ownerId !== project.ownerId) {
    throw fieldUnprocessable('The repository must be owned by the same owner as the project')
  }
  const pair = { projectId: project.id, repoId: repo.id }
  if (rows.projectRepositories.find('pair', project.id, repo.id) === undefined) rows.projectRepositories.insert(pair)
}

function linkTeam({ rows }: CodehostCall, project: Project, team: Team): void {
  if (team.orgId !== project.ownerId) throw fieldUnprocessable('The team must belong to the owner of the project')
  const pair = { projectId: project.id, teamId: team.id }
  if (rows.projectTeams.find('pair', project.id, team.id) === undefined) rows.projectTeams.insert(pair)
}

function setCollaborator(call: CodehostCall, project: Project, { role, userId, teamId }: CollaboratorInput): void {
  const { rows } = call
  if ((userId == null) === (teamId == null)) throw fieldUnprocessable('Must specify either a userId or a teamId')
  const user = userId == null ? null : findRow<Account>(call, userId, 'User').id
  const team = teamId == null ? null : findRow<Team>(call, teamId, 'Team').id
  const present =
    user === null
      ? rows.projectCollaborators.find('team', project.id, team ?? 0)
      : rows.projectCollaborators.find('user', project.id, user)
  if (present !== undefined) rows.projectCollaborators.delete(present.id)
  if (role !== 'NONE') rows.projectCollaborators.insert({ projectId: project.id, userId: user, teamId: team, role })
}

interface ProjectPayload {
  readonly clientMutationId: string | null
  readonly project: Project
}

const clientMutationId = ({ clientMutationId: id }: ProjectPayload): string | null => id

/** The payloads with pages, whose arguments are those of the payload's field. */
export const projectPayloads: Readonly<Record<string, Fields<ProjectPayload>>> = {
  UpdateProjectV2ItemPositionPayload: {
    clientMutationId,
    items: ({ project }, args: PageArguments, call) => itemsOf(call, project, args),
  },
  UpdateProjectV2CollaboratorsPayload: {
    clientMutationId,
    collaborators: ({ project }, args: PageArguments, { rows }) => {
      const found = rows.projectCollaborators.referring('projectId', project.id).map(({ userId, teamId }): Typed => {
        return userId === null ? typed('Team', rows.teams.require(teamId ?? 0)) : actor(rows.accounts.require(userId))
      })
      return connection(
        cursoredRows(found, ({ typename, row }) => `${typename} ${(row as { id: number }).id}`), // rows with ids
        args,
      )
    },
  },
}
