import { resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { defineCommand, parseArgs, renderUsage } from 'citty'
import type { Catalog } from './catalog.ts'
import { detect, exitCodes, type DetectOptions } from './detect.ts'

const flags = {
  json: { type: 'boolean', description: 'Print JSON on standard output instead of the report' },
  apply: { type: 'boolean', description: 'Write backlot.config.yaml, or add the sections that it lacks' },
  force: { type: 'boolean', description: 'With --apply: overwrite backlot.config.yaml instead of extending it' },
  cwd: { type: 'string', valueHint: 'directory', description: "The project's root (default: the current directory)" },
  help: { type: 'boolean', alias: 'h', description: 'Show this help' },
  version: { type: 'boolean', alias: 'v', description: 'Show the version' },
} as const

const outcome = `The report goes to standard error; standard output holds only what --json prints.

EXIT CODES
  0  at least one available service matched, and the config has a section for each if --apply is given
  1  wrong usage, no package.json or a broken one, or a config of another name is in the way
  2  no available service matched; nothing was written
`

/** The parts of its process that the `backlot-detect` command uses. */
export interface CommandSurroundings extends Pick<DetectOptions, 'stdout' | 'stderr'> {
  /** The words after the command's name. */
  readonly words: readonly string[]
  /** The directory the command was started in. */
  readonly cwd: string
  /** The version of the package. */
  readonly version: string
  /** The services of this version. */
  readonly catalog: Catalog
}

/**
 * Runs the `backlot-detect` command.
 *
 * @returns its exit code.
 */
export async function runDetectCommand(surroundings: CommandSurroundings): Promise<number> {
  const { words, cwd, version, catalog, stdout, stderr } = surroundings
  const given = parseArgs<typeof flags>([...words], flags)
  if (given.help) {
    stdout(await usage(version))
    return exitCodes.done
  }
  if (given.version) {
    stdout(`${version}\n`)
    return exitCodes.done
  }
  const mistake = mistakeIn(given)
  if (mistake !== undefined) {
    stderr(`backlot-detect: ${mistake}\nAll options: backlot-detect --help\n`)
    return exitCodes.failed
  }
  return detect({
    cwd: resolve(cwd, given.cwd ?? '.'),
    mode: given.json ? 'json' : given.apply ? 'apply' : 'report',
    force: given.force ?? false,
    catalog,
    stdout,
    stderr,
  })
}

type GivenFlags = ReturnType<typeof parseArgs<typeof flags>>

/** citty takes any word and any flag: a mistyped --aply must not pass for a plain report. */
function mistakeIn(given: GivenFlags): string | undefined {
  const known: readonly string[] = ['_', 'h', 'v', ...Object.keys(flags)]
  const unknown = Object.keys(given).find((name) => !known.includes(name))
  if (unknown !== undefined) return `unknown option ${unknown.length === 1 ? '-' : '--'}${unknown}.`
  const [word] = given._
  if (word !== undefined) return `unexpected "${word}". To name a project, use --cwd ${word}`
  if (given.cwd === '') return '--cwd needs a directory.'
  if (given.json && given.apply) return '--json writes nothing and --apply does: give one of them.'
  if (given.force && !given.apply) return '--force does nothing without --apply: add --apply or leave it out.'
  return undefined
}

async function usage(version: string): Promise<string> {
  const command = defineCommand({
    meta: {
      name: 'backlot-detect',
      version,
      description: "Finds the web APIs a project calls, by its package.json and its workspaces'",
    },
    args: flags,
  })
  return `${stripVTControlCharacters(await renderUsage(command))}\n${outcome}`
}
