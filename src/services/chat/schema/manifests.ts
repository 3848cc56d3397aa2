import { collection, value } from '#core/store.ts'

// Row types of the workspace's settings and logs, and of the manifests of apps. Times are epoch milliseconds.

/** A custom field of every profile. https://docs.slack.dev/reference/methods/team.profile.get */
export interface ProfileField {
  readonly id: string
  readonly label: string
  readonly hint: string
  readonly type: 'text' | 'date' | 'link' | 'options_list' | 'user'
  /** The choices of an `options_list`; empty for other types. */
  readonly possibleValues: readonly string[]
  readonly isHidden: boolean
}

/** The manifest of an app, as it was sent. Its id is that of the app. */
export interface AppManifest {
  readonly id: string
  readonly manifest: Readonly<Record<string, unknown>>
  /** The person whose configuration token created the app; null for an app of the seed. */
  readonly ownerId: string | null
}

/** The refresh token of an app configuration token. Its id is the literal value. */
export interface ConfigRefreshToken {
  readonly id: string
  readonly userId: string
}

/** A change of an app in the workspace. https://docs.slack.dev/reference/methods/team.integrationLogs */
export interface IntegrationLog {
  readonly id: number
  readonly appId: string
  readonly appName: string
  /** Null when nobody acted, such as for an app that revokes its own token. */
  readonly userId: string | null
  readonly change: 'added' | 'removed' | 'updated'
  readonly scopes: readonly string[]
  readonly at: number
}

/** The sign-ins of a person with one client. https://docs.slack.dev/reference/methods/team.accessLogs */
export interface AccessLog {
  readonly id: number
  readonly userId: string
  readonly userAgent: string
  readonly firstAt: number
  readonly lastAt: number
  readonly count: number
}

/** The collections of the workspace's settings and logs, and of manifests. */
export const manifestCollections = {
  profileFields: value<readonly ProfileField[]>([]),
  manifests: collection<AppManifest>()({}),
  configRefreshTokens: collection<ConfigRefreshToken>()({}),
  integrationLogs: collection<IntegrationLog>()({}),
  accessLogs: collection<AccessLog>()({ unique: { client: [({ userId, userAgent }) => `${userId} ${userAgent}`] } }),
}
