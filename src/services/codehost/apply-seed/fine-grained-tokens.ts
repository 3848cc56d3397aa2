import type { SeedPath } from '#core/seed/seed-path.ts'
import { SeedProblem } from '#core/service.ts'
import type { CodehostContext, Rows } from '#codehost/call.ts'
import { grantedBy } from '#codehost/rules/apps/permissions.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { AppPermissions } from '#codehost/schema/apps.ts'
import type { OrganizationToken } from '#codehost/schema/fine-grained-tokens.ts'
import type { Section } from '#codehost/seed.ts'
import { accountAt, checkPermissions } from './apps.ts'

type SeededToken = Section['fine_grained_tokens'][number]

/**
 * Seeds fine-grained personal access tokens. An organization has granted the access of those that reach it.
 *
 * @throws {@link SeedProblem}.
 */
export function seedFineGrainedTokens(context: CodehostContext, section: Section, at: number): void {
  for (const [index, seeded] of section.fine_grained_tokens.entries()) {
    seedToken(context, section, seeded, ['fine_grained_tokens', index], at)
  }
}

function seedToken({ rows }: CodehostContext, section: Section, seeded: SeededToken, path: SeedPath, at: number): void {
  const { token: id, login, resource_owner: ownerLogin = login } = seeded
  const user = accountAt(rows, section, login, [...path, 'login'])
  const owner = accountAt(rows, section, ownerLogin, [...path, 'resource_owner'])
  if (user.type !== 'User') throw new SeedProblem([...path, 'login'], `${login} is not a user`)
  if (rows.tokens.get(id) !== undefined) throw new SeedProblem([...path, 'token'], 'another token has this value')
  checkPermissions(seeded.permissions, [...path, 'permissions'])
  const permissions = grantedBy(seeded.permissions)
  const repositoryIds = repositoriesAt(rows, owner, seeded.repositories, [...path, 'repositories'])
  const expiresAt = seeded.expires_at === undefined ? null : Date.parse(seeded.expires_at)
  const { name } = seeded
  const grant = { userId: user.id, name, permissions: grouped(permissions), repositoryIds, expiresAt }
  const grantId = owner.type === 'Organization' ? seedGrant(rows, owner, grant, at).id : null
  const fineGrained = { resourceOwnerId: owner.id, permissions, repositoryIds, grantId }
  rows.tokens.insert({ id, userId: user.id, scopes: [], clientId: null, expiresAt, createdAt: at, fineGrained })
}

function seedGrant(
  rows: Rows,
  { id: orgId }: Account,
  grant: Pick<OrganizationToken, 'userId' | 'name' | 'permissions' | 'repositoryIds' | 'expiresAt'>,
  at: number,
): OrganizationToken {
  const tokenId = rows.fineGrainedTokenIds.next()
  return rows.organizationTokens.insert({ ...grant, orgId, tokenId, reason: null, requestedAt: at, grantedAt: at })
}

/** Returns permissions as an organization sees them: its own apart from those over its repositories. */
function grouped(permissions: AppPermissions): OrganizationToken['permissions'] {
  const of = (isOwn: boolean): AppPermissions =>
    Object.fromEntries(
      Object.entries(permissions).filter(([name]) => /^(?:organization_|members$)/.test(name) === isOwn),
    )
  return { organization: of(true), repository: of(false) }
}

function repositoriesAt(
  rows: Rows,
  owner: Account,
  names: readonly string[] | undefined,
  path: SeedPath,
): readonly number[] | null {
  if (names === undefined) return null
  return names.map((name, position) => {
    const repo = rows.repos.find('name', owner.id, name.toLowerCase())
    if (repo !== undefined) return repo.id
    const known = rows.repos.referring('ownerId', owner.id).map((each) => each.name)
    const message = `${owner.login} has no repository ${JSON.stringify(name)}`
    throw new SeedProblem([...path, position], message, known)
  })
}
