import { collection, sequence } from '#core/store.ts'
import { cascade } from './keys.ts'

/** The permissions of a fine-grained token: access levels by name. */
type TokenPermissions = Readonly<
  Partial<Record<'organization' | 'repository' | 'other', Readonly<Record<string, string>>>>
>

/** A fine-grained personal access token that asks for access to an organization, or has it. */
export interface OrganizationToken {
  readonly id: number
  readonly orgId: number
  readonly userId: number
  readonly tokenId: number
  readonly name: string
  /** The reason that its owner gives; null for none. */
  readonly reason: string | null
  readonly permissions: TokenPermissions
  /** Null for all repositories of the organization. */
  readonly repositoryIds: readonly number[] | null
  readonly expiresAt: number | null
  readonly requestedAt: number
  /** Null while it waits for an approval. */
  readonly grantedAt: number | null
}

/** The collection of fine-grained tokens. */
export const fineGrainedTokenCollections = {
  organizationTokens: collection<OrganizationToken>()({
    references: { orgId: cascade('accounts'), userId: cascade('accounts') },
  }),
  fineGrainedTokenIds: sequence(),
}
