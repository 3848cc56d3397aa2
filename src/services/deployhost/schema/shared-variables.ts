import { collection } from '#core/store.ts'
import type { Sortable } from './accounts.ts'
import type { EnvTarget, EnvType } from './projects.ts'

/**
 * An environment variable of an account, for the projects that it is linked to.
 * https://vercel.com/docs/environment-variables/shared-environment-variables
 */
export interface SharedVariable extends Sortable {
  /** `env_` and 28 digits and letters. */
  readonly id: string
  readonly accountId: string
  readonly teamId: string | null
  readonly key: string
  readonly value: string
  readonly type: EnvType
  readonly target: readonly EnvTarget[]
  /** The projects that have it. */
  readonly projectIds: readonly string[]
  /** True when the custom environments of its projects have it too. */
  readonly appliesToCustomEnvironments: boolean
  readonly comment: string | null
  readonly createdBy: string
  readonly updatedBy: string | null
  readonly createdAt: number
  readonly updatedAt: number
}

/** The collection of shared variables. */
export const sharedVariableCollections = {
  sharedVariables: collection<SharedVariable>()({
    indexes: { bySortKey: ['sortKey'], byAccount: ['accountId', 'sortKey'] },
    references: { teamId: { to: 'teams', onDelete: 'cascade' } },
  }),
}
