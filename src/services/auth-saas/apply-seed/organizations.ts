import { slugOf } from '#auth-saas/rules/organizations/organizations.ts'
import { SeedProblem } from '#core/service.ts'
import type { AuthContext, Rows } from '#auth-saas/call.ts'
import { userByIdentifier } from '#auth-saas/rules/users/identifiers.ts'
import type { Section } from '#auth-saas/seed.ts'
import { commonFields } from '#auth-saas/rules/common-fields.ts'

/**
 * Creates an organization with its members.
 *
 * @throws {@link SeedProblem} for what another organization has, and for an unknown user or role.
 */
export function seedOrganization(context: AuthContext, seeded: Section['organizations'][number], index: number): void {
  const { rows } = context
  const slug = seeded.slug ?? slugOf(seeded.name)
  if (rows.organizations.find('slug', slug) !== undefined) {
    throw new SeedProblem(['organizations', index, 'slug'], `${slug}: another organization has this slug`)
  }
  if (seeded.id !== undefined && rows.organizations.get(seeded.id) !== undefined) {
    throw new SeedProblem(['organizations', index, 'id'], `${seeded.id}: another organization has this id`)
  }
  const members = membersOf(rows, seeded, index)
  const organization = rows.organizations.insert({
    name: seeded.name,
    slug,
    hasImage: false,
    createdBy: members.find(({ role }) => role === 'org:admin')?.userId ?? null,
    // Seeded members count, too, so that a seed is never too large for itself.
    maxAllowedMemberships:
      seeded.max_allowed_memberships ?? Math.max(rows.settings.get()?.maxAllowedMemberships ?? 0, members.length),
    adminDeleteEnabled: rows.settings.get()?.adminDeleteEnabled ?? true,
    publicMetadata: seeded.public_metadata,
    privateMetadata: seeded.private_metadata,
    roleSetKey: 'role_set:default',
    ...commonFields(context, 'org', seeded.id),
  })
  for (const { userId, role } of members) {
    rows.memberships.insert({
      organizationId: organization.id,
      userId,
      role,
      publicMetadata: {},
      privateMetadata: {},
      ...commonFields(context, 'orgmem'),
    })
  }
}

/** Returns the members of an organization; without a list, the first seeded user as administrator. */
function membersOf(
  rows: Rows,
  { members }: Section['organizations'][number],
  index: number,
): { readonly userId: string; readonly role: string }[] {
  const [first] = rows.users.page('newest', [], { offset: 0, limit: 1 }).rows
  if (members.length === 0) return first === undefined ? [] : [{ userId: first.id, role: 'org:admin' }]
  const seen = new Set<string>()
  return members.map(({ email, role }, at) => {
    const user = rows.users.get(email) ?? userByIdentifier(rows, email)
    if (user === undefined) {
      const known = rows.emailAddresses
        .all()
        .slice(0, 1000)
        .map((each) => each.emailAddress)
      throw new SeedProblem(['organizations', index, 'members', at, 'email'], `no user is known as ${email}`, known)
    }
    if (seen.has(user.id)) {
      throw new SeedProblem(['organizations', index, 'members', at, 'email'], `${email}: listed twice`)
    }
    seen.add(user.id)
    const key = role.startsWith('org:') ? role : `org:${role}`
    if (rows.roles.find('key', key) === undefined) {
      const known = rows.roles.all().map((each) => each.key)
      throw new SeedProblem(['organizations', index, 'members', at, 'role'], `no role has the key ${key}`, known)
    }
    return { userId: user.id, role: key }
  })
}
