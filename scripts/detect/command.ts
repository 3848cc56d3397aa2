import { resolve } from 'node:path'
import { flagRows, formatHelp, parseFlags, type FlagProblem, type Flags, type ParsedFlags } from '#cli/command-line.ts'
import type { Catalog } from './catalog.ts'
import { detect, exitCodes, type DetectOptions } from './detect.ts'

const flags = {
  json: { type: 'boolean', description: 'Print JSON on standard output instead of the report' },
  apply: { type: 'boolean', description: 'Write backlot.config.yaml, or add the sections that it lacks' },
  force: { type: 'boolean', description: 'With --apply: overwrite backlot.config.yaml instead of extending it' },
  cwd: { type: 'string', value: 'directory', description: "The project's root (default: the current directory)" },
  help: { type: 'boolean', short: 'h', description: 'Show this help' },
  version: { type: 'boolean', short: 'v', description: 'Show the version' },
} as const satisfies Flags

type FlagName = keyof typeof flags

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
  const line = parseFlags(words, flags)
  if (line.has('help')) {
    stdout(usage(version))
    return exitCodes.done
  }
  if (line.has('version')) {
    stdout(`${version}\n`)
    return exitCodes.done
  }
  const mistake = mistakeIn(line)
  if (mistake !== undefined) {
    stderr(`backlot-detect: ${mistake}\nAll options: backlot-detect --help\n`)
    return exitCodes.failed
  }
  return detect({
    cwd: resolve(cwd, line.values('cwd').at(-1) ?? '.'),
    mode: line.has('json') ? 'json' : line.has('apply') ? 'apply' : 'report',
    force: line.has('force'),
    catalog,
    stdout,
    stderr,
  })
}

/** Describes the first mistake in the command line; undefined when there is none. */
function mistakeIn({ words: [word], problems: [problem], has }: ParsedFlags<FlagName>): string | undefined {
  if (problem !== undefined) return complaintOf(problem)
  if (word !== undefined) return `unexpected "${word}". To name a project, use --cwd ${word}`
  if (has('json') && has('apply')) return '--json writes nothing and --apply does: give one of them.'
  if (has('force') && !has('apply')) return '--force does nothing without --apply: add --apply or leave it out.'
  return undefined
}

function complaintOf(problem: FlagProblem): string {
  const { flag } = problem
  switch (problem.kind) {
    case 'unknown': {
      // No flag can be negated: `--no-color` is reported as `--color`.
      const name = flag.replace(/^--no-/, '--')
      return `unknown option ${name}.${problem.suggestion === undefined ? '' : ` Did you mean ${problem.suggestion}?`}`
    }
    case 'value missing':
      return `${flag} needs a directory.`
    case 'value unexpected':
      return `${flag} takes no value.`
  }
}

function usage(version: string): string {
  return formatHelp({
    title: `backlot-detect v${version}`,
    description: "Finds the web APIs a project calls, by its package.json and its workspaces'",
    usage: 'backlot-detect [OPTIONS]',
    sections: [
      { title: 'OPTIONS', rows: flagRows(flags) },
      {
        title: 'EXIT CODES',
        rows: [
          ['0', 'at least one service matched, and the config has a section for each if --apply is given'],
          ['1', 'wrong usage, no package.json or a broken one, or a config of another name is in the way'],
          ['2', 'no service matched; nothing was written'],
        ],
      },
    ],
    notes: 'The report goes to standard error; standard output holds only what --json prints.',
  })
}
