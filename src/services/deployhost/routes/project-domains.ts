import * as v from 'valibot'
import { json } from '../../../core/answer.ts'
import { body } from '../../../core/input.ts'
import { defined } from '../../../core/objects.ts'
import { routesFor } from '../../../core/routes.ts'
import { changesProject, findProject, mayChange, readableProject } from '../access.ts'
import type { DeployhostCall, Rows } from '../call.ts'
import { forbidden, notFound } from '../errors.ts'
import { projectDomainJson } from '../json/domain.ts'
import { atHand, indexed, pageOf, pageQuery, type Source } from '../pagination.ts'
import {
  checkDomainName,
  checkRedirect,
  createProjectDomain,
  dropProjectDomain,
  isProven,
  refuseInUse,
  unserve,
  verify,
} from '../rules/domains.ts'
import { tellProjectDomain } from '../rules/project-events.ts'
import { serve } from '../rules/serving.ts'
import type { Project, ProjectDomain } from '../schema.ts'
import { under } from '../versions.ts'

const { get, post, patch, del } = routesFor<DeployhostCall>()

const redirect = v.optional(v.nullable(v.string()))
const redirectStatusCode = v.optional(v.nullable(v.picklist([301, 302, 307, 308])))
const gitBranch = v.optional(
  v.nullable(v.pipe(v.string(), v.maxLength(250, 'should NOT be longer than 250 characters'))),
)

const NewProjectDomain = v.strictObject({
  name: v.string(),
  gitBranch,
  customEnvironmentId: v.optional(v.string()),
  redirect,
  redirectStatusCode,
})
const DomainChanges = v.strictObject({ gitBranch, redirect, redirectStatusCode })
const Moving = v.strictObject({ projectId: v.string(), gitBranch, redirect, redirectStatusCode })
const Removing = v.strictObject({ removeRedirects: v.optional(v.boolean(), false) })

/** Domains of a project. https://vercel.com/docs/rest-api/reference/endpoints/projects/add-a-domain-to-a-project */
export const projectDomainsRoutes = [
  ...under(['/v10/projects/:idOrName/domains', '/v9/projects/:idOrName/domains'], (path) =>
    post('addProjectDomain', path, changesProject, body(NewProjectDomain), (call) => {
      const { rows, project, user, body } = call
      const name = checkDomainName(body.name)
      refuseInUse(rows, project, name)
      const { redirect = null, redirectStatusCode = null, gitBranch = null, customEnvironmentId = null } = body
      checkRedirect(rows, project, name, redirect)
      const verified = isProven(rows, project.accountId, name)
      const options = { redirect, redirectStatusCode, gitBranch, customEnvironmentId }
      const added = createProjectDomain(call, project, { name, verified, ...options })
      const domain = verified ? verify(call, project, user, added) : added
      serve(call, project, domain)
      tellProjectDomain(call, 'created', project, domain)
      return json(projectDomainJson(domain))
    }),
  ),
  get('getProjectDomains', '/v9/projects/:idOrName/domains', readableProject, (call) => {
    const { rows, pagination } = pageOf(pageQuery(call), found(call, call.project))
    return json({ domains: rows.map(projectDomainJson), pagination })
  }),
  get('getProjectDomain', '/v9/projects/:idOrName/domains/:domain', readableProject, ({ rows, project, params }) =>
    json(projectDomainJson(findProjectDomain(rows, project, params.domain))),
  ),
  patch(
    'updateProjectDomain',
    '/v9/projects/:idOrName/domains/:domain',
    changesProject,
    body(DomainChanges),
    (call) => {
      const { rows, project, params, clock, body } = call
      const before = findProjectDomain(rows, project, params.domain)
      checkRedirect(rows, project, before.name, body.redirect ?? null)
      const updatedAt = Math.floor(clock.now())
      const domain = rows.projectDomains.update(before.id, { ...defined(body), updatedAt })
      serve(call, project, domain)
      tellProjectDomain(call, 'updated', project, domain, { previous: projectDomainJson(before) })
      return json(projectDomainJson(domain))
    },
  ),
  del('removeProjectDomain', '/v9/projects/:idOrName/domains/:domain', changesProject, body(Removing), (call) => {
    const { rows, project, params, body } = call
    const domain = findProjectDomain(rows, project, params.domain)
    const redirects = rows.projectDomains
      .list('byProject', project.id)
      .filter((each) => each.redirect?.toLowerCase() === domain.name)
    for (const each of body.removeRedirects ? [domain, ...redirects] : [domain]) {
      dropProjectDomain(rows, each)
      tellProjectDomain(call, 'deleted', project, each)
    }
    return json({})
  }),
  post('verifyProjectDomain', '/v9/projects/:idOrName/domains/:domain/verify', changesProject, (call) => {
    const { rows, project, user, params } = call
    const before = findProjectDomain(rows, project, params.domain)
    if (before.verified) return json(projectDomainJson(before))
    const domain = verify(call, project, user, before)
    serve(call, project, domain)
    tellProjectDomain(call, 'verified', project, domain)
    return json(projectDomainJson(domain))
  }),
  post('moveProjectDomain', '/v1/projects/:idOrName/domains/:domain/move', changesProject, body(Moving), (call) => {
    const { rows, project, account, params, clock, body } = call
    const before = findProjectDomain(rows, project, params.domain)
    const target = findProject(rows, account, body.projectId)
    if (!mayChange(account, target)) throw forbidden()
    const { redirect = null, redirectStatusCode = null, gitBranch = null } = body
    if (target.id !== project.id) checkRedirect(rows, target, before.name, redirect)
    const updatedAt = Math.floor(clock.now())
    const options = { redirect, redirectStatusCode, gitBranch, customEnvironmentId: null }
    const domain = rows.projectDomains.update(before.id, { projectId: target.id, ...options, updatedAt })
    unserve(rows, before)
    serve(call, target, domain)
    tellProjectDomain(call, 'moved', target, domain, { from: { project: { id: project.id, name: project.name } } })
    return json(projectDomainJson(domain))
  }),
]

/** What the list of domains can be narrowed by. */
const FILTERS = ['verified', 'gitBranch', 'redirect', 'redirects', 'customEnvironmentId', 'production', 'target']

/** The domains of the project that the query asks for. */
function found({ rows, query }: DeployhostCall, project: Project): Source<ProjectDomain> {
  if (!FILTERS.some((name) => query.has(name))) return indexed(rows.projectDomains, 'byProject', project.id)
  const is = (name: string, value: string | null): boolean => !query.has(name) || query.get(name) === value
  const domains = rows.projectDomains.list('byProject', project.id).filter((domain) => {
    if (!is('verified', String(domain.verified)) || !is('gitBranch', domain.gitBranch)) return false
    if (!is('redirect', domain.redirect) || !is('customEnvironmentId', domain.customEnvironmentId)) return false
    if (query.get('redirects') === 'false' && domain.redirect !== null) return false
    const production = domain.gitBranch === null && domain.customEnvironmentId === null
    if (query.get('production') === 'true' && !production) return false
    return is('target', production ? 'production' : 'preview')
  })
  return atHand(domains)
}

/** The project's domain with this name. Throws 404. */
function findProjectDomain(rows: Rows, project: Project, name: string): ProjectDomain {
  const domain = rows.projectDomains.find('name', project.id, name.toLowerCase())
  if (domain === undefined) throw notFound('Project Domain')
  return domain
}
