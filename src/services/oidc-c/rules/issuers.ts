import type { SignInContext } from '#oidc-c/call.ts'

/** The placeholder for the tenant in the issuer of a group of tenants. */
const TEMPLATE = '{tenantid}'

/** Returns the issuer of a tenant's tokens. That of version 1 is `https://sts.windows.net/<tenant>/` at the vendor. */
export function issuerOf({ urls }: Pick<SignInContext, 'urls'>, tenantId: string, version: 1 | 2): string {
  return version === 1 ? urls.of(`/${tenantId}/`, 'issuer') : urls.of(`/${tenantId}/v2.0`)
}

/** Returns the issuer in an authority's documents; for a group of tenants, a template. */
export function issuerIn(context: SignInContext): string {
  return issuerOf(context, context.authority.tenant?.id ?? TEMPLATE, context.version)
}
