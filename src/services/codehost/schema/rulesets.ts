import { collection } from '#core/store.ts'
import { cascade, setNull } from './keys.ts'

// Rulesets of repositories and organizations.

/** One rule of a ruleset, with wire names. */
export interface Rule {
  readonly type: string
  readonly parameters?: Readonly<Record<string, unknown>>
}

/** An actor that may bypass a ruleset. */
export interface BypassActor {
  /** Null for the owners of the organization and for deploy keys. */
  readonly actorId: number | null
  readonly actorType: 'Integration' | 'OrganizationAdmin' | 'RepositoryRole' | 'Team' | 'DeployKey' | 'User'
  readonly bypassMode: 'always' | 'pull_request' | 'exempt'
}

/** Patterns that select names. */
export interface NamePatterns {
  readonly include: readonly string[]
  readonly exclude: readonly string[]
}

/** Rules for refs, of one repository or of those of an organization. Exactly one of the two ids is set. */
export interface Ruleset {
  readonly id: number
  readonly repoId: number | null
  readonly orgId: number | null
  readonly name: string
  readonly target: 'branch' | 'tag' | 'push' | 'repository'
  readonly enforcement: 'active' | 'disabled' | 'evaluate'
  readonly bypassActors: readonly BypassActor[]
  /** Null for a ruleset that has none, such as one for pushes. */
  readonly refs: NamePatterns | null
  /** Organizations only: the repositories, by name. */
  readonly repositoryNames: (NamePatterns & { readonly protected: boolean }) | null
  /** Organizations only: the repositories, by id. */
  readonly repositoryIds: readonly number[] | null
  readonly rules: readonly Rule[]
  readonly createdAt: number
  readonly updatedAt: number
}

/** A ruleset as somebody left it. */
export interface RulesetVersion {
  readonly id: number
  readonly rulesetId: number
  readonly actorId: number | null
  readonly ruleset: Ruleset
  readonly createdAt: number
}

/** The verdict of one rule on a change of a ref. */
export interface RuleEvaluation {
  readonly rulesetId: number
  readonly enforcement: Ruleset['enforcement']
  readonly ruleType: string
  /** Why the rule refuses the change, in the vendor's sentence; null when it does not. */
  readonly details: string | null
}

/** The verdicts of the rulesets of a ref on its change. */
export interface RuleSuite {
  readonly id: number
  readonly repoId: number
  readonly actorId: number | null
  /** The full name: `refs/heads/main`. */
  readonly ref: string
  /** The SHA before; forty zeros for a new ref. */
  readonly before: string
  /** The SHA after; forty zeros for a deleted ref. */
  readonly after: string
  /** Of the active rulesets. */
  readonly result: 'pass' | 'fail' | 'bypass'
  /** As if all rulesets were active; null where none is only evaluated. */
  readonly evaluationResult: RuleSuite['result'] | null
  readonly evaluations: readonly RuleEvaluation[]
  readonly createdAt: number
}

/** The collections of rulesets, of their history and of what they said. */
export const rulesetCollections = {
  rulesetVersions: collection<RulesetVersion>()({
    indexes: { byRuleset: ['rulesetId'] },
    references: { rulesetId: cascade('rulesets'), actorId: setNull('accounts') },
  }),
  ruleSuites: collection<RuleSuite>()({
    indexes: { byRepo: ['repoId'] },
    references: { repoId: cascade('repos'), actorId: setNull('accounts') },
  }),
  rulesets: collection<Ruleset>()({
    unique: { ofRepo: ['repoId', 'name'], ofOrg: ['orgId', 'name'] },
    references: { repoId: cascade('repos'), orgId: cascade('accounts') },
  }),
}
