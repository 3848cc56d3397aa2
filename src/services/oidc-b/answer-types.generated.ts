// Written by npm run answers from what the handlers of the operations answer. Do not edit.
import type { JsonValue } from '#core/calls/received-call.ts'

type Discovery = { issuer: string; authorization_endpoint: string; token_endpoint: string; revocation_endpoint: string; jwks_uri: string; response_types_supported: string[]; response_modes_supported: string[]; subject_types_supported: string[]; id_token_signing_alg_values_supported: string[]; scopes_supported: ("openid" | "email" | "name")[]; token_endpoint_auth_methods_supported: string[]; claims_supported: string[] }

/** The answers of the operations of oidc-b, as far as their handlers say what they answer. */
export interface OidcBAnswers {
  'discovery': Discovery
  'keys': { keys: JsonValue[] }
  'authorize': null | string
  'authorize/answer': null | string
  'token': { [name: string]: number | string }
  'revoke': null
  'appleid.auth.js': string
}
