import { collection, timer, value } from '#core/store.ts'
import type { Sortable } from './accounts.ts'

/** The state of a deployment. https://vercel.com/docs/deployments/managing-deployments */
export type DeploymentState = 'QUEUED' | 'BUILDING' | 'READY' | 'ERROR' | 'CANCELED'

/** The commit that a deployment is built from, as its Git provider names it. The members are the vendor's. */
export interface GitSource {
  /** `github`, `gitlab`, `bitbucket`, … */
  readonly type: string
  readonly ref: string
  readonly sha: string
  /** The members that name the repository: `repoId`, or `org` and `repo`; `projectId`; `owner` and `slug`. */
  readonly repository: Readonly<Record<string, string | number>>
}

/** The error of a failed build. */
export interface BuildError {
  readonly code: string
  readonly message: string
  readonly step: string
}

/** A deployment. https://vercel.com/docs/deployments */
export interface Deployment extends Sortable {
  /** `dpl_` and 28 digits and letters. */
  readonly id: string
  readonly projectId: string
  /** The id of the team or user that owns it. */
  readonly accountId: string
  readonly creatorId: string
  readonly name: string
  /** The deployment's own host, without a scheme. */
  readonly url: string
  /** Null for a preview. */
  readonly target: 'production' | 'staging' | null
  /** The custom environment that it is of, whose target is null; null for a standard one. */
  readonly customEnvironmentId: string | null
  readonly state: DeploymentState
  /**
   * `PROMOTED` when a production deployment is or was in production, `ROLLING` while a rolling release gives it the
   * traffic, else `STAGED`; null for other deployments and before it is ready.
   */
  readonly substate: 'STAGED' | 'ROLLING' | 'PROMOTED' | null
  /** The deployment's origin: `cli`, `redeploy`, `api-trigger-git-deploy`; null when unknown. */
  readonly source: string | null
  readonly meta: Readonly<Record<string, string>>
  readonly gitSource: GitSource | null
  /** The Git branch; null when unknown. */
  readonly branch: string | null
  readonly sha: string | null
  /** The settings of the build, by their names on the wire. */
  readonly projectSettings: Readonly<Record<string, unknown>>
  /** True when it gets the project's domains once it is ready. */
  readonly autoAssigns: boolean
  /** The names of the environment variables of the build. */
  readonly env: readonly string[]
  readonly buildId: string
  readonly error: BuildError | null
  readonly createdAt: number
  readonly buildingAt: number | null
  /** The end of the build, successful or not. */
  readonly endedAt: number | null
  readonly aliasAssignedAt: number | null
}

/** A source file of a deployment, or an empty directory when it has no digest. */
export interface DeploymentFile {
  readonly id: number
  readonly deploymentId: string
  /** Relative, with slashes. */
  readonly path: string
  /** The SHA1 under which the content is stored. */
  readonly digest: string | null
  /** File type and permissions, as in a file system. */
  readonly mode: number
}

/** A file content, stored once for all deployments. */
export interface StoredFile {
  /** The SHA1 in hexadecimal. */
  readonly id: string
  /** In bytes. */
  readonly size: number
  /** Base64, because rows are JSON. */
  readonly content: string
}

/** A host that points at a deployment. */
export interface Alias extends Sortable {
  /** 40 hexadecimal digits. */
  readonly id: string
  readonly alias: string
  readonly accountId: string
  readonly projectId: string
  readonly deploymentId: string
  readonly creatorId: string
  /** The host that visitors are redirected to. */
  readonly redirect: string | null
  /** True when it was assigned by a request, not automatically. */
  readonly custom: boolean
  readonly createdAt: number
  readonly updatedAt: number
}

/** The last promotion or rollback of a project; its id is the project's. */
export interface AliasRequest {
  readonly id: string
  readonly projectId: string
  readonly type: 'promote' | 'rollback'
  /** Null: there was no production deployment. */
  readonly fromDeploymentId: string | null
  readonly toDeploymentId: string
  readonly aliases: readonly { readonly id: string; readonly alias: string; readonly sortKey: number }[]
  readonly requestedAt: number
}

/** An installation of an integration by a team or a user. */
export interface IntegrationConfiguration extends Sortable {
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
const bySortKey = ['sortKey'] as const

/** The error that builds end with, for as many builds as `times` says; null: all of them. */
export interface ArmedBuildError extends BuildError {
  readonly times: number | null
}

/** The collections of deployments: files, aliases, promotions and rollbacks. */
export const deploymentCollections = {
  startBuild: timer<{ readonly deploymentId: string }>(),
  endBuild: timer<{ readonly deploymentId: string }>(),
  /** The duration of a build, in milliseconds. */
  buildTime: value(500),
  /** The error that builds of a project end with; those of all projects under an empty id. */
  buildErrors: value<ArmedBuildError, [projectId: string]>(),
  deployments: collection<Deployment>()({
    unique: { url: ['url'] },
    indexes: {
      bySortKey,
      byAccount: ['accountId', 'sortKey'],
      byAccountAndState: ['accountId', 'state', 'sortKey'],
      byAccountAndTarget: ['accountId', 'target', 'sortKey'],
      byAccountTargetAndState: ['accountId', 'target', 'state', 'sortKey'],
      byProject: ['projectId', 'sortKey'],
      byProjectAndState: ['projectId', 'state', 'sortKey'],
      byProjectAndTarget: ['projectId', 'target', 'sortKey'],
      byProjectTargetAndState: ['projectId', 'target', 'state', 'sortKey'],
      byBranch: ['projectId', 'branch', 'sortKey'],
    },
    references: {
      projectId: cascade('projects'),
      creatorId: { to: 'users', onDelete: 'restrict' },
      customEnvironmentId: { to: 'customEnvironments', onDelete: 'set null' },
    },
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
      bySortKey,
      byAccount: ['accountId', 'sortKey'],
      byProject: ['projectId', 'sortKey'],
      byDeployment: ['deploymentId', 'sortKey'],
    },
    references: { projectId: cascade('projects'), deploymentId: cascade('deployments') },
  }),
  aliasRequests: collection<AliasRequest>()({ references: { projectId: cascade('projects') } }),
  configurations: collection<IntegrationConfiguration>()({
    indexes: { bySortKey, byAccount: ['accountId', 'sortKey'] },
    references: { teamId: cascade('teams'), userId: cascade('users') },
  }),
}
