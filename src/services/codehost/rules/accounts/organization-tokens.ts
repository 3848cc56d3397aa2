import type { CodehostContext, Rows } from '#codehost/call.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { Installation } from '#codehost/schema/apps.ts'
import type { OrganizationToken } from '#codehost/schema/fine-grained-tokens.ts'
import type { Repo } from '#codehost/schema/repos.ts'

/** Returns the repositories that a token asks for; all of the organization where it does not name any. */
export function repositoriesOf(rows: Rows, { orgId, repositoryIds }: OrganizationToken): Repo[] {
  const all = rows.repos.referring('ownerId', orgId)
  return repositoryIds === null ? all : all.filter(({ id }) => repositoryIds.includes(id))
}

/** Returns the tokens of an organization that wait for an approval, or those that have one. */
export function tokensOf(rows: Rows, { id }: Account, isGranted: boolean): OrganizationToken[] {
  return rows.organizationTokens.referring('orgId', id).filter(({ grantedAt }) => (grantedAt !== null) === isGranted)
}

/** Asks an organization for access of a token. Emits `created`. */
export function requestAccess(
  { rows, clock, emit }: CodehostContext,
  fields: Omit<OrganizationToken, 'id' | 'grantedAt' | 'requestedAt' | 'tokenId'>,
): OrganizationToken {
  const tokenId = rows.fineGrainedTokenIds.next()
  const token = rows.organizationTokens.insert({ ...fields, tokenId, requestedAt: clock.now(), grantedAt: null })
  const org = rows.accounts.require(token.orgId)
  const sender = rows.accounts.require(token.userId)
  emit({ event: 'personal_access_token_request', action: 'created', org, token, sender })
  return token
}

/** The reviewer of an organization's tokens: an app through its installation, or a user with the app. */
interface Reviewer {
  readonly org: Account
  readonly user: Account
  readonly installation: Installation | null
}

/** Approves or denies the access of a token. Emits `approved` or `denied`. */
export function reviewAccess(
  { rows, clock, emit }: CodehostContext,
  { org, user: sender, installation }: Reviewer,
  token: OrganizationToken,
  action: 'approve' | 'deny',
): void {
  if (action === 'approve') rows.organizationTokens.update(token.id, { grantedAt: clock.now() })
  else rows.organizationTokens.delete(token.id)
  const name = action === 'approve' ? 'approved' : 'denied'
  const through = installation === null ? {} : { through: installation }
  emit({ event: 'personal_access_token_request', action: name, org, token, sender, ...through })
}
