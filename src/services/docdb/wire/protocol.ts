import type { ConnectionProtocol } from '#core/http/protocol.ts'
import type { SystemCollections } from '#core/service.ts'
import { OPERATIONS } from '#docdb/server-commands/table.ts'
import { ERROR_CODES, numberOfCode } from '#docdb/errors/command-error.ts'
import { memberAt, memberHosts } from '#docdb/rules/connection-string.ts'
import { MEMBERS } from '#docdb/rules/elections.ts'
import type { collections } from '#docdb/schema.ts'
import { checkFault } from './faults.ts'

/** The places of the members of the replica set that the instance's own port does not serve. */
const SECONDARIES = Array.from({ length: MEMBERS - 1 }, (_, at) => at + 1)

/** The errors that a sweep answers commands with: an election, a time limit, and what no further attempt helps with. */
const FAILURES = ['NotWritablePrimary', 'MaxTimeMSExpired', 'AtlasError']

/**
 * The protocol of the drivers, at the port of the API. A message begins with its length, of which the last byte is
 * small, where a request of HTTP has a letter. https://www.mongodb.com/docs/manual/reference/mongodb-wire-protocol/
 */
export const protocol: ConnectionProtocol<typeof collections & SystemCollections> = {
  bytes: 4,
  recognize: (first) => (first[3] ?? 0) < 3,
  operations: OPERATIONS,
  codes: Object.keys(ERROR_CODES),
  failures: FAILURES,
  isCode: (code) => numberOfCode(code) !== undefined,
  checkFault,
  messageFormat: async () => (await import('./message-format.ts')).messageFormat,
  open: async (host) => {
    const [{ Server }, { DriverConnection }, { ConnectionRate }, { startExpiryPasses }, ...ports] = await Promise.all([
      import('./server.ts'),
      import('./connection.ts'),
      import('./connection-rate.ts'),
      import('./expiry-pass.ts'),
      ...SECONDARIES.map(() => host.openPort()),
    ])
    const server = new Server(host)
    startExpiryPasses(host)
    const rate = new ConnectionRate(() => host.store())
    let count = 0
    return ({ socket, place, called, greetings }) => {
      count += 1
      const hosts = memberHosts(host.urls(), called, ports)
      const member = (called === null ? null : memberAt(called)) ?? place
      const reached = { id: count, hosts, member }
      const close = (): void => void socket.destroy()
      socket.once('error', close)
      rate.admit(() => {
        if (!socket.destroyed) void new DriverConnection(socket, host, server, reached, greetings)
      }, close)
    }
  },
}
