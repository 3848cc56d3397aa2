// Written by npm run answers from what the handlers of the operations answer. Do not edit.
import type { JsonValue } from '#core/calls/received-call.ts'

type Discovery = { token_endpoint: string; token_endpoint_auth_methods_supported: string[]; jwks_uri: string; response_modes_supported: string[]; subject_types_supported: string[]; id_token_signing_alg_values_supported: string[]; response_types_supported: string[]; scopes_supported: string[]; issuer: string; request_uri_parameter_supported: boolean; userinfo_endpoint: string; authorization_endpoint: string; device_authorization_endpoint: string; http_logout_supported: boolean; frontchannel_logout_supported: boolean; end_session_endpoint: string; claims_supported: string[]; tenant_region_scope: null; cloud_instance_name: string; cloud_graph_host_name: string; msgraph_host: string }
type OlderDiscovery = { token_endpoint: string; token_endpoint_auth_methods_supported: string[]; jwks_uri: string; response_modes_supported: string[]; subject_types_supported: string[]; id_token_signing_alg_values_supported: string[]; response_types_supported: string[]; scopes_supported: string[]; issuer: string; microsoft_multi_refresh_token: boolean; authorization_endpoint: string; http_logout_supported: boolean; frontchannel_logout_supported: boolean; end_session_endpoint: string; claims_supported: string[]; userinfo_endpoint: string; tenant_region_scope: null; cloud_instance_name: string; cloud_graph_host_name: string; msgraph_host: string }
type UserRealm = { cloud_instance_name: string; cloud_audience_urn: string; account_type: string; domain_name: string; ver: string }
type UserRealm2 = { cloud_instance_name: string; cloud_audience_urn: string; account_type: string; ver: string }
type Metadata = { preferred_network: string; preferred_cache: string; aliases: string[] }
type Instance = { tenant_discovery_endpoint: string; "api-version": string; metadata: Metadata[] }
type Entity = { "@odata.context": string; [name: string]: JsonValue | undefined }
type Page = { value: { [name: string]: string | string[] | boolean | null }[]; "@odata.nextLink"?: string; "@odata.count"?: number; "@odata.context": string }
type UserPostUsers = { "@odata.context": string; id: string; [name: string]: JsonValue | undefined }

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
}
