import type { Site } from '#codehost/call.ts'
import type { ArtifactArchive } from '#codehost/rules/actions/artifacts.ts'
import type { Artifact } from '#codehost/schema/actions.ts'
import type { Repo } from '#codehost/schema/repos.ts'
import { nodeId, time } from '../format.ts'
import { repoUrls } from '#codehost/rules/repos/repo-urls.ts'

/** An artifact: `artifact`. `now`, in epoch milliseconds, decides whether it has expired. */
export function artifactJson(site: Site, repo: Repo, artifact: Artifact, archive: ArtifactArchive, now: number) {
  const { id } = artifact
  const url = `${repoUrls(site, repo).url}/actions/artifacts/${id}`
  const run = site.rows.workflowRuns.require(artifact.runId)
  return {
    id,
    node_id: nodeId('A', id),
    name: artifact.name,
    size_in_bytes: archive.bytes.length,
    url,
    archive_download_url: `${url}/zip`,
    expired: now >= artifact.expiresAt,
    digest: archive.digest,
    created_at: time(artifact.createdAt),
    updated_at: time(artifact.updatedAt),
    expires_at: time(artifact.expiresAt),
    workflow_run: {
      id: run.id,
      repository_id: repo.id,
      head_repository_id: run.headRepoId ?? repo.id,
      head_branch: run.headBranch,
      head_sha: run.headSha,
    },
  }
}
