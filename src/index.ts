export { createEmulator, type Emulator, type EmulatorOptions, type Seed, type SeedFor } from './emulator.ts'
export { sweep } from './sweep.ts'
export type { SweepFailure } from './sweep/cases.ts'
export type { SweepReport, SweepResult } from './sweep/report.ts'
export type { SweepOptions, SweepOutcome, SweepRun, SweepTarget } from './sweep/sweep.ts'
export type { Following, FollowOptions, WorldClock } from './world/follow.ts'
export { createWorld } from './create-world.ts'
export type { WorldOptions } from './world/create-world.ts'
export type { SettledOptions } from './world/settle.ts'
export type { Timeline, TimelineEntry } from './world/timeline.ts'
export type { World, WorldBase } from './world/world.ts'
export { UnknownService } from './find-service.ts'
export type { ServiceId } from './registry.ts'
export { SeedError } from './core/seed.ts'
export { PortInUse } from './core/http/bind.ts'
export type { ChangedRow, Changes, CollectionChanges } from './core/calls/changes.ts'
export type { JsonValue, OperationTypes, ReceivedCall } from './core/calls/received-call.ts'
export type { Clock } from './core/clock.ts'
export type { Duration, Moment } from './core/duration.ts'
export type { ArmedFault, FaultOptions, Faults } from './core/faults.ts'
export type { Snapshot } from './core/store.ts'
export type { RecordedMessage, RequestRecord } from './core/request-log/requests.ts'
export type { Delivery, WebhookDialect, Webhooks } from './core/webhooks.ts'

export type { EmulatorBase, Environment } from './core/emulator-base.ts'
export type { Service } from './core/service-type.ts'

// Calls to the vendors' own hosts.
export {
  HostConflict,
  HostRefusedError,
  interceptHosts,
  type Interceptable,
  type Interception,
  type InterceptOptions,
  type RefusedCall,
} from './intercept/index.ts'

// The state of an instance beyond its process.
export { filePersistence } from './persistence/file-persistence.ts'
export {
  postgresPersistence,
  type PostgresPersistenceOptions,
  type PostgresPool,
} from './persistence/postgres-persistence.ts'
export {
  redisPersistence,
  type IoredisClient,
  type NodeRedisClient,
  type RedisPersistenceOptions,
} from './persistence/redis-persistence.ts'
export { s3Persistence, type S3Operations, type S3PersistenceOptions } from './persistence/s3-persistence.ts'
export { StateError } from './core/store.ts'
export type { Persistence, SharedPersistence, SimplePersistence, State } from './persistence/persistence.ts'

// The parts that a service of your own is written with.
export type { ApplicationEnv, FetchFunction } from './core/application.ts'
export type { ApplicationDefinition } from './core/application-service.ts'
export { awaited, type AwaitedCommand, type MethodsFor, type Waiting } from './core/commands.ts'
export { defineService } from './core/define-service.ts'
export { SeedProblem, type CallOf, type ContextOf, type ServiceDefinition, type SharedSeed } from './core/service.ts'
export {
  collection,
  RestrictViolation,
  sequence,
  UniqueViolation,
  value,
  type Collection,
  type Row,
} from './core/store.ts'
export { routesFor, type Route, type Step } from './core/routes.ts'
export { body, form } from './core/input.ts'
export { acceptSocket, empty, json, redirect, text, type Answer } from './core/answer.ts'
export type { SocketConnection, SocketEndpoint, SocketGroups } from './core/http/socket-endpoint.ts'
export { Failure, type Dialect, type Problem } from './core/errors.ts'
export { jsonErrors } from './core/json-errors.ts'
export { credentials } from './core/auth.ts'
export type { Emission, Subscription } from './core/emission.ts'
export type { Urls, VendorHost } from './core/vendor-hosts.ts'
export { linkHeader, pageLinks, pageWindow } from './core/pagination.ts'
