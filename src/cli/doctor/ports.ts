import { createServer } from 'node:net'
import type { Startable } from '../surroundings.ts'
import { findingAt, type CheckedFile } from './checked-file.ts'
import type { Finding } from './finding.ts'
import { nameOf } from './syntax.ts'

/**
 * Finds the default ports that another program has. That is a problem for a project that starts the command; fixtures
 * have ports of their own, and take others where theirs are taken.
 */
export async function checkPorts(services: readonly Startable[], startsCommand: boolean): Promise<Finding[]> {
  const taken = await Promise.all(
    services.map(async ({ id, port }) => !(await isFree(port)) && !(await isOurs(id, port))),
  )
  return services
    .filter((_, index) => taken[index] === true)
    .map(({ id, port }) => ({
      check: 'ports',
      kind: startsCommand ? 'problem' : 'note',
      file: null,
      line: null,
      message: `port ${port} of ${id} is taken: npx backlot could not listen there, while fixtures have ports of their own`,
      fix: 'npx backlot --port 5000',
    }))
}

/** Finds a `basePort` of a fixture at which another program listens. */
export async function checkBasePorts(files: readonly CheckedFile[]): Promise<Finding[]> {
  const found = files.flatMap((file) =>
    file.syntax.nodes.flatMap(({ node }) =>
      node.type === 'ObjectProperty' && nameOf(node) === 'basePort' && node.value.type === 'NumericLiteral'
        ? [{ file, node, port: node.value.value }]
        : [],
    ),
  )
  const taken = await Promise.all(found.map(async ({ port }) => port > 0 && port < 65_536 && !(await isFree(port))))
  return found
    .filter((_, index) => taken[index] === true)
    .map(({ file, node, port }) =>
      findingAt(file, node, 'ports', `port ${port} is taken: the first worker could not listen there`, 'basePort: 0'),
    )
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

/** Returns whether the service itself listens at its port: the command runs already. */
async function isOurs(id: string, port: number): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/_backlot/health`, { signal: AbortSignal.timeout(1000) })
    return ((await response.json()) as { service?: unknown }).service === id // any program may answer
  } catch {
    return false
  }
}
