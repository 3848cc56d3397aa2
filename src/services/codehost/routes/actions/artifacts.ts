import { empty, json } from '#core/answer.ts'
import { viewOfIndex } from '#core/list-view.ts'
import { routesFor } from '#core/routes.ts'
import { requireWrite, requirePermission, loadRepo } from '#codehost/steps/access.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { gone, notFound } from '#codehost/errors.ts'
import { artifactJson } from '#codehost/json/actions/artifact.ts'
import { answerNamedPage } from '#codehost/json/pagination.ts'
import type { Zip } from '#codehost/rules/actions/archives.ts'
import { archiveOf } from '#codehost/rules/actions/artifacts.ts'
import { STORAGE, redirectToStorage } from '#codehost/rules/actions/storage-links.ts'
import type { Artifact } from '#codehost/schema/actions.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { wholeNumber } from '#codehost/rules/whole-number.ts'
import { loadZip, loadRun, loadArtifact, requireStorageLink } from '#codehost/steps/workflow-runs.ts'

const { get, del } = routesFor<CodehostCall>()

const all = '/repos/:owner/:repo/actions/artifacts'
const one = `${all}/:artifact_id` as const

/** Artifacts of workflow runs. https://docs.github.com/rest/actions/artifacts */
export const artifactsRoutes = [
  get('actions/list-artifacts-for-repo', all, loadZip, loadRepo, (call) => {
    const { rows, repo, query } = call
    const name = query.get('name')
    return answerNamedPage(
      call,
      'artifacts',
      name === null
        ? viewOfIndex(rows.artifacts, 'created', [repo.id], { descending: true })
        : viewOfIndex(rows.artifacts, 'named', [repo.id, name], { descending: true }),
      writer(call, repo, call.zip),
    )
  }),
  get(
    'actions/list-workflow-run-artifacts',
    '/repos/:owner/:repo/actions/runs/:run_id/artifacts',
    loadZip,
    loadRepo,
    loadRun,
    (call) => {
      const { rows, repo, run, query } = call
      const name = query.get('name')
      const found = rows.artifacts.list('byRun', run.id).filter((each) => name === null || each.name === name)
      if (query.get('direction') !== 'asc') found.reverse()
      return answerNamedPage(call, 'artifacts', found, writer(call, repo, call.zip))
    },
  ),
  get('actions/get-artifact', one, loadZip, loadRepo, loadArtifact, (call) =>
    json(writer(call, call.repo, call.zip)(call.artifact)),
  ),
  del('actions/delete-artifact', one, requireWrite('push'), loadArtifact, ({ rows, artifact }) => {
    rows.artifacts.delete(artifact.id)
    return empty()
  }),
  get('actions/download-artifact', `${one}/:archive_format`, requirePermission('pull'), loadArtifact, (call) => {
    const { artifact, params, clock } = call
    if (params.archive_format !== 'zip') throw notFound()
    if (clock.now() >= artifact.expiresAt) throw gone('Artifact has expired')
    return redirectToStorage(call, `artifacts/${artifact.id}.zip`)
  }),
  // The target of the redirect.
  get(
    'actions/download-artifact',
    `${STORAGE}/artifacts/:file`,
    loadZip,
    requireStorageLink,
    ({ rows, params, zip }) => {
      const artifact = rows.artifacts.get(wholeNumber(params.file.replace(/\.zip$/, '')))
      if (artifact === undefined) throw notFound()
      const name = encodeURIComponent(`${artifact.name}.zip`)
      return {
        status: 200,
        headers: { 'content-type': 'application/zip', 'content-disposition': `attachment; filename*=UTF-8''${name}` },
        body: archiveOf(zip, artifact).bytes,
      }
    },
  ),
]

function writer(call: CodehostCall, repo: Repo, zip: Zip) {
  return (artifact: Artifact) => artifactJson(call, repo, artifact, archiveOf(zip, artifact), call.clock.now())
}
