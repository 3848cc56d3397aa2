import * as v from 'valibot'
import { empty, json } from '#core/answer.ts'
import { viewOfIndex } from '#core/list-view.ts'
import { routesFor } from '#core/routes.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { conflict, notFound, unprocessable } from '#codehost/errors.ts'
import { commitAt } from '#codehost/git/objects.ts'
import { entryAt } from '#codehost/git/trees.ts'
import { pagesBuildJson, pagesSiteJson, pagesUrl, pagesHealthJson } from '#codehost/json/pages/site.ts'
import { answerPage } from '#codehost/json/pagination.ts'
import { objectsOf } from '#codehost/rules/git/objects.ts'
import { deploymentStateOf, latestBuild, queueBuild } from '#codehost/rules/pages/builds.ts'
import { findInRepo } from '#codehost/rules/repos/find.ts'
import { repoUrls } from '#codehost/rules/repos/repo-urls.ts'
import type { Ref } from '#codehost/schema/git.ts'
import type { PagesSite } from '#codehost/schema/pages.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { requirePermission, requireWrite } from '#codehost/steps/access.ts'
import { requireBody } from '#codehost/steps/body.ts'
import { loadPagesDeployment, loadPagesSite } from '#codehost/steps/pages.ts'

const { get, post, put, del } = routesFor<CodehostCall>()

const path = v.optional(v.picklist(['/', '/docs']), '/')
const buildType = v.optional(v.picklist(['legacy', 'workflow']))

const SiteInput = v.object({
  build_type: buildType,
  source: v.optional(v.object({ branch: v.string(), path })),
})

const SiteChanges = v.object({
  cname: v.optional(v.nullable(v.string())),
  https_enforced: v.optional(v.boolean()),
  build_type: buildType,
  source: v.optional(
    v.union([v.picklist(['gh-pages', 'master', 'master /docs']), v.object({ branch: v.string(), path })]),
  ),
})

const DeploymentInput = v.object({
  artifact_id: v.optional(v.number()),
  artifact_url: v.optional(v.string()),
  environment: v.optional(v.string(), 'github-pages'),
  pages_build_version: v.string(),
  oidc_token: v.string(),
})

const all = '/repos/:owner/:repo/pages'
const builds = `${all}/builds` as const
const deployments = `${all}/deployments` as const
const deployment = `${deployments}/:pages_deployment_id` as const

const read = requirePermission('pull')
const manage = requireWrite('maintain')
const deploy = requireWrite('push')

/** The sites that repositories publish. https://docs.github.com/rest/pages/pages */
export const pagesRoutes = [
  get('repos/get-pages', all, read, loadPagesSite, (call) => json(siteJson(call, call.repo, call.site))),
  post('repos/create-pages-site', all, manage, requireBody(SiteInput), (call) => {
    const { rows, repo, user, body } = call
    if (rows.pagesSites.find('repo', repo.id) !== undefined) throw conflict('GitHub Pages is already enabled.')
    if (body.source === undefined && body.build_type === undefined) {
      throw unprocessable('Either source or build_type must be provided.')
    }
    const source = body.source ?? { branch: repo.defaultBranch, path: '/' as const }
    const kind = body.build_type ?? 'legacy'
    const branch = kind === 'legacy' ? requireBranch(call, repo, source.branch) : null
    const facts = { repoId: repo.id, buildType: kind, source, cname: null, httpsEnforced: true }
    const site = rows.pagesSites.insert(facts)
    const published = rows.repos.update(repo.id, { hasPages: true })
    if (branch !== null) queueBuild(call, published, branch.sha, user)
    return json(siteJson(call, published, site), 201)
  }),
  put('repos/update-information-about-pages-site', all, manage, loadPagesSite, requireBody(SiteChanges), (call) => {
    const { rows, repo, site, body } = call
    const source = typeof body.source === 'string' ? sourceNamed(body.source) : (body.source ?? site.source)
    const kind = body.build_type ?? site.buildType
    if (kind === 'legacy') requireBranch(call, repo, source.branch)
    rows.pagesSites.update(site.id, {
      source,
      buildType: kind,
      cname: body.cname === undefined ? site.cname : body.cname,
      httpsEnforced: body.https_enforced ?? site.httpsEnforced,
    })
    return empty()
  }),
  del('repos/delete-pages-site', all, manage, loadPagesSite, ({ rows, repo, site }) => {
    rows.pagesSites.delete(site.id)
    for (const { id } of rows.pagesBuilds.referring('repoId', repo.id)) rows.pagesBuilds.delete(id)
    rows.repos.update(repo.id, { hasPages: false })
    return empty()
  }),
  get('repos/get-pages-health-check', `${all}/health`, manage, loadPagesSite, ({ rows, repo, site }) => {
    if (site.cname === null) throw unprocessable("There isn't a CNAME for this page")
    // The first request starts the check, and a later one has its outcome.
    const isChecked = rows.checkedDomains.get(repo.id) === site.cname
    rows.checkedDomains.set(site.cname, repo.id)
    return isChecked ? json(pagesHealthJson(site.cname, site)) : json({}, 202)
  }),
  get('repos/list-pages-builds', builds, read, loadPagesSite, (call) => {
    const list = viewOfIndex(call.rows.pagesBuilds, 'byRepo', [call.repo.id], { descending: true })
    return answerPage(call, list, (build) => pagesBuildJson(call, call.repo, build))
  }),
  post('repos/request-pages-build', builds, deploy, loadPagesSite, (call) => {
    const { repo, user, site } = call
    queueBuild(call, repo, requireBranch(call, repo, site.source.branch).sha, user)
    const url = `${repoUrls(call, repo).url}/pages/builds/latest`
    return json({ url, status: 'queued' }, 201, { location: url })
  }),
  get('repos/get-latest-pages-build', `${builds}/latest`, read, loadPagesSite, (call) => {
    const latest = latestBuild(call.rows, call.repo)
    if (latest === undefined) throw notFound()
    return json(pagesBuildJson(call, call.repo, latest))
  }),
  get('repos/get-pages-build', `${builds}/:build_id`, read, loadPagesSite, (call) =>
    json(pagesBuildJson(call, call.repo, findInRepo(call.rows.pagesBuilds, call.repo, call.params.build_id))),
  ),
  post('repos/create-pages-deployment', deployments, deploy, loadPagesSite, requireBody(DeploymentInput), (call) => {
    const { rows, repo, site, body, clock } = call
    const { artifact_id: artifactId, artifact_url: artifactUrl, pages_build_version: version } = body
    if (artifactId === undefined && artifactUrl === undefined) {
      throw unprocessable('Either artifact_id or artifact_url must be provided.')
    }
    if (artifactId !== undefined && rows.artifacts.get(artifactId)?.repoId !== repo.id) throw notFound()
    rows.pagesDeployments.insert({ repoId: repo.id, version, isCancelled: false, createdAt: clock.now() })
    const url = `${repoUrls(call, repo).url}/pages/deployments/${encodeURIComponent(version)}`
    return json({ id: version, status_url: url, page_url: pagesUrl(call, repo, site.cname) })
  }),
  get('repos/get-pages-deployment', deployment, read, loadPagesDeployment, ({ clock, deployment: found }) =>
    json({ status: deploymentStateOf(found, clock.now()) }),
  ),
  post(
    'repos/cancel-pages-deployment',
    `${deployment}/cancel`,
    deploy,
    loadPagesDeployment,
    ({ rows, deployment: found }) => {
      rows.pagesDeployments.update(found.id, { isCancelled: true })
      return empty()
    },
  ),
]

function sourceNamed(name: 'gh-pages' | 'master' | 'master /docs'): PagesSite['source'] {
  return name === 'master /docs' ? { branch: 'master', path: '/docs' } : { branch: name, path: '/' }
}

/** @throws 422 for a branch that the repository does not have. */
function requireBranch({ rows }: CodehostCall, repo: Repo, name: string): Ref {
  const ref = rows.refs.find('name', repo.id, `refs/heads/${name}`)
  if (ref === undefined) throw unprocessable(`The ${name} branch must exist before GitHub Pages can be built.`)
  return ref
}

function siteJson(call: CodehostCall, repo: Repo, site: PagesSite) {
  const { rows, clock } = call
  const build = latestBuild(rows, repo)
  const deployed = rows.pagesDeployments.referring('repoId', repo.id).at(-1)
  const isDeployed = deployed !== undefined && deploymentStateOf(deployed, clock.now()) === 'succeed'
  const ofBuild = build === undefined ? null : build.status === 'built' ? 'built' : 'building'
  const status = site.buildType === 'legacy' ? ofBuild : isDeployed ? 'built' : null
  return pagesSiteJson(call, repo, site, { status, hasErrorPage: hasErrorPage(call, repo, site) })
}

function hasErrorPage({ rows }: CodehostCall, repo: Repo, { source }: PagesSite): boolean {
  const ref = rows.refs.find('name', repo.id, `refs/heads/${source.branch}`)
  if (ref === undefined) return false
  const objects = objectsOf(rows, repo)
  const file = source.path === '/' ? '404.html' : 'docs/404.html'
  return entryAt(objects, commitAt(objects, ref.sha).tree, file) !== null
}
