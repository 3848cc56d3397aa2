import { json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { viewOfIndex } from '#core/list-view.ts'
import { defined } from '#core/objects.ts'
import { routesFor } from '#core/routes.ts'
import { findProject, canWrite, type AccountAccess } from '#deployhost/rules/access.ts'
import type { DeployhostCall, Rows } from '#deployhost/call.ts'
import { forbidden, notFound } from '#deployhost/errors.ts'
import { projectDomainJson } from '#deployhost/json/domain.ts'
import { projectAliasesJson } from '#deployhost/json/project.ts'
import { pageOf, pageQuery } from '#deployhost/rules/page.ts'
import {
  checkDomainName,
  checkRedirect,
  createProjectDomain,
  dropProjectDomain,
  isProven,
  requireUnusedName,
  stopServing,
  verifyDomain,
} from '#deployhost/rules/domains.ts'
import { serveDomain } from '#deployhost/rules/serving.ts'
import type { Project, ProjectDomain } from '#deployhost/schema.ts'
import { atPaths } from '../versions.ts'
import { findCustomEnvironment } from '#deployhost/rules/custom-environments.ts'
import { requireProjectWrite, loadProject } from '#deployhost/steps/projects.ts'
import { sortedRows, type SortedList } from '#deployhost/rules/sort-keys.ts'
import { answerPage } from '#deployhost/json/page.ts'
import * as v from 'valibot'

const { get, post, patch, del } = routesFor<DeployhostCall>()

const redirect = v.optional(v.nullable(v.string()))
const redirectStatusCode = v.optional(v.nullable(v.picklist([301, 302, 307, 308])))
const gitBranch = v.optional(
  v.nullable(v.pipe(v.string(), v.maxLength(250, 'should NOT be longer than 250 characters'))),
)

const ProjectDomainInput = v.strictObject({
  name: v.string(),
  gitBranch,
  customEnvironmentId: v.optional(v.string()),
  redirect,
  redirectStatusCode,
})
const ProjectAliasInput = v.object({ domain: v.string(), target: v.optional(v.literal('PRODUCTION')) })
const ProjectDomainChanges = v.strictObject({ gitBranch, redirect, redirectStatusCode })
const MoveInput = v.strictObject({ projectId: v.string(), gitBranch, redirect, redirectStatusCode })
const RemovalInput = v.strictObject({ removeRedirects: v.optional(v.boolean(), false) })

/** Domains of a project. https://vercel.com/docs/rest-api/reference/endpoints/projects/add-a-domain-to-a-project */
export const projectDomainsRoutes = [
  ...atPaths(['/v10/projects/:idOrName/domains', '/v9/projects/:idOrName/domains'], (path) =>
    post('addProjectDomain', path, requireProjectWrite, body(ProjectDomainInput), (call) =>
      json(projectDomainJson(addDomain(call, call.body))),
    ),
  ),
  // The vendor's command line adds and removes production domains with these.
  post('addProjectAlias', '/projects/:idOrName/alias', requireProjectWrite, body(ProjectAliasInput), (call) => {
    addDomain(call, { name: call.body.domain })
    return json(projectAliasesJson(call, call.project))
  }),
  del('removeProjectAlias', '/projects/:idOrName/alias', requireProjectWrite, (call) => {
    removeDomain(call, findProjectDomain(call.rows, call.project, call.query.get('domain') ?? ''))
    return json(projectAliasesJson(call, call.project))
  }),
  get('getProjectDomains', '/v9/projects/:idOrName/domains', loadProject, (call) => {
    return answerPage('domains', pageOf(pageQuery(call), requestedDomains(call, call.project)), projectDomainJson)
  }),
  get('getProjectDomain', '/v9/projects/:idOrName/domains/:domain', loadProject, ({ rows, project, params }) =>
    json(projectDomainJson(findProjectDomain(rows, project, params.domain))),
  ),
  patch(
    'updateProjectDomain',
    '/v9/projects/:idOrName/domains/:domain',
    requireProjectWrite,
    body(ProjectDomainChanges),
    (call) => {
      const { rows, account, user, project, params, clock, body } = call
      const before = findProjectDomain(rows, project, params.domain)
      checkRedirect(rows, project, before.name, body.redirect ?? null)
      const updatedAt = Math.floor(clock.now())
      const domain = rows.projectDomains.update(before.id, { ...defined(body), updatedAt })
      serveDomain(call, project, domain)
      call.emit({ event: 'project.domain.updated', account, user, project, domain, previous: before })
      return json(projectDomainJson(domain))
    },
  ),
  del(
    'removeProjectDomain',
    '/v9/projects/:idOrName/domains/:domain',
    requireProjectWrite,
    body(RemovalInput),
    (call) => {
      const { rows, project, params, body } = call
      const domain = findProjectDomain(rows, project, params.domain)
      const redirects = rows.projectDomains
        .list('byProject', project.id)
        .filter((each) => each.redirect?.toLowerCase() === domain.name)
      for (const each of body.removeRedirects ? [domain, ...redirects] : [domain]) removeDomain(call, each)
      return json({})
    },
  ),
  post('verifyProjectDomain', '/v9/projects/:idOrName/domains/:domain/verify', requireProjectWrite, (call) => {
    const { rows, account, user, project, params } = call
    const before = findProjectDomain(rows, project, params.domain)
    if (before.verified) return json(projectDomainJson(before))
    const domain = verifyDomain(call, project, user, before)
    serveDomain(call, project, domain)
    call.emit({ event: 'project.domain.verified', account, user, project, domain })
    return json(projectDomainJson(domain))
  }),
  post(
    'moveProjectDomain',
    '/v1/projects/:idOrName/domains/:domain/move',
    requireProjectWrite,
    body(MoveInput),
    (call) => {
      const { rows, account, user, project, params, clock, body } = call
      const before = findProjectDomain(rows, project, params.domain)
      const target = findProject(rows, account, body.projectId)
      if (!canWrite(account, target)) throw forbidden()
      const { redirect = null, redirectStatusCode = null, gitBranch = null } = body
      if (target.id !== project.id) checkRedirect(rows, target, before.name, redirect)
      const updatedAt = Math.floor(clock.now())
      const options = { redirect, redirectStatusCode, gitBranch, customEnvironmentId: null }
      const domain = rows.projectDomains.update(before.id, { projectId: target.id, ...options, updatedAt })
      stopServing(rows, before)
      serveDomain(call, target, domain)
      call.emit({ event: 'project.domain.moved', account, user, project: target, domain, from: project })
      return json(projectDomainJson(domain))
    },
  ),
]

type ProjectWrite = DeployhostCall & AccountAccess & { readonly project: Project }

/**
 * Adds a domain to the project and serves it once it is verified.
 *
 * @throws 409 for a name that is in use, 404 for an unknown custom environment.
 */
function addDomain(call: ProjectWrite, input: v.InferOutput<typeof ProjectDomainInput>): ProjectDomain {
  const { rows, account, user, project } = call
  const name = checkDomainName(input.name)
  requireUnusedName(rows, project, name)
  const { redirect = null, redirectStatusCode = null, gitBranch = null } = input
  checkRedirect(rows, project, name, redirect)
  const named = input.customEnvironmentId
  const customEnvironmentId = named === undefined ? null : findCustomEnvironment(rows, project, named).id
  const verified = isProven(rows, project.accountId, name)
  const options = { redirect, redirectStatusCode, gitBranch, customEnvironmentId }
  const added = createProjectDomain(call, project, { name, verified, ...options })
  const domain = verified ? verifyDomain(call, project, user, added) : added
  serveDomain(call, project, domain)
  call.emit({ event: 'project.domain.created', account, user, project, domain })
  return domain
}

function removeDomain(call: ProjectWrite, domain: ProjectDomain): void {
  const { rows, account, user, project } = call
  dropProjectDomain(rows, domain)
  call.emit({ event: 'project.domain.deleted', account, user, project, domain })
}

/** The parameters that filter the list of domains. */
const FILTERS = ['verified', 'gitBranch', 'redirect', 'redirects', 'customEnvironmentId', 'production', 'target']

/** Returns the project's domains that match the query. */
function requestedDomains({ rows, query }: DeployhostCall, project: Project): SortedList<ProjectDomain> {
  if (!FILTERS.some((name) => query.has(name))) return viewOfIndex(rows.projectDomains, 'byProject', [project.id])
  const matches = (name: string, value: string | null): boolean => !query.has(name) || query.get(name) === value
  const domains = rows.projectDomains.list('byProject', project.id).filter((domain) => {
    if (!matches('verified', String(domain.verified)) || !matches('gitBranch', domain.gitBranch)) return false
    if (!matches('redirect', domain.redirect) || !matches('customEnvironmentId', domain.customEnvironmentId))
      return false
    if (query.get('redirects') === 'false' && domain.redirect !== null) return false
    const production = domain.gitBranch === null && domain.customEnvironmentId === null
    if (query.get('production') === 'true' && !production) return false
    return matches('target', production ? 'production' : 'preview')
  })
  return sortedRows(domains)
}

/**
 * Returns the project's domain with this name.
 *
 * @throws 404.
 */
function findProjectDomain(rows: Rows, project: Project, name: string): ProjectDomain {
  const domain = rows.projectDomains.find('name', project.id, name.toLowerCase())
  if (domain === undefined) throw notFound('Project Domain')
  return domain
}
