import { collection } from '#core/store.ts'
import type { Sortable } from './accounts.ts'

/** A URL that deploys a branch of a project's repository. https://vercel.com/docs/deploy-hooks */
export interface DeployHook extends Sortable {
  /** 10 digits and letters: the secret part of the URL. */
  readonly id: string
  readonly projectId: string
  /** The user for whom it deploys. */
  readonly creatorId: string
  readonly name: string
  /** The branch. */
  readonly ref: string
  readonly createdAt: number
}

/** The collection of deploy hooks. */
export const deployHookCollections = {
  deployHooks: collection<DeployHook>()({
    indexes: { bySortKey: ['sortKey'], byProject: ['projectId', 'sortKey'] },
    references: {
      projectId: { to: 'projects', onDelete: 'cascade' },
      creatorId: { to: 'users', onDelete: 'cascade' },
    },
  }),
}
