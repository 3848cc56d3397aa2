import { collection, sequence } from '#core/store.ts'
import { cascade, setNull } from './keys.ts'

// Self-hosted runners, and the groups in which an organization has them.

/** A self-hosted runner of a repository or an organization. Exactly one of the two ids is set. */
export interface Runner {
  readonly id: number
  readonly repoId: number | null
  readonly orgId: number | null
  /** Null for a runner of a repository, and for one in the default group of the organization. */
  readonly groupId: number | null
  readonly name: string
  readonly os: string
  /** The labels that users chose, beside `self-hosted`. */
  readonly labels: readonly string[]
  readonly createdAt: number
}

/** A group of an organization's runners, beside the default one that every organization has. */
export interface RunnerGroup {
  readonly id: number
  readonly orgId: number
  /** The id on the wire: from 2 in each organization, whose default group has 1. */
  readonly number: number
  readonly name: string
  readonly visibility: 'all' | 'selected' | 'private'
  readonly allowsPublicRepositories: boolean
  readonly restrictedToWorkflows: boolean
  readonly selectedWorkflows: readonly string[]
}

/** A repository that may use a group with the visibility `selected`. */
export interface RunnerGroupRepo {
  readonly id: number
  readonly groupId: number
  readonly repoId: number
}

/** A runner that the vendor hosts, with more room than the usual ones. */
export interface HostedRunner {
  readonly id: number
  readonly orgId: number
  /** Null for the default group. */
  readonly groupId: number | null
  readonly name: string
  readonly image: {
    readonly id: string
    readonly source: 'github' | 'partner' | 'custom'
    readonly version: string | null
  }
  /** The id of the size of its machine. */
  readonly size: string
  readonly maximumRunners: number
  readonly hasPublicIp: boolean
  readonly makesImages: boolean
}

/** The collections of self-hosted runners. */
export const runnerCollections = {
  runnerGroupNumbers: sequence<[orgId: number]>(),
  runners: collection<Runner>()({
    unique: { ofRepo: ['repoId', 'name'], ofOrg: ['orgId', 'name'] },
    references: { repoId: cascade('repos'), orgId: cascade('accounts'), groupId: setNull('runnerGroups') },
  }),
  runnerGroups: collection<RunnerGroup>()({
    unique: { number: ['orgId', 'number'], name: ['orgId', 'name'] },
    references: { orgId: cascade('accounts') },
  }),
  runnerGroupRepos: collection<RunnerGroupRepo>()({
    unique: { repo: ['groupId', 'repoId'] },
    references: { groupId: cascade('runnerGroups'), repoId: cascade('repos') },
  }),
  hostedRunners: collection<HostedRunner>()({
    unique: { name: ['orgId', 'name'] },
    references: { orgId: cascade('accounts'), groupId: setNull('runnerGroups') },
  }),
}
