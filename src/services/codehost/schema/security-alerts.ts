import { collection, sequence } from '#core/store.ts'
import { cascade } from './keys.ts'

// Alerts of Dependabot and of secret scanning. Times are in epoch milliseconds. The wire shapes are in json/security/.

/** The severities of an advisory, least first. */
export const SEVERITIES = ['low', 'medium', 'high', 'critical'] as const

/** The reasons for which a user dismisses an alert of Dependabot. */
export const DEPENDABOT_DISMISSALS = [
  'fix_started',
  'inaccurate',
  'no_bandwidth',
  'not_used',
  'tolerable_risk',
] as const

/** The reasons for which a user resolves an alert about a secret. */
export const RESOLUTIONS = ['false_positive', 'wont_fix', 'revoked', 'used_in_tests'] as const

/** The vulnerability that an alert is about. */
interface Advisory {
  readonly ghsaId: string
  readonly cveId: string | null
  readonly summary: string
  readonly description: string
  readonly severity: (typeof SEVERITIES)[number]
  /** From 0 to 10. */
  readonly score: number
  readonly publishedAt: number
}

/** A dependency of a repository with a known vulnerability. */
export interface DependabotAlert {
  readonly id: number
  readonly repoId: number
  readonly number: number
  readonly ecosystem: string
  readonly packageName: string
  readonly manifestPath: string
  readonly scope: 'development' | 'runtime'
  readonly advisory: Advisory
  /** A range of versions: `< 4.17.21`. */
  readonly vulnerableRange: string
  /** Null while no version is known to be good. */
  readonly patchedVersion: string | null
  readonly createdAt: number
  readonly updatedAt: number
  readonly fixedAt: number | null
  readonly dismissed: {
    readonly byId: number
    readonly at: number
    readonly reason: (typeof DEPENDABOT_DISMISSALS)[number]
    readonly comment: string | null
  } | null
  readonly assigneeIds: readonly number[]
}

/** A secret in a repository. */
export interface SecretAlert {
  readonly id: number
  readonly repoId: number
  readonly number: number
  /** `github_personal_access_token`. */
  readonly type: string
  readonly typeName: string
  readonly secret: string
  readonly validity: 'active' | 'inactive' | 'unknown'
  /** The place in a file of a commit; null when only its alert is known. */
  readonly location: {
    readonly path: string
    readonly line: number
    readonly sha: string
    readonly blob: string
  } | null
  readonly createdAt: number
  readonly updatedAt: number
  readonly resolved: {
    readonly byId: number
    readonly at: number
    readonly resolution: (typeof RESOLUTIONS)[number]
    readonly comment: string | null
  } | null
  readonly assigneeId: number | null
}

/** The collections of alerts of Dependabot and of secret scanning. */
export const securityAlertCollections = {
  dependabotAlerts: collection<DependabotAlert>()({
    unique: { number: ['repoId', 'number'] },
    indexes: { byNumber: ['repoId', 'number'] },
    references: { repoId: cascade('repos') },
  }),
  secretAlerts: collection<SecretAlert>()({
    unique: { number: ['repoId', 'number'] },
    indexes: { byNumber: ['repoId', 'number'] },
    references: { repoId: cascade('repos') },
  }),
  dependabotAlertNumbers: sequence<[repoId: number]>(),
  secretAlertNumbers: sequence<[repoId: number]>(),
}
