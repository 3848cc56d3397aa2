// Written by npm run answers from what the handlers of the operations answer. Do not edit.
import type { JsonValue } from '#core/calls/received-call.ts'

type Discovery = { issuer: string; authorization_endpoint: string; device_authorization_endpoint: string; token_endpoint: string; userinfo_endpoint: string; revocation_endpoint: string; jwks_uri: string; response_types_supported: string[]; response_modes_supported: string[]; subject_types_supported: string[]; id_token_signing_alg_values_supported: ("HS256" | "RS256")[]; scopes_supported: ("openid" | "email" | "profile")[]; token_endpoint_auth_methods_supported: string[]; claims_supported: string[]; code_challenge_methods_supported: string[]; grant_types_supported: string[] }

/** The answers of the operations of oidc-a, as far as their handlers say what they answer. */
export interface OidcAAnswers {
  'discovery': Discovery
  'certs/jwk': { keys: JsonValue[] }
  'certs/pem': { [name: string]: string }
  'certs/jwk-v2': { keys: JsonValue[] }
  'authorize': null | string
  'authorize/answer': null | string
  'authorize/v1': null | string
  'authorize/v1-answer': null | string
  'token': { [name: string]: number | string }
  'token/googleapis': { [name: string]: number | string }
  'token/v4': { [name: string]: number | string }
  'token/v3': { [name: string]: number | string }
  'token/v1': { [name: string]: number | string }
  'revoke': {}
  'revoke/get': {}
  'revoke/googleapis': {}
  'revoke/googleapis-get': {}
  'revoke/v1': {}
  'revoke/v1-get': {}
  'device/code': { [name: string]: number | string }
  'device/code-v1': { [name: string]: number | string }
  'device': string
  'device/answer': null | string
  'userinfo/v2': { [name: string]: JsonValue }
  'userinfo/v2-post': { [name: string]: JsonValue }
  'userinfo/v3': { [name: string]: JsonValue }
  'userinfo/v3-post': { [name: string]: JsonValue }
  'userinfo/openidconnect': { [name: string]: JsonValue }
  'userinfo/openidconnect-post': { [name: string]: JsonValue }
  'userinfo/v1': { [name: string]: JsonValue }
  'userinfo/v2-me': { [name: string]: JsonValue }
  'tokeninfo': { [name: string]: JsonValue }
  'tokeninfo/post': { [name: string]: JsonValue }
  'tokeninfo/v3': { [name: string]: JsonValue }
  'tokeninfo/v3-post': { [name: string]: JsonValue }
  'tokeninfo/v2': { [name: string]: JsonValue }
  'tokeninfo/v2-post': { [name: string]: JsonValue }
  'tokeninfo/v1': { [name: string]: JsonValue }
  'tokeninfo/v1-post': { [name: string]: JsonValue }
  'gsi/client': string
  'gsi/select': null | string
  'gsi/select-answer': null | string
  'service-accounts/certificates': { [name: string]: string }
  'service-accounts/certificates-v1': { [name: string]: string }
  'service-accounts/jwk': { keys: JsonValue[] }
  'service-accounts/jwk-robot': { keys: JsonValue[] }
  'service-accounts/credentials': { accessToken: string; expireTime: string } | { keyId: string; signedBlob: string } | { keyId: string; signedJwt: string } | { token: string }
}
