import type * as Dgram from 'node:dgram'
import type * as Dns from 'node:dns'
import type * as Module from 'node:module'
import type * as Net from 'node:net'
import type * as Tls from 'node:tls'
import type * as WorkerThreads from 'node:worker_threads'

// The objects whose members are replaced: members cannot be replaced through the bindings of an import. They are taken
// when an interception begins, as loading TLS takes a tenth of the time of a start.
export const net = (): typeof Net => process.getBuiltinModule('node:net')
export const tls = (): typeof Tls => process.getBuiltinModule('node:tls')
export const dns = (): typeof Dns => process.getBuiltinModule('node:dns')

export const dgram = (): typeof Dgram => process.getBuiltinModule('node:dgram')
export const workerThreads = (): typeof WorkerThreads => process.getBuiltinModule('node:worker_threads')

/** Lets ES modules that import a replaced member by its name see the replacement. */
export function renewImports(): void {
  const { syncBuiltinESMExports }: Pick<typeof Module, 'syncBuiltinESMExports'> =
    process.getBuiltinModule('node:module')
  syncBuiltinESMExports()
}
