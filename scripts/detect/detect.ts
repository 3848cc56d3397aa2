import { resolve } from 'node:path'
import mappings from '../../mappings.json' with { type: 'json' }
import { configFile, writeConfig } from './apply.ts'
import type { Catalog } from './catalog.ts'
import { DetectError } from './detect-error.ts'
import { findingsOf, toJson } from './findings.ts'
import { matchDependencies } from './match.ts'
import { readManifests } from './read-manifests.ts'
import { nothingFound, report } from './report.ts'
import { nextSteps } from './test-runners.ts'

/** The exit codes of {@link detect}. */
export const exitCodes = {
  /** At least one service matched, and the report, the JSON or the config is written. */
  done: 0,
  /** The command line or a file is wrong, or a config of another name is in the way. */
  failed: 1,
  /** No service matched; nothing was written. */
  nothingMatched: 2,
} as const

/** The options of {@link detect}. */
export interface DetectOptions {
  /** The project's root, where its package.json is. */
  readonly cwd: string
  /** A report on standard error, JSON on standard output, or a report and the config file. */
  readonly mode: 'report' | 'json' | 'apply'
  /** With `apply`: overwrites the config instead of extending it. */
  readonly force: boolean
  /** The services of this version and their starter configs. */
  readonly catalog: Catalog
  readonly stdout: (text: string) => void
  readonly stderr: (text: string) => void
}

/**
 * Finds the services that a project's dependencies call, and reports them or writes a config for them.
 *
 * @returns one of {@link exitCodes}.
 */
export async function detect({ cwd, mode, force, catalog, stdout, stderr }: DetectOptions): Promise<number> {
  try {
    const root = resolve(cwd)
    const manifests = await readManifests(root)
    const findings = await findingsOf(root, manifests, matchDependencies(manifests, mappings), catalog)
    const { services, runners } = findings

    if (mode === 'json') stdout(toJson(findings))
    else if (findings.matched.length + findings.ambiguous.length > 0) stderr(`${report(findings)}\n`)

    if (services.length === 0) {
      stderr(nothingFound(findings))
      return exitCodes.nothingMatched
    }
    if (mode === 'apply') {
      stderr(`${await writeConfig({ root, services, catalog, force })}\n`)
      stderr(nextSteps(services, runners, configFile))
    } else if (mode === 'report') {
      stderr(`Next: npx backlot-detect --apply writes ${configFile} with a starter section for each.\n`)
    }
    return exitCodes.done
  } catch (error) {
    if (!(error instanceof DetectError)) throw error
    stderr(`backlot-detect: ${error.message.trimEnd()}\n`)
    return exitCodes.failed
  }
}
