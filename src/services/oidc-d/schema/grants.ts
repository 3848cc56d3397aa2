import { collection } from '#core/store.ts'

/** A scope of the management API that an administrator has granted to an app. */
export interface AppGrant {
  readonly id: string
  readonly appId: string
  readonly scopeId: string
  /** The id of the user who granted it; null for a client application. */
  readonly createdBy: string | null
  readonly created: number
}

/** The collection of the grants of apps. Those of users are in `oauthGrants`. */
export const grantCollections = {
  appGrants: collection<AppGrant>()({
    unique: { scope: ['appId', 'scopeId'] },
    indexes: { byApp: ['appId'] },
    references: { appId: { to: 'apps', onDelete: 'cascade' } },
  }),
}
