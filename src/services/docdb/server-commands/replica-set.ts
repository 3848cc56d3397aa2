import { elect, SET_NAME, stepDown as stepDownPrimary } from '#docdb/rules/elections.ts'
import { clusterAt } from '#docdb/rules/clusters.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import { LARGEST_DOCUMENT } from '#docdb/storage/documents.ts'
import { operationTime } from '#docdb/storage/changes.ts'
import { double, ObjectId, type Document } from '#docdb/values/value.ts'
import { numberIn, type Command, type CommandContext } from './context.ts'

/** https://www.mongodb.com/docs/manual/reference/command/hello/ */
const hello: Command = (context) => {
  const { command, data, replicaSet } = context
  const isWritable = replicaSet.serviceId !== null || replicaSet.member === replicaSet.primary
  return {
    helloOk: true,
    ...(command['hello'] === undefined ? { ismaster: isWritable } : { isWritablePrimary: isWritable }),
    topologyVersion: replicaSet.topologyVersion,
    ...(replicaSet.serviceId === null ? membersOf(context) : { msg: 'isdbgrid', serviceId: replicaSet.serviceId }),
    maxBsonObjectSize: LARGEST_DOCUMENT,
    maxMessageSizeBytes: 48_000_000,
    maxWriteBatchSize: 100_000,
    localTime: new Date(data.clock.now()),
    logicalSessionTimeoutMinutes: 30,
    minWireVersion: 0,
    maxWireVersion: 25,
    readOnly: false,
  }
}

/** Returns what a member tells about the set. */
function membersOf(context: CommandContext): Document {
  const { data, replicaSet } = context
  const { hosts, member, primary, term } = replicaSet
  const now = new Date(data.clock.now())
  const opTime = { ts: operationTime(data), t: BigInt(term) }
  return {
    hosts: [...hosts],
    setName: SET_NAME,
    setVersion: 1,
    secondary: member !== primary,
    ...(primary === null ? {} : { primary: hosts[primary] ?? '' }),
    tags: tagsOf(context, member),
    me: hosts[member] ?? '',
    ...(member === primary ? { electionId: electionId(term) } : {}),
    lastWrite: { opTime, lastWriteDate: now, majorityOpTime: opTime, majorityWriteDate: now },
  }
}

function electionId(term: number): ObjectId {
  return ObjectId.createFromHexString(`7fffffff${term.toString(16).padStart(16, '0')}`)
}

/** Returns the tags that Atlas gives a member. https://www.mongodb.com/docs/atlas/reference/replica-set-tags/ */
function tagsOf({ data, clusterId }: Pick<CommandContext, 'data' | 'clusterId'>, member: number): Document {
  const configs = clusterAt(data, clusterId)?.replicationSpecs[0]?.regionConfigs ?? []
  const nodes = configs
    .toSorted((one, other) => other.priority - one.priority)
    .flatMap((config) => Array.from({ length: config.electableSpecs.nodeCount }, () => config))
  const { providerName = 'AWS', backingProviderName, regionName = 'US_EAST_1' } = nodes[member] ?? {}
  const provider = backingProviderName ?? providerName
  return {
    ...(provider === 'AWS' ? { availabilityZone: `${zoneOf(regionName)}-az${member + 1}` } : {}),
    diskState: 'READY',
    nodeType: 'ELECTABLE',
    provider,
    region: regionName,
    workloadType: 'OPERATIONAL',
  }
}

/** Returns the name that ids of availability zones have for a region: `apse2` for `AP_SOUTHEAST_2`. */
function zoneOf(region: string): string {
  const [area = '', direction = '', number = ''] = region.toLowerCase().split('_')
  const initials = direction.replace(
    /^(north|south)(east|west)$/,
    (_, one: string, other: string) => one.charAt(0) + other.charAt(0),
  )
  return `${area}${initials === direction ? direction.charAt(0) : initials}${number}`
}

/** https://www.mongodb.com/docs/manual/reference/command/replSetStepDown/ */
const replSetStepDown: Command = ({ command, present, replicaSet }) => {
  if (replicaSet.member !== replicaSet.primary)
    throw new CommandError('NotWritablePrimary', "not primary so can't step down")
  const period = numberIn(command, 'replSetStepDown', 0)
  if (period <= 0) throw new CommandError('BadValue', 'stepdown period must be a positive integer')
  const catchUp = numberIn(command, 'secondaryCatchUpPeriodSecs', Math.min(10, period))
  if (catchUp < 0) throw new CommandError('BadValue', 'secondaryCatchUpPeriodSecs period must be a positive or absent')
  if (catchUp > period)
    throw new CommandError('BadValue', 'stepdown period must be longer than secondaryCatchUpPeriodSecs')
  stepDownPrimary(present)
  return {}
}

/** https://www.mongodb.com/docs/manual/reference/command/replSetGetStatus/ */
const replSetGetStatus: Command = ({ data, replicaSet }) => {
  const { hosts, member, primary, term } = replicaSet
  const date = new Date(data.clock.now())
  const optime = { ts: operationTime(data), t: BigInt(term) }
  return {
    set: SET_NAME,
    date,
    myState: member === primary ? 1 : 2,
    term: BigInt(term),
    syncSourceHost: member === primary || primary === null ? '' : (hosts[primary] ?? ''),
    syncSourceId: member === primary || primary === null ? -1 : primary,
    heartbeatIntervalMillis: 2000n,
    majorityVoteCount: Math.floor(hosts.length / 2) + 1,
    writeMajorityCount: Math.floor(hosts.length / 2) + 1,
    votingMembersCount: hosts.length,
    writableVotingMembersCount: hosts.length,
    optimes: { lastCommittedOpTime: optime, lastCommittedWallTime: date, appliedOpTime: optime, durableOpTime: optime },
    members: hosts.map((name, at) => ({
      _id: at,
      name,
      health: double(1),
      state: at === primary ? 1 : 2,
      stateStr: at === primary ? 'PRIMARY' : 'SECONDARY',
      uptime: 1,
      optime,
      optimeDate: date,
      configVersion: 1,
      configTerm: term,
      ...(at === member ? { self: true } : { pingMs: 0n, lastHeartbeatMessage: '' }),
    })),
  }
}

/** https://www.mongodb.com/docs/manual/reference/command/replSetGetConfig/ */
const replSetGetConfig: Command = (context) => ({
  config: {
    _id: SET_NAME,
    version: 1,
    term: BigInt(context.replicaSet.term),
    members: context.replicaSet.hosts.map((host, at) => ({
      _id: at,
      host,
      arbiterOnly: false,
      buildIndexes: true,
      hidden: false,
      priority: double(at === 0 ? 7 : 6),
      tags: tagsOf(context, at),
      secondaryDelaySecs: 0n,
      votes: 1,
    })),
    protocolVersion: 1n,
    writeConcernMajorityJournalDefault: true,
    settings: { chainingAllowed: true, heartbeatIntervalMillis: 2000, electionTimeoutMillis: 5000 },
  },
})

/** Commands about the replica set. */
export const replicaSetCommands: Readonly<Record<string, Command>> = {
  hello,
  isMaster: hello,
  replSetGetStatus,
  replSetGetConfig,
  replSetStepDown,
  replSetFreeze: () => ({}),
  /** Has the member itself elected. */
  replSetStepUp: ({ present, replicaSet: { member, primary } }) => {
    if (member !== primary) elect(present, member)
    return {}
  },
}
