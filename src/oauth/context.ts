import type { Clock } from '#core/clock.ts'
import type { Ids } from '#core/ids.ts'
import type { Collections } from '#core/store.ts'
import type { oauthCollections } from './collections.ts'

/** The state that the engine works on. The call of a service that spreads `oauthCollections` into its own has it. */
export interface OAuthContext {
  readonly rows: Collections<typeof oauthCollections>
  readonly clock: Clock
  readonly ids: Ids
}

/** The parts of a request in which a bearer token can come. */
export interface BearerRequest {
  readonly method: string
  readonly query: URLSearchParams
  header(name: string): string | undefined
  form(): URLSearchParams
}

/** The parameters of a request, by name. */
export type Parameters = Readonly<Record<string, string>>

/** The members of an answer, in the vendor's order. */
export type Members = Readonly<Record<string, string | number>>
