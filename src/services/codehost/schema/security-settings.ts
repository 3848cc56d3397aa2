import { collection, value } from '#core/store.ts'
import { cascade } from './keys.ts'

// Settings of the security of repositories and organizations. Times are in epoch milliseconds. The wire shapes are in
// json/security/.

/** The features that the settings of a repository turn on or off, by their names on the wire. */
export const SECURITY_FEATURES = [
  'advanced_security',
  'code_security',
  'secret_scanning',
  'secret_scanning_push_protection',
  'secret_scanning_non_provider_patterns',
  'secret_scanning_validity_checks',
  'secret_scanning_ai_detection',
  'secret_scanning_delegated_alert_dismissal',
  'secret_scanning_delegated_bypass',
] as const

/** A feature of the security of a repository. */
export type SecurityFeature = (typeof SECURITY_FEATURES)[number]

/** A set of settings that an organization gives to its repositories. */
export interface SecurityConfiguration {
  readonly id: number
  readonly orgId: number
  readonly name: string
  readonly description: string
  /** The settings by their names on the wire: `enabled`, `disabled`, `not_set`, and the options. */
  readonly settings: Readonly<Record<string, unknown>>
  readonly createdAt: number
  readonly updatedAt: number
}

/** A repository with a configuration: that of a row, or the vendor's own. */
export interface ConfiguredRepo {
  readonly id: number
  readonly orgId: number
  readonly repoId: number
  readonly configurationId: number
}

/** The configurations that new repositories get; null for none. */
export interface DefaultConfigurations {
  readonly public: number | null
  readonly private: number | null
}

/** The default setup of code scanning. */
export interface DefaultSetup {
  readonly isConfigured: boolean
  /** Null for those that the repository has. */
  readonly languages: readonly string[] | null
  readonly runnerType: 'standard' | 'labeled'
  readonly runnerLabel: string | null
  readonly querySuite: 'default' | 'extended'
  readonly threatModel: 'remote' | 'remote_and_local'
  readonly updatedAt: number | null
  /** The run that tries it; null before the first one. */
  readonly runId: number | null
}

/** A CodeQL database of a repository. */
export interface CodeqlDatabase {
  readonly id: number
  readonly repoId: number
  readonly language: string
  readonly uploaderId: number
  readonly sha: string
  readonly createdAt: number
  readonly updatedAt: number
}

/** The answers of a query of CodeQL in several repositories. */
export interface VariantAnalysis {
  readonly id: number
  /** The repository whose Actions run the query. */
  readonly repoId: number
  readonly actorId: number
  readonly language: string
  readonly scannedIds: readonly number[]
  /** The repositories without a database of the language. */
  readonly withoutDatabaseIds: readonly number[]
  readonly unknownNames: readonly string[]
  readonly createdAt: number
}

/** A proposal to mend an alert of code scanning. */
export interface CodeFix {
  readonly id: number
  readonly repoId: number
  readonly alertId: number
  readonly startedAt: number
}

/** A pattern of secrets of a repository or an organization. Exactly one of the two ids is set. */
export interface SecretPattern {
  readonly id: number
  readonly repoId: number | null
  readonly orgId: number | null
  readonly name: string
  /** The name by which alerts know it. */
  readonly slug: string
  readonly pattern: string
  readonly startDelimiter: string
  readonly endDelimiter: string
  readonly mustMatch: readonly string[]
  readonly mustNotMatch: readonly string[]
  /** Counts the changes, from 1. */
  readonly version: number
  readonly createdAt: number
  readonly updatedAt: number
}

/** The settings of push protection for types of secrets, of an organization. */
export interface PatternSettings {
  /** Counts the changes. */
  readonly version: number
  readonly settings: Readonly<Record<string, 'not-set' | 'disabled' | 'enabled'>>
}

/** The repositories that Dependabot may read when it updates others of the organization. */
export interface DependabotAccess {
  readonly defaultLevel: 'public' | 'internal' | null
  readonly repoIds: readonly number[]
}

/** The collections of the settings of security. */
export const securitySettingCollections = {
  /** The features that somebody turned on or off, and the time of the last change. */
  securityFeatures: value<Readonly<Partial<Record<SecurityFeature, boolean>>>, [repoId: number]>({}),
  securityConfigurations: collection<SecurityConfiguration>()({
    unique: { name: ['orgId', 'name'] },
    references: { orgId: cascade('accounts') },
  }),
  configuredRepos: collection<ConfiguredRepo>()({
    unique: { repo: ['repoId'] },
    indexes: { byConfiguration: ['orgId', 'configurationId'] },
    references: { orgId: cascade('accounts'), repoId: cascade('repos') },
  }),
  defaultConfigurations: value<DefaultConfigurations, [orgId: number]>({ public: null, private: null }),
  defaultSetups: value<DefaultSetup, [repoId: number]>({
    isConfigured: false,
    languages: null,
    runnerType: 'standard',
    runnerLabel: null,
    querySuite: 'default',
    threatModel: 'remote',
    updatedAt: null,
    runId: null,
  }),
  codeqlDatabases: collection<CodeqlDatabase>()({
    unique: { language: ['repoId', 'language'] },
    references: { repoId: cascade('repos'), uploaderId: cascade('accounts') },
  }),
  variantAnalyses: collection<VariantAnalysis>()({
    references: { repoId: cascade('repos'), actorId: cascade('accounts') },
  }),
  codeFixes: collection<CodeFix>()({
    unique: { alert: ['alertId'] },
    references: { repoId: cascade('repos'), alertId: cascade('codeAlerts') },
  }),
  secretPatterns: collection<SecretPattern>()({
    unique: { ofRepo: ['repoId', 'name'], ofOrg: ['orgId', 'name'] },
    references: { repoId: cascade('repos'), orgId: cascade('accounts') },
  }),
  patternSettings: value<PatternSettings, [orgId: number]>({ version: 0, settings: {} }),
  dependabotAccess: value<DependabotAccess, [orgId: number]>({ defaultLevel: null, repoIds: [] }),
}
