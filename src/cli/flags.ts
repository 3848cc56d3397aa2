import { suggest } from '#core/text/did-you-mean.ts'
import { parseFlags, type FlagProblem, type Flags } from './command-line.ts'
import { UsageError } from './usage-error.ts'

/** The flags of all commands. */
export const flags = {
  service: {
    type: 'string',
    short: 's',
    value: 'id,…',
    description: 'The services, separated by commas (default: all)',
  },
  port: {
    type: 'string',
    short: 'p',
    value: 'number',
    description: 'The port of the first service, each further one the next; 0: any free ones (default: their own)',
  },
  'one-port': {
    type: 'string',
    value: 'number',
    description: 'One port for all services: http://localhost:4000/codehost/…; 0: any free one',
  },
  seed: {
    type: 'string',
    value: 'file',
    description: 'The seed, YAML or JSON (default: backlot.config.yaml and the like)',
  },
  host: { type: 'string', value: 'address', description: 'The address to listen at (default: 127.0.0.1)' },
  'accept-host': {
    type: 'string',
    value: 'host',
    description: 'A name by which clients call the services, such as that of a container; may be repeated',
  },
  'base-url': {
    type: 'string',
    value: 'url',
    description: 'The URL that answers advertise, behind a proxy; {service} stands for the id',
  },
  'allow-webhook-host': {
    type: 'string',
    value: 'host',
    description: 'A host beside this machine that may receive webhooks; may be repeated',
  },
  'allow-origin': {
    type: 'string',
    value: 'origin',
    description: 'An origin, such as https://app.test, whose pages may send requests; may be repeated',
  },
  persist: {
    type: 'string',
    value: 'file',
    description: 'The file from which the state comes back, and in which changes are saved: .backlot/state.json',
  },
  allow: {
    type: 'string',
    value: 'host',
    description: 'A host that the command may call, such as internal.test or *.internal.test; may be repeated',
  },
  unhandled: {
    type: 'string',
    value: 'how',
    description: 'Calls to other hosts: error (refuse them, the default), warn or bypass (let them go)',
  },
  https: { type: 'boolean', description: 'Serve TLS, with a certificate for localhost (its authority: backlot ca)' },
  open: { type: 'boolean', description: 'Open the inspector of the services in a browser' },
  json: { type: 'boolean', description: 'Print JSON' },
  yes: { type: 'boolean', short: 'y', description: 'Ask nothing: write what is missing, overwrite nothing' },
  wait: { type: 'string', value: 'seconds', description: 'Wait until all services answer' },
  'github-env': { type: 'boolean', description: 'Print the lines of the file GITHUB_ENV' },
  dotenv: { type: 'boolean', description: 'Print the lines of a .env file' },
  help: { type: 'boolean', short: 'h', description: 'Show this help' },
  version: { type: 'boolean', short: 'v', description: 'Show the version' },
} as const satisfies Flags

type FlagName = keyof typeof flags

/** The commands with their descriptions and flags. Without a command, `start` runs. */
export const commands = {
  start: {
    description: 'Stand-ins for web APIs, for tests and offline development',
    flags: [
      'service',
      'port',
      'one-port',
      'seed',
      'host',
      'accept-host',
      'base-url',
      'allow-webhook-host',
      'allow-origin',
      'persist',
      'https',
      'open',
      'help',
      'version',
    ],
  },
  exec: {
    description: "Run a command with stand-ins at the vendors' own hosts",
    flags: ['service', 'seed', 'allow', 'unhandled', 'help'],
  },
  setup: {
    description: 'Write configuration, a seed and a first test for this project',
    flags: ['service', 'yes', 'help'],
  },
  init: { description: 'Print a starter seed', flags: ['service', 'help'] },
  ca: { description: 'Print the path of the certificate authority that --https uses', flags: ['help'] },
  env: {
    description: 'Print the variables of the services that run: eval "$(backlot env)"',
    flags: ['service', 'port', 'one-port', 'host', 'json', 'dotenv', 'github-env', 'wait', 'help'],
  },
  doctor: { description: 'Read the project, and say what would not work', flags: ['json', 'help'] },
  list: { description: 'List the services with their default ports', flags: ['help'] },
} as const satisfies Record<string, { description: string; flags: readonly FlagName[] }>

/** The name of a command. */
export type Command = keyof typeof commands

/** A parsed command line. */
export interface CommandLine {
  readonly command: Command
  has(flag: FlagName): boolean
  /** Returns the values of a flag, in order. */
  values(flag: FlagName): readonly string[]
  /** The command of `exec` with its arguments; empty for the others. */
  readonly executed: readonly string[]
}

/**
 * Reads a command line. With `--help` the rest of it may be invalid.
 *
 * @throws UsageError for an unknown command or flag, a missing value, and a value or word that is not accepted.
 */
export function readCommandLine(argv: readonly string[]): CommandLine {
  const { line, executed } = split(argv)
  const { words, problems, passed, has, values } = parseFlags(line, flags)
  const wantsHelp = has('help')
  const [problem] = problems
  if (problem !== undefined && !wantsHelp) throw new UsageError(messageOf(problem))
  const command = commandOf(words, wantsHelp)
  const accepted: readonly string[] = commands[command].flags
  const refused = passed.find((name) => !accepted.includes(name))
  if (refused !== undefined && !wantsHelp) throw new UsageError(`backlot ${command} takes no --${refused}`)
  if (command === 'exec' && executed.length === 0 && !wantsHelp) {
    throw new UsageError('backlot exec needs a command after --, as in: backlot exec -- pytest')
  }
  return { command, has, values, executed }
}

/** Splits a command line of `exec` at `--`; the command after it is executed. */
function split(argv: readonly string[]): { readonly line: readonly string[]; readonly executed: readonly string[] } {
  const end = argv.indexOf('--')
  const line = argv.slice(0, end)
  if (end < 0 || parseFlags(line, flags).words[0] !== 'exec') return { line: argv, executed: [] }
  return { line, executed: argv.slice(end + 1) }
}

function messageOf(problem: FlagProblem): string {
  const { flag } = problem
  switch (problem.kind) {
    case 'unknown':
      return `unknown flag ${flag}${hint(problem.suggestion)}`
    case 'value unexpected':
      return `${flag} takes no value, got ${JSON.stringify(problem.got)}`
    case 'value missing':
      return `${flag} needs a value${problem.got === undefined ? '' : `, got ${JSON.stringify(problem.got)}`}`
  }
}

function commandOf(words: readonly string[], lenient: boolean): Command {
  const [word, extra] = words
  if (word === undefined) return 'start'
  const names = ['setup', 'exec', 'env', 'init', 'list', 'ca', 'doctor'] as const
  const command = names.find((name) => name === word)
  if (command === undefined) {
    if (lenient) return 'start'
    throw new UsageError(`unknown command ${JSON.stringify(word)}${hint(suggest(word, names))}`)
  }
  if (extra !== undefined && !lenient) {
    const remedy =
      command === 'init'
        ? ': services are named with --service'
        : command === 'exec'
          ? ': write -- before the command'
          : ''
    throw new UsageError(`unexpected ${JSON.stringify(extra)} after ${command}${remedy}`)
  }
  return command
}

function hint(suggestion: string | undefined): string {
  return suggestion === undefined ? ' (see backlot --help)' : `, did you mean ${suggestion}?`
}
