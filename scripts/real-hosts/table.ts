import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The page with the table, from the root. */
export const PAGE = 'docs/real-hosts-clients.md'

/** The versions of Node.js in the table. */
export const VERSIONS = [20, 22, 24, 26] as const

const BEGIN = '<!-- clients: written by npm run test:hosts -->'
const END = '<!-- end of clients -->'

/** A client of test/real-hosts/clients.mjs. */
interface Client {
  readonly name: string
  /** The npm package; absent for a part of Node.js. */
  readonly package?: string
  readonly group?: string
}

/** The failed clients, by name, with their errors. */
type Failures = Readonly<Record<string, string>>

/** The outcome of a version of Node.js, for clients that are made before and after the hosts are intercepted. */
export interface Outcome {
  readonly version: number
  readonly failures: { readonly before: Failures; readonly after: Failures }
}

// Typed here, because the list is a program of its own that every version of Node.js runs as it is.
const LIST: string = pathToFileURL(resolve('test/real-hosts/clients.mjs')).href
const { clients }: { readonly clients: readonly Client[] } = await import(LIST)

/** Returns the groups of the clients, each of which is called in a process of its own. */
export function groupsOfClients(): readonly (string | undefined)[] {
  return [...new Set(clients.map((client) => client.group))]
}

/**
 * Calls the vendors' hosts with every client, in processes of a Node.js binary. @throws Error when a process ends
 * without an outcome.
 */
export function failuresOf(root: string, binary: string, when: 'before' | 'after'): Failures {
  const program = join(root, 'test/real-hosts/run-clients.mjs')
  const all: Record<string, string> = {}
  for (const group of groupsOfClients()) {
    const parameters = [program, join(root, 'dist'), when, ...(group === undefined ? [] : [group])]
    const output = execFileSync(binary, parameters, { stdio: ['ignore', 'pipe', 'ignore'], encoding: 'utf8' })
    const { failures, refused } = JSON.parse(output) as { failures: Failures; refused: readonly string[] }
    Object.assign(all, failures, refused.length === 0 ? {} : { guard: refused.join('\n') })
  }
  return all
}

/**
 * Returns the table: a row for each client with the version that is installed, and a column for each version of
 * Node.js.
 */
export function clientTable(root: string, outcomes: readonly Outcome[]): string {
  const rows = clients.map(({ name, package: packageName }) => {
    const version = packageName === undefined ? '' : versionOf(root, packageName)
    const cells = outcomes.map(({ failures }) =>
      [failures.before, failures.after].map((each) => (Object.hasOwn(each, name) ? 'no' : 'yes')).join(', '),
    )
    return `| ${[name, version, ...cells].join(' | ')} |`
  })
  const columns = ['client', 'version', ...outcomes.map(({ version }) => `Node.js ${version}`)]
  return [`| ${columns.join(' | ')} |`, `|${'---|'.repeat(columns.length)}`, ...rows].join('\n')
}

/** Returns the page with its table renewed. */
export function withTable(page: string, table: string): string {
  const [before, rest] = page.split(BEGIN)
  const [, after] = (rest ?? '').split(END)
  if (before === undefined || after === undefined) throw new Error(`${PAGE} has no ${BEGIN} … ${END}`)
  return `${before}${BEGIN}\n\n${table}\n\n${END}${after}`
}

function versionOf(root: string, packageName: string): string {
  const manifest: unknown = JSON.parse(readFileSync(join(root, 'node_modules', packageName, 'package.json'), 'utf8'))
  return (manifest as { version: string }).version // a package has one
}
