import { empty, json } from '../../../core/answer.ts'
import { body } from '../../../core/input.ts'
import { defined } from '../../../core/objects.ts'
import { routesFor } from '../../../core/routes.ts'
import { changesIn, changesProject, readableProject, scoped, type Scope } from '../access.ts'
import type { DeployhostCall } from '../call.ts'
import { conflict } from '../errors.ts'
import { bypassJson, projectJson } from '../json/project.ts'
import { atHand, indexed, pageOf, pageQuery, type Source } from '../pagination.ts'
import { changeBypass } from '../rules/protection-bypass.ts'
import { putVariable } from '../rules/env.ts'
import { checkProjectName, createProject, settingsOf } from '../rules/projects.ts'
import { tellProject } from '../rules/project-events.ts'
import { renaming } from '../rules/serving.ts'
import type { Project } from '../schema.ts'
import { under } from '../versions.ts'
import { BypassChanges, NewProject, ProjectChanges } from './project-bodies.ts'

const { get, post, patch, del } = routesFor<DeployhostCall>()

/** Projects. https://vercel.com/docs/rest-api/reference/endpoints/projects */
export const projectsRoutes = [
  ...under(['/v11/projects', '/v10/projects', '/v9/projects'], (path) =>
    post('createProject', path, changesIn('repo'), body(NewProject), (call) => {
      const { account, user, body } = call
      const { name: given, framework = null, gitRepository = null, environmentVariables, ...rest } = body
      const name = checkProjectName(given)
      refuseTaken(call, name)
      const project = createProject(call, account, user, {
        name,
        framework,
        git: gitRepository,
        settings: settingsOf(rest),
      })
      for (const { gitBranch = null, ...variable } of environmentVariables) {
        const wanted = { ...variable, gitBranch, customEnvironmentIds: [], comment: null }
        putVariable(call, project, user, wanted, false)
      }
      tellProject(call, 'project.created', project)
      return json(projectJson(call, project))
    }),
  ),
  ...under(['/v10/projects', '/v9/projects'], (path) =>
    get('getProjects', path, scoped, (call) => {
      const page = pageQuery(call)
      // The current client goes on with `from`, which takes what `until` takes.
      const from = Number(call.query.get('from') ?? Number.NaN)
      const { rows, pagination } = pageOf({ ...page, until: page.until ?? (from > 0 ? from : null) }, found(call))
      return json({ projects: rows.map((project) => projectJson(call, project)), pagination })
    }),
  ),
  get('getProject', '/v9/projects/:idOrName', readableProject, (call) => json(projectJson(call, call.project))),
  patch('updateProject', '/v9/projects/:idOrName', changesProject, body(ProjectChanges), (call) => {
    const { rows, project, clock, body } = call
    const { name: given, framework, nodeVersion, ...rest } = body
    const name = given === undefined ? project.name : checkProjectName(given)
    if (name !== project.name) refuseTaken(call, name)
    const changed = renaming(call, [project], () =>
      rows.projects.update(project.id, {
        ...defined({ framework, nodeVersion }),
        name,
        settings: { ...project.settings, ...settingsOf(rest) },
        updatedAt: Math.floor(clock.now()),
      }),
    )
    if (name !== project.name) tellProject(call, 'project.renamed', changed, { previousName: project.name })
    return json(projectJson(call, changed))
  }),
  del('deleteProject', '/v9/projects/:idOrName', changesProject, (call) => {
    call.rows.projects.delete(call.project.id)
    tellProject(call, 'project.removed', call.project)
    return empty()
  }),
  post('pauseProject', '/v1/projects/:idOrName/pause', changesProject, ({ rows, project }) => {
    rows.projects.update(project.id, { paused: true })
    return empty(200)
  }),
  post('unpauseProject', '/v1/projects/:idOrName/unpause', changesProject, ({ rows, project }) => {
    rows.projects.update(project.id, { paused: false })
    return empty(200)
  }),
  patch(
    'updateProjectProtectionBypass',
    '/v1/projects/:idOrName/protection-bypass',
    changesProject,
    body(BypassChanges),
    (call) => {
      const protectionBypass = changeBypass(call, call.project, call.user, call.body)
      const changed = call.rows.projects.update(call.project.id, { protectionBypass })
      return json({ protectionBypass: bypassJson(changed) })
    },
  ),
]

/** The projects of the account that the query asks for. */
function found({ rows, account, query }: DeployhostCall & Scope): Source<Project> {
  const search = query.get('search')?.toLowerCase()
  const repo = query.get('repo')
  const repoUrl = query.get('repoUrl')
  const excludes = query.get('excludeRepos') !== null
  if (search === undefined && repo === null && repoUrl === null && !excludes) {
    return indexed(rows.projects, 'byAccount', account.id)
  }
  return atHand(
    rows.projects.list('byAccount', account.id).filter(({ name, link }) => {
      if (search !== undefined && !name.includes(search)) return false
      if (repo !== null && link?.repo !== repo && link?.repo.split('/')[1] !== repo) return false
      if (repoUrl !== null && (link === null || !repoUrl.replace(/\.git$/, '').endsWith(`/${link.repo}`))) return false
      return !(excludes && link !== null)
    }),
  )
}

function refuseTaken({ rows, account }: DeployhostCall & Scope, name: string): void {
  if (rows.projects.find('name', account.id, name) === undefined) return
  throw conflict(`Project "${name}" already exists, please use a new name.`)
}
