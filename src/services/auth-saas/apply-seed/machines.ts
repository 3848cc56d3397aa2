import { SeedProblem } from '#core/service.ts'
import type { AuthContext } from '#auth-saas/call.ts'
import { commonFields } from '#auth-saas/rules/common-fields.ts'
import { organizationNamed } from '#auth-saas/rules/organizations/organizations.ts'
import { userByIdentifier } from '#auth-saas/rules/users/identifiers.ts'
import type { Section } from '#auth-saas/seed.ts'

/**
 * Adds the machines of the seed, each with those that its tokens are for.
 *
 * @throws {@link SeedProblem} for a machine that the seed does not have.
 */
export function seedMachines(context: AuthContext, { machines }: Section): void {
  const { rows, ids } = context
  const added = new Map<string, string>()
  for (const machine of machines) {
    const { id } = rows.machines.insert({
      ...commonFields(context, 'mch', machine.id),
      name: machine.name,
      secretKey: machine.secret_key ?? `ak_${ids.secret.base62(48)}`,
      previousKey: null,
      previousKeyUntil: 0,
      defaultTokenTtl: machine.default_token_ttl,
      scopedMachines: [],
    })
    added.set(machine.name, id)
  }
  for (const [index, { name, scoped_machines: names }] of machines.entries()) {
    const scopedMachines = names.map((each, at) => {
      const id = added.get(each)
      if (id !== undefined) return id
      throw new SeedProblem(['machines', index, 'scoped_machines', at], `${each}: no machine has this name`)
    })
    rows.machines.update(added.get(name) ?? '', { scopedMachines })
  }
}

/**
 * Adds an API key of the seed.
 *
 * @throws {@link SeedProblem} for a subject that is no user and no organization.
 */
export function seedApiKey(context: AuthContext, key: Section['api_keys'][number], index: number): void {
  const { rows, ids } = context
  const user = rows.users.get(key.subject) ?? userByIdentifier(rows, key.subject)
  const subject = user?.id ?? organizationNamed(context, key.subject)?.id
  if (subject === undefined) {
    throw new SeedProblem(['api_keys', index, 'subject'], `${key.subject}: no user or organization is seeded so`)
  }
  rows.apiKeys.insert({
    ...commonFields(context, 'ak', key.id ?? `ak_${ids.hex(32)}`),
    name: key.name,
    description: null,
    subject,
    secret: key.secret ?? `ak_${ids.secret.base62(48)}`,
    scopes: key.scopes,
    claims: key.claims ?? null,
    createdBy: null,
    revoked: false,
    revocationReason: null,
    expiresAt: null,
    lastUsedAt: null,
  })
}
