import { applicationService, type ApplicationDefinition } from './application-service.ts'
import type { BasePrincipal } from './call.ts'
import type { Commands, MethodsFor } from './commands.ts'
import type { Emission } from './emission.ts'
import type { Environment } from './emulator-base.ts'
import type { Schema } from './schema.ts'
import type { AnyService, ContextOf, DefinedService, ServiceDefinition } from './service.ts'
import type { Service } from './service-type.ts'
import type { CollectionDefinitions } from './store.ts'

/**
 * Defines a service, built in or your own. The types of its seed, rows and principal follow from what is given. With
 * `app` the service is an application of your own, Hono's or any `fetch` function, with hooks that put its state back.
 *
 * @example
 * export const rooms = defineService({ id: 'rooms', port: 4020, app, reset, seed: (section: { rooms: string[] }) => … })
 * export const notes = defineService({ id: 'notes', port: 4100, title: 'Notes', seed, starter, collections, applySeed, … })
 */
export function defineService<const Id extends string, Section = Record<string, unknown>>(
  definition: ApplicationDefinition<Id, Section>,
): Service<Id, Section>
export function defineService<
  const Id extends string,
  S extends Schema,
  C extends CollectionDefinitions,
  P extends BasePrincipal,
  E extends string,
  M extends Commands<ContextOf<C, E, V>>,
  T extends object,
  V = Emission<E>,
>(
  definition: ServiceDefinition<Id, S, C, P, E, M, V> & {
    readonly methods: (methods: MethodsFor<NoInfer<M>>, env: Environment) => T
  },
): DefinedService<Id, S, C, P, E, M, T, V>
export function defineService<
  const Id extends string,
  S extends Schema,
  C extends CollectionDefinitions,
  P extends BasePrincipal,
  E extends string = never,
  M extends Commands<ContextOf<C, E, V>> = Record<never, never>,
  V = Emission<E>,
>(definition: ServiceDefinition<Id, S, C, P, E, M, V>): DefinedService<Id, S, C, P, E, M, MethodsFor<M>, V>
export function defineService(definition: AnyService | ApplicationDefinition<string, unknown>): Service {
  return 'app' in definition ? applicationService(definition) : definition
}
