import { SeedProblem } from '#core/service.ts'
import { Failure } from '#core/errors.ts'
import type { AuthContext } from '#auth-saas/call.ts'
import { addConnection } from '#auth-saas/rules/enterprise/connections.ts'
import { organizationNamed } from '#auth-saas/rules/organizations/organizations.ts'
import type { Section } from '#auth-saas/seed.ts'

/**
 * Adds an enterprise connection of the seed.
 *
 * @throws {@link SeedProblem} for a domain that another connection has, and for an unknown organization.
 */
export function seedConnection(
  context: AuthContext,
  connection: Section['enterprise_connections'][number],
  index: number,
): void {
  const { organization: name, oidc, provider, active, domains } = connection
  const organization = name === undefined ? undefined : organizationNamed(context, name)
  if (name !== undefined && organization === undefined) {
    throw new SeedProblem(['enterprise_connections', index, 'organization'], `${name}: no organization is seeded so`)
  }
  try {
    addConnection(context, provider, {
      ...(connection.id === undefined ? {} : { id: connection.id }),
      name: connection.name,
      active,
      domains,
      organizationId: organization?.id ?? null,
      ...(oidc === undefined
        ? {}
        : {
            oidc: {
              clientId: oidc.client_id,
              clientSecret: oidc.client_secret,
              discoveryUrl: oidc.discovery_url,
              authUrl: oidc.auth_url,
              tokenUrl: oidc.token_url,
              userInfoUrl: oidc.user_info_url,
            },
          }),
    })
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    throw new SeedProblem(['enterprise_connections', index, 'domains'], String(error.details['longMessage']))
  }
}
