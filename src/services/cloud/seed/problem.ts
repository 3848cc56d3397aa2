import { Failure } from '#core/errors.ts'
import { SeedProblem } from '#core/service.ts'

/** A path in the service's section of a seed: `['s3', 'buckets', 0]`. */
export type SeedPath = readonly (string | number)[]

/** An account that a seed fills. */
export interface SeedAccount {
  /** `arn:aws:iam::123456789012` */
  readonly account: string
  /** Twelve digits. */
  readonly accountId: string
  /** The region of resources that name none. */
  readonly region: string
  /** The place of the account in the section; empty for the account of the section itself. */
  readonly path: SeedPath
}

/**
 * Applies a part of a seed by the rules of the API. A failure that the API would answer becomes a {@link SeedProblem}
 * at `path` with the same message.
 */
export function applyAt<T>(path: SeedPath, apply: () => T): T {
  try {
    return apply()
  } catch (error) {
    throw error instanceof Failure ? new SeedProblem(path, error.message) : error
  }
}
