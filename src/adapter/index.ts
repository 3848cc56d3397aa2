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
export type { Persistence, SharedPersistence, SimplePersistence, State } from '#persistence/persistence.ts'
