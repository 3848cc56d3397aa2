import * as v from 'valibot'
import { json } from '#core/answer.ts'
import { DAY } from '#core/duration.ts'
import { routesFor } from '#core/routes.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { notFound } from '#codehost/errors.ts'
import { time } from '#codehost/json/format.ts'
import { dependencyChangeJson, sbomJson } from '#codehost/json/security/dependencies.ts'
import { STORAGE, redirectToStorage } from '#codehost/rules/actions/storage-links.ts'
import { repoUrls } from '#codehost/rules/repos/repo-urls.ts'
import { sidesOf } from '#codehost/rules/commits/comparisons.ts'
import { branchTip, commitAt, objectsOf } from '#codehost/rules/git/objects.ts'
import { advisoriesOf, dependenciesOf, keyOf, type FoundDependency } from '#codehost/rules/security/dependencies.ts'
import type { DependencySnapshot, SbomReport } from '#codehost/schema/dependencies.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { loadRepo, requireWrite } from '#codehost/steps/access.ts'
import { requireBody } from '#codehost/steps/body.ts'
import { requireStorageLink } from '#codehost/steps/workflow-runs.ts'

const { get, post } = routesFor<CodehostCall>()

const Dependency = v.object({
  package_url: v.optional(v.pipe(v.string(), v.regex(/^pkg/))),
  scope: v.optional(v.picklist(['runtime', 'development']), 'runtime'),
})

const Manifest = v.object({
  name: v.string(),
  file: v.optional(v.object({ source_location: v.optional(v.string()) })),
  resolved: v.optional(v.record(v.string(), Dependency), {}),
})

const SnapshotInput = v.object({
  version: v.number(),
  job: v.object({ id: v.string(), correlator: v.string() }),
  sha: v.pipe(v.string(), v.minLength(40), v.maxLength(64)),
  ref: v.pipe(v.string(), v.regex(/^refs\//)),
  detector: v.object({ name: v.string(), version: v.string(), url: v.string() }),
  manifests: v.optional(v.record(v.string(), Manifest), {}),
  scanned: v.string(),
})

/** The time for which a report is kept, in milliseconds. */
const REPORT_LIFETIME = 7 * DAY

const graph = '/repos/:owner/:repo/dependency-graph'

/** The dependency graph of a repository. https://docs.github.com/rest/dependency-graph */
export const dependencyGraphRoutes = [
  get('dependency-graph/export-sbom', `${graph}/sbom`, loadRepo, (call) => {
    const { rows, repo, ids, clock } = call
    const tip = branchTip(rows, repo, repo.defaultBranch)
    const found = tip === null ? [] : dependenciesOf(rows, repo, objectsOf(rows, repo), tip)
    return json(sbomJson(call, repo, found, ids.uuid(), clock.now()))
  }),
  get('dependency-graph/generate-sbom-report', `${graph}/sbom/generate-report`, loadRepo, (call) => {
    const { rows, repo, ids, clock } = call
    const sha = branchTip(rows, repo, repo.defaultBranch)?.sha ?? null
    const { uuid } = rows.sbomReports.insert({ uuid: ids.uuid(), repoId: repo.id, sha, createdAt: clock.now() })
    const { url } = repoUrls(call, repo)
    return json({ sbom_url: `${url}/dependency-graph/sbom/fetch-report/${uuid}` }, 201)
  }),
  get('dependency-graph/fetch-sbom-report', `${graph}/sbom/fetch-report/:sbom_uuid`, loadRepo, (call) => {
    const { uuid } = findReport(call, call.params.sbom_uuid, call.repo)
    return redirectToStorage(call, `sboms/${uuid}.json`)
  }),
  // The target of the redirect.
  get('dependency-graph/fetch-sbom-report', `${STORAGE}/sboms/:sbom_uuid`, requireStorageLink, (call) => {
    const { uuid, repoId, sha, createdAt } = findReport(call, call.params.sbom_uuid.replace(/\.json$/, ''))
    const repo = call.rows.repos.require(repoId)
    const commit = sha === null ? null : commitAt(call.rows, repo, sha)
    const found = commit === null ? [] : dependenciesOf(call.rows, repo, objectsOf(call.rows, repo), commit)
    return json(sbomJson(call, repo, found, uuid, createdAt).sbom)
  }),
  get('dependency-graph/diff-range', `${graph}/compare/*`, loadRepo, (call) => {
    const { rows, repo, params, query } = call
    const { objects, base, head } = sidesOf(call, repo, params['*'])
    const name = query.get('name')
    const of = (commit: typeof base): FoundDependency[] =>
      dependenciesOf(rows, repo, objects, commit).filter(({ manifest }) => name === null || manifest === name)
    const [before, after] = [of(base), of(head)]
    const [known, kept] = [new Set(before.map(keyOf)), new Set(after.map(keyOf))]
    const added = after.filter((each) => !known.has(keyOf(each)))
    const removed = before.filter((each) => !kept.has(keyOf(each)))
    const advisories = advisoriesOf(rows, [...removed, ...added])
    const write = (change: 'added' | 'removed', each: FoundDependency) =>
      dependencyChangeJson(call, change, each, advisories.get(keyOf(each)) ?? [])
    return json([...removed.map((each) => write('removed', each)), ...added.map((each) => write('added', each))])
  }),
  post(
    'dependency-graph/create-repository-snapshot',
    `${graph}/snapshots`,
    requireWrite('push', 'repo'),
    requireBody(SnapshotInput),
    (call) => {
      const { rows, repo, body, clock } = call
      const known = rows.dependencySnapshots.find('job', repo.id, body.sha, body.detector.name, body.job.correlator)
      const fields = { sha: body.sha, detector: body.detector.name, correlator: body.job.correlator }
      const columns = { ...fields, repoId: repo.id, manifests: manifestsOf(body), createdAt: clock.now() }
      const { id, createdAt } =
        known === undefined
          ? rows.dependencySnapshots.insert(columns)
          : rows.dependencySnapshots.update(known.id, columns)
      const isDefault = body.ref === `refs/heads/${repo.defaultBranch}`
      if (!isDefault && rows.refs.find('name', repo.id, body.ref) === undefined) throw notFound()
      return json({ id, created_at: time(createdAt), ...resultOf(isDefault) }, 201)
    },
  ),
]

/** @throws 404 for an unknown or expired report, and for that of a repository other than `repo`. */
function findReport({ rows, clock }: CodehostCall, uuid: string, repo?: Repo): SbomReport {
  const report = rows.sbomReports.find('uuid', uuid)
  if (report === undefined || clock.now() - report.createdAt > REPORT_LIFETIME) throw notFound()
  if (repo !== undefined && repo.id !== report.repoId) throw notFound()
  return report
}

function resultOf(isDefault: boolean) {
  return isDefault
    ? { result: 'SUCCESS', message: 'Dependency results for the repo have been successfully updated.' }
    : {
        result: 'ACCEPTED',
        message:
          'The snapshot was accepted, but it is not for the default branch. It will not update dependency results for the repository.',
      }
}

function manifestsOf({ manifests }: v.InferOutput<typeof SnapshotInput>): DependencySnapshot['manifests'] {
  return Object.values(manifests).map(({ name, file, resolved }) => ({
    path: file?.source_location ?? name,
    dependencies: Object.values(resolved).flatMap(({ package_url: packageUrl, scope }) =>
      packageUrl === undefined ? [] : [{ packageUrl, scope }],
    ),
  }))
}
