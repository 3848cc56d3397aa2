import type { OidcContext } from '#oidc-a/call.ts'
import { accountKeyOf } from '#oidc-a/rules/service-accounts.ts'
import { privatePem } from '#oauth/jwt/jwt.ts'
import type { ServiceAccount } from '#oidc-a/schema.ts'

/**
 * The JSON of the file with which an application acts as a service account.
 * https://cloud.google.com/iam/docs/keys-create-delete#creating
 */
export interface ServiceAccountKey {
  readonly type: 'service_account'
  readonly project_id: string
  readonly private_key_id: string
  /** PKCS #8. PEM */
  readonly private_key: string
  readonly client_email: string
  readonly client_id: string
  readonly auth_uri: string
  readonly token_uri: string
  readonly auth_provider_x509_cert_url: string
  readonly client_x509_cert_url: string
  readonly universe_domain: string
}

/** Returns the key file of a service account. */
export function keyFileJson({ origin, urls }: Pick<OidcContext, 'origin' | 'urls'>, account: ServiceAccount) {
  const { kid, pair } = accountKeyOf(account)
  const certificates = urls.of(`/robot/v1/metadata/x509/${encodeURIComponent(account.email)}`)
  return {
    type: 'service_account',
    project_id: account.projectId,
    private_key_id: kid,
    private_key: privatePem(pair),
    client_email: account.email,
    client_id: account.id,
    auth_uri: `${origin}/o/oauth2/auth`,
    token_uri: urls.of('/oauth2/token'),
    auth_provider_x509_cert_url: urls.of('/oauth2/v1/certs'),
    client_x509_cert_url: certificates,
    universe_domain: 'googleapis.com',
  } satisfies ServiceAccountKey
}
