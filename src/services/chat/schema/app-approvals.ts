import { collection } from '#core/store.ts'

// Row types of the administration of apps in an enterprise organization. Times are epoch milliseconds.
// https://docs.slack.dev/admins/managing-app-approvals

/** A scope that an app asks for, or has been approved for. */
export interface AppScope {
  readonly name: string
  readonly tokenType: 'bot' | 'user'
}

/** The decision of an administrator about an app, for a workspace or the whole organization. */
export interface AppResolution {
  readonly id: number
  readonly appId: string
  /** The id of the workspace or of the organization. */
  readonly placeId: string
  readonly status: 'approved' | 'restricted'
  readonly scopes: readonly AppScope[]
  readonly actorId: string
  readonly updatedAt: number
}

/** A person's request to install an app. */
export interface AppRequest {
  readonly id: string
  readonly number: number
  readonly appId: string
  readonly teamId: string
  readonly userId: string
  readonly scopes: readonly AppScope[]
  readonly createdAt: number
  readonly state: 'open' | 'approved' | 'restricted' | 'cancelled'
}

/** The settings of an app as a connector of workflows. Its id is that of the app. */
export interface AppConfig {
  readonly id: string
  readonly urls: readonly string[]
  readonly emails: readonly string[]
  readonly workflowAuthStrategy: 'builder_choice' | 'end_user_only'
}

/** The collections of the administration of apps. */
export const appApprovalCollections = {
  appResolutions: collection<AppResolution>()({
    unique: { app: ['appId', 'placeId'] },
    indexes: { byPlace: ['placeId', 'updatedAt'], byApp: ['appId'] },
  }),
  appRequests: collection<AppRequest>()({ indexes: { byNumber: ['number'], byApp: ['appId', 'number'] } }),
  appConfigs: collection<AppConfig>()({}),
}
