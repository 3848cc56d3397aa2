import type { Credentials } from '#core/auth.ts'
import type { Parameters } from '../context.ts'

/** A request to the token endpoint, or to another endpoint that clients call, from a form or from JSON. */
export interface TokenRequest {
  readonly parameters: Parameters
  /** The credentials of the Authorization header; null when there is none. */
  readonly credentials: Credentials | null
}
