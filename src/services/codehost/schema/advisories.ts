import { collection } from '#core/store.ts'
import { cascade, setNull } from './keys.ts'
import type { SEVERITIES } from './security-alerts.ts'

// Security advisories. Times are in epoch milliseconds. The wire shapes are in json/security/advisory.ts.

/** The ecosystems of packages. */
export const ECOSYSTEMS = [
  'rubygems',
  'npm',
  'pip',
  'maven',
  'nuget',
  'composer',
  'go',
  'rust',
  'erlang',
  'actions',
  'pub',
  'other',
  'swift',
] as const

/** The kinds of credit for an advisory. */
export const CREDIT_TYPES = [
  'analyst',
  'finder',
  'reporter',
  'coordinator',
  'remediation_developer',
  'remediation_reviewer',
  'remediation_verifier',
  'tool',
  'sponsor',
  'other',
] as const

/** The versions of a package that are vulnerable, and those that are not any more. */
export interface AdvisoryPackage {
  readonly ecosystem: (typeof ECOSYSTEMS)[number]
  readonly name: string | null
  /** `>= 1.0, < 1.2.3`. */
  readonly vulnerableRange: string | null
  readonly patchedVersions: string | null
  readonly functions: readonly string[]
}

/** The description of a vulnerability. */
interface AdvisoryFacts {
  /** `GHSA-xxxx-xxxx-xxxx`. */
  readonly ghsaId: string
  readonly cveId: string | null
  readonly summary: string
  readonly description: string
  readonly severity: (typeof SEVERITIES)[number] | null
  readonly cvssVector: string | null
  /** From 0 to 10; null where there is no vector. */
  readonly score: number | null
  readonly cweIds: readonly string[]
  readonly packages: readonly AdvisoryPackage[]
  readonly createdAt: number
  readonly updatedAt: number
}

/** An advisory of a repository: a draft, a report that waits for triage, or a published one. */
export interface RepositoryAdvisory extends AdvisoryFacts {
  readonly id: number
  readonly repoId: number
  readonly state: 'triage' | 'draft' | 'published' | 'closed'
  readonly authorId: number | null
  readonly publisherId: number | null
  /** True for a report of someone who may not write advisories. */
  readonly isReport: boolean
  readonly credits: readonly AdvisoryCredit[]
  readonly collaboratorIds: readonly number[]
  readonly teamIds: readonly number[]
  /** The repository in which it is mended; null for none. */
  readonly forkId: number | null
  readonly cveRequestedAt: number | null
  readonly publishedAt: number | null
  readonly closedAt: number | null
}

/** A credit of somebody for an advisory. */
export interface AdvisoryCredit {
  readonly userId: number
  readonly type: (typeof CREDIT_TYPES)[number]
}

/** An advisory that everybody knows: of a public repository, or one that an alert of Dependabot is about. */
export interface GlobalAdvisory extends AdvisoryFacts {
  readonly id: number
  /** Null for one that no repository here has published. */
  readonly repositoryAdvisoryId: number | null
  readonly publishedAt: number
}

/** The collections of security advisories. */
export const advisoryCollections = {
  repositoryAdvisories: collection<RepositoryAdvisory>()({
    unique: { ghsa: ['repoId', 'ghsaId'] },
    references: {
      repoId: cascade('repos'),
      authorId: setNull('accounts'),
      publisherId: setNull('accounts'),
      forkId: setNull('repos'),
    },
  }),
  globalAdvisories: collection<GlobalAdvisory>()({
    unique: { ghsa: ['ghsaId'] },
    indexes: { byPublished: ['publishedAt'] },
    references: { repositoryAdvisoryId: setNull('repositoryAdvisories') },
  }),
}
