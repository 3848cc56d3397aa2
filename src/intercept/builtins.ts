import type * as Dns from 'node:dns'
import type * as Module from 'node:module'
import type * as Net from 'node:net'
import type * as Tls from 'node:tls'

// The objects whose members are replaced: members cannot be replaced through the bindings of an import. They are taken
// when an interception begins, as loading TLS takes a tenth of the time of a start.
export const net = (): typeof Net => process.getBuiltinModule('node:net')
export const tls = (): typeof Tls => process.getBuiltinModule('node:tls')
export const dns = (): typeof Dns => process.getBuiltinModule('node:dns')

/** Returns the id of this thread. An import of the module would load it in every process that starts an instance. */
export const threadId = (): number => process.getBuiltinModule('node:worker_threads').threadId

/** Lets ES modules that import a replaced member by its name see the replacement. */
export function renewImports(): void {
  const { syncBuiltinESMExports }: Pick<typeof Module, 'syncBuiltinESMExports'> =
    process.getBuiltinModule('node:module')
  syncBuiltinESMExports()
}
