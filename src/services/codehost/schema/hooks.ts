import { collection } from '#core/store.ts'
import { cascade } from './keys.ts'

// Webhooks.

/** A webhook of a repository or of an organization. Exactly one of the two ids is set. */
export interface Hook {
  readonly id: number
  readonly repoId: number | null
  readonly orgId: number | null
  readonly active: boolean
  readonly events: readonly string[]
  readonly url: string
  readonly contentType: 'json' | 'form'
  readonly insecureSsl: '0' | '1'
  readonly secret: string | null
  readonly createdAt: number
  readonly updatedAt: number
}

/** The collection of webhooks. */
export const hookCollections = {
  hooks: collection<Hook>()({ references: { repoId: cascade('repos'), orgId: cascade('accounts') } }),
}
