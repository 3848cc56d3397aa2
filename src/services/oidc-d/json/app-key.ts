import { createHash } from 'node:crypto'
import type { Site } from '#oidc-d/call.ts'
import type { WithCertificates } from '#oidc-d/rules/apps/certificates.ts'
import { pairOf } from '#oidc-d/rules/apps/keys.ts'
import { date } from '#oidc-d/rules/dates.ts'
import type { AppKey, SigningRequest } from '#oidc-d/schema.ts'
import { POST } from './links.ts'

/** The name in the vendor's certificates. */
const NAME = {
  countryName: 'US',
  stateOrProvinceName: 'California',
  localityName: 'San Francisco',
  organizationName: 'Okta',
  organizationalUnitName: 'SSOProvider',
  commonName: 'backlot',
  emailAddress: 'info@okta.com',
}

/** Returns a key with which an app signs, and its certificate. */
export function appKeyJson({ certificates }: WithCertificates, key: AppKey) {
  const { kty, e, n } = pairOf(key).jwk
  const { created, expiresAt, certificate } = key
  const der =
    certificate === null
      ? certificates.selfSigned(pairOf(key), NAME, { from: created, to: expiresAt, serial: created })
      : Buffer.from(certificate, 'base64')
  return {
    kty,
    created: date(created),
    lastUpdated: date(key.lastUpdated),
    expiresAt: date(expiresAt),
    kid: key.kid,
    use: 'sig',
    x5c: [der.toString('base64')],
    'x5t#S256': createHash('sha256').update(der).digest('base64url'),
    e,
    n,
  }
}

/** Returns a request for a certificate. */
export function signingRequestJson(
  { origin, certificates }: Pick<Site, 'origin'> & WithCertificates,
  request: SigningRequest,
) {
  const self = `${origin}/api/v1/apps/${request.appId}/credentials/csrs/${request.id}`
  return {
    id: request.id,
    created: date(request.created),
    csr: certificates.certificateRequest(pairOf(request), request.subject, request.dnsNames).toString('base64'),
    kty: 'RSA',
    _links: {
      publish: { href: `${self}/lifecycle/publish`, ...POST },
      self: { href: self, hints: { allow: ['GET', 'DELETE'] } },
    },
  }
}
