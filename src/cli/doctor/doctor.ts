import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import mappings from '../../../mappings.json' with { type: 'json' }
import { DetectError } from '../../../scripts/detect/detect-error.ts'
import { matchDependencies } from '../../../scripts/detect/match.ts'
import { readManifests } from '../../../scripts/detect/read-manifests.ts'
import { findSeedFile } from '../../config-file.ts'
import type { CommandLine } from '../flags.ts'
import type { Surroundings } from '../surroundings.ts'
import { UsageError } from '../usage-error.ts'
import { checkCode } from './code.ts'
import type { Finding } from './finding.ts'
import { checkSeed } from './seed.ts'
import { checkVersions } from './versions.ts'

/** The files that configure a runner. */
const CONFIGS = ['vitest', 'vite', 'vitest.workspace', 'jest', 'playwright'].flatMap((name) =>
  ['ts', 'mts', 'js', 'mjs', 'cjs', 'json'].map(
    (extension) => `${name}${name.includes('.') ? '' : '.config'}.${extension}`,
  ),
)

/**
 * Reads a project and prints what would not work, each finding with the line to write.
 *
 * @returns the exit code: 1 when something is wrong.
 * @throws UsageError for a folder without a package.json.
 */
export async function doctor(line: CommandLine, { cwd, services, stdout }: Surroundings): Promise<number> {
  const findings = await diagnose(cwd, services)
  if (line.has('json')) stdout(`${JSON.stringify({ findings }, null, 2)}\n`)
  else stdout(findings.length === 0 ? 'nothing is wrong\n' : findings.map(textOf).join('\n'))
  return findings.some(({ kind }) => kind === 'problem') ? 1 : 0
}

async function diagnose(cwd: string, services: Surroundings['services']): Promise<Finding[]> {
  const configuration = CONFIGS.map((name) => join(cwd, name))
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
  const used = await usedPackages(cwd)
  return [
    ...checkVersions(cwd),
    ...(await checkSeed(cwd, findSeedFile(cwd), used, services)),
    ...(await checkCode(cwd, {
      realHosts: /hosts\s*:\s*['"]real['"]/.test(configuration),
      setsVariablesFirst: /backlot\/(vitest\/setup|jest)|backlot\(/.test(configuration),
    })),
  ]
}

async function usedPackages(cwd: string): Promise<ReturnType<typeof matchDependencies>['matched']> {
  try {
    return matchDependencies(await readManifests(cwd), mappings).matched
  } catch (error) {
    throw error instanceof DetectError ? new UsageError(error.message.trimEnd()) : error
  }
}

function textOf({ kind, file, line, message, fix }: Finding): string {
  const place = file === null ? '' : `${file}${line === null ? '' : `:${line}`}: `
  // A message about a seed begins with its own place.
  const shown = file !== null && message.includes(file) ? message : `${place}${message}`
  return `${kind === 'note' ? 'note: ' : ''}${shown}\n  ${fix}\n`
}
