// Written by npm run answers from what the handlers of the operations answer. Do not edit.
import type { JsonValue } from '#core/calls/received-call.ts'

type Discovery = { token_endpoint: string; token_endpoint_auth_methods_supported: string[]; jwks_uri: string; response_modes_supported: string[]; subject_types_supported: string[]; id_token_signing_alg_values_supported: string[]; response_types_supported: string[]; scopes_supported: string[]; issuer: string; request_uri_parameter_supported: boolean; userinfo_endpoint: string; authorization_endpoint: string; device_authorization_endpoint: string; http_logout_supported: boolean; frontchannel_logout_supported: boolean; end_session_endpoint: string; claims_supported: string[]; tenant_region_scope: null; cloud_instance_name: string; cloud_graph_host_name: string; msgraph_host: string }
type OlderDiscovery = { token_endpoint: string; token_endpoint_auth_methods_supported: string[]; jwks_uri: string; response_modes_supported: string[]; subject_types_supported: string[]; id_token_signing_alg_values_supported: string[]; response_types_supported: string[]; scopes_supported: string[]; issuer: string; microsoft_multi_refresh_token: boolean; authorization_endpoint: string; http_logout_supported: boolean; frontchannel_logout_supported: boolean; end_session_endpoint: string; claims_supported: string[]; userinfo_endpoint: string; tenant_region_scope: null; cloud_instance_name: string; cloud_graph_host_name: string; msgraph_host: string }
type UserRealm = { cloud_instance_name: string; cloud_audience_urn: string; account_type: string; domain_name: string; ver: string }
type UserRealm2 = { cloud_instance_name: string; cloud_audience_urn: string; account_type: string; ver: string }
type Metadata = { preferred_network: string; preferred_cache: string; aliases: string[] }
type Instance = { tenant_discovery_endpoint: string; "api-version": string; metadata: Metadata[] }
type Entity = { "@odata.context": string; [name: string]: JsonValue | undefined }
type Page = { value: { [name: string]: JsonValue }[]; "@odata.nextLink"?: string; "@odata.count"?: number; "@odata.context": string }
type UserPostUsers = { "@odata.context": string; id: string; [name: string]: JsonValue | undefined }
type Metadata2 = { "@odata.context": string; "@odata.mediaContentType": "image/jpeg" | "image/png"; "@odata.mediaEtag": string; id: string; height: number; width: number }
type ReferenceRoutes = { "@odata.context": string; value: { "@odata.id": string }[] }
type DirectoryobjectGetbyids = { "@odata.context": string; value: { [name: string]: JsonValue }[] }
type Entity2 = { deletedDateTime: string; "@odata.context": string; [name: string]: JsonValue | undefined }
type VerifiedDomains = { capabilities: string; isDefault: boolean; isInitial: boolean; name: string; type: string }
type Organization = { id: string; deletedDateTime: null; businessPhones: never[]; city: null; country: null; countryLetterCode: null; displayName: string; preferredLanguage: null; tenantType: string; verifiedDomains: VerifiedDomains[] }
type OrganizationGet = { id: string; deletedDateTime: null; businessPhones: never[]; city: null; country: null; countryLetterCode: null; displayName: string; preferredLanguage: null; tenantType: string; verifiedDomains: VerifiedDomains[]; "@odata.context": string }
type Response = { id: string; status: number; headers: { [name: string]: string }; body?: JsonValue }

/** The answers of the operations of oidc-c, as far as their handlers say what they answer. */
export interface OidcCAnswers {
  'discovery': Discovery
  'keys': { keys: JsonValue[] }
  'authorize': null | string
  'authorize/answer': null | string
  'token': { [name: string]: number | string }
  'devicecode': { [name: string]: number | string }
  'logout': null | string
  'logout/post': null | string
  'devicelogin': string
  'devicelogin/answer': null | string
  'deviceauth': string
  'deviceauth/answer': null | string
  'v1/discovery': OlderDiscovery
  'v1/keys': { keys: JsonValue[] }
  'v1/authorize': null | string
  'v1/authorize/answer': null | string
  'v1/token': { [name: string]: number | string }
  'v1/logout': null | string
  'userrealm': UserRealm | UserRealm2
  'userrealm/older': UserRealm | UserRealm2
  'instance': Instance
  'userinfo': { [name: string]: JsonValue }
  'userinfo/post': { [name: string]: JsonValue }
  'v1/userinfo': { [name: string]: JsonValue }
  'v1/userinfo/post': { [name: string]: JsonValue }
  'user-get/me': Entity
  'user-update/me': null
  'user-list': Page
  'user-count': string
  'user-post-users': UserPostUsers
  'user-get': Entity
  'user-update': null
  'user-delete': null
  'profilephoto-get/me-metadata': Metadata2
  'profilephoto-get/me': null | string
  'profilephoto-get/me-size': null | string
  'profilephoto-update/me': null
  'profilephoto-update/me-patch': null
  'profilephoto-delete/me': null
  'profilephoto-get/metadata': Metadata2
  'profilephoto-get': null | string
  'profilephoto-get/size': null | string
  'profilephoto-update': null
  'profilephoto-update/patch': null
  'profilephoto-delete': null
  'user-get-manager/me': Entity
  'user-get-manager': Entity
  'user-get-manager-ref': { "@odata.context": string; "@odata.id": string }
  'user-put-manager': null
  'user-delete-manager': null
  'group-list': Page
  'group-count': string
  'group-post-groups': Entity
  'group-get': Entity
  'group-update': null
  'group-delete': null
  'group-list-members-ref': ReferenceRoutes
  'group-post-members': null
  'group-delete-members': null
  'group-list-owners-ref': ReferenceRoutes
  'group-post-owners': null
  'group-delete-owners': null
  'me-list-memberOf': Page
  'me-count-memberOf': string
  'me-list-memberOf-cast': Page
  'user-list-memberOf': Page
  'user-count-memberOf': string
  'user-list-memberOf-cast': Page
  'group-list-memberOf': Page
  'group-count-memberOf': string
  'group-list-memberOf-cast': Page
  'me-list-transitiveMemberOf': Page
  'me-count-transitiveMemberOf': string
  'me-list-transitiveMemberOf-cast': Page
  'user-list-transitiveMemberOf': Page
  'user-count-transitiveMemberOf': string
  'user-list-transitiveMemberOf-cast': Page
  'group-list-transitiveMemberOf': Page
  'group-count-transitiveMemberOf': string
  'group-list-transitiveMemberOf-cast': Page
  'group-list-members': Page
  'group-count-members': string
  'group-list-members-cast': Page
  'group-list-transitiveMembers': Page
  'group-count-transitiveMembers': string
  'group-list-transitiveMembers-cast': Page
  'group-list-owners': Page
  'group-count-owners': string
  'group-list-owners-cast': Page
  'me-list-directReports': Page
  'me-count-directReports': string
  'me-list-directReports-cast': Page
  'user-list-directReports': Page
  'user-count-directReports': string
  'user-list-directReports-cast': Page
  'me-getmembergroups': { "@odata.context": string; value: string[] }
  'me-getmemberobjects': { "@odata.context": string; value: string[] }
  'me-checkmembergroups': { "@odata.context": string; value: string[] }
  'me-checkmemberobjects': { "@odata.context": string; value: string[] }
  'user-getmembergroups': { "@odata.context": string; value: string[] }
  'user-getmemberobjects': { "@odata.context": string; value: string[] }
  'user-checkmembergroups': { "@odata.context": string; value: string[] }
  'user-checkmemberobjects': { "@odata.context": string; value: string[] }
  'group-getmembergroups': { "@odata.context": string; value: string[] }
  'group-getmemberobjects': { "@odata.context": string; value: string[] }
  'group-checkmembergroups': { "@odata.context": string; value: string[] }
  'group-checkmemberobjects': { "@odata.context": string; value: string[] }
  'directoryobject-getmembergroups': { "@odata.context": string; value: string[] }
  'directoryobject-getmemberobjects': { "@odata.context": string; value: string[] }
  'directoryobject-checkmembergroups': { "@odata.context": string; value: string[] }
  'directoryobject-checkmemberobjects': { "@odata.context": string; value: string[] }
  'directoryobject-get': Entity
  'directoryobject-getbyids': DirectoryobjectGetbyids
  'directory-deleteditems-list': Entity2 | Page
  'directory-deleteditems-restore': Entity
  'directory-deleteditems-delete': null
  'organization-list': { "@odata.context": string; value: Organization[] }
  'organization-get': OrganizationGet
  'beta/user-get/me': Entity
  'beta/user-update/me': null
  'beta/user-list': Page
  'beta/user-count': string
  'beta/user-post-users': UserPostUsers
  'beta/user-get': Entity
  'beta/user-update': null
  'beta/user-delete': null
  'beta/profilephoto-get/me-metadata': Metadata2
  'beta/profilephoto-get/me': null | string
  'beta/profilephoto-get/me-size': null | string
  'beta/profilephoto-update/me': null
  'beta/profilephoto-update/me-patch': null
  'beta/profilephoto-delete/me': null
  'beta/profilephoto-get/metadata': Metadata2
  'beta/profilephoto-get': null | string
  'beta/profilephoto-get/size': null | string
  'beta/profilephoto-update': null
  'beta/profilephoto-update/patch': null
  'beta/profilephoto-delete': null
  'beta/user-get-manager/me': Entity
  'beta/user-get-manager': Entity
  'beta/user-get-manager-ref': { "@odata.context": string; "@odata.id": string }
  'beta/user-put-manager': null
  'beta/user-delete-manager': null
  'beta/group-list': Page
  'beta/group-count': string
  'beta/group-post-groups': Entity
  'beta/group-get': Entity
  'beta/group-update': null
  'beta/group-delete': null
  'beta/group-list-members-ref': ReferenceRoutes
  'beta/group-post-members': null
  'beta/group-delete-members': null
  'beta/group-list-owners-ref': ReferenceRoutes
  'beta/group-post-owners': null
  'beta/group-delete-owners': null
  'beta/me-list-memberOf': Page
  'beta/me-count-memberOf': string
  'beta/me-list-memberOf-cast': Page
  'beta/user-list-memberOf': Page
  'beta/user-count-memberOf': string
  'beta/user-list-memberOf-cast': Page
  'beta/group-list-memberOf': Page
  'beta/group-count-memberOf': string
  'beta/group-list-memberOf-cast': Page
  'beta/me-list-transitiveMemberOf': Page
  'beta/me-count-transitiveMemberOf': string
  'beta/me-list-transitiveMemberOf-cast': Page
  'beta/user-list-transitiveMemberOf': Page
  'beta/user-count-transitiveMemberOf': string
  'beta/user-list-transitiveMemberOf-cast': Page
  'beta/group-list-transitiveMemberOf': Page
  'beta/group-count-transitiveMemberOf': string
  'beta/group-list-transitiveMemberOf-cast': Page
  'beta/group-list-members': Page
  'beta/group-count-members': string
  'beta/group-list-members-cast': Page
  'beta/group-list-transitiveMembers': Page
  'beta/group-count-transitiveMembers': string
  'beta/group-list-transitiveMembers-cast': Page
  'beta/group-list-owners': Page
  'beta/group-count-owners': string
  'beta/group-list-owners-cast': Page
  'beta/me-list-directReports': Page
  'beta/me-count-directReports': string
  'beta/me-list-directReports-cast': Page
  'beta/user-list-directReports': Page
  'beta/user-count-directReports': string
  'beta/user-list-directReports-cast': Page
  'beta/me-getmembergroups': { "@odata.context": string; value: string[] }
  'beta/me-getmemberobjects': { "@odata.context": string; value: string[] }
  'beta/me-checkmembergroups': { "@odata.context": string; value: string[] }
  'beta/me-checkmemberobjects': { "@odata.context": string; value: string[] }
  'beta/user-getmembergroups': { "@odata.context": string; value: string[] }
  'beta/user-getmemberobjects': { "@odata.context": string; value: string[] }
  'beta/user-checkmembergroups': { "@odata.context": string; value: string[] }
  'beta/user-checkmemberobjects': { "@odata.context": string; value: string[] }
  'beta/group-getmembergroups': { "@odata.context": string; value: string[] }
  'beta/group-getmemberobjects': { "@odata.context": string; value: string[] }
  'beta/group-checkmembergroups': { "@odata.context": string; value: string[] }
  'beta/group-checkmemberobjects': { "@odata.context": string; value: string[] }
  'beta/directoryobject-getmembergroups': { "@odata.context": string; value: string[] }
  'beta/directoryobject-getmemberobjects': { "@odata.context": string; value: string[] }
  'beta/directoryobject-checkmembergroups': { "@odata.context": string; value: string[] }
  'beta/directoryobject-checkmemberobjects': { "@odata.context": string; value: string[] }
  'beta/directoryobject-get': Entity
  'beta/directoryobject-getbyids': DirectoryobjectGetbyids
  'beta/directory-deleteditems-list': Entity2 | Page
  'beta/directory-deleteditems-restore': Entity
  'beta/directory-deleteditems-delete': null
  'beta/organization-list': { "@odata.context": string; value: Organization[] }
  'beta/organization-get': OrganizationGet
  'batch': { responses: Response[] }
  'beta/batch': { responses: Response[] }
}
