import { collection } from '#core/store.ts'
import { cascade, setNull } from './keys.ts'

/** Access levels by permission: `read`, `write`, `admin`. */
export type AppPermissions = Readonly<Record<string, string>>

/** A GitHub App; `id` is the app id. */
export interface App {
  readonly id: number
  readonly slug: string
  readonly name: string
  readonly description: string | null
  /** Null for the app's own page. */
  readonly externalUrl: string | null
  readonly ownerId: number
  /** The account that acts for the app: `<slug>[bot]`. */
  readonly botId: number
  readonly clientId: string
  /** Null to accept any secret. */
  readonly clientSecret: string | null
  /** The allowed redirect URIs of sign-ins; empty to allow any. */
  readonly callbackUrls: readonly string[]
  /** The private key as PEM. */
  readonly privateKey: string
  readonly permissions: AppPermissions
  readonly events: readonly string[]
  readonly webhookUrl: string | null
  readonly webhookSecret: string | null
  readonly webhookContentType: 'json' | 'form'
  readonly webhookInsecureSsl: '0' | '1'
  readonly createdAt: number
  readonly updatedAt: number
}

/** An installation of an app for a user or an organization. */
export interface Installation {
  readonly id: number
  readonly appId: number
  readonly accountId: number
  readonly repositorySelection: 'all' | 'selected'
  readonly permissions: AppPermissions
  readonly events: readonly string[]
  readonly suspendedAt: number | null
  readonly suspendedById: number | null
  readonly createdAt: number
  readonly updatedAt: number
}

/** A repository of an installation whose selection is `selected`. */
export interface InstallationRepo {
  readonly id: number
  readonly installationId: number
  readonly repoId: number
}

/** The part of an installation that a token is narrowed to. */
export interface NarrowedAccess {
  readonly installationId: number
  readonly permissions: AppPermissions
  /** The repositories that the token is narrowed to; null for all repositories of the installation. */
  readonly repositoryIds: readonly number[] | null
}

/** An installation token. `id` is the token itself. */
export interface InstallationToken extends NarrowedAccess {
  readonly id: string
  readonly expiresAt: number
  readonly createdAt: number
}

/** A code that is exchanged for a new app's key and secrets. `id` is the code itself. */
export interface AppManifestCode {
  readonly id: string
  readonly appId: number
  readonly expiresAt: number
}

/** The collections of GitHub Apps. */
export const appCollections = {
  apps: collection<App>()({
    unique: { slug: [({ slug }) => slug.toLowerCase()], clientId: ['clientId'], bot: ['botId'] },
    references: { ownerId: cascade('accounts'), botId: cascade('accounts') },
  }),
  appManifestCodes: collection<AppManifestCode>()({ references: { appId: cascade('apps') } }),
  installations: collection<Installation>()({
    unique: { account: ['appId', 'accountId'] },
    references: {
      appId: cascade('apps'),
      accountId: cascade('accounts'),
      suspendedById: setNull('accounts'),
    },
  }),
  installationRepos: collection<InstallationRepo>()({
    unique: { repo: ['installationId', 'repoId'] },
    indexes: { byRepo: ['installationId', 'repoId'] },
    references: { installationId: cascade('installations'), repoId: cascade('repos') },
  }),
  installationTokens: collection<InstallationToken>()({ references: { installationId: cascade('installations') } }),
}
