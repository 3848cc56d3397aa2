import { collection } from '#core/store.ts'
import { cascade } from './keys.ts'

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

/** The collection of rulesets. */
export const rulesetCollections = {
  rulesets: collection<Ruleset>()({
    unique: { ofRepo: ['repoId', 'name'], ofOrg: ['orgId', 'name'] },
    references: { repoId: cascade('repos'), orgId: cascade('accounts') },
  }),
}
