import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Vercel } from '@vercel/sdk'
import { VercelError } from '@vercel/sdk/models/vercelerror.js'

/** The options of {@link deployPreview}. */
export interface PreviewOptions {
  /** The folder whose files are deployed, all of them. */
  folder: string
  /** The name of the project, which is created when it does not exist. */
  project: string
  /** The slug of the team that the project belongs to; absent: the owner of the token. */
  team?: string
  token: string | undefined
  /** The URL of the Vercel API or of a stand-in. */
  apiUrl?: string | undefined
  /** The commit that the preview shows. */
  commit?: { ref: string; sha: string; message?: string }
  /** How long to wait for the build, in milliseconds. Default: 10 minutes */
  timeout?: number
  /** The interval between two checks of the build, in milliseconds. Default: 2 s */
  interval?: number
}

/** A preview that is online. */
export interface Preview {
  id: string
  /** The URL of the preview. */
  url: string
  /** The number of files that were uploaded; the host had the others already. */
  uploaded: number
}

/** Thrown when the build of a preview failed, was canceled, or took too long. */
export class PreviewFailed extends Error {
  override name = 'PreviewFailed'
}

interface LocalFile {
  /** The path relative to the folder, with slashes. */
  path: string
  digest: string
  bytes: Uint8Array<ArrayBuffer>
}

/** Reads the options, except for the folder, from the environment of a CI job. */
export function optionsFromEnvironment(env: NodeJS.ProcessEnv = process.env): Omit<PreviewOptions, 'folder'> {
  const { VERCEL_PROJECT: project, VERCEL_TEAM: team, VERCEL_TOKEN: token, VERCEL_API_URL: apiUrl } = env
  if (!project) throw new Error('VERCEL_PROJECT names no project')
  return { project, token, apiUrl, ...(team ? { team } : {}) }
}

/**
 * Deploys a folder as a preview and waits until it is online.
 *
 * @throws PreviewFailed when the build does not succeed in time.
 * @throws VercelError when the host refuses to deploy it.
 */
export async function deployPreview(options: PreviewOptions): Promise<Preview> {
  const { project, team, token, apiUrl, commit, timeout = 600_000, interval = 2000 } = options
  const vercel = new Vercel({
    ...(apiUrl === undefined ? {} : { serverURL: apiUrl }),
    ...(token === undefined ? {} : { bearerToken: token }),
    // A host that is busy for a moment must not fail the job.
    retryConfig: {
      strategy: 'backoff',
      backoff: { initialInterval: 100, maxInterval: 5000, exponent: 2, maxElapsedTime: 30_000 },
      retryConnectionErrors: true,
    },
  })
  const scope = team === undefined ? {} : { slug: team }
  const files = await filesIn(options.folder)
  const create = () =>
    vercel.deployments.createDeployment({
      ...scope,
      requestBody: {
        name: project,
        files: files.map(({ path, digest, bytes }) => ({ file: path, sha: digest, size: bytes.length })),
        ...(commit === undefined
          ? {}
          : { gitMetadata: { commitRef: commit.ref, commitSha: commit.sha, commitMessage: commit.message } }),
      },
    })

  let uploaded = 0
  let deployment: Awaited<ReturnType<typeof create>>
  try {
    deployment = await create()
  } catch (error) {
    const missing = missingFiles(error)
    if (missing === null) throw error
    for (const digest of missing) {
      const file = files.find((each) => each.digest === digest)
      if (file === undefined) throw error
      await vercel.deployments.uploadFile({
        ...scope,
        xVercelDigest: digest,
        contentLength: file.bytes.length,
        requestBody: file.bytes,
      })
      uploaded += 1
    }
    deployment = await create()
  }

  const { id } = deployment
  const deadline = Date.now() + timeout
  for (;;) {
    const state = await vercel.deployments.getDeployment({ ...scope, idOrUrl: id })
    if (state.readyState === 'READY' && 'url' in state) return { id, url: `https://${state.url}`, uploaded }
    if (state.readyState === 'ERROR')
      throw new PreviewFailed(`the build failed: ${state.errorMessage ?? 'no reason given'}`)
    if (state.readyState === 'CANCELED') throw new PreviewFailed('the build was canceled')
    if (Date.now() >= deadline) {
      // A build that nobody waits for must not delay other builds.
      await vercel.deployments.cancelDeployment({ ...scope, id })
      throw new PreviewFailed(`the build was not over after ${timeout} ms: it was ${state.readyState}`)
    }
    await pause(interval)
  }
}

/** Returns the digests of the files that the host does not have; null for any other error. */
function missingFiles(error: unknown): string[] | null {
  if (!(error instanceof VercelError)) return null
  try {
    const { error: refusal } = JSON.parse(error.body) as { error?: { code?: string; missing?: string[] } }
    return refusal?.code === 'missing_files' ? (refusal.missing ?? []) : null
  } catch {
    return null
  }
}

async function filesIn(folder: string): Promise<LocalFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  if (files.length === 0) throw new Error(`${folder} has no files`)
  return Promise.all(
    files.map(async (entry) => {
      const place = join(entry.parentPath, entry.name)
      const bytes = Uint8Array.from(await readFile(place))
      const digest = createHash('sha1').update(bytes).digest('hex')
      return { path: relative(folder, place).split(sep).join('/'), digest, bytes }
    }),
  )
}
