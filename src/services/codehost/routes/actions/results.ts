import * as v from 'valibot'
import { json } from '#core/answer.ts'
import { Failure } from '#core/errors.ts'
import { HOUR } from '#core/duration.ts'
import { routesFor } from '#core/routes.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { archiveOf } from '#codehost/rules/actions/artifacts.ts'
import { STORAGE, signedPath } from '#codehost/rules/actions/storage-links.ts'
import { beginUpload, findCache, finishArtifact, finishCache } from '#codehost/rules/actions/uploads.ts'
import type { Artifact } from '#codehost/schema/actions.ts'
import type { Upload } from '#codehost/schema/results.ts'
import { requireJob, requireMessage } from '#codehost/steps/jobs.ts'
import { loadZip } from '#codehost/steps/workflow-runs.ts'

const { post } = routesFor<CodehostCall>()

const ARTIFACTS = '/twirp/github.actions.results.api.v1.ArtifactService'
const CACHES = '/twirp/github.actions.results.api.v1.CacheService'

/** How long the links to files work. */
const LIFETIME = HOUR

// The JSON form of Protocol Buffers has 64-bit numbers and wrapped values as plain texts.
const wrapped = v.nullish(
  v.union([
    v.string(),
    v.pipe(
      v.object({ value: v.string() }),
      v.transform(({ value }) => value),
    ),
  ]),
)
const run = { workflow_run_backend_id: v.string(), workflow_job_run_backend_id: v.string() }
const Named = v.object({ ...run, name: v.pipe(v.string(), v.nonEmpty()) })
const CacheName = { key: v.pipe(v.string(), v.nonEmpty()), version: v.string() }

/** The service by which jobs send and fetch artifacts and caches, as the packages of the vendor use it. */
export const resultsRoutes = [
  post(
    'actions-results/create-artifact',
    `${ARTIFACTS}/CreateArtifact`,
    requireJob,
    requireMessage(v.object({ ...Named.entries, expires_at: v.nullish(v.string()) })),
    (call) => {
      const { rows, identity, message } = call
      if (rows.artifacts.find('name', identity.run.id, message.name) !== undefined) {
        throw new Failure(409, 'an artifact with this name already exists on the workflow run')
      }
      const expiresAt = message.expires_at == null ? null : Date.parse(message.expires_at)
      const upload = beginUpload(rows, identity.run, { kind: 'artifact', name: message.name, expiresAt })
      return json({ ok: true, signed_upload_url: uploadUrl(call, upload) })
    },
  ),
  post(
    'actions-results/finalize-artifact',
    `${ARTIFACTS}/FinalizeArtifact`,
    requireJob,
    requireMessage(Named),
    (call) => {
      const artifact = finishArtifact(call, call.identity.run, call.message.name)
      if (artifact === undefined) throw notUploaded()
      return json({ ok: true, artifact_id: String(artifact.id) })
    },
  ),
  post(
    'actions-results/list-artifacts',
    `${ARTIFACTS}/ListArtifacts`,
    loadZip,
    requireJob,
    requireMessage(v.object({ ...run, name_filter: wrapped, id_filter: wrapped })),
    (call) => {
      const { rows, identity, message, zip } = call
      const found = rows.artifacts
        .list('byRun', identity.run.id)
        .filter(({ name }) => message.name_filter == null || name === message.name_filter)
        .filter(({ id }) => message.id_filter == null || String(id) === message.id_filter)
      return json({
        artifacts: found.map((artifact) => {
          const { bytes, digest } = archiveOf(zip, artifact)
          return {
            workflow_run_backend_id: String(identity.run.id),
            workflow_job_run_backend_id: message.workflow_job_run_backend_id,
            database_id: String(artifact.id),
            name: artifact.name,
            size: String(bytes.length),
            created_at: new Date(artifact.createdAt).toISOString(),
            digest,
          }
        }),
      })
    },
  ),
  post(
    'actions-results/get-signed-artifact-url',
    `${ARTIFACTS}/GetSignedArtifactURL`,
    requireJob,
    requireMessage(Named),
    (call) => {
      const { id } = findArtifact(call, call.identity.run.id, call.message.name)
      return json({ signed_url: storageUrl(call, `artifacts/${id}.zip`) })
    },
  ),
  post('actions-results/delete-artifact', `${ARTIFACTS}/DeleteArtifact`, requireJob, requireMessage(Named), (call) => {
    const { id } = findArtifact(call, call.identity.run.id, call.message.name)
    call.rows.artifacts.delete(id)
    return json({ ok: true, artifact_id: String(id) })
  }),
  post(
    'actions-results/create-cache-entry',
    `${CACHES}/CreateCacheEntry`,
    requireJob,
    requireMessage(v.object(CacheName)),
    (call) => {
      const { rows, identity, message, clock } = call
      const found = findCache(rows, identity.run, message.key, [], message.version, clock.now())
      if (found?.key === message.key) {
        throw new Failure(409, `cache entry with the same key, version, and scope already exists`)
      }
      const upload = beginUpload(rows, identity.run, { kind: 'cache', name: message.key, version: message.version })
      return json({ ok: true, signed_upload_url: uploadUrl(call, upload), message: '' })
    },
  ),
  post(
    'actions-results/finalize-cache-entry-upload',
    `${CACHES}/FinalizeCacheEntryUpload`,
    requireJob,
    requireMessage(v.object(CacheName)),
    (call) => {
      const cache = finishCache(call, call.identity.run, call.message.key, call.message.version)
      if (cache === undefined) throw notUploaded()
      return json({ ok: true, entry_id: String(cache.id), message: '' })
    },
  ),
  post(
    'actions-results/get-cache-entry-download-url',
    `${CACHES}/GetCacheEntryDownloadURL`,
    requireJob,
    requireMessage(v.object({ ...CacheName, restore_keys: v.optional(v.array(v.string()), []) })),
    (call) => {
      const { rows, identity, message, clock } = call
      const found = findCache(rows, identity.run, message.key, message.restore_keys, message.version, clock.now())
      if (found === undefined) return json({ ok: false, signed_download_url: '', matched_key: '' })
      rows.actionsCaches.update(found.id, { lastAccessedAt: clock.now() })
      return json({ ok: true, signed_download_url: storageUrl(call, `caches/${found.id}`), matched_key: found.key })
    },
  ),
]

/** @throws 404. */
function findArtifact({ rows }: CodehostCall, runId: number, name: string): Artifact {
  const artifact = rows.artifacts.find('name', runId, name)
  if (artifact === undefined) throw new Failure(404, 'could not find an artifact with this name on the workflow run')
  return artifact
}

function notUploaded(): Failure {
  return new Failure(404, 'could not find the uploaded file')
}

function uploadUrl(call: CodehostCall, { id }: Upload): string {
  return storageUrl(call, `uploads/${id}`)
}

function storageUrl(call: CodehostCall, path: string): string {
  return call.urls.of(signedPath(call, `${STORAGE}/${path}`, LIFETIME))
}
