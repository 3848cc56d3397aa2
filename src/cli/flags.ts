import { parseArgs } from 'node:util'
import type { BooleanArgDef, StringArgDef } from 'citty'
import { suggest } from '../core/did-you-mean.ts'
import { UsageError } from './usage-error.ts'

/** The flags of all commands, in the form that citty prints them from. */
export const flags = {
  service: {
    type: 'string',
    alias: 's',
    valueHint: 'id,…',
    description: 'The services, separated by commas (default: all)',
  },
  port: {
    type: 'string',
    alias: 'p',
    valueHint: 'number',
    description: 'The port of the first service, each further one the next; 0: any free ones (default: their own)',
  },
  seed: {
    type: 'string',
    valueHint: 'file',
    description: 'The seed, YAML or JSON (default: backlot.config.yaml and the like)',
  },
  host: { type: 'string', valueHint: 'address', description: 'The address to listen at (default: 127.0.0.1)' },
  'base-url': {
    type: 'string',
    valueHint: 'url',
    description: 'The URL that answers advertise, for use behind a proxy; {service} stands for the id',
  },
  'allow-webhook-host': {
    type: 'string',
    valueHint: 'host',
    description: 'A host beside this machine that may receive webhooks; may be repeated',
  },
  'allow-origin': {
    type: 'string',
    valueHint: 'origin',
    description: 'An origin, such as https://app.test, whose pages may send requests; may be repeated',
  },
  https: { type: 'boolean', description: 'Serve TLS, with a certificate for localhost (its authority: backlot ca)' },
  help: { type: 'boolean', alias: 'h', description: 'Show this help' },
  version: { type: 'boolean', alias: 'v', description: 'Show the version' },
} as const satisfies Record<string, StringArgDef | BooleanArgDef>

type Flag = keyof typeof flags

/** The commands with their descriptions and flags. Without a command, `start` runs. */
export const commands = {
  start: {
    description: 'Stand-ins for web APIs, for tests and offline development',
    flags: [
      'service',
      'port',
      'seed',
      'host',
      'base-url',
      'allow-webhook-host',
      'allow-origin',
      'https',
      'help',
      'version',
    ],
  },
  init: { description: 'Print a starter seed', flags: ['service', 'help'] },
  ca: { description: 'Print the path of the certificate authority that --https uses', flags: ['help'] },
  list: { description: 'List the services with their default ports', flags: ['help'] },
} as const satisfies Record<string, { description: string; flags: readonly Flag[] }>

/** The name of a command. */
export type Command = keyof typeof commands

/** A parsed command line. */
export interface CommandLine {
  readonly command: Command
  /** The values of a flag, in order; an empty text for each time that a flag without values is given. */
  values(flag: Flag): readonly string[]
}

/**
 * Reads a command line.
 *
 * @throws UsageError for an unknown command or flag, a missing value, and a value that the flag does not take.
 */
export function readCommandLine(argv: readonly string[]): CommandLine {
  // Node's parser reads the flags, as citty accepts unknown ones and keeps only one value of each.
  const { tokens } = parseArgs({
    args: [...argv],
    options: options(),
    strict: false,
    tokens: true,
    allowPositionals: true,
  })
  const given = new Map<string, string[]>()
  const words: string[] = []
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value)
    if (token.kind === 'option') given.set(token.name, [...(given.get(token.name) ?? []), valueOf(token)])
  }
  const helped = given.has('help')
  const stray = [...given.keys()].find((name) => !Object.hasOwn(flags, name))
  if (stray !== undefined && !helped) {
    throw new UsageError(
      `unknown flag ${stray.length === 1 ? '-' : '--'}${stray}${hint(stray, Object.keys(flags), '--')}`,
    )
  }
  const command = commandOf(words, helped)
  const taken: readonly string[] = commands[command].flags
  const refused = [...given.keys()].find((name) => !taken.includes(name))
  if (refused !== undefined && !helped) throw new UsageError(`backlot ${command} takes no --${refused}`)
  return { command, values: (flag) => given.get(flag) ?? [] }
}

function options(): Record<string, { type: 'string' | 'boolean'; short?: string; multiple: true }> {
  return Object.fromEntries(
    Object.entries(flags).map(([name, flag]) => [
      name,
      { type: flag.type, multiple: true, ...('alias' in flag ? { short: flag.alias } : {}) },
    ]),
  )
}

function valueOf(token: {
  name: string
  rawName: string
  value?: string | undefined
  inlineValue?: boolean | undefined
}): string {
  const type = Object.entries(flags).find(([name]) => name === token.name)?.[1].type
  if (type === undefined) return ''
  if (type === 'boolean') {
    if (token.value !== undefined)
      throw new UsageError(`${token.rawName} takes no value, got ${JSON.stringify(token.value)}`)
    return ''
  }
  const { value } = token
  const isFlag = value?.startsWith('-') === true && token.inlineValue !== true
  if (value === undefined || value === '' || isFlag) {
    throw new UsageError(`${token.rawName} needs a value${isFlag ? `, got ${JSON.stringify(value)}` : ''}`)
  }
  return value
}

function commandOf(words: readonly string[], lenient: boolean): Command {
  const [word, extra] = words
  if (word === undefined) return 'start'
  const names = ['init', 'list', 'ca'] as const
  const command = names.find((name) => name === word)
  if (command === undefined) {
    if (lenient) return 'start'
    throw new UsageError(`unknown command ${JSON.stringify(word)}${hint(word, names)}`)
  }
  if (extra !== undefined && !lenient) {
    const wayOut = command === 'init' ? ': services are named with --service' : ''
    throw new UsageError(`unexpected ${JSON.stringify(extra)} after ${command}${wayOut}`)
  }
  return command
}

function hint(word: string, candidates: readonly string[], dashes = ''): string {
  const nearest = suggest(word, candidates)
  return nearest === undefined ? ' (see backlot --help)' : `, did you mean ${dashes}${nearest}?`
}
