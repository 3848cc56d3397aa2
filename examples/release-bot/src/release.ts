import { PassThrough } from 'node:stream'
import semanticRelease from 'semantic-release'

/** A repository to release, and how to reach its host. */
export interface Repository {
  /** A clone of it, on its main branch. */
  readonly folder: string
  /** The address from which it was cloned. */
  readonly url: string
  /** `GITHUB_TOKEN` and `GITHUB_API_URL`, and what git needs. */
  readonly env: Readonly<Record<string, string | undefined>>
}

/** A published release. */
export interface Published {
  readonly version: string
  readonly url: string
}

/**
 * Publishes what has been pushed since the last release: finds the next version in the messages of the commits, pushes
 * its tag, writes the notes, and tells the issues that it resolves. Returns null when nothing asks for a release.
 */
export async function release({ folder, url, env }: Repository): Promise<Published | null> {
  const plugins = [
    '@semantic-release/commit-analyzer',
    '@semantic-release/release-notes-generator',
    '@semantic-release/github',
  ]
  // It only writes to them.
  const quiet = new PassThrough().resume() as unknown as NodeJS.WriteStream
  const result = await semanticRelease(
    { branches: ['main'], repositoryUrl: url, ci: false, plugins },
    { cwd: folder, env: { ...env }, stdout: quiet, stderr: quiet },
  )
  if (result === false) return null
  return { version: result.nextRelease.version, url: result.releases[0]?.url ?? '' }
}
