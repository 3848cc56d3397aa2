import type { WithCertificates } from '#oidc-d/rules/apps/certificates.ts'

/** A step that loads what makes certificates: a large library that few processes need. */
export async function loadCertificates(): Promise<WithCertificates> {
  return { certificates: await import('#oidc-d/rules/apps/certificates.ts') }
}
