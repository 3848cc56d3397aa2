export {
  createHandler,
  type Handler,
  type HandlerEmulators,
  type RouteEvent,
  type RouteHandler,
  type RouteParams,
} from './handler.ts'
export type { HandlerOptions } from './options.ts'
export { filePersistence } from '#persistence/file-persistence.ts'
export {
  postgresPersistence,
  type PostgresPersistenceOptions,
  type PostgresPool,
} from '#persistence/postgres-persistence.ts'
export {
  redisPersistence,
  type IoredisClient,
  type NodeRedisClient,
  type RedisPersistenceOptions,
} from '#persistence/redis-persistence.ts'
export { s3Persistence, type S3Operations, type S3PersistenceOptions } from '#persistence/s3-persistence.ts'
export type { Persistence, SharedPersistence, SimplePersistence, State } from '#persistence/persistence.ts'
