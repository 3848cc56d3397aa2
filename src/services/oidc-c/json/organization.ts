import type { Tenant } from '#oidc-c/schema.ts'

/** A tenant as Graph describes it to its users. https://learn.microsoft.com/graph/api/organization-get#response-1 */
export function organizationJson({ domains }: Tenant, id: string) {
  const [main = ''] = domains
  return {
    id,
    deletedDateTime: null,
    businessPhones: [],
    city: null,
    country: null,
    countryLetterCode: null,
    displayName: main.split('.')[0] ?? main,
    preferredLanguage: null,
    tenantType: 'AAD',
    verifiedDomains: domains.map((name) => ({
      capabilities: 'Email, OfficeCommunicationsOnline',
      isDefault: name === main,
      isInitial: name.endsWith('.onmicrosoft.com'),
      name,
      type: 'Managed',
    })),
  }
}
