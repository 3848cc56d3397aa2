import { collection } from '#core/store.ts'
import { cascade, lower, setNull } from './keys.ts'

// Deployments and the environments that they go to. Times are in epoch milliseconds. The wire shapes are in json/.

/** A user or a team that can approve deployments to an environment. */
export interface EnvironmentReviewer {
  readonly type: 'User' | 'Team'
  readonly id: number
}

/** An environment of a repository, with its protection. */
export interface Environment {
  readonly id: number
  readonly repoId: number
  readonly name: string
  /** In minutes; 0 for none. */
  readonly waitTimer: number
  readonly preventSelfReview: boolean
  readonly reviewers: readonly EnvironmentReviewer[]
  /** The refs that may be deployed: protected branches, those of the branch policies, or all. */
  readonly refPolicy: 'protected' | 'custom' | null
  readonly createdAt: number
  readonly updatedAt: number
}

/** A pattern of branches or tags that may be deployed to an environment. */
export interface BranchPolicy {
  readonly id: number
  readonly environmentId: number
  readonly name: string
  readonly type: 'branch' | 'tag'
}

/** A GitHub App that decides about deployments to an environment. */
export interface DeploymentGate {
  readonly id: number
  readonly environmentId: number
  readonly appId: number
}

/** A deployment of a commit. */
export interface Deployment {
  readonly id: number
  readonly repoId: number
  readonly sha: string
  /** As it was requested: a branch, a tag or a SHA. */
  readonly ref: string
  readonly task: string
  readonly payload: unknown
  readonly originalEnvironment: string
  readonly environment: string
  readonly description: string | null
  readonly isTransient: boolean
  readonly isProduction: boolean
  readonly creatorId: number
  /** The GitHub App through which it was created; absent for none. */
  readonly appId?: number
  /** The workflow job that deploys; null for a deployment by the API. */
  readonly jobId: number | null
  readonly createdAt: number
  readonly updatedAt: number
}

/** The states of a deployment. */
export type DeploymentState =
  | 'error'
  | 'failure'
  | 'inactive'
  | 'in_progress'
  | 'pending'
  | 'queued'
  | 'success'
  | 'waiting'

/** A state that a deployment entered. */
export interface DeploymentStatus {
  readonly id: number
  readonly repoId: number
  readonly deploymentId: number
  readonly state: DeploymentState
  readonly description: string
  readonly environment: string
  readonly environmentUrl: string
  readonly logUrl: string
  readonly creatorId: number
  /** The GitHub App through which it was created; absent for none. */
  readonly appId?: number
  readonly createdAt: number
  readonly updatedAt: number
}

/** The collections of deployments and environments. */
export const deploymentCollections = {
  environments: collection<Environment>()({
    unique: { name: ['repoId', lower('name')] },
    indexes: { byName: ['repoId', lower('name')] },
    references: { repoId: cascade('repos') },
  }),
  branchPolicies: collection<BranchPolicy>()({
    unique: { name: ['environmentId', 'type', 'name'] },
    references: { environmentId: cascade('environments') },
  }),
  deploymentGates: collection<DeploymentGate>()({
    unique: { app: ['environmentId', 'appId'] },
    references: { environmentId: cascade('environments'), appId: cascade('apps') },
  }),
  deployments: collection<Deployment>()({
    indexes: {
      created: ['repoId', 'createdAt'],
      byEnvironment: ['repoId', 'environment', 'createdAt'],
      byRef: ['repoId', 'ref', 'createdAt'],
      byCommit: ['repoId', 'sha', 'createdAt'],
    },
    references: { repoId: cascade('repos'), creatorId: cascade('accounts'), jobId: setNull('workflowJobs') },
  }),
  deploymentStatuses: collection<DeploymentStatus>()({
    indexes: { byDeployment: ['deploymentId', 'createdAt'] },
    references: { repoId: cascade('repos'), deploymentId: cascade('deployments'), creatorId: cascade('accounts') },
  }),
}
