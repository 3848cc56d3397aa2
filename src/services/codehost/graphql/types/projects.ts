import { fieldNodeId } from '#codehost/json/projects/project.ts'
import { nodeId, time, timeOrNull } from '#codehost/json/format.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { levelIncludes, projectLevel, type ProjectLevel } from '#codehost/rules/projects/access.ts'
import { fieldsOf, isOver } from '#codehost/rules/projects/fields.ts'
import { itemTitle } from '#codehost/rules/projects/items.ts'
import { canRead } from '#codehost/rules/repos/visibility.ts'
import { canSeeTeam } from '#codehost/rules/teams/teams.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Issue } from '#codehost/schema/issues.ts'
import type {
  FieldOption,
  Iteration,
  Project,
  ProjectField,
  ProjectItem,
  ProjectView,
  ProjectWorkflow,
  StatusUpdate,
} from '#codehost/schema/projects.ts'
import { requireFieldScopes, viewerOf } from '../access.ts'
import { actorById } from '../actors.ts'
import { connection, cursored, cursoredRows, emptyConnection, mapCursored, type PageArguments } from '../connection.ts'
import { unresolved } from '../failures.ts'
import { ordered, type OrderArguments } from '../orders.ts'
import { typed, type Fields, type Typed } from '../source.ts'
import { pathOfPage } from '../urls.ts'
import { repositoryConnection, type RepositoryArguments } from './repository-lists.ts'

interface ProjectArguments extends PageArguments, OrderArguments {
  readonly query?: string | null
  readonly minPermissionLevel?: ProjectLevel | null
  readonly filterBy?: { readonly state?: 'OPEN' | 'CLOSED' | null } | null
}

const READ_PROJECTS = ['read:project'] as const

/**
 * Returns the fields of everything that has projects: accounts, repositories, teams, issues and pull requests.
 * `projectsOf` returns all of them.
 */
export function projectFields<S>(projectsOf: (source: S, call: CodehostCall) => readonly Project[]): Fields<S> {
  const visible = (source: S, call: CodehostCall, name: string): Project[] => {
    requireFieldScopes(call, name, READ_PROJECTS)
    return projectsOf(source, call).filter((project) => projectLevel(call, project) !== null)
  }
  return {
    projectsV2: (source, args: ProjectArguments, call) => {
      const least = args.minPermissionLevel ?? 'READ'
      const state = args.filterBy?.state
      const found = visible(source, call, 'projectsV2').filter(
        (project) =>
          levelIncludes(projectLevel(call, project), least) &&
          (state == null || (state === 'OPEN') === (project.closedAt === null)) &&
          isMatch(project, args.query ?? ''),
      )
      const keys = {
        TITLE: ({ title }: Project) => title.toLowerCase(),
        NUMBER: ({ number }: Project) => number,
        CREATED_AT: ({ createdAt }: Project) => createdAt,
        UPDATED_AT: ({ updatedAt }: Project) => updatedAt,
      }
      return connection(cursoredRows(ordered(found, args, keys)), args)
    },
    projectV2: (source, { number }: { number: number }, call) => {
      const found = visible(source, call, 'projectV2').find((project) => project.number === number)
      if (found === undefined) throw unresolved('ProjectV2', `number ${number}`)
      return found
    },
  }
}

/** Returns the fields of {@link projectFields}, and those about recent projects, which owners and repositories have. */
export function recentProjectFields<S>(projectsOf: (source: S, call: CodehostCall) => readonly Project[]): Fields<S> {
  return {
    ...projectFields(projectsOf),
    projects: emptyConnection,
    recentProjects: (source, args: PageArguments, call) => {
      requireFieldScopes(call, 'recentProjects', READ_PROJECTS)
      const found = projectsOf(source, call).filter((project) => projectLevel(call, project) !== null)
      return connection(cursoredRows(found.toSorted((a, b) => b.updatedAt - a.updatedAt)), args)
    },
  }
}

/** Returns whether a project matches a query: `is:open`, `is:closed`, `is:template` and words of the title. */
function isMatch({ closedAt, template, title }: Project, query: string): boolean {
  const is: Readonly<Record<string, boolean>> = {
    'is:open': closedAt === null,
    'is:closed': closedAt !== null,
    'is:template': template,
  }
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  return words.every((word) => is[word] ?? title.toLowerCase().includes(word))
}

function pageOfProject(call: CodehostCall, { ownerId, number }: Project): string {
  const { type, login } = call.rows.accounts.require(ownerId)
  return `${call.origin}/${type === 'Organization' ? 'orgs' : 'users'}/${login}/projects/${number}`
}

function may(call: CodehostCall, project: Project): boolean {
  return levelIncludes(projectLevel(call, project), 'WRITE')
}

/** Returns a page of the items of a project. */
export function itemsOf({ rows }: CodehostCall, { id }: Project, args: PageArguments, descending = false) {
  const keyOf = ({ position }: ProjectItem): number => position
  return connection(cursored(rows.projectItems, 'byPosition', [id], keyOf, { descending }), args)
}

const ofTimes: Fields<{ readonly createdAt: number; readonly updatedAt: number }> = {
  createdAt: ({ createdAt }) => time(createdAt),
  updatedAt: ({ updatedAt }) => time(updatedAt),
}

const ofId: Fields<{ readonly id: number }> = {
  databaseId: ({ id }) => id,
  fullDatabaseId: ({ id }) => String(id),
}

/** A project. https://docs.github.com/graphql/reference/objects#projectv2 */
export const ProjectV2: Fields<Project> = {
  ...ofTimes,
  ...ofId,
  id: ({ id }) => nodeId('PVT', id),
  number: ({ number }) => number,
  title: ({ title }) => title,
  shortDescription: ({ shortDescription }) => shortDescription,
  readme: ({ readme }) => readme,
  public: (project) => project.public,
  template: ({ template }) => template,
  closed: ({ closedAt }) => closedAt !== null,
  closedAt: ({ closedAt }) => timeOrNull(closedAt),
  creator: ({ creatorId }, _args, { rows }) => actorById(rows, creatorId),
  owner: ({ ownerId }, _args, { rows }) => actorById(rows, ownerId),
  url: (project, _args, call) => pageOfProject(call, project),
  resourcePath: (project, _args, call) => pathOfPage(call, pageOfProject(call, project)),
  viewerCanUpdate: (project, _args, call) => may(call, project),
  viewerCanClose: (project, _args, call) => may(call, project),
  viewerCanReopen: (project, _args, call) => may(call, project),
  field: ({ id }, { name }: { name: string }, { rows }) => {
    const field = rows.projectFields.find('name', id, name.toLowerCase())
    return field === undefined ? null : configuration(field)
  },
  fields: (project, args: PageArguments & OrderArguments, call) => fieldPage(fieldsOf(call, project), args),
  items: (project, args: PageArguments & OrderArguments & { query?: string | null }, call) => {
    const descending = args.orderBy?.direction === 'DESC'
    const words = (args.query ?? '').toLowerCase().split(/\s+/).filter(Boolean)
    if (words.length === 0) return itemsOf(call, project, args, descending)
    const items = call.rows.projectItems.list('byPosition', project.id)
    const found = items.filter((item) => {
      const title = itemTitle(call.rows, item).toLowerCase()
      return words.every((word) => title.includes(word))
    })
    return connection(cursoredRows(descending ? found.toReversed() : found), args)
  },
  view: ({ id }, { number }: { number: number }, { rows }) => rows.projectViews.find('number', id, number) ?? null,
  views: ({ id }, args: PageArguments & OrderArguments, { rows }) => {
    const keys = { NAME: ({ name }: ProjectView) => name, CREATED_AT: ({ createdAt }: ProjectView) => createdAt }
    return connection(cursoredRows(ordered(rows.projectViews.referring('projectId', id), args, keys)), args)
  },
  workflow: ({ id }, { number }: { number: number }, { rows }) =>
    rows.projectWorkflows.find('number', id, number) ?? null,
  workflows: ({ id }, args: PageArguments & OrderArguments, { rows }) => {
    const keys = {
      NAME: ({ name }: ProjectWorkflow) => name,
      NUMBER: ({ number }: ProjectWorkflow) => number,
      CREATED_AT: ({ createdAt }: ProjectWorkflow) => createdAt,
      UPDATED_AT: ({ updatedAt }: ProjectWorkflow) => updatedAt,
    }
    return connection(cursoredRows(ordered(rows.projectWorkflows.referring('projectId', id), args, keys)), args)
  },
  statusUpdates: ({ id }, args: PageArguments & OrderArguments, { rows }) => {
    const descending = args.orderBy?.direction !== 'ASC'
    return connection(
      cursored(rows.statusUpdates, 'created', [id], ({ createdAt }) => createdAt, { descending }),
      args,
    )
  },
  repositories: ({ id }, args: RepositoryArguments, call) => {
    const linked = call.rows.projectRepositories.referring('projectId', id)
    const repos = linked.map(({ repoId }) => call.rows.repos.require(repoId)).filter((repo) => canRead(call, repo))
    return repositoryConnection(call, repos, args)
  },
  teams: ({ id }, args: PageArguments & OrderArguments, call) => {
    const { rows } = call
    const linked = rows.projectTeams.referring('projectId', id).map(({ teamId }) => rows.teams.require(teamId))
    const shown = linked.filter((team) => canSeeTeam(rows, team, viewerOf(call)))
    return connection(cursoredRows(ordered(shown, args, { NAME: ({ name }) => name })), args)
  },
}

/** Returns a field as an object of its own type. */
export function configuration(field: ProjectField): Typed {
  const names: Readonly<Record<string, string>> = {
    SINGLE_SELECT: 'ProjectV2SingleSelectField',
    ITERATION: 'ProjectV2IterationField',
  }
  return typed(names[field.dataType] ?? 'ProjectV2Field', field)
}

function fieldPage(fields: readonly ProjectField[], args: PageArguments & OrderArguments) {
  const keys = { NAME: ({ name }: ProjectField) => name, CREATED_AT: ({ createdAt }: ProjectField) => createdAt }
  return connection(mapCursored(cursoredRows(ordered(fields, args, keys)), configuration), args)
}

const ofField: Fields<ProjectField> = {
  ...ofTimes,
  id: (field) => fieldNodeId(field),
  databaseId: ({ id }) => id,
  name: ({ name }) => name,
  dataType: ({ dataType }) => dataType,
  project: ({ projectId }, _args, { rows }) => rows.projects.require(projectId),
}

/** A field without a configuration. https://docs.github.com/graphql/reference/objects#projectv2field */
export const ProjectV2Field = ofField

/** A field with options. https://docs.github.com/graphql/reference/objects#projectv2singleselectfield */
export const ProjectV2SingleSelectField: Fields<ProjectField> = {
  ...ofField,
  options: ({ options }, { names }: { names?: readonly string[] | null }) =>
    options.filter(({ name }) => names == null || names.includes(name)),
}

/** An option of a field. */
export const ProjectV2SingleSelectFieldOption: Fields<FieldOption> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  nameHTML: ({ name }) => name,
  color: ({ color }) => color,
  description: ({ description }) => description,
  descriptionHTML: ({ description }) => description,
}

/** A field with periods. https://docs.github.com/graphql/reference/objects#projectv2iterationfield */
export const ProjectV2IterationField: Fields<ProjectField> = {
  ...ofField,
  configuration: ({ iterations }, _args, { clock }) => {
    const all = iterations?.iterations ?? []
    return {
      duration: iterations?.duration ?? 0,
      startDay: iterations?.startDay ?? 1,
      iterations: all.filter((each) => !isOver(each, clock.now())),
      completedIterations: all.filter((each) => isOver(each, clock.now())).toReversed(),
    }
  },
}

/** A period of a field. */
export const ProjectV2IterationFieldIteration: Fields<Iteration> = {
  id: ({ id }) => id,
  title: ({ title }) => title,
  titleHTML: ({ title }) => title,
  startDate: ({ startDate }) => startDate,
  duration: ({ duration }) => duration,
}

/** The fields that the view of a new project shows. */
const SHOWN: readonly string[] = ['TITLE', 'ASSIGNEES', 'SINGLE_SELECT', 'LINKED_PULL_REQUESTS', 'SUB_ISSUES_PROGRESS']

/** A view of a project. https://docs.github.com/graphql/reference/objects#projectv2view */
export const ProjectV2View: Fields<ProjectView> = {
  ...ofTimes,
  ...ofId,
  id: ({ id }) => nodeId('PVTV', id),
  number: ({ number }) => number,
  name: ({ name }) => name,
  layout: ({ layout }) => layout,
  filter: ({ filter }) => filter,
  project: ({ projectId }, _args, { rows }) => rows.projects.require(projectId),
  fields: ({ projectId }, args: PageArguments & OrderArguments, call) =>
    fieldPage(
      fieldsOf(call, { id: projectId }).filter(({ dataType }) => SHOWN.includes(dataType)),
      args,
    ),
  groupByFields: emptyConnection,
  verticalGroupByFields: (view, args: PageArguments & OrderArguments, { rows }) => {
    const status = rows.projectFields.find('name', view.projectId, 'status')
    return fieldPage(view.layout === 'BOARD_LAYOUT' && status !== undefined ? [status] : [], args)
  },
  sortByFields: emptyConnection,
}

/** An automation of a project. https://docs.github.com/graphql/reference/objects#projectv2workflow */
export const ProjectV2Workflow: Fields<ProjectWorkflow> = {
  ...ofTimes,
  ...ofId,
  id: ({ id }) => nodeId('PWF', id),
  number: ({ number }) => number,
  name: ({ name }) => name,
  enabled: ({ enabled }) => enabled,
  project: ({ projectId }, _args, { rows }) => rows.projects.require(projectId),
}

/** A report about the state of a project. https://docs.github.com/graphql/reference/objects#projectv2statusupdate */
export const ProjectV2StatusUpdate: Fields<StatusUpdate> = {
  ...ofTimes,
  ...ofId,
  id: ({ id }) => nodeId('PVTSU', id),
  body: ({ body }) => body,
  status: ({ status }) => status,
  startDate: ({ startDate }) => startDate,
  targetDate: ({ targetDate }) => targetDate,
  creator: ({ creatorId }, _args, { rows }) => actorById(rows, creatorId),
  project: ({ projectId }, _args, { rows }) => rows.projects.require(projectId),
}

/** Returns the projects in which an issue or a pull request is. */
function projectsOfIssue(issue: Pick<Issue, 'id'>, { rows }: CodehostCall): Project[] {
  return rows.projectItems.referring('issueId', issue.id).map(({ projectId }) => rows.projects.require(projectId))
}

/** Returns the fields of issues and pull requests about projects. `issueOf` returns the issue side. */
export function projectItemFields<S>(issueOf: (source: S, call: CodehostCall) => Issue): Fields<S> {
  return {
    ...projectFields((source: S, call) => projectsOfIssue(issueOf(source, call), call)),
    projectItems: (source, args: PageArguments & { includeArchived?: boolean | null }, call) => {
      requireFieldScopes(call, 'projectItems', ['read:project'])
      const { rows } = call
      const { includeArchived } = args
      const items = rows.projectItems
        .referring('issueId', issueOf(source, call).id)
        .filter(({ projectId, archivedAt }) => {
          const isShown = projectLevel(call, rows.projects.require(projectId)) !== null
          return isShown && (archivedAt === null || includeArchived !== false)
        })
      return connection(cursoredRows(items), args)
    },
  }
}

type Find = (call: CodehostCall, id: string) => Typed | null

/** Returns how to find the objects of a project by their ids. `get` returns the row of one. */
function ofProject<R extends object>(
  typename: string,
  get: (call: CodehostCall, id: number) => R | undefined,
  projectIdOf: (row: R) => number,
): Find {
  return (call, id) => {
    const row = get(call, Number(id))
    const project = row === undefined ? undefined : call.rows.projects.get(projectIdOf(row))
    return row === undefined || project === undefined || projectLevel(call, project) === null
      ? null
      : typed(typename, row)
  }
}

const projectOf = ({ projectId }: { readonly projectId: number }): number => projectId

/** The objects of projects, by the prefixes of their ids. */
export const projectNodes: Readonly<Record<string, Find>> = {
  PVT: ofProject(
    'ProjectV2',
    ({ rows }, id) => rows.projects.get(id),
    ({ id }) => id,
  ),
  PVTI: ofProject('ProjectV2Item', ({ rows }, id) => rows.projectItems.get(id), projectOf),
  PVTF: ofProject('ProjectV2Field', ({ rows }, id) => rows.projectFields.get(id), projectOf),
  PVTSSF: ofProject('ProjectV2SingleSelectField', ({ rows }, id) => rows.projectFields.get(id), projectOf),
  PVTIF: ofProject('ProjectV2IterationField', ({ rows }, id) => rows.projectFields.get(id), projectOf),
  PVTV: ofProject('ProjectV2View', ({ rows }, id) => rows.projectViews.get(id), projectOf),
  PWF: ofProject('ProjectV2Workflow', ({ rows }, id) => rows.projectWorkflows.get(id), projectOf),
  PVTSU: ofProject('ProjectV2StatusUpdate', ({ rows }, id) => rows.statusUpdates.get(id), projectOf),
  DI: ofProject('DraftIssue', ({ rows }, id) => rows.draftIssues.get(id), projectOf),
}

/** Returns the projects of an account. */
export function projectsOfAccount({ id }: Account, { rows }: CodehostCall): Project[] {
  return rows.projects.list('byNumber', id)
}
