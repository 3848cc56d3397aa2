// Written by npm run generate from the routes of the service. Do not edit.
import type { OperationTypes } from '#core/calls/received-call.ts'

/** The operations of oidc-a, each with the parameters of its path and its body. */
export interface OidcAOperations {
  'discovery': OperationTypes<Record<never, string>>
  'certs/jwk': OperationTypes<Record<never, string>>
  'certs/pem': OperationTypes<Record<never, string>>
  'certs/jwk-v2': OperationTypes<Record<never, string>>
  'authorize': OperationTypes<Record<never, string>>
  'authorize/answer': OperationTypes<Record<never, string>>
  'authorize/v1': OperationTypes<Record<never, string>>
  'authorize/v1-answer': OperationTypes<Record<never, string>>
  'token': OperationTypes<Record<never, string>>
  'token/googleapis': OperationTypes<Record<never, string>>
  'token/v4': OperationTypes<Record<never, string>>
  'token/v3': OperationTypes<Record<never, string>>
  'token/v1': OperationTypes<Record<never, string>>
  'revoke': OperationTypes<Record<never, string>>
  'revoke/get': OperationTypes<Record<never, string>>
  'revoke/googleapis': OperationTypes<Record<never, string>>
  'revoke/googleapis-get': OperationTypes<Record<never, string>>
  'revoke/v1': OperationTypes<Record<never, string>>
  'revoke/v1-get': OperationTypes<Record<never, string>>
  'device/code': OperationTypes<Record<never, string>>
  'device/code-v1': OperationTypes<Record<never, string>>
  'device': OperationTypes<Record<never, string>>
  'device/answer': OperationTypes<Record<never, string>>
  'userinfo/v2': OperationTypes<Record<never, string>>
  'userinfo/v2-post': OperationTypes<Record<never, string>>
  'userinfo/v3': OperationTypes<Record<never, string>>
  'userinfo/v3-post': OperationTypes<Record<never, string>>
  'userinfo/openidconnect': OperationTypes<Record<never, string>>
  'userinfo/openidconnect-post': OperationTypes<Record<never, string>>
  'userinfo/v1': OperationTypes<Record<never, string>>
  'userinfo/v2-me': OperationTypes<Record<never, string>>
  'tokeninfo': OperationTypes<Record<never, string>>
  'tokeninfo/post': OperationTypes<Record<never, string>>
  'tokeninfo/v3': OperationTypes<Record<never, string>>
  'tokeninfo/v3-post': OperationTypes<Record<never, string>>
  'tokeninfo/v2': OperationTypes<Record<never, string>>
  'tokeninfo/v2-post': OperationTypes<Record<never, string>>
  'tokeninfo/v1': OperationTypes<Record<never, string>>
  'tokeninfo/v1-post': OperationTypes<Record<never, string>>
  'gsi/client': OperationTypes<Record<never, string>>
  'gsi/select': OperationTypes<Record<never, string>>
  'gsi/select-answer': OperationTypes<Record<never, string>>
  'service-accounts/certificates': OperationTypes<{ account: string }>
  'service-accounts/certificates-v1': OperationTypes<{ account: string }>
  'service-accounts/jwk': OperationTypes<{ account: string }>
  'service-accounts/jwk-robot': OperationTypes<{ account: string }>
  'service-accounts/credentials': OperationTypes<{ project: string; call: string }>
}
