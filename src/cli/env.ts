import { isRecord } from '#core/objects.ts'
import { controlVariable } from '#core/control.ts'
import { reachable } from '#core/hosts.ts'
import type { CommandLine } from './flags.ts'
import { addressesOf, type Address } from './addresses.ts'
import { quoted } from './summary.ts'
import type { Surroundings } from './surroundings.ts'
import { UsageError } from './usage-error.ts'

/** The flags of forms beside that of a shell. */
const FORMS = ['json', 'dotenv', 'github-env'] as const

/** The time between two questions, in milliseconds of the wall clock. */
const PAUSE = 100

/** The time for a server to answer, in milliseconds of the wall clock. */
const PATIENCE = 2000

type Variables = Readonly<Record<string, string>>

/**
 * Prints the variables of the services that run: as lines for a shell, as a `.env` file or as JSON.
 *
 * @returns the exit code: 1 when none of them runs.
 */
export async function env(line: CommandLine, surroundings: Surroundings): Promise<number> {
  const [first, second] = FORMS.filter((form) => line.has(form))
  if (second !== undefined) throw new UsageError(`--${first} and --${second} exclude each other`)
  const addresses = addressesOf(line, surroundings)
  const host = reachable(line.values('host').at(-1) ?? '127.0.0.1')
  const deadline = Date.now() + 1000 * secondsOf(line)
  let found = await askAll(addresses, host, surroundings.env)
  while (!isComplete(found, addresses) && Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE))
    found = await askAll(addresses, host, surroundings.env)
  }
  if (line.has('wait') && !isComplete(found, addresses)) {
    throw new UsageError(`env: not all services answered within ${line.values('wait').at(-1)} s`)
  }
  if (found.length === 0) {
    const places = addresses.map(({ port }) => `${host}:${port}`).join(', ')
    throw new UsageError(
      `env: nothing runs at ${places}: start backlot first, or pass the --port or --one-port that it has`,
    )
  }
  const variables: Variables = Object.assign({}, ...found.map((each) => each.variables))
  surroundings.stdout(textOf(variables, line))
  return 0
}

/** Asks at all addresses; returns the services of the command line that run. */
async function askAll(
  addresses: readonly Address[],
  host: string,
  own: Surroundings['env'],
): Promise<readonly Found[]> {
  const wanted = new Set(addresses.map(({ id }) => id).filter((id) => id !== null))
  const asked = await Promise.all(addresses.map(({ id, port }) => ask(`http://${host}:${port}`, id, own)))
  return asked.flat().filter(({ service }) => wanted.size === 0 || wanted.has(service))
}

/** Returns whether every service has answered; one port answers once all services behind it do. */
function isComplete(found: readonly Found[], addresses: readonly Address[]): boolean {
  return found.length > 0 && addresses.every(({ id }) => id === null || found.some(({ service }) => service === id))
}

function secondsOf(line: CommandLine): number {
  const text = line.values('wait').at(-1) ?? '0'
  if (/^\d+$/.test(text)) return Number(text)
  throw new UsageError(`--wait: expected a whole number of seconds, got ${JSON.stringify(text)}`)
}

function textOf(variables: Variables, line: CommandLine): string {
  if (line.has('json')) return `${JSON.stringify(variables, null, 2)}\n`
  return Object.entries(variables)
    .map(([name, value]) => {
      if (line.has('github-env')) return githubLine(name, value)
      return line.has('dotenv') ? `${name}=${dotenvValue(value)}\n` : `export ${name}=${quoted(value)}\n`
    })
    .join('')
}

/**
 * Returns the lines of a variable in the file that passes variables to later steps.
 * https://docs.github.com/actions/reference/workflow-commands-for-github-actions#multiline-strings
 */
function githubLine(name: string, value: string): string {
  return value.includes('\n') ? `${name}<<BACKLOT_END\n${value}\nBACKLOT_END\n` : `${name}=${value}\n`
}

/** Quotes a value as the readers of `.env` files agree on: a line break is written as `\\n` between double quotes. */
function dotenvValue(value: string): string {
  if (/^[\w:/.,@%+=?&-]*$/.test(value)) return value
  return value.includes('\n') ? `"${value.replaceAll('\n', String.raw`\n`)}"` : `'${value}'`
}

/** The variables of one service. */
interface Found {
  readonly service: string
  readonly variables: Variables
}

/** Asks the server at an address; returns the services behind it, none where nothing of backlot answers. */
async function ask(origin: string, id: string | null, own: Surroundings['env']): Promise<readonly Found[]> {
  const token = own['BACKLOT_CONTROL_TOKEN'] ?? (id === null ? undefined : own[controlVariable(id)])
  const response = await fetch(`${origin}/_backlot/env`, {
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(PATIENCE),
  }).catch(() => null)
  if (response?.status === 401) {
    throw new UsageError(`env: ${origin} is open to the network: set BACKLOT_CONTROL_TOKEN to the token of its start`)
  }
  const answer: unknown = await response?.json().catch(() => null)
  if (Array.isArray(answer)) return answer as readonly Found[] // the answer of one port for all services
  const isOwn = response?.ok === true && isRecord(answer) && id !== null && (await serviceAt(origin)) === id
  return isOwn ? [{ service: id, variables: answer as Variables }] : [] // the answer of an instance
}

/** Returns the id of the service that answers at an address. */
async function serviceAt(origin: string): Promise<unknown> {
  const health: unknown = await (await fetch(`${origin}/_backlot/health`)).json()
  return isRecord(health) ? health['service'] : undefined
}
