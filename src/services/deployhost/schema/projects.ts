import { collection } from '#core/store.ts'
import type { Sortable } from './accounts.ts'

/** The types of environment variables. https://vercel.com/docs/environment-variables/sensitive-environment-variables */
export const ENV_TYPES = ['system', 'encrypted', 'plain', 'sensitive'] as const

/** The type of an environment variable. */
export type EnvType = (typeof ENV_TYPES)[number]

/** The environments that variables are for. https://vercel.com/docs/deployments/environments */
export const ENV_TARGETS = ['production', 'preview', 'development'] as const

/** An environment that a variable is for. */
export type EnvTarget = (typeof ENV_TARGETS)[number]

/** The repository that a project is deployed from. */
export interface GitLink {
  readonly type: string
  /** `owner/name`. */
  readonly repo: string
  readonly productionBranch: string
  readonly createdAt: number
}

/**
 * A secret that lets automation bypass deployment protection.
 * https://vercel.com/docs/deployment-protection/methods-to-bypass-deployment-protection
 */
export interface ProtectionBypass {
  readonly createdAt: number
  readonly createdBy: string
  readonly scope: 'automation-bypass'
  readonly isEnvVar: boolean
  readonly note: string | null
}

/** A project of a team or a user. https://vercel.com/docs/projects/overview */
export interface Project extends Sortable {
  /** `prj_` and 28 digits and letters. */
  readonly id: string
  readonly name: string
  /** The id of the team or user that owns it. */
  readonly accountId: string
  /** The team that owns it; null for a user's project. */
  readonly teamId: string | null
  readonly creatorId: string
  readonly link: GitLink | null
  readonly framework: string | null
  readonly nodeVersion: string
  readonly paused: boolean
  /** Bypass secrets, by secret. */
  readonly protectionBypass: Readonly<Record<string, ProtectionBypass>>
  /** Settings that answers return as they were set, by their names on the wire. */
  readonly settings: Readonly<Record<string, unknown>>
  readonly createdAt: number
  readonly updatedAt: number
  /** `updatedAt`, with a fraction that no other project has. */
  readonly changeKey: number
}

/** An environment variable of a project. */
export interface EnvVariable extends Sortable {
  /** 16 digits and letters. */
  readonly id: string
  readonly projectId: string
  readonly key: string
  readonly value: string
  readonly type: EnvType
  readonly target: readonly EnvTarget[]
  readonly gitBranch: string | null
  readonly customEnvironmentIds: readonly string[]
  readonly comment: string | null
  readonly createdBy: string | null
  readonly updatedBy: string | null
  readonly createdAt: number
  readonly updatedAt: number
}

/** The branches that a custom environment tracks. */
export interface BranchMatcher {
  readonly type: 'equals' | 'startsWith' | 'endsWith'
  readonly pattern: string
}

/** An environment of a project beside production and previews. https://vercel.com/docs/deployments/environments */
export interface CustomEnvironment extends Sortable {
  /** `env_` and 28 digits and letters. */
  readonly id: string
  readonly projectId: string
  readonly slug: string
  readonly description: string | null
  /** The branches whose deployments are of this environment; null for none. */
  readonly branchMatcher: BranchMatcher | null
  readonly createdAt: number
  readonly updatedAt: number
}

/** A domain of a project. */
export interface ProjectDomain extends Sortable {
  readonly id: number
  readonly projectId: string
  readonly accountId: string
  readonly name: string
  /** The registrable part of the name. */
  readonly apexName: string
  readonly redirect: string | null
  readonly redirectStatusCode: number | null
  readonly gitBranch: string | null
  readonly customEnvironmentId: string | null
  readonly verified: boolean
  /** The 20 hexadecimal digits in the TXT record after the name. */
  readonly challenge: string
  readonly createdAt: number
  readonly updatedAt: number
}

/** A domain of a team or a user, whether or not projects use it. */
export interface Domain extends Sortable {
  /** 24 digits and letters. */
  readonly id: string
  readonly accountId: string
  readonly teamId: string | null
  readonly userId: string
  readonly name: string
  readonly verified: boolean
  readonly renew: boolean
  readonly customNameservers: readonly string[]
  readonly zone: boolean
  readonly echMode: 'auto' | 'disabled'
  /** The token by which another account may take the domain over; null unless it is being moved out. */
  readonly moveToken: string | null
  readonly createdAt: number
}

const cascade = (to: string) => ({ to, onDelete: 'cascade' }) as const
const bySortKey = ['sortKey'] as const

/** The collections of projects, variables and domains. */
export const projectCollections = {
  projects: collection<Project>()({
    unique: { name: ['accountId', 'name'] },
    indexes: {
      bySortKey,
      byAccount: ['accountId', 'sortKey'],
      byChange: ['changeKey'],
      byAccountAndChange: ['accountId', 'changeKey'],
    },
    references: { teamId: cascade('teams'), creatorId: { to: 'users', onDelete: 'restrict' } },
  }),
  envVariables: collection<EnvVariable>()({
    indexes: { bySortKey, byProject: ['projectId', 'sortKey'], byKey: ['projectId', 'key', 'sortKey'] },
    references: { projectId: cascade('projects') },
  }),
  customEnvironments: collection<CustomEnvironment>()({
    unique: { slug: ['projectId', 'slug'] },
    indexes: { bySortKey, byProject: ['projectId', 'sortKey'] },
    references: { projectId: cascade('projects') },
  }),
  projectDomains: collection<ProjectDomain>()({
    unique: { name: ['projectId', 'name'] },
    indexes: {
      bySortKey,
      byProject: ['projectId', 'sortKey'],
      byName: ['name', 'sortKey'],
      byApex: ['accountId', 'apexName'],
    },
    references: { projectId: cascade('projects') },
  }),
  domains: collection<Domain>()({
    unique: { name: ['name'] },
    indexes: { bySortKey, byAccount: ['accountId', 'sortKey'] },
    references: { teamId: cascade('teams') },
  }),
}
