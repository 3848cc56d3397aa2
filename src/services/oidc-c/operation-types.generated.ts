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
  'user-list': OperationTypes<Record<never, string>>
  'user-count': OperationTypes<Record<never, string>>
  'user-post-users': OperationTypes<Record<never, string>, object>
  'user-get': OperationTypes<{ id: string }>
  'user-update': OperationTypes<{ id: string }, object>
  'user-delete': OperationTypes<{ id: string }>
  'profilephoto-get/me-metadata': OperationTypes<Record<never, string>>
  'profilephoto-get/me': OperationTypes<Record<never, string>>
  'profilephoto-get/me-size': OperationTypes<{ size: string }>
  'profilephoto-update/me': OperationTypes<Record<never, string>>
  'profilephoto-update/me-patch': OperationTypes<Record<never, string>>
  'profilephoto-delete/me': OperationTypes<Record<never, string>>
  'profilephoto-get/metadata': OperationTypes<{ id: string }>
  'profilephoto-get': OperationTypes<{ id: string }>
  'profilephoto-get/size': OperationTypes<{ id: string; size: string }>
  'profilephoto-update': OperationTypes<{ id: string }>
  'profilephoto-update/patch': OperationTypes<{ id: string }>
  'profilephoto-delete': OperationTypes<{ id: string }>
  'user-get-manager/me': OperationTypes<Record<never, string>>
  'user-get-manager': OperationTypes<{ id: string }>
  'user-get-manager-ref': OperationTypes<{ id: string }>
  'user-put-manager': OperationTypes<{ id: string }, { "@odata.id": string }>
  'user-delete-manager': OperationTypes<{ id: string }>
  'group-list': OperationTypes<Record<never, string>>
  'group-count': OperationTypes<Record<never, string>>
  'group-post-groups': OperationTypes<Record<never, string>, { description?: string | null; visibility?: "Private" | "Public" | "HiddenMembership" | null; "members@odata.bind"?: string[]; displayName: string; mailEnabled: boolean; mailNickname: string; securityEnabled: boolean; groupTypes?: ("Unified")[]; isAssignableToRole?: false | null; "owners@odata.bind"?: string[] }>
  'group-get': OperationTypes<{ id: string }>
  'group-update': OperationTypes<{ id: string }, { description?: string | null; visibility?: "Private" | "Public" | "HiddenMembership" | null; "members@odata.bind"?: string[]; displayName?: string; mailNickname?: string; securityEnabled?: boolean }>
  'group-delete': OperationTypes<{ id: string }>
  'group-list-members-ref': OperationTypes<{ id: string }>
  'group-post-members': OperationTypes<{ id: string }, { "@odata.id": string }>
  'group-delete-members': OperationTypes<{ id: string; object: string }>
  'group-list-owners-ref': OperationTypes<{ id: string }>
  'group-post-owners': OperationTypes<{ id: string }, { "@odata.id": string }>
  'group-delete-owners': OperationTypes<{ id: string; object: string }>
  'me-list-memberOf': OperationTypes<Record<never, string>>
  'me-count-memberOf': OperationTypes<Record<never, string>>
  'me-list-memberOf-cast': OperationTypes<{ cast: string }>
  'user-list-memberOf': OperationTypes<{ id: string }>
  'user-count-memberOf': OperationTypes<{ id: string }>
  'user-list-memberOf-cast': OperationTypes<{ id: string; cast: string }>
  'group-list-memberOf': OperationTypes<{ id: string }>
  'group-count-memberOf': OperationTypes<{ id: string }>
  'group-list-memberOf-cast': OperationTypes<{ id: string; cast: string }>
  'me-list-transitiveMemberOf': OperationTypes<Record<never, string>>
  'me-count-transitiveMemberOf': OperationTypes<Record<never, string>>
  'me-list-transitiveMemberOf-cast': OperationTypes<{ cast: string }>
  'user-list-transitiveMemberOf': OperationTypes<{ id: string }>
  'user-count-transitiveMemberOf': OperationTypes<{ id: string }>
  'user-list-transitiveMemberOf-cast': OperationTypes<{ id: string; cast: string }>
  'group-list-transitiveMemberOf': OperationTypes<{ id: string }>
  'group-count-transitiveMemberOf': OperationTypes<{ id: string }>
  'group-list-transitiveMemberOf-cast': OperationTypes<{ id: string; cast: string }>
  'group-list-members': OperationTypes<{ id: string }>
  'group-count-members': OperationTypes<{ id: string }>
  'group-list-members-cast': OperationTypes<{ id: string; cast: string }>
  'group-list-transitiveMembers': OperationTypes<{ id: string }>
  'group-count-transitiveMembers': OperationTypes<{ id: string }>
  'group-list-transitiveMembers-cast': OperationTypes<{ id: string; cast: string }>
  'group-list-owners': OperationTypes<{ id: string }>
  'group-count-owners': OperationTypes<{ id: string }>
  'group-list-owners-cast': OperationTypes<{ id: string; cast: string }>
  'me-list-directReports': OperationTypes<Record<never, string>>
  'me-count-directReports': OperationTypes<Record<never, string>>
  'me-list-directReports-cast': OperationTypes<{ cast: string }>
  'user-list-directReports': OperationTypes<{ id: string }>
  'user-count-directReports': OperationTypes<{ id: string }>
  'user-list-directReports-cast': OperationTypes<{ id: string; cast: string }>
  'me-getmembergroups': OperationTypes<Record<never, string>, { securityEnabledOnly?: boolean | null }>
  'me-getmemberobjects': OperationTypes<Record<never, string>, { securityEnabledOnly?: boolean | null }>
  'me-checkmembergroups': OperationTypes<Record<never, string>, { groupIds: string[] }>
  'me-checkmemberobjects': OperationTypes<Record<never, string>, { ids: string[]; types?: string[] }>
  'user-getmembergroups': OperationTypes<{ id: string }, { securityEnabledOnly?: boolean | null }>
  'user-getmemberobjects': OperationTypes<{ id: string }, { securityEnabledOnly?: boolean | null }>
  'user-checkmembergroups': OperationTypes<{ id: string }, { groupIds: string[] }>
  'user-checkmemberobjects': OperationTypes<{ id: string }, { ids: string[]; types?: string[] }>
  'group-getmembergroups': OperationTypes<{ id: string }, { securityEnabledOnly?: boolean | null }>
  'group-getmemberobjects': OperationTypes<{ id: string }, { securityEnabledOnly?: boolean | null }>
  'group-checkmembergroups': OperationTypes<{ id: string }, { groupIds: string[] }>
  'group-checkmemberobjects': OperationTypes<{ id: string }, { ids: string[]; types?: string[] }>
  'directoryobject-getmembergroups': OperationTypes<{ id: string }, { securityEnabledOnly?: boolean | null }>
  'directoryobject-getmemberobjects': OperationTypes<{ id: string }, { securityEnabledOnly?: boolean | null }>
  'directoryobject-checkmembergroups': OperationTypes<{ id: string }, { groupIds: string[] }>
  'directoryobject-checkmemberobjects': OperationTypes<{ id: string }, { ids: string[]; types?: string[] }>
  'directoryobject-get': OperationTypes<{ id: string }>
  'directoryobject-getbyids': OperationTypes<Record<never, string>, { ids: string[]; types?: string[] }>
  'directory-deleteditems-list': OperationTypes<{ id: string }>
  'directory-deleteditems-restore': OperationTypes<{ id: string }>
  'directory-deleteditems-delete': OperationTypes<{ id: string }>
  'organization-list': OperationTypes<Record<never, string>>
  'organization-get': OperationTypes<{ id: string }>
  'beta/user-get/me': OperationTypes<Record<never, string>>
  'beta/user-update/me': OperationTypes<Record<never, string>, object>
  'beta/user-list': OperationTypes<Record<never, string>>
  'beta/user-count': OperationTypes<Record<never, string>>
  'beta/user-post-users': OperationTypes<Record<never, string>, object>
  'beta/user-get': OperationTypes<{ id: string }>
  'beta/user-update': OperationTypes<{ id: string }, object>
  'beta/user-delete': OperationTypes<{ id: string }>
  'beta/profilephoto-get/me-metadata': OperationTypes<Record<never, string>>
  'beta/profilephoto-get/me': OperationTypes<Record<never, string>>
  'beta/profilephoto-get/me-size': OperationTypes<{ size: string }>
  'beta/profilephoto-update/me': OperationTypes<Record<never, string>>
  'beta/profilephoto-update/me-patch': OperationTypes<Record<never, string>>
  'beta/profilephoto-delete/me': OperationTypes<Record<never, string>>
  'beta/profilephoto-get/metadata': OperationTypes<{ id: string }>
  'beta/profilephoto-get': OperationTypes<{ id: string }>
  'beta/profilephoto-get/size': OperationTypes<{ id: string; size: string }>
  'beta/profilephoto-update': OperationTypes<{ id: string }>
  'beta/profilephoto-update/patch': OperationTypes<{ id: string }>
  'beta/profilephoto-delete': OperationTypes<{ id: string }>
  'beta/user-get-manager/me': OperationTypes<Record<never, string>>
  'beta/user-get-manager': OperationTypes<{ id: string }>
  'beta/user-get-manager-ref': OperationTypes<{ id: string }>
  'beta/user-put-manager': OperationTypes<{ id: string }, { "@odata.id": string }>
  'beta/user-delete-manager': OperationTypes<{ id: string }>
  'beta/group-list': OperationTypes<Record<never, string>>
  'beta/group-count': OperationTypes<Record<never, string>>
  'beta/group-post-groups': OperationTypes<Record<never, string>, { description?: string | null; visibility?: "Private" | "Public" | "HiddenMembership" | null; "members@odata.bind"?: string[]; displayName: string; mailEnabled: boolean; mailNickname: string; securityEnabled: boolean; groupTypes?: ("Unified")[]; isAssignableToRole?: false | null; "owners@odata.bind"?: string[] }>
  'beta/group-get': OperationTypes<{ id: string }>
  'beta/group-update': OperationTypes<{ id: string }, { description?: string | null; visibility?: "Private" | "Public" | "HiddenMembership" | null; "members@odata.bind"?: string[]; displayName?: string; mailNickname?: string; securityEnabled?: boolean }>
  'beta/group-delete': OperationTypes<{ id: string }>
  'beta/group-list-members-ref': OperationTypes<{ id: string }>
  'beta/group-post-members': OperationTypes<{ id: string }, { "@odata.id": string }>
  'beta/group-delete-members': OperationTypes<{ id: string; object: string }>
  'beta/group-list-owners-ref': OperationTypes<{ id: string }>
  'beta/group-post-owners': OperationTypes<{ id: string }, { "@odata.id": string }>
  'beta/group-delete-owners': OperationTypes<{ id: string; object: string }>
  'beta/me-list-memberOf': OperationTypes<Record<never, string>>
  'beta/me-count-memberOf': OperationTypes<Record<never, string>>
  'beta/me-list-memberOf-cast': OperationTypes<{ cast: string }>
  'beta/user-list-memberOf': OperationTypes<{ id: string }>
  'beta/user-count-memberOf': OperationTypes<{ id: string }>
  'beta/user-list-memberOf-cast': OperationTypes<{ id: string; cast: string }>
  'beta/group-list-memberOf': OperationTypes<{ id: string }>
  'beta/group-count-memberOf': OperationTypes<{ id: string }>
  'beta/group-list-memberOf-cast': OperationTypes<{ id: string; cast: string }>
  'beta/me-list-transitiveMemberOf': OperationTypes<Record<never, string>>
  'beta/me-count-transitiveMemberOf': OperationTypes<Record<never, string>>
  'beta/me-list-transitiveMemberOf-cast': OperationTypes<{ cast: string }>
  'beta/user-list-transitiveMemberOf': OperationTypes<{ id: string }>
  'beta/user-count-transitiveMemberOf': OperationTypes<{ id: string }>
  'beta/user-list-transitiveMemberOf-cast': OperationTypes<{ id: string; cast: string }>
  'beta/group-list-transitiveMemberOf': OperationTypes<{ id: string }>
  'beta/group-count-transitiveMemberOf': OperationTypes<{ id: string }>
  'beta/group-list-transitiveMemberOf-cast': OperationTypes<{ id: string; cast: string }>
  'beta/group-list-members': OperationTypes<{ id: string }>
  'beta/group-count-members': OperationTypes<{ id: string }>
  'beta/group-list-members-cast': OperationTypes<{ id: string; cast: string }>
  'beta/group-list-transitiveMembers': OperationTypes<{ id: string }>
  'beta/group-count-transitiveMembers': OperationTypes<{ id: string }>
  'beta/group-list-transitiveMembers-cast': OperationTypes<{ id: string; cast: string }>
  'beta/group-list-owners': OperationTypes<{ id: string }>
  'beta/group-count-owners': OperationTypes<{ id: string }>
  'beta/group-list-owners-cast': OperationTypes<{ id: string; cast: string }>
  'beta/me-list-directReports': OperationTypes<Record<never, string>>
  'beta/me-count-directReports': OperationTypes<Record<never, string>>
  'beta/me-list-directReports-cast': OperationTypes<{ cast: string }>
  'beta/user-list-directReports': OperationTypes<{ id: string }>
  'beta/user-count-directReports': OperationTypes<{ id: string }>
  'beta/user-list-directReports-cast': OperationTypes<{ id: string; cast: string }>
  'beta/me-getmembergroups': OperationTypes<Record<never, string>, { securityEnabledOnly?: boolean | null }>
  'beta/me-getmemberobjects': OperationTypes<Record<never, string>, { securityEnabledOnly?: boolean | null }>
  'beta/me-checkmembergroups': OperationTypes<Record<never, string>, { groupIds: string[] }>
  'beta/me-checkmemberobjects': OperationTypes<Record<never, string>, { ids: string[]; types?: string[] }>
  'beta/user-getmembergroups': OperationTypes<{ id: string }, { securityEnabledOnly?: boolean | null }>
  'beta/user-getmemberobjects': OperationTypes<{ id: string }, { securityEnabledOnly?: boolean | null }>
  'beta/user-checkmembergroups': OperationTypes<{ id: string }, { groupIds: string[] }>
  'beta/user-checkmemberobjects': OperationTypes<{ id: string }, { ids: string[]; types?: string[] }>
  'beta/group-getmembergroups': OperationTypes<{ id: string }, { securityEnabledOnly?: boolean | null }>
  'beta/group-getmemberobjects': OperationTypes<{ id: string }, { securityEnabledOnly?: boolean | null }>
  'beta/group-checkmembergroups': OperationTypes<{ id: string }, { groupIds: string[] }>
  'beta/group-checkmemberobjects': OperationTypes<{ id: string }, { ids: string[]; types?: string[] }>
  'beta/directoryobject-getmembergroups': OperationTypes<{ id: string }, { securityEnabledOnly?: boolean | null }>
  'beta/directoryobject-getmemberobjects': OperationTypes<{ id: string }, { securityEnabledOnly?: boolean | null }>
  'beta/directoryobject-checkmembergroups': OperationTypes<{ id: string }, { groupIds: string[] }>
  'beta/directoryobject-checkmemberobjects': OperationTypes<{ id: string }, { ids: string[]; types?: string[] }>
  'beta/directoryobject-get': OperationTypes<{ id: string }>
  'beta/directoryobject-getbyids': OperationTypes<Record<never, string>, { ids: string[]; types?: string[] }>
  'beta/directory-deleteditems-list': OperationTypes<{ id: string }>
  'beta/directory-deleteditems-restore': OperationTypes<{ id: string }>
  'beta/directory-deleteditems-delete': OperationTypes<{ id: string }>
  'beta/organization-list': OperationTypes<Record<never, string>>
  'beta/organization-get': OperationTypes<{ id: string }>
  'batch': OperationTypes<Record<never, string>, { requests: ({ id: string | number; method: string; url: string; headers?: { [name: string]: string }; body?: unknown; dependsOn?: (string | number)[] })[] }>
  'beta/batch': OperationTypes<Record<never, string>, { requests: ({ id: string | number; method: string; url: string; headers?: { [name: string]: string }; body?: unknown; dependsOn?: (string | number)[] })[] }>
}
