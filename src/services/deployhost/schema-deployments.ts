import { collection } from '../../core/store.ts'
import type { Stamped } from './schema-accounts.ts'

/** How far a deployment has come. https://vercel.com/docs/deployments/managing-deployments */
export type DeploymentState = 'QUEUED' | 'BUILDING' | 'READY' | 'ERROR' | 'CANCELED'

/** The commit that a deployment is built from, as its repository's host names it. Members are the vendor's. */
export interface GitSource {
  /** `github`, `gitlab`, `bitbucket`, … */
  readonly type: string
  readonly ref: string
  readonly sha: string
  /** What else names the repository: `repoId`, or `org` and `repo`; `projectId`; `owner` and `slug`. */
  readonly repository: Readonly<Record<string, string | number>>
}

/** Why a build failed. */
export interface BuildError {
  readonly code: string
  readonly message: string
  readonly step: string
}

export interface Deployment extends Stamped {
  /** `dpl_` and 28 digits and letters. */
  readonly id: string
  readonly projectId: string
  /** The team or user that it belongs to. */
  readonly accountId: string
  readonly creatorId: string
  readonly name: string
  /** Its own host, without a scheme. */
  readonly url: string
  /** Null: a preview. */
  readonly target: 'production' | 'staging' | null
  readonly state: DeploymentState
  /** Whether a production deployment has ever had the production traffic; null for others, and before it is ready. */
  readonly substate: 'STAGED' | 'PROMOTED' | null
  /** Where it came from: `cli`, `redeploy`, `api-trigger-git-deploy`; null when nobody said. */
  readonly source: string | null
  readonly meta: Readonly<Record<string, string>>
  readonly gitSource: GitSource | null
  /** Of git, from wherever it is known; null when it is not. */
  readonly branch: string | null
  readonly sha: string | null
  /** What the build goes by, by the names on the wire. */
  readonly projectSettings: Readonly<Record<string, unknown>>
  /** Whether it gets the project's domains when it is ready. */
  readonly autoAssigns: boolean
  /** The names of the variables it was built with. */
  readonly env: readonly string[]
  readonly buildId: string
  readonly error: BuildError | null
  readonly createdAt: number
  readonly buildingAt: number | null
  /** When the build ended, whatever came of it. */
  readonly endedAt: number | null
  readonly aliasAssignedAt: number | null
}

/** A source file of a deployment, or a directory of its own where it has no digest. */
export interface DeploymentFile {
  readonly id: number
  readonly deploymentId: string
  /** Relative, with slashes. */
  readonly path: string
  /** The SHA1 under which the content is kept. */
  readonly digest: string | null
  /** Type and permissions, as the file system has them. */
  readonly mode: number
}

/** A content, kept once however many deployments have it. */
export interface StoredFile {
  /** The SHA1 in hexadecimal. */
  readonly id: string
  /** Bytes. */
  readonly size: number
  /** Base64: rows are JSON. */
  readonly content: string
}

/** A host that leads to a deployment. */
export interface Alias extends Stamped {
  /** 40 hexadecimal digits. */
  readonly id: string
  readonly alias: string
  readonly accountId: string
  readonly projectId: string
  readonly deploymentId: string
  readonly creatorId: string
  /** The host that visitors are sent to instead. */
  readonly redirect: string | null
  /** Whether it was assigned by hand. */
  readonly custom: boolean
  readonly createdAt: number
  readonly updatedAt: number
}

/** The last time that production was moved to another deployment; its id is the project's. */
export interface AliasRequest {
  readonly id: string
  readonly projectId: string
  readonly type: 'promote' | 'rollback'
  /** Null: nothing was in production. */
  readonly fromDeploymentId: string | null
  readonly toDeploymentId: string
  readonly aliases: readonly { readonly id: string; readonly alias: string; readonly stamp: number }[]
  readonly requestedAt: number
}

/** An integration as a team or a user has it installed. */
export interface IntegrationConfiguration extends Stamped {
  /** `icfg_` and 24 digits and letters. */
  readonly id: string
  /** The client id of the integration. */
  readonly clientId: string
  readonly accountId: string
  readonly teamId: string | null
  readonly userId: string
  readonly scopes: readonly string[]
  readonly createdAt: number
  readonly updatedAt: number
}

const cascade = (to: string) => ({ to, onDelete: 'cascade' }) as const
const byStamp = ['stamp'] as const

/** The collections of deployments: files, aliases, and what moves production from one to another. */
export const deploymentCollections = {
  deployments: collection<Deployment>()({
    unique: { url: ['url'] },
    indexes: {
      byStamp,
      byAccount: ['accountId', 'stamp'],
      byAccountAndState: ['accountId', 'state', 'stamp'],
      byAccountAndTarget: ['accountId', 'target', 'stamp'],
      byAccountTargetAndState: ['accountId', 'target', 'state', 'stamp'],
      byProject: ['projectId', 'stamp'],
      byProjectAndState: ['projectId', 'state', 'stamp'],
      byProjectAndTarget: ['projectId', 'target', 'stamp'],
      byProjectTargetAndState: ['projectId', 'target', 'state', 'stamp'],
      byBranch: ['projectId', 'branch', 'stamp'],
    },
    references: { projectId: cascade('projects'), creatorId: { to: 'users', onDelete: 'restrict' } },
  }),
  deploymentFiles: collection<DeploymentFile>()({
    unique: { path: ['deploymentId', 'path'] },
    indexes: { byPath: ['deploymentId', 'path'] },
    references: { deploymentId: cascade('deployments') },
  }),
  storedFiles: collection<StoredFile>()({}),
  aliases: collection<Alias>()({
    unique: { alias: ['alias'] },
    indexes: {
      byStamp,
      byAccount: ['accountId', 'stamp'],
      byProject: ['projectId', 'stamp'],
      byDeployment: ['deploymentId', 'stamp'],
    },
    references: { projectId: cascade('projects'), deploymentId: cascade('deployments') },
  }),
  aliasRequests: collection<AliasRequest>()({ references: { projectId: cascade('projects') } }),
  configurations: collection<IntegrationConfiguration>()({
    indexes: { byStamp, byAccount: ['accountId', 'stamp'] },
    references: { teamId: cascade('teams'), userId: cascade('users') },
  }),
}
