import { createHash } from 'node:crypto'
import type { Rows } from '#codehost/call.ts'
import type { Artifact, WorkflowRun } from '#codehost/schema/actions.ts'
import { archive, type Zip } from './archives.ts'
import { retentionOf } from './policies.ts'

/** The downloadable form of an artifact. */
export interface ArtifactArchive {
  readonly bytes: Uint8Array
  /** The digest of the archive: `sha256:` and hexadecimal digits. */
  readonly digest: string
}

/** The files of a new artifact: texts, or bytes in base64, by path. */
export type ArtifactFiles = Readonly<Record<string, string | { readonly base64: string }>>

/**
 * Adds an artifact to a run and lets it expire after the days that the policy of Actions says. The name must be unique
 * within the run.
 */
export function addArtifact(rows: Rows, run: WorkflowRun, name: string, files: ArtifactFiles, at: number): Artifact {
  const encoded = Object.entries(files).map(([path, content]) => [
    path,
    typeof content === 'string' ? Buffer.from(content).toString('base64') : content.base64,
  ])
  return rows.artifacts.insert({
    repoId: run.repoId,
    runId: run.id,
    name,
    files: Object.fromEntries(encoded) as Record<string, string>, // pairs of strings
    createdAt: at,
    updatedAt: at,
    expiresAt: at + retentionOf(rows, rows.repos.require(run.repoId)),
  })
}

// The archive of an artifact is made when it is first asked for, and kept, because artifacts never change. All
// instances share this cache.
const known = new WeakMap<Artifact, ArtifactArchive>()

/** Returns the archive of an artifact, the same bytes each time. */
export function archiveOf(zip: Zip, artifact: Artifact): ArtifactArchive {
  const before = known.get(artifact)
  if (before !== undefined) return before
  const bytes = artifact.archive === undefined ? zipped(zip, artifact) : Buffer.from(artifact.archive, 'base64')
  const made = { bytes, digest: `sha256:${createHash('sha256').update(bytes).digest('hex')}` }
  known.set(artifact, made)
  return made
}

function zipped(zip: Zip, { files, createdAt }: Artifact): Uint8Array {
  const entries = Object.entries(files).map(([path, content]) => [path, Buffer.from(content, 'base64')] as const)
  return archive(zip, Object.fromEntries(entries), createdAt)
}
