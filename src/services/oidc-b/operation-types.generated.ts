// Written by npm run generate from the routes of the service. Do not edit.
import type { OperationTypes } from '#core/calls/received-call.ts'

/** The operations of oidc-b, each with the parameters of its path and its body. */
export interface OidcBOperations {
  'discovery': OperationTypes<Record<never, string>>
  'keys': OperationTypes<Record<never, string>>
  'authorize': OperationTypes<Record<never, string>>
  'authorize/answer': OperationTypes<Record<never, string>>
  'token': OperationTypes<Record<never, string>>
  'revoke': OperationTypes<Record<never, string>>
  'appleid.auth.js': OperationTypes<{ locale: string }>
}
