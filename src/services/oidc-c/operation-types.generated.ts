// Written by npm run generate from the routes of the service. Do not edit.
import type { OperationTypes } from '#core/calls/received-call.ts'

/** The operations of oidc-c, each with the parameters of its path and its body. */
export interface OidcCOperations {
  'discovery': OperationTypes<{ tenant: string }>
  'keys': OperationTypes<{ tenant: string }>
  'authorize': OperationTypes<{ tenant: string }>
  'authorize/answer': OperationTypes<{ tenant: string }>
  'token': OperationTypes<{ tenant: string }>
  'devicecode': OperationTypes<{ tenant: string }>
  'logout': OperationTypes<{ tenant: string }>
  'logout/post': OperationTypes<{ tenant: string }>
  'devicelogin': OperationTypes<Record<never, string>>
  'devicelogin/answer': OperationTypes<Record<never, string>>
  'deviceauth': OperationTypes<{ tenant: string }>
  'deviceauth/answer': OperationTypes<{ tenant: string }>
  'v1/discovery': OperationTypes<{ tenant: string }>
  'v1/keys': OperationTypes<{ tenant: string }>
  'v1/authorize': OperationTypes<{ tenant: string }>
  'v1/authorize/answer': OperationTypes<{ tenant: string }>
  'v1/token': OperationTypes<{ tenant: string }>
  'v1/logout': OperationTypes<{ tenant: string }>
  'userrealm': OperationTypes<{ username: string }>
  'userrealm/older': OperationTypes<{ username: string }>
  'instance': OperationTypes<Record<never, string>>
  'userinfo': OperationTypes<Record<never, string>>
  'userinfo/post': OperationTypes<Record<never, string>>
  'v1/userinfo': OperationTypes<{ tenant: string }>
  'v1/userinfo/post': OperationTypes<{ tenant: string }>
  'user-get/me': OperationTypes<Record<never, string>>
  'user-update/me': OperationTypes<Record<never, string>, object>
  'profilephoto-get/me': OperationTypes<Record<never, string>>
  'profilephoto-get/me-size': OperationTypes<{ size: string }>
  'user-list': OperationTypes<Record<never, string>>
  'user-count': OperationTypes<Record<never, string>>
  'user-post-users': OperationTypes<Record<never, string>, object>
  'user-get': OperationTypes<{ id: string }>
  'user-update': OperationTypes<{ id: string }, object>
  'user-delete': OperationTypes<{ id: string }>
  'profilephoto-get': OperationTypes<{ id: string }>
}
