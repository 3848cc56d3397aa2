import { seedApiKey, seedMachines } from './machines.ts'
import { SeedProblem } from '#core/service.ts'
import type { AuthContext } from '#auth-saas/call.ts'
import { requireFreeClaims } from '#auth-saas/rules/sessions/reserved-claims.ts'
import type { Section } from '#auth-saas/seed.ts'
import { commonFields } from '#auth-saas/rules/common-fields.ts'
import { seedSettings } from './settings.ts'
import { seedBilling } from './billing.ts'
import { seedConnection } from './enterprise.ts'
import { seedRoles } from './roles.ts'
import { seedUser } from './users.ts'
import { seedOrganization } from './organizations.ts'

/**
 * Fills the store from the `auth-saas` section of a seed.
 *
 * @throws {@link SeedProblem} where the section contradicts itself.
 */
export function applySeed(context: AuthContext, section: Section): void {
  seedSettings(context, section)
  seedRoles(context, section)
  for (const [index, user] of section.users.entries()) seedUser(context, user, index)
  for (const [index, organization] of section.organizations.entries()) seedOrganization(context, organization, index)
  for (const [index, each] of section.enterprise_connections.entries()) seedConnection(context, each, index)
  seedBilling(context, section)
  seedMachines(context, section)
  for (const [index, key] of section.api_keys.entries()) seedApiKey(context, key, index)
  seedTemplates(context, section)
  for (const application of section.oauth_applications) seedOAuthApplication(context, application)
  for (const key of section.secret_keys) context.rows.secretKeys.insert({ id: key })
  for (const { url, events, secret } of section.webhooks) {
    const key = secret ?? `whsec_${Buffer.from(context.ids.secret.hex(24)).toString('base64')}`
    context.rows.webhookEndpoints.insert({ url, events, secret: key })
  }
}

function seedOAuthApplication(context: AuthContext, application: Section['oauth_applications'][number]): void {
  const { rows, ids } = context
  rows.oauthApplications.insert({
    ...commonFields(context, 'oa'),
    name: application.name,
    clientId: application.client_id ?? ids.base62(16),
    clientSecret: application.client_secret ?? ids.secret.base62(32),
    scopes: application.scopes,
    redirectUris: application.redirect_uris,
    consentScreenEnabled: application.consent_screen_enabled,
    pkceRequired: application.public,
    isPublic: application.public,
  })
}

function seedTemplates(context: AuthContext, section: Section): void {
  const { rows } = context
  for (const [index, template] of section.jwt_templates.entries()) {
    if (rows.jwtTemplates.find('name', template.name) !== undefined) {
      throw new SeedProblem(['jwt_templates', index, 'name'], `${template.name}: another template has this name`)
    }
    try {
      requireFreeClaims(template.claims)
    } catch (error) {
      throw new SeedProblem(
        ['jwt_templates', index, 'claims'],
        `${template.name}: a reserved claim is used: ${String(error)}`,
      )
    }
    rows.jwtTemplates.insert({
      ...commonFields(context, 'jtmp'),
      name: template.name,
      claims: template.claims,
      lifetime: template.lifetime,
      allowedClockSkew: template.allowed_clock_skew,
      customSigningKey: template.signing_key !== undefined,
      signingAlgorithm: template.signing_algorithm,
      signingKey: template.signing_key ?? null,
    })
  }
}
