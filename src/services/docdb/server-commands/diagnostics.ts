import { ownMember } from '#core/objects.ts'
import { LARGEST_DOCUMENT } from '#docdb/storage/documents.ts'
import { double, Timestamp, type Document } from '#docdb/values/value.ts'
import { SET_NAME } from '#docdb/rules/elections.ts'
import { compileQuery } from '#docdb/query/compile.ts'
import { pipelineContext, type Command } from './context.ts'
import { currentOperations } from './current-operations.ts'
import { getParameter, setParameter } from './parameters.ts'
import { profile } from './profile.ts'
import type { Runtime } from './runtime.ts'

/** The version that the server says it has. */
export const VERSION = '8.0.4'

/** https://www.mongodb.com/docs/manual/reference/command/buildInfo/ */
const buildInfo: Command = () => ({
  version: VERSION,
  gitVersion: 'backlot',
  modules: ['enterprise'],
  allocator: 'system',
  javascriptEngine: 'none',
  sysInfo: 'deprecated',
  versionArray: [...VERSION.split('.').map(Number), 0],
  openssl: { running: 'none', compiled: 'none' },
  bits: 64,
  debug: false,
  maxBsonObjectSize: LARGEST_DOCUMENT,
  storageEngines: ['devnull', 'inMemory', 'queryable_wt', 'wiredTiger'],
})

/** The storage engine of Atlas. Programs decide by it whether transactions can be used. */
const STORAGE_ENGINE: Document = {
  name: 'wiredTiger',
  supportsCommittedReads: true,
  supportsPendingDrops: true,
  dropPendingIdents: 0n,
  supportsSnapshotReadConcern: true,
  readOnly: false,
  persistent: true,
  backupCursorOpen: false,
}

/** The most connections of drivers that the server says it has room for. */
const MOST_CONNECTIONS = 51_200

/** https://www.mongodb.com/docs/manual/reference/command/serverStatus/ */
const serverStatus: Command = ({ data, address, connections, replicaSet, runtime }) => ({
  host: address,
  version: VERSION,
  process: 'mongod',
  pid: 1n,
  uptime: double(1),
  uptimeMillis: 1000n,
  localTime: new Date(data.clock.now()),
  connections: {
    current: connections.current,
    available: MOST_CONNECTIONS - connections.current,
    totalCreated: connections.created,
    active: 1,
  },
  mem: { bits: 64, resident: 64, virtual: 256, supported: true },
  network: { bytesIn: 0n, bytesOut: 0n, numRequests: BigInt(requestCount(runtime)) },
  globalLock: {
    totalTime: 1_000_000n,
    currentQueue: { total: 0, readers: 0, writers: 0 },
    activeClients: { total: 0, readers: 0, writers: 0 },
  },
  asserts: { regular: 0, warning: 0, msg: 0, user: 0, tripwire: 0, rollovers: 0 },
  extra_info: { note: 'fields vary by platform', page_faults: 0n },
  logicalSessionRecordCache: { activeSessionsCount: runtime?.sessions.size ?? 0 },
  metrics: { cursor: { open: { total: BigInt(runtime?.cursors.size ?? 0) } } },
  opcounters: operationCounts(runtime),
  opcountersRepl: { insert: 0n, query: 0n, update: 0n, delete: 0n, getmore: 0n, command: 0n },
  repl: {
    setName: SET_NAME,
    setVersion: 1,
    isWritablePrimary: replicaSet.member === replicaSet.primary,
    secondary: replicaSet.member !== replicaSet.primary,
    ...(replicaSet.primary === null ? {} : { primary: replicaSet.hosts[replicaSet.primary] ?? '' }),
    hosts: [...replicaSet.hosts],
    me: address,
  },
  storageEngine: STORAGE_ENGINE,
  transactions: {
    currentOpen: BigInt(
      [...(runtime?.sessions.values() ?? [])].filter(({ transaction }) => transaction?.state === 'in progress').length,
    ),
  },
})

/** Returns the number of all commands. */
function requestCount(runtime: Runtime | null): number {
  let sum = 0
  for (const count of runtime?.counts.values() ?? []) sum += count
  return sum
}

/** The commands that `opcounters` count by themselves, with their names there. */
const COUNTED: Readonly<Record<string, string>> = {
  insert: 'insert',
  find: 'query',
  update: 'update',
  delete: 'delete',
  getMore: 'getmore',
}

function operationCounts(runtime: Runtime | null): Document {
  const counts: Record<string, bigint> = { insert: 0n, query: 0n, update: 0n, delete: 0n, getmore: 0n, command: 0n }
  for (const [name, count] of runtime?.counts ?? []) {
    const own = ownMember(COUNTED, name) ?? 'command'
    counts[own] = (counts[own] ?? 0n) + BigInt(count)
  }
  return counts
}

/** The members of `currentOp` that are no part of its filter. */
const CURRENT_OP_OPTIONS = new Set([
  'currentOp',
  '$all',
  '$ownOps',
  'comment',
  '$db',
  'lsid',
  '$clusterTime',
  '$readPreference',
])

/** https://www.mongodb.com/docs/manual/reference/command/currentOp/ */
const currentOp: Command = (context) => {
  const filter = Object.fromEntries(Object.entries(context.command).filter(([name]) => !CURRENT_OP_OPTIONS.has(name)))
  const test = compileQuery(filter, pipelineContext(context, undefined, '').environment)
  return { inprog: currentOperations(context).filter((each) => test(each, {})) }
}

/** Commands whose reply tells about the server. */
export const diagnostics: Readonly<Record<string, Command>> = {
  ping: () => ({}),
  buildInfo,
  serverStatus,
  getParameter,
  currentOp,
  hostInfo: ({ data }) => ({
    system: { currentTime: new Date(data.clock.now()), hostname: 'backlot', cpuAddrSize: 64, numCores: 1 },
    os: { type: 'Linux', name: 'backlot', version: '' },
    extra: {},
  }),
  getCmdLineOpts: () => ({ argv: ['mongod'], parsed: {} }),
  getLog: ({ command }) =>
    command['getLog'] === '*' ? { names: ['global', 'startupWarnings'] } : { totalLinesWritten: 0, log: [] },
  whatsmyuri: ({ address }) => ({ you: address }),
  lockInfo: () => ({ lockInfo: [] }),
  getDefaultRWConcern: ({ data }) => ({
    defaultReadConcern: { level: 'local' },
    defaultWriteConcern: { w: 'majority', wtimeout: 0 },
    updateOpTime: new Timestamp({ t: 1, i: 1 }),
    updateWallClockTime: new Date(data.clock.now()),
    localUpdateWallClockTime: new Date(data.clock.now()),
  }),
  profile,
  fsync: () => ({ numFiles: 1 }),
  setParameter,
  setFeatureCompatibilityVersion: () => ({}),
}
