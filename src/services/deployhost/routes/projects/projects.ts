import { empty, json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { defined } from '#core/objects.ts'
import { routesFor } from '#core/routes.ts'
import type { AccountAccess } from '#deployhost/rules/access.ts'
import type { DeployhostCall } from '#deployhost/call.ts'
import { badRequest, conflict } from '#deployhost/errors.ts'
import { bypassJson, projectJson } from '#deployhost/json/project.ts'
import { pageOf, pageQuery } from '#deployhost/rules/page.ts'
import { changeBypass } from '#deployhost/rules/protection-bypass.ts'
import { putVariable } from '#deployhost/rules/env.ts'
import {
  atChange,
  changeProject,
  checkProjectName,
  createProject,
  gitLink,
  projectsByChange,
  settingsOf,
  type ChangedProject,
} from '#deployhost/rules/projects.ts'
import { renameHosts } from '#deployhost/rules/serving.ts'
import { atPaths } from '../versions.ts'
import { BranchInput, BypassChanges, LinkInput, ProjectInput, ProjectChanges } from './project-bodies.ts'
import { requireAccountWrite, loadAccount } from '#deployhost/steps/accounts.ts'
import { requireProjectWrite, loadProject } from '#deployhost/steps/projects.ts'
import { sortedRows, type SortedList } from '#deployhost/rules/sort-keys.ts'
import { answerPage } from '#deployhost/json/page.ts'

const { get, post, patch, del } = routesFor<DeployhostCall>()

/** Projects. https://vercel.com/docs/rest-api/reference/endpoints/projects */
export const projectsRoutes = [
  ...atPaths(
    ['/v11/projects', '/v10/projects', '/v9/projects', '/v8/projects', '/v6/projects', '/v1/projects'],
    (path) =>
      post('createProject', path, requireAccountWrite('repo'), body(ProjectInput), (call) => {
        const { account, user, body } = call
        const { name: requestedName, framework = null, gitRepository = null, environmentVariables, ...rest } = body
        const name = checkProjectName(requestedName)
        requireFreeName(call, name)
        const project = createProject(call, account, user, {
          name,
          framework,
          git: gitRepository,
          settings: settingsOf(rest),
        })
        for (const { gitBranch = null, ...variable } of environmentVariables) {
          const input = { ...variable, gitBranch, customEnvironmentIds: [], comment: null }
          putVariable(call, project, user, input, false)
        }
        call.emit({ event: 'project.created', account, user, project })
        return json(projectJson(call, project))
      }),
  ),
  ...atPaths(['/v10/projects', '/v9/projects', '/v8/projects', '/v6/projects', '/v4/projects'], (path) =>
    get('getProjects', path, loadAccount, (call) => {
      const page = pageQuery(call)
      // The current client pages with `from`, which has the meaning of `until`.
      const from = Number(call.query.get('from') ?? Number.NaN)
      return answerPage(
        'projects',
        pageOf({ ...page, until: page.until ?? (from > 0 ? from : null) }, requestedProjects(call)),
        ({ project }) => projectJson(call, project),
      )
    }),
  ),
  ...atPaths(
    [
      '/v10/projects/:idOrName',
      '/v9/projects/:idOrName',
      '/v8/projects/:idOrName',
      '/v6/projects/:idOrName',
      '/v2/projects/:idOrName',
      '/v1/projects/:idOrName',
      '/projects/:idOrName',
    ],
    (path) => get('getProject', path, loadProject, (call) => json(projectJson(call, call.project))),
  ),
  ...atPaths(['/v9/projects/:idOrName', '/v8/projects/:idOrName'], (path) =>
    patch('updateProject', path, requireProjectWrite, body(ProjectChanges), (call) => {
      const { account, user, project, body } = call
      const { name: requestedName, framework, nodeVersion, gitComments, ...rest } = body
      const name = requestedName === undefined ? project.name : checkProjectName(requestedName)
      if (name !== project.name) requireFreeName(call, name)
      const changed = renameHosts(call, [project], () =>
        changeProject(call, project, {
          ...defined({ framework, nodeVersion }),
          name,
          settings: { ...project.settings, ...settingsOf({ ...rest, gitComments: gitComments ?? undefined }) },
        }),
      )
      if (name !== project.name) {
        call.emit({ event: 'project.renamed', account, user, project: changed, previousName: project.name })
      }
      return json(projectJson(call, changed))
    }),
  ),
  ...atPaths(
    [
      '/v9/projects/:idOrName',
      '/v8/projects/:idOrName',
      '/v2/projects/:idOrName',
      '/v1/projects/:idOrName',
      '/projects/:idOrName',
    ],
    (path) =>
      del('deleteProject', path, requireProjectWrite, (call) => {
        const { rows, account, user, project } = call
        rows.projects.delete(project.id)
        call.emit({ event: 'project.removed', account, user, project })
        return empty()
      }),
  ),
  post('pauseProject', '/v1/projects/:idOrName/pause', requireProjectWrite, (call) => {
    changeProject(call, call.project, { paused: true })
    return empty(200)
  }),
  post('unpauseProject', '/v1/projects/:idOrName/unpause', requireProjectWrite, (call) => {
    changeProject(call, call.project, { paused: false })
    return empty(200)
  }),
  ...atPaths(['/v1/projects/:idOrName/protection-bypass', '/v10/projects/:idOrName/protection-bypass'], (path) =>
    patch('updateProjectProtectionBypass', path, requireProjectWrite, body(BypassChanges), (call) => {
      const protectionBypass = changeBypass(call, call.project, call.user, call.body)
      const changed = changeProject(call, call.project, { protectionBypass })
      return json({ protectionBypass: bypassJson(changed) })
    }),
  ),
  post('linkProject', '/v9/projects/:idOrName/link', requireProjectWrite, body(LinkInput), (call) => {
    const link = gitLink(call.body, Math.floor(call.clock.now()))
    return json(projectJson(call, changeProject(call, call.project, { link })))
  }),
  del('unlinkProject', '/v9/projects/:idOrName/link', requireProjectWrite, (call) =>
    json(projectJson(call, changeProject(call, call.project, { link: null }))),
  ),
  patch('updateProductionBranch', '/v9/projects/:idOrName/branch', requireProjectWrite, body(BranchInput), (call) => {
    const { project } = call
    if (project.link === null) throw badRequest('The project is not linked to a Git repository.')
    const link = { ...project.link, productionBranch: call.body.branch }
    return json(projectJson(call, changeProject(call, project, { link })))
  }),
]

/** Returns the account's projects that match the query, the most recently changed one last. */
function requestedProjects({ rows, account, query }: DeployhostCall & AccountAccess): SortedList<ChangedProject> {
  const search = query.get('search')?.toLowerCase()
  const repo = query.get('repo')
  const repoUrl = query.get('repoUrl')
  const excludes = query.get('excludeRepos') !== null
  if (search === undefined && repo === null && repoUrl === null && !excludes) {
    return projectsByChange(rows, account)
  }
  const all = rows.projects.list('byAccountAndChange', account.id)
  return sortedRows(
    all.map(atChange).filter(({ project: { name, link } }) => {
      if (search !== undefined && !name.includes(search)) return false
      if (repo !== null && link?.repo !== repo && link?.repo.split('/')[1] !== repo) return false
      if (repoUrl !== null && (link === null || !repoUrl.replace(/\.git$/, '').endsWith(`/${link.repo}`))) return false
      return !(excludes && link !== null)
    }),
  )
}

function requireFreeName({ rows, account }: DeployhostCall & AccountAccess, name: string): void {
  if (rows.projects.find('name', account.id, name) === undefined) return
  throw conflict(`Project "${name}" already exists, please use a new name.`)
}
