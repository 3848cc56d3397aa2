import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { registry } from '../../registry.ts'
import type { CommandLine } from '../flags.ts'
import { chosen } from '../addresses.ts'
import type { Surroundings } from '../surroundings.ts'
import { UsageError } from '../usage-error.ts'
import { differenceOf, type PlannedFile } from './planned-file.ts'
import { plannedFiles, readProject, type Choices, type Project } from './project.ts'
import { terminalPrompts, type Prompts } from './prompts.ts'
import type { Runner } from './first-test.ts'

/**
 * Sets a project up: shows what it would write, asks, and writes the dependency, the configuration of the runner, a
 * seed and a first test. With `--yes` it asks nothing, and overwrites nothing.
 *
 * @returns the exit code: 1 when the user has cancelled.
 * @throws UsageError where there is nothing to ask and nothing to go by.
 */
export async function setup(line: CommandLine, surroundings: Surroundings, prompts?: Prompts): Promise<number> {
  const { cwd, version, isTerminal, stdout } = surroundings
  const asks = line.has('yes') ? null : (prompts ?? (isTerminal ? await terminalPrompts() : null))
  if (asks === null && !line.has('yes'))
    throw new UsageError('setup asks questions: run it in a terminal, or pass --yes')
  const project = await readProject(cwd)
  const choices = await choose(project, line, surroundings, asks)
  if (choices === null) return cancelled(surroundings)
  const planned = await plannedFiles(cwd, choices, version)
  if (planned.length === 0) {
    stdout('nothing to do: the project is set up\n')
    return 0
  }
  stdout(`${planned.map(differenceOf).join('\n')}\n`)
  const files = await confirmed(planned, surroundings, asks)
  if (files === null) return cancelled(surroundings)
  for (const { path, after } of files) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true })
    writeFileSync(join(cwd, path), after)
  }
  stdout(nextSteps(files, choices))
  return 0
}

/** Asks for the services and the runner; null when the user has cancelled. */
async function choose(
  { services, runners }: Project,
  line: CommandLine,
  surroundings: Surroundings,
  asks: Prompts | null,
): Promise<Choices | null> {
  const named = line.has('service') ? chosen(line, surroundings.services).map(({ id }) => id) : null
  const [runner] = runners
  if (runner === undefined) {
    throw new UsageError(
      'setup: no vitest, jest or @playwright/test among the dependencies: install one, or start the services with npx backlot',
    )
  }
  if (asks === null) {
    const found = named ?? services
    if (found.length > 0) return { services: found, runner }
    throw new UsageError('setup: no dependency of this project calls a service that there is: name some with --service')
  }
  const options = registry.map(({ id, vendor }) => ({ value: id, label: `${id} (${vendor})` }))
  const wanted = named ?? (await asks.several('Which services does your code call?', options, services))
  if (wanted === null) return null
  const labels = runners.map((value) => ({ value, label: value }))
  const used = runners.length === 1 ? runner : await asks.one('Which runner gets the first test?', labels)
  return used === null ? null : { services: wanted, runner: used as Runner } // one of the options
}

/** Asks before anything is written, and before a text is lost; null when the user has cancelled. */
async function confirmed(
  planned: readonly PlannedFile[],
  { stdout }: Surroundings,
  asks: Prompts | null,
): Promise<readonly PlannedFile[] | null> {
  if (asks !== null && (await asks.confirm(`Write ${planned.map(({ path }) => path).join(', ')}?`)) !== true)
    return null
  const files: PlannedFile[] = []
  for (const file of planned) {
    const isLost = file.before !== null && !file.extends
    if (!isLost || (await asks?.confirm(`${file.path} exists. Overwrite it?`)) === true) files.push(file)
    else stdout(`kept ${file.path} as it is\n`)
  }
  return files
}

function cancelled({ stderr }: Surroundings): number {
  stderr('backlot: setup: nothing was written\n')
  return 1
}

const COMMANDS: Readonly<Record<Runner, string>> = {
  vitest: 'npx vitest run',
  jest: 'npx jest',
  playwright: 'npx playwright test',
}

function nextSteps(files: readonly PlannedFile[], { runner }: Choices): string {
  const install = files.some(({ path }) => path === 'package.json') ? '  npm install\n' : ''
  return `${files.map(({ path }) => `wrote ${path}\n`).join('')}\nNext:\n${install}  ${COMMANDS[runner]}\n`
}
