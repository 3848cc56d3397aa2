// Written by npm run generate from the routes of the service. Do not edit.
import type { OperationTypes } from '#core/calls/received-call.ts'

/** The operations of auth-saas, each with the parameters of its path and its body. */
export interface AuthSaasOperations {
  'GetSignUp': OperationTypes<{ id: string }>
  'UpdateSignUp': OperationTypes<{ id: string }>
  'GetUserList': OperationTypes<Record<never, string>>
  'GetUsersCount': OperationTypes<Record<never, string>>
  'CreateUser': OperationTypes<Record<never, string>, object>
  'GetUser': OperationTypes<{ user_id: string }>
  'UpdateUser': OperationTypes<{ user_id: string }, object>
  'DeleteUser': OperationTypes<{ user_id: string }>
  'UsersBan': OperationTypes<Record<never, string>, { user_ids: string[] }>
  'UsersUnban': OperationTypes<Record<never, string>, { user_ids: string[] }>
  'BanUser': OperationTypes<{ user_id: string }>
  'UnbanUser': OperationTypes<{ user_id: string }>
  'LockUser': OperationTypes<{ user_id: string }>
  'UnlockUser': OperationTypes<{ user_id: string }>
  'UpdateUserMetadata': OperationTypes<{ user_id: string }, { public_metadata?: { [name: string]: unknown }; private_metadata?: { [name: string]: unknown }; unsafe_metadata?: { [name: string]: unknown } }>
  'ReplaceUserMetadata': OperationTypes<{ user_id: string }, { public_metadata?: { [name: string]: unknown }; private_metadata?: { [name: string]: unknown }; unsafe_metadata?: { [name: string]: unknown } }>
  'VerifyPassword': OperationTypes<{ user_id: string }, { password: string }>
  'VerifyTOTP': OperationTypes<{ user_id: string }, { code: string }>
  'DisableMFA': OperationTypes<{ user_id: string }>
  'DeleteTOTP': OperationTypes<{ user_id: string }>
  'DeleteBackupCode': OperationTypes<{ user_id: string }>
  'SetPasswordCompromised': OperationTypes<{ user_id: string }>
  'UnsetPasswordCompromised': OperationTypes<{ user_id: string }>
  'RemovePassword': OperationTypes<{ user_id: string }>
  'GetOAuthAccessToken': OperationTypes<{ user_id: string; provider: string }>
  'ListUserTrustedDevices': OperationTypes<{ user_id: string }>
  'RevokeUserTrustedDevice': OperationTypes<{ user_id: string; trusted_device_id: string }>
  'UsersGetOrganizationMemberships': OperationTypes<{ user_id: string }>
  'UsersGetOrganizationInvitations': OperationTypes<{ user_id: string }>
  'SetUserProfileImage': OperationTypes<{ user_id: string }>
  'DeleteUserProfileImage': OperationTypes<{ user_id: string }>
  'DeleteExternalAccount': OperationTypes<{ user_id: string; external_account_id: string }>
  'DeletePasskey': OperationTypes<{ user_id: string; passkey_id: string }>
  'DeleteWeb3Wallet': OperationTypes<{ user_id: string; wallet_id: string }>
  'CreateEmailAddress': OperationTypes<Record<never, string>, { user_id: string; email_address: string; verified?: boolean | null; primary?: boolean | null; notify_primary_email_address_changed?: boolean | null }>
  'GetEmailAddress': OperationTypes<{ email_address_id: string }>
  'UpdateEmailAddress': OperationTypes<{ email_address_id: string }, { verified?: boolean | null; primary?: boolean | null; notify_primary_email_address_changed?: boolean | null }>
  'DeleteEmailAddress': OperationTypes<{ email_address_id: string }>
  'ReplaceUserEmailAddress': OperationTypes<{ user_id: string }, { email_address: string; identification_status?: "verified" | "reserved" | "unverified" | null; notify_primary_email_address_changed?: boolean | null }>
  'ReplaceUserPhoneNumber': OperationTypes<{ user_id: string }, { phone_number: string; identification_status?: "verified" | "reserved" | "unverified" | null }>
  'CreatePhoneNumber': OperationTypes<Record<never, string>, { user_id: string; phone_number: string; verified?: boolean | null; primary?: boolean | null; reserved_for_second_factor?: boolean | null }>
  'GetPhoneNumber': OperationTypes<{ phone_number_id: string }>
  'UpdatePhoneNumber': OperationTypes<{ phone_number_id: string }, { verified?: boolean | null; primary?: boolean | null; reserved_for_second_factor?: boolean | null }>
  'DeletePhoneNumber': OperationTypes<{ phone_number_id: string }>
  'PrepareEmailAddressVerification': OperationTypes<{ email_address_id: string }>
  'AttemptEmailAddressVerification': OperationTypes<{ email_address_id: string }, { verification_id: string; code: string }>
  'PreparePhoneNumberVerification': OperationTypes<{ phone_number_id: string }>
  'AttemptPhoneNumberVerification': OperationTypes<{ phone_number_id: string }, { verification_id: string; code: string }>
  'GetSessionList': OperationTypes<Record<never, string>>
  'createSession': OperationTypes<Record<never, string>, { user_id: string; active_organization_id?: string | null }>
  'GetSession': OperationTypes<{ session_id: string }>
  'RevokeSession': OperationTypes<{ session_id: string }>
  'VerifySession': OperationTypes<{ session_id: string }, { token: string }>
  'RefreshSession': OperationTypes<{ session_id: string }, { expired_token: string; refresh_token: string; request_origin: string; request_headers?: { [name: string]: unknown } | null; format?: "token" | "cookie" | null; request_originating_ip?: string | null }>
  'CreateSessionToken': OperationTypes<{ session_id: string }, { expires_in_seconds?: number | null }>
  'CreateSessionTokenFromTemplate': OperationTypes<{ session_id: string; template_name: string }, { expires_in_seconds?: number | null }>
  'GetClientList': OperationTypes<Record<never, string>>
  'GetHandshakePayload': OperationTypes<Record<never, string>>
  'GetClient': OperationTypes<{ client_id: string }>
  'VerifyClient': OperationTypes<Record<never, string>, { token: string }>
  'GetJWKS': OperationTypes<Record<never, string>>
  'ListOrganizations': OperationTypes<Record<never, string>>
  'CreateOrganization': OperationTypes<Record<never, string>, { name: string; created_by?: string | null; private_metadata?: { [name: string]: unknown } | null; public_metadata?: { [name: string]: unknown } | null; slug?: string | null; max_allowed_memberships?: number | null; created_at?: string | null; role_set_key?: string | null }>
  'GetOrganization': OperationTypes<{ organization_id: string }>
  'UpdateOrganization': OperationTypes<{ organization_id: string }, { name?: string | null; slug?: string | null; max_allowed_memberships?: number | null; admin_delete_enabled?: boolean | null; created_at?: string | null; role_set_key?: string | null; public_metadata?: { [name: string]: unknown } | null; private_metadata?: { [name: string]: unknown } | null }>
  'DeleteOrganization': OperationTypes<{ organization_id: string }>
  'MergeOrganizationMetadata': OperationTypes<{ organization_id: string }, { public_metadata?: { [name: string]: unknown }; private_metadata?: { [name: string]: unknown } }>
  'ReplaceOrganizationMetadata': OperationTypes<{ organization_id: string }, { public_metadata?: { [name: string]: unknown }; private_metadata?: { [name: string]: unknown } }>
  'UploadOrganizationLogo': OperationTypes<{ organization_id: string }>
  'DeleteOrganizationLogo': OperationTypes<{ organization_id: string }>
  'ListOrganizationMemberships': OperationTypes<{ organization_id: string }>
  'CreateOrganizationMembership': OperationTypes<{ organization_id: string }, { user_id: string; role: string; public_metadata?: { [name: string]: unknown } | null; private_metadata?: { [name: string]: unknown } | null }>
  'UpdateOrganizationMembership': OperationTypes<{ organization_id: string; user_id: string }, { role: string }>
  'DeleteOrganizationMembership': OperationTypes<{ organization_id: string; user_id: string }>
  'UpdateOrganizationMembershipMetadata': OperationTypes<{ organization_id: string; user_id: string }, { public_metadata?: { [name: string]: unknown }; private_metadata?: { [name: string]: unknown } }>
  'InstanceGetOrganizationMemberships': OperationTypes<Record<never, string>>
  'ListOrganizationInvitations': OperationTypes<{ organization_id: string }>
  'CreateOrganizationInvitation': OperationTypes<{ organization_id: string }, { email_address: string; inviter_user_id?: string | null; role: string; public_metadata?: { [name: string]: unknown } | null; private_metadata?: { [name: string]: unknown } | null; redirect_url?: string | null; expires_in_days?: number | null; notify?: boolean | null }>
  'CreateOrganizationInvitationBulk': OperationTypes<{ organization_id: string }, ({ email_address: string; inviter_user_id?: string | null; role: string; public_metadata?: { [name: string]: unknown } | null; private_metadata?: { [name: string]: unknown } | null; redirect_url?: string | null; expires_in_days?: number | null; notify?: boolean | null })[]>
  'GetOrganizationInvitation': OperationTypes<{ organization_id: string; invitation_id: string }>
  'RevokeOrganizationInvitation': OperationTypes<{ organization_id: string; invitation_id: string }, { requesting_user_id?: string | null }>
  'ListPendingOrganizationInvitations': OperationTypes<{ organization_id: string }>
  'ListInstanceOrganizationInvitations': OperationTypes<Record<never, string>>
  'ListOrganizationDomains': OperationTypes<{ organization_id: string }>
  'CreateOrganizationDomain': OperationTypes<{ organization_id: string }, { name: string; enrollment_mode?: "manual_invitation" | "automatic_invitation" | "automatic_suggestion" | "enterprise_sso"; verified?: boolean | null }>
  'UpdateOrganizationDomain': OperationTypes<{ organization_id: string; domain_id: string }, { enrollment_mode?: "manual_invitation" | "automatic_invitation" | "automatic_suggestion" | "enterprise_sso" | null; verified?: boolean | null; name?: string | null }>
  'VerifyOrganizationDomainOwnership': OperationTypes<{ organization_id: string; domain_id: string }>
  'ListAllOrganizationDomains': OperationTypes<Record<never, string>>
  'DeleteOrganizationDomain': OperationTypes<{ organization_id: string; domain_id: string }>
  'ListOrganizationRoles': OperationTypes<Record<never, string>>
  'CreateOrganizationRole': OperationTypes<Record<never, string>, { name: string; key: string; description?: string | null; permissions?: string[] | null; include_in_initial_role_set?: boolean | null }>
  'GetOrganizationRole': OperationTypes<{ organization_role_id: string }>
  'UpdateOrganizationRole': OperationTypes<{ organization_role_id: string }, { name?: string | null; key?: string | null; description?: string | null; permissions?: string[] | null }>
  'DeleteOrganizationRole': OperationTypes<{ organization_role_id: string }>
  'AssignPermissionToOrganizationRole': OperationTypes<{ organization_role_id: string; permission_id: string }>
  'RemovePermissionFromOrganizationRole': OperationTypes<{ organization_role_id: string; permission_id: string }>
  'ListOrganizationPermissions': OperationTypes<Record<never, string>>
  'CreateOrganizationPermission': OperationTypes<Record<never, string>, { name: string; key: string; description?: string | null }>
  'GetOrganizationPermission': OperationTypes<{ permission_id: string }>
  'UpdateOrganizationPermission': OperationTypes<{ permission_id: string }, { name?: string | null; key?: string | null; description?: string | null }>
  'DeleteOrganizationPermission': OperationTypes<{ permission_id: string }>
  'ListRoleSets': OperationTypes<Record<never, string>>
  'CreateRoleSet': OperationTypes<Record<never, string>, { name: string; key?: string | null; description?: string | null; default_role_key: string; creator_role_key: string; type?: "initial" | "custom"; roles: string[] }>
  'GetRoleSet': OperationTypes<{ role_set_id: string }>
  'UpdateRoleSet': OperationTypes<{ role_set_id: string }, { name?: string | null; key?: string | null; description?: string | null; type?: "initial" | null; default_role_key?: string | null; creator_role_key?: string | null }>
  'AddRolesToRoleSet': OperationTypes<{ role_set_id: string }, { role_keys: string[]; default_role_key?: string | null; creator_role_key?: string | null }>
  'ReplaceRoleInRoleSet': OperationTypes<{ role_set_id: string }, { role_key: string; to_role_key: string }>
  'ReplaceRoleSet': OperationTypes<{ role_set_id: string }, { dest_role_set_key: string; reassignment_mappings?: { [name: string]: string } }>
  'ListInvitations': OperationTypes<Record<never, string>>
  'CreateInvitation': OperationTypes<Record<never, string>, { email_address: string; public_metadata?: { [name: string]: unknown } | null; redirect_url?: string | null; notify?: boolean | null; ignore_existing?: boolean | null; expires_in_days?: number | null; template_slug?: "invitation" | "waitlist_invitation" | null }>
  'CreateBulkInvitations': OperationTypes<Record<never, string>, ({ email_address: string; public_metadata?: { [name: string]: unknown } | null; redirect_url?: string | null; notify?: boolean | null; ignore_existing?: boolean | null; expires_in_days?: number | null; template_slug?: "invitation" | "waitlist_invitation" | null })[]>
  'RevokeInvitation': OperationTypes<{ invitation_id: string }>
  'DeleteInvitation': OperationTypes<{ invitation_id: string }>
  'ListAllowlistIdentifiers': OperationTypes<Record<never, string>>
  'CreateAllowlistIdentifier': OperationTypes<Record<never, string>, { identifier: string; notify?: boolean | null }>
  'DeleteAllowlistIdentifier': OperationTypes<{ identifier_id: string }>
  'ListBlocklistIdentifiers': OperationTypes<Record<never, string>>
  'CreateBlocklistIdentifier': OperationTypes<Record<never, string>, { identifier: string }>
  'DeleteBlocklistIdentifier': OperationTypes<{ identifier_id: string }>
  'ListWaitlistEntries': OperationTypes<Record<never, string>>
  'CreateWaitlistEntry': OperationTypes<Record<never, string>, { email_address: string; notify?: boolean | null }>
  'CreateBulkWaitlistEntries': OperationTypes<Record<never, string>, ({ email_address: string; notify?: boolean | null })[]>
  'InviteWaitlistEntry': OperationTypes<{ waitlist_entry_id: string }, { ignore_existing?: boolean | null }>
  'RejectWaitlistEntry': OperationTypes<{ waitlist_entry_id: string }>
  'DeletePendingWaitlistEntry': OperationTypes<{ waitlist_entry_id: string }>
  'GetInstance': OperationTypes<Record<never, string>>
  'UpdateInstance': OperationTypes<Record<never, string>, { test_mode?: boolean | null; hibp?: boolean | null; support_email?: "" | string | null; clerk_js_version?: string | null; development_origin?: string | null; allowed_origins?: string[] | null; cookieless_dev?: boolean | null; url_based_session_syncing?: boolean | null; enhanced_email_deliverability?: boolean | null; preferred_sign_in_strategy_when_password_required?: "password" | "otp" | "" | null }>
  'UpdateInstanceRestrictions': OperationTypes<Record<never, string>, { allowlist?: boolean | null; blocklist?: boolean | null; allowlist_blocklist_disabled_on_sign_in?: boolean | null; block_email_subaddresses?: boolean | null; block_disposable_email_domains?: boolean | null; ignore_dots_for_gmail_addresses?: boolean | null }>
  'GetInstanceOrganizationSettings': OperationTypes<Record<never, string>>
  'UpdateInstanceOrganizationSettings': OperationTypes<Record<never, string>, { enabled?: boolean | null; max_allowed_memberships?: number | null; admin_delete_enabled?: boolean | null; domains_enabled?: boolean | null; domains_enrollment_modes?: ("manual_invitation" | "automatic_invitation" | "automatic_suggestion")[] | null; creator_role_id?: string | null; domains_default_role_id?: string | null; slug_disabled?: boolean | null }>
  'ListDomains': OperationTypes<Record<never, string>>
  'AddDomain': OperationTypes<Record<never, string>, { name: string; is_satellite: boolean; proxy_url?: string | null }>
  'UpdateDomain': OperationTypes<{ domain_id: string }, { name?: string | null; proxy_url?: string | null; is_secondary?: boolean | null }>
  'DeleteDomain': OperationTypes<{ domain_id: string }>
  'ChangeProductionInstanceDomain': OperationTypes<Record<never, string>, { home_url?: string | null; is_secondary?: boolean | null }>
  'ChangeBetaDomain': OperationTypes<Record<never, string>, { home_url?: string | null; is_secondary?: boolean | null }>
  'UpdateProductionInstanceDomain': OperationTypes<Record<never, string>, { home_url?: string | null; is_secondary?: boolean | null }>
  'VerifyDomainProxy': OperationTypes<Record<never, string>, { domain_id: string; proxy_url: string }>
  'ListRedirectURLs': OperationTypes<Record<never, string>>
  'CreateRedirectURL': OperationTypes<Record<never, string>, { url: string }>
  'GetRedirectURL': OperationTypes<{ id: string }>
  'DeleteRedirectURL': OperationTypes<{ id: string }>
  'CreateSvixApp': OperationTypes<Record<never, string>>
  'GenerateSvixAuthURL': OperationTypes<Record<never, string>>
  'DeleteSvixApp': OperationTypes<Record<never, string>>
  'GetInstanceProtect': OperationTypes<Record<never, string>>
  'UpdateInstanceProtect': OperationTypes<Record<never, string>, { rules_enabled?: boolean | null; specter_enabled?: boolean | null }>
  'GetInstanceCommunication': OperationTypes<Record<never, string>>
  'UpdateInstanceCommunication': OperationTypes<Record<never, string>, { blocked_country_codes?: string[] | null }>
  'GetInstanceOAuthApplicationSettings': OperationTypes<Record<never, string>>
  'UpdateInstanceOAuthApplicationSettings': OperationTypes<Record<never, string>, { dynamic_oauth_client_registration?: boolean | null; default_scopes?: string[] | null; oauth_jwt_access_tokens?: boolean | null; client_id_metadata_documents_advertised?: boolean | null; client_id_metadata_documents_only_allow_pre_registered_clients?: boolean | null; client_id_metadata_documents_block_implicitly_allowed_clients?: boolean | null }>
  'UpdateInstanceAuthConfig': OperationTypes<Record<never, string>, { restricted_to_allowlist?: boolean | null; from_email_address?: string | null; progressive_sign_up?: boolean | null; test_mode?: boolean | null }>
  'GetTemplateList': OperationTypes<{ template_type: string }>
  'GetTemplate': OperationTypes<{ template_type: string; slug: string }>
  'UpsertTemplate': OperationTypes<{ template_type: string; slug: string }, { name?: string; markup?: string | null; delivered_by_clerk?: boolean | null; subject?: string | null; body?: string; from_email_name?: string; reply_to_email_name?: string }>
  'RevertTemplate': OperationTypes<{ template_type: string; slug: string }>
  'PreviewTemplate': OperationTypes<{ template_type: string; slug: string }, { subject?: string | null; body?: string; from_email_name?: string; reply_to_email_name?: string }>
  'ToggleTemplateDelivery': OperationTypes<{ template_type: string; slug: string }, { delivered_by_clerk?: boolean | null }>
  'ListJWTTemplates': OperationTypes<Record<never, string>>
  'CreateJWTTemplate': OperationTypes<Record<never, string>, { name: string; claims: { [name: string]: unknown }; lifetime?: number | null; allowed_clock_skew?: number | null; custom_signing_key?: boolean | null; signing_algorithm?: "RS256" | "RS384" | "RS512" | "HS256" | null; signing_key?: string | null }>
  'GetJWTTemplate': OperationTypes<{ template_id: string }>
  'UpdateJWTTemplate': OperationTypes<{ template_id: string }, { name?: string | null; claims?: { [name: string]: unknown } | null; lifetime?: number | null; allowed_clock_skew?: number | null; custom_signing_key?: boolean | null; signing_algorithm?: "RS256" | "RS384" | "RS512" | "HS256" | null; signing_key?: string | null }>
  'DeleteJWTTemplate': OperationTypes<{ template_id: string }>
  'CreateSignInToken': OperationTypes<Record<never, string>, { user_id: string; org_id?: string | null; expires_in_seconds?: number | null }>
  'RevokeSignInToken': OperationTypes<{ sign_in_token_id: string }>
  'CreateActorToken': OperationTypes<Record<never, string>, { user_id: string; actor: { sub: string }; expires_in_seconds?: number | null; session_max_duration_in_seconds?: number | null }>
  'RevokeActorToken': OperationTypes<{ actor_token_id: string }>
  'CreateTestingToken': OperationTypes<Record<never, string>>
  'ListMachines': OperationTypes<Record<never, string>>
  'CreateMachine': OperationTypes<Record<never, string>, { name: string; scoped_machines?: string[] | null; default_token_ttl?: number | null }>
  'GetMachine': OperationTypes<{ machine_id: string }>
  'UpdateMachine': OperationTypes<{ machine_id: string }, { name?: string | null; default_token_ttl?: number | null }>
  'DeleteMachine': OperationTypes<{ machine_id: string }>
  'GetMachineSecretKey': OperationTypes<{ machine_id: string }>
  'RotateMachineSecretKey': OperationTypes<{ machine_id: string }, { previous_token_ttl?: number | null }>
  'CreateMachineScope': OperationTypes<{ machine_id: string }, { to_machine_id: string }>
  'DeleteMachineScope': OperationTypes<{ machine_id: string; other_machine_id: string }>
  'ListM2MTokens': OperationTypes<Record<never, string>>
  'CreateM2MToken': OperationTypes<Record<never, string>, { seconds_until_expiration?: number | null; claims?: { [name: string]: unknown } | null; min_remaining_ttl_seconds?: number | null; token_format?: "opaque" | "jwt" | null }>
  'RevokeM2MToken': OperationTypes<{ token_id: string }, { revocation_reason?: string | null }>
  'VerifyM2MToken': OperationTypes<Record<never, string>, { token: string }>
  'ListApiKeys': OperationTypes<Record<never, string>>
  'CreateApiKey': OperationTypes<Record<never, string>, { type?: "api_key" | null; name: string; description?: string | null; subject: string; claims?: { [name: string]: unknown } | null; scopes?: string[] | null; created_by?: string | null; seconds_until_expiration?: number | null }>
  'GetApiKey': OperationTypes<{ api_key_id: string }>
  'UpdateApiKey': OperationTypes<{ api_key_id: string }, { subject?: string | null; description?: string | null; claims?: { [name: string]: unknown } | null; scopes?: string[] | null; seconds_until_expiration?: number | null }>
  'DeleteApiKey': OperationTypes<{ api_key_id: string }>
  'RevokeApiKey': OperationTypes<{ api_key_id: string }, { revocation_reason?: string | null }>
  'GetApiKeySecret': OperationTypes<{ api_key_id: string }>
  'VerifyApiKey': OperationTypes<Record<never, string>, { secret: string }>
  'ListOAuthApplications': OperationTypes<Record<never, string>>
  'CreateOAuthApplication': OperationTypes<Record<never, string>, { name: string; redirect_uris?: string[] | null; callback_url?: string | null; scopes?: string | null; consent_screen_enabled?: boolean | null; pkce_required?: boolean | null; public?: boolean | null }>
  'GetOAuthApplication': OperationTypes<{ oauth_application_id: string }>
  'UpdateOAuthApplication': OperationTypes<{ oauth_application_id: string }, { name?: string | null; redirect_uris?: string[] | null; callback_url?: string | null; scopes?: string | null; consent_screen_enabled?: boolean | null; pkce_required?: boolean | null; public?: boolean | null }>
  'DeleteOAuthApplication': OperationTypes<{ oauth_application_id: string }>
  'UploadOAuthApplicationLogo': OperationTypes<{ oauth_application_id: string }>
  'RotateOAuthApplicationSecret': OperationTypes<{ oauth_application_id: string }>
  'RevokeOAuthApplicationToken': OperationTypes<{ oauth_application_id: string }, { token: string }>
  'verifyOAuthAccessToken': OperationTypes<Record<never, string>, { access_token?: string | null; secret?: string | null }>
  'ListEnterpriseConnections': OperationTypes<Record<never, string>>
  'CreateEnterpriseConnection': OperationTypes<Record<never, string>, object>
  'GetEnterpriseConnection': OperationTypes<{ connection_id: string }>
  'UpdateEnterpriseConnection': OperationTypes<{ connection_id: string }, object>
  'DeleteEnterpriseConnection': OperationTypes<{ connection_id: string }>
  'ListEnterpriseConnectionTestRuns': OperationTypes<{ connection_id: string }>
  'CreateEnterpriseConnectionTestRun': OperationTypes<{ connection_id: string }>
  'ListSAMLConnections': OperationTypes<Record<never, string>>
  'CreateSAMLConnection': OperationTypes<Record<never, string>, object>
  'GetSAMLConnection': OperationTypes<{ saml_connection_id: string }>
  'UpdateSAMLConnection': OperationTypes<{ saml_connection_id: string }, object>
  'DeleteSAMLConnection': OperationTypes<{ saml_connection_id: string }>
  'ListSCIMDirectories': OperationTypes<Record<never, string>>
  'CreateSCIMDirectory': OperationTypes<Record<never, string>, { enterprise_connection_id: string; name?: string | null; provider: string; group_role_mappings?: ({ scim_group_id?: string | null; directory_group_id?: string | null; role_id: string; precedence?: number | null; scim_group_display_name?: string | null; directory_group_display_name?: string | null })[] | null }>
  'GetSCIMDirectory': OperationTypes<{ directory_id: string }>
  'UpdateSCIMDirectory': OperationTypes<{ directory_id: string }, { name?: string | null; enabled?: boolean | null; provider?: string | null; attribute_mapping?: { [name: string]: string | null } | null; group_role_mapping_enabled?: boolean | null }>
  'DeleteSCIMDirectory': OperationTypes<{ directory_id: string }>
  'RotateSCIMDirectoryAPIKey': OperationTypes<{ directory_id: string }>
  'ListSCIMGroupRoleMappings': OperationTypes<{ directory_id: string }>
  'CreateSCIMGroupRoleMapping': OperationTypes<{ directory_id: string }, { scim_group_id?: string | null; directory_group_id?: string | null; role_id: string; precedence?: number | null }>
  'ReplaceSCIMGroupRoleMappings': OperationTypes<{ directory_id: string }, { mappings: ({ scim_group_id?: string | null; directory_group_id?: string | null; role_id: string })[] }>
  'DeleteSCIMGroupRoleMapping': OperationTypes<{ directory_id: string; mapping_id: string }>
  'ListDirectories': OperationTypes<Record<never, string>>
  'CreateDirectory': OperationTypes<Record<never, string>, { enterprise_connection_id: string; name?: string | null; provider: string; group_role_mappings?: ({ scim_group_id?: string | null; directory_group_id?: string | null; role_id: string; precedence?: number | null; scim_group_display_name?: string | null; directory_group_display_name?: string | null })[] | null }>
  'GetDirectory': OperationTypes<{ directory_id: string }>
  'UpdateDirectory': OperationTypes<{ directory_id: string }, { name?: string | null; enabled?: boolean | null; provider?: string | null; attribute_mapping?: { [name: string]: string | null } | null; group_role_mapping_enabled?: boolean | null }>
  'DeleteDirectory': OperationTypes<{ directory_id: string }>
  'RotateDirectoryAPIKey': OperationTypes<{ directory_id: string }>
  'ListDirectoryGroupRoleMappings': OperationTypes<{ directory_id: string }>
  'CreateDirectoryGroupRoleMapping': OperationTypes<{ directory_id: string }, { scim_group_id?: string | null; directory_group_id?: string | null; role_id: string; precedence?: number | null }>
  'ReplaceDirectoryGroupRoleMappings': OperationTypes<{ directory_id: string }, { mappings: ({ scim_group_id?: string | null; directory_group_id?: string | null; role_id: string })[] }>
  'DeleteDirectoryGroupRoleMapping': OperationTypes<{ directory_id: string; mapping_id: string }>
  'CreateAgentTask': OperationTypes<Record<never, string>, { on_behalf_of: { user_id?: string | null; identifier?: string | null }; permissions: "*"; agent_name: string; task_description: string; redirect_url: string; session_max_duration_in_seconds?: number | null }>
  'RevokeAgentTask': OperationTypes<{ agent_task_id: string }>
  'createAdminPortalLinkToken': OperationTypes<Record<never, string>, { organization_id?: string; it_contact_id?: string; scopes?: string[]; seconds_until_expiration?: number }>
  'revokeAdminPortalLinkToken': OperationTypes<{ token_id: string }, { revocation_reason?: string | null }>
  'GetCommercePlanList': OperationTypes<Record<never, string>>
  'GetUserBillingSubscription': OperationTypes<{ user_id: string }>
  'GetOrganizationBillingSubscription': OperationTypes<{ organization_id: string }>
  'GetUserBillingCreditBalance': OperationTypes<{ user_id: string }>
  'AdjustUserBillingCreditBalance': OperationTypes<{ user_id: string }, { amount: number; action: "increase" | "decrease"; currency?: "USD"; idempotency_key: string; note?: string }>
  'GetOrganizationBillingCreditBalance': OperationTypes<{ organization_id: string }>
  'AdjustOrganizationBillingCreditBalance': OperationTypes<{ organization_id: string }, { amount: number; action: "increase" | "decrease"; currency?: "USD"; idempotency_key: string; note?: string }>
  'GetCommerceSubscriptionItemList': OperationTypes<Record<never, string>>
  'CancelCommerceSubscriptionItem': OperationTypes<{ subscription_item_id: string }>
  'ExtendBillingSubscriptionItemFreeTrial': OperationTypes<{ subscription_item_id: string }, { extend_to: string }>
  'GetBillingPriceList': OperationTypes<Record<never, string>>
  'CreateBillingPrice': OperationTypes<Record<never, string>, { plan_id: string; currency?: "USD"; amount: number | null; annual_monthly_amount?: number | null; description?: string | null; supported_billing_periods?: "month" | "annual" | "both" }>
  'CreateBillingPriceTransition': OperationTypes<{ subscription_item_id: string }, { from_price_id: string; to_price_id: string }>
  'ApplyBillingSubscriptionItemDiscount': OperationTypes<{ subscription_item_id: string }, { discount_id: string }>
  'RemoveBillingSubscriptionItemDiscount': OperationTypes<{ subscription_item_id: string; discount_id: string }>
  'GetBillingStatementList': OperationTypes<Record<never, string>>
  'GetBillingStatement': OperationTypes<{ statement_id: string }>
  'GetBillingStatementPaymentAttempts': OperationTypes<{ statement_id: string }>
  'frontend/getEnvironment': OperationTypes<Record<never, string>>
  'frontend/updateEnvironment': OperationTypes<Record<never, string>>
  'frontend/getHealth': OperationTypes<Record<never, string>>
  'frontend/createDevBrowser': OperationTypes<Record<never, string>>
  'frontend/getClient': OperationTypes<Record<never, string>>
  'frontend/createClient': OperationTypes<Record<never, string>>
  'frontend/deleteClient': OperationTypes<Record<never, string>>
  'frontend/touchClient': OperationTypes<Record<never, string>>
  'frontend/removeSessions': OperationTypes<Record<never, string>>
  'frontend/getSession': OperationTypes<{ session_id: string }>
  'frontend/touchSession': OperationTypes<{ session_id: string }>
  'frontend/endSession': OperationTypes<{ session_id: string }>
  'frontend/removeSession': OperationTypes<{ session_id: string }>
  'frontend/createSessionToken': OperationTypes<{ session_id: string }>
  'frontend/createSessionTokenFromTemplate': OperationTypes<{ session_id: string; template_name: string }>
  'frontend/handshake': OperationTypes<Record<never, string>>
  'frontend/acceptTicket': OperationTypes<Record<never, string>>
  'frontend/followLink': OperationTypes<Record<never, string>>
  'frontend/joinWaitlist': OperationTypes<Record<never, string>>
  'frontend/replaceClient': OperationTypes<Record<never, string>>
  'frontend/syncClient': OperationTypes<Record<never, string>>
  'frontend/linkClient': OperationTypes<Record<never, string>>
  'frontend/initDevBrowser': OperationTypes<Record<never, string>>
  'frontend/setFirstPartyCookie': OperationTypes<Record<never, string>>
  'frontend/clearSiteData': OperationTypes<Record<never, string>>
  'frontend/getAccountPortal': OperationTypes<Record<never, string>>
  'frontend/getProxyHealth': OperationTypes<Record<never, string>>
  'frontend/getAssetLinks': OperationTypes<Record<never, string>>
  'frontend/getAppSiteAssociation': OperationTypes<Record<never, string>>
  'frontend/getWebAuthnOrigins': OperationTypes<Record<never, string>>
  'frontend/startVerification': OperationTypes<{ session_id: string }>
  'frontend/prepareVerificationFirst': OperationTypes<{ session_id: string }>
  'frontend/attemptVerificationFirst': OperationTypes<{ session_id: string }>
  'frontend/prepareVerificationSecond': OperationTypes<{ session_id: string }>
  'frontend/attemptVerificationSecond': OperationTypes<{ session_id: string }>
  'frontend/createSignIn': OperationTypes<Record<never, string>>
  'frontend/getSignIn': OperationTypes<{ sign_in_id: string }>
  'frontend/prepareFirstFactor': OperationTypes<{ sign_in_id: string }>
  'frontend/attemptFirstFactor': OperationTypes<{ sign_in_id: string }>
  'frontend/prepareSecondFactor': OperationTypes<{ sign_in_id: string }>
  'frontend/attemptSecondFactor': OperationTypes<{ sign_in_id: string }>
  'frontend/resetPassword': OperationTypes<{ sign_in_id: string }>
  'frontend/createSignUp': OperationTypes<Record<never, string>>
  'frontend/getSignUp': OperationTypes<{ sign_up_id: string }>
  'frontend/updateSignUp': OperationTypes<{ sign_up_id: string }>
  'frontend/prepareVerification': OperationTypes<{ sign_up_id: string }>
  'frontend/attemptVerification': OperationTypes<{ sign_up_id: string }>
  'frontend/getMe': OperationTypes<Record<never, string>>
  'frontend/updateMe': OperationTypes<Record<never, string>>
  'frontend/updateMyMetadata': OperationTypes<Record<never, string>>
  'frontend/deleteMe': OperationTypes<Record<never, string>>
  'frontend/changePassword': OperationTypes<Record<never, string>>
  'frontend/removePassword': OperationTypes<Record<never, string>>
  'frontend/setProfileImage': OperationTypes<Record<never, string>>
  'frontend/deleteProfileImage': OperationTypes<Record<never, string>>
  'frontend/listMySessions': OperationTypes<Record<never, string>>
  'frontend/listMyActiveSessions': OperationTypes<Record<never, string>>
  'frontend/revokeMySession': OperationTypes<{ session_id: string }>
  'frontend/deleteMyExternalAccount': OperationTypes<{ external_account_id: string }>
  'frontend/revokeMyExternalAccountTokens': OperationTypes<{ external_account_id: string }>
  'frontend/createServiceToken': OperationTypes<Record<never, string>>
  'frontend/listMyExternalAccounts': OperationTypes<Record<never, string>>
  'frontend/connectMyExternalAccount': OperationTypes<Record<never, string>>
  'frontend/reauthorizeMyExternalAccount': OperationTypes<{ external_account_id: string }>
  'frontend/getOrganizationCreationDefaults': OperationTypes<Record<never, string>>
  'frontend/listMyMemberships': OperationTypes<Record<never, string>>
  'frontend/leaveOrganization': OperationTypes<{ organization_id: string }>
  'frontend/listMyInvitations': OperationTypes<Record<never, string>>
  'frontend/acceptMyInvitation': OperationTypes<{ invitation_id: string }>
  'frontend/listMySuggestions': OperationTypes<Record<never, string>>
  'frontend/acceptMySuggestion': OperationTypes<{ suggestion_id: string }>
  'frontend/createEmailAddress': OperationTypes<Record<never, string>>
  'frontend/listEmailAddresses': OperationTypes<Record<never, string>>
  'frontend/getEmailAddress': OperationTypes<{ email_address_id: string }>
  'frontend/deleteEmailAddress': OperationTypes<{ email_address_id: string }>
  'frontend/prepareEmailAddress': OperationTypes<{ email_address_id: string }>
  'frontend/attemptEmailAddress': OperationTypes<{ email_address_id: string }>
  'frontend/createPhoneNumber': OperationTypes<Record<never, string>>
  'frontend/listPhoneNumbers': OperationTypes<Record<never, string>>
  'frontend/getPhoneNumber': OperationTypes<{ phone_number_id: string }>
  'frontend/deletePhoneNumber': OperationTypes<{ phone_number_id: string }>
  'frontend/updatePhoneNumber': OperationTypes<{ phone_number_id: string }>
  'frontend/preparePhoneNumber': OperationTypes<{ phone_number_id: string }>
  'frontend/attemptPhoneNumber': OperationTypes<{ phone_number_id: string }>
  'frontend/createPasskey': OperationTypes<Record<never, string>>
  'frontend/getPasskey': OperationTypes<{ passkey_id: string }>
  'frontend/updatePasskey': OperationTypes<{ passkey_id: string }>
  'frontend/deletePasskey': OperationTypes<{ passkey_id: string }>
  'frontend/verifyPasskey': OperationTypes<{ passkey_id: string }>
  'frontend/createTotp': OperationTypes<Record<never, string>>
  'frontend/verifyTotp': OperationTypes<Record<never, string>>
  'frontend/deleteTotp': OperationTypes<Record<never, string>>
  'frontend/createBackupCodes': OperationTypes<Record<never, string>>
  'frontend/disableMfa': OperationTypes<Record<never, string>>
  'frontend/listTrustedDevices': OperationTypes<Record<never, string>>
  'frontend/prepareTrustedDevice': OperationTypes<Record<never, string>>
  'frontend/attemptTrustedDevice': OperationTypes<Record<never, string>>
  'frontend/revokeTrustedDevice': OperationTypes<{ trusted_device_id: string }>
  'frontend/validateTrustedDevice': OperationTypes<Record<never, string>>
  'frontend/getWeb3Wallets': OperationTypes<Record<never, string>>
  'frontend/postWeb3Wallets': OperationTypes<Record<never, string>>
  'frontend/readWeb3Wallet': OperationTypes<{ web3_wallet_id: string }>
  'frontend/deleteWeb3Wallet': OperationTypes<{ web3_wallet_id: string }>
  'frontend/prepareWeb3WalletVerification': OperationTypes<{ web3_wallet_id: string }>
  'frontend/attemptWeb3WalletVerification': OperationTypes<{ web3_wallet_id: string }>
  'frontend/createOrganization': OperationTypes<Record<never, string>>
  'frontend/getOrganization': OperationTypes<{ organization_id: string }>
  'frontend/updateOrganization': OperationTypes<{ organization_id: string }>
  'frontend/deleteOrganization': OperationTypes<{ organization_id: string }>
  'frontend/setLogo': OperationTypes<{ organization_id: string }>
  'frontend/deleteLogo': OperationTypes<{ organization_id: string }>
  'frontend/listMembers': OperationTypes<{ organization_id: string }>
  'frontend/addMember': OperationTypes<{ organization_id: string }>
  'frontend/updateMember': OperationTypes<{ organization_id: string; user_id: string }>
  'frontend/removeMember': OperationTypes<{ organization_id: string; user_id: string }>
  'frontend/listRoles': OperationTypes<{ organization_id: string }>
  'frontend/listRequests': OperationTypes<{ organization_id: string }>
  'frontend/acceptRequest': OperationTypes<{ organization_id: string; request_id: string }>
  'frontend/rejectRequest': OperationTypes<{ organization_id: string; request_id: string }>
  'frontend/listInvitations': OperationTypes<{ organization_id: string }>
  'frontend/getAllPendingOrganizationInvitations': OperationTypes<{ organization_id: string }>
  'frontend/invite': OperationTypes<{ organization_id: string }>
  'frontend/inviteMany': OperationTypes<{ organization_id: string }>
  'frontend/revokeInvitation': OperationTypes<{ organization_id: string; invitation_id: string }>
  'frontend/listDomains': OperationTypes<{ organization_id: string }>
  'frontend/createDomain': OperationTypes<{ organization_id: string }>
  'frontend/getDomain': OperationTypes<{ organization_id: string; domain_id: string }>
  'frontend/deleteDomain': OperationTypes<{ organization_id: string; domain_id: string }>
  'frontend/prepareAffiliation': OperationTypes<{ organization_id: string; domain_id: string }>
  'frontend/attemptAffiliation': OperationTypes<{ organization_id: string; domain_id: string }>
  'frontend/createDomains': OperationTypes<{ organization_id: string }>
  'frontend/prepareOwnerships': OperationTypes<{ organization_id: string }>
  'frontend/prepareOwnership': OperationTypes<{ organization_id: string; domain_id: string }>
  'frontend/attemptOwnerships': OperationTypes<{ organization_id: string }>
  'frontend/attemptOwnership': OperationTypes<{ organization_id: string; domain_id: string }>
  'frontend/updateEnrollmentMode': OperationTypes<{ organization_id: string; domain_id: string }>
  'frontend/listPlans': OperationTypes<Record<never, string>>
  'frontend/getPlan': OperationTypes<{ plan_id: string }>
  'frontend/getSubscriptionOfUser': OperationTypes<Record<never, string>>
  'frontend/listSubscriptionItemsOfUser': OperationTypes<Record<never, string>>
  'frontend/cancelSubscriptionItemOfUser': OperationTypes<{ subscription_item_id: string }>
  'frontend/listPaymentMethodsOfUser': OperationTypes<Record<never, string>>
  'frontend/createPaymentMethodOfUser': OperationTypes<Record<never, string>>
  'frontend/initializePaymentMethodOfUser': OperationTypes<Record<never, string>>
  'frontend/deletePaymentMethodOfUser': OperationTypes<{ payment_method_id: string }>
  'frontend/setDefaultPaymentMethodOfUser': OperationTypes<Record<never, string>>
  'frontend/createCheckoutOfUser': OperationTypes<Record<never, string>>
  'frontend/getCheckoutOfUser': OperationTypes<{ checkout_id: string }>
  'frontend/updateCheckoutOfUser': OperationTypes<{ checkout_id: string }>
  'frontend/confirmCheckoutOfUser': OperationTypes<{ checkout_id: string }>
  'frontend/listPaymentAttemptsOfUser': OperationTypes<Record<never, string>>
  'frontend/getPaymentAttemptOfUser': OperationTypes<{ payment_attempt_id: string }>
  'frontend/listStatementsOfUser': OperationTypes<Record<never, string>>
  'frontend/getStatementOfUser': OperationTypes<{ statement_id: string }>
  'frontend/getSubscriptionOfOrganization': OperationTypes<{ organization_id: string }>
  'frontend/listSubscriptionItemsOfOrganization': OperationTypes<{ organization_id: string }>
  'frontend/cancelSubscriptionItemOfOrganization': OperationTypes<{ organization_id: string; subscription_item_id: string }>
  'frontend/listPaymentMethodsOfOrganization': OperationTypes<{ organization_id: string }>
  'frontend/createPaymentMethodOfOrganization': OperationTypes<{ organization_id: string }>
  'frontend/initializePaymentMethodOfOrganization': OperationTypes<{ organization_id: string }>
  'frontend/deletePaymentMethodOfOrganization': OperationTypes<{ organization_id: string; payment_method_id: string }>
  'frontend/setDefaultPaymentMethodOfOrganization': OperationTypes<{ organization_id: string }>
  'frontend/createCheckoutOfOrganization': OperationTypes<{ organization_id: string }>
  'frontend/getCheckoutOfOrganization': OperationTypes<{ organization_id: string; checkout_id: string }>
  'frontend/updateCheckoutOfOrganization': OperationTypes<{ organization_id: string; checkout_id: string }>
  'frontend/confirmCheckoutOfOrganization': OperationTypes<{ organization_id: string; checkout_id: string }>
  'frontend/listPaymentAttemptsOfOrganization': OperationTypes<{ organization_id: string }>
  'frontend/getPaymentAttemptOfOrganization': OperationTypes<{ organization_id: string; payment_attempt_id: string }>
  'frontend/listStatementsOfOrganization': OperationTypes<{ organization_id: string }>
  'frontend/getStatementOfOrganization': OperationTypes<{ organization_id: string; statement_id: string }>
  'frontend/getApiKeys': OperationTypes<Record<never, string>>
  'frontend/createApiKey': OperationTypes<Record<never, string>>
  'frontend/updateApiKey': OperationTypes<{ api_key_id: string }>
  'frontend/revokeApiKey': OperationTypes<{ api_key_id: string }>
  'frontend/listOrganizationEnterpriseConnections': OperationTypes<{ organization_id: string }>
  'frontend/createOrganizationEnterpriseConnection': OperationTypes<{ organization_id: string }>
  'frontend/updateOrganizationEnterpriseConnection': OperationTypes<{ organization_id: string; connection_id: string }>
  'frontend/deleteOrganizationEnterpriseConnection': OperationTypes<{ organization_id: string; connection_id: string }>
  'frontend/listOrganizationEnterpriseConnectionTestRuns': OperationTypes<{ organization_id: string; connection_id: string }>
  'frontend/createOrganizationEnterpriseConnectionTestRun': OperationTypes<{ organization_id: string; connection_id: string }>
  'frontend/createMeEnterpriseConnection': OperationTypes<Record<never, string>>
  'frontend/updateMeEnterpriseConnection': OperationTypes<{ connection_id: string }>
  'frontend/deleteMeEnterpriseConnection': OperationTypes<{ connection_id: string }>
  'frontend/listMeEnterpriseConnectionTestRuns': OperationTypes<{ connection_id: string }>
  'frontend/createMeEnterpriseConnectionTestRun': OperationTypes<{ connection_id: string }>
  'frontend/getMeEnterpriseConnections': OperationTypes<Record<never, string>>
  'frontend/getOAuthConsent': OperationTypes<{ client_id: string }>
  'frontend/submitOAuthConsent': OperationTypes<{ client_id: string }>
  'frontend/redirectToUrl': OperationTypes<Record<never, string>>
  'pages/signIn': OperationTypes<Record<never, string>>
  'pages/submitSignIn': OperationTypes<Record<never, string>>
  'pages/signOut': OperationTypes<Record<never, string>>
  'pages/submitSignOut': OperationTypes<Record<never, string>>
  'pages/signUp': OperationTypes<Record<never, string>>
  'pages/submitSignUp': OperationTypes<Record<never, string>>
  'pages/user': OperationTypes<Record<never, string>>
  'pages/submitUser': OperationTypes<Record<never, string>>
  'pages/organization': OperationTypes<Record<never, string>>
  'pages/submitOrganization': OperationTypes<Record<never, string>>
  'pages/providerSignIn': OperationTypes<{ sign_in_id: string }>
  'pages/submitProviderSignIn': OperationTypes<{ sign_in_id: string }>
  'pages/providerConnect': OperationTypes<{ external_account_id: string }>
  'pages/submitProviderConnect': OperationTypes<{ external_account_id: string }>
  'pages/providerSignUp': OperationTypes<{ sign_up_id: string }>
  'pages/submitProviderSignUp': OperationTypes<{ sign_up_id: string }>
  'pages/enterprise': OperationTypes<{ attempt_id: string }>
  'pages/submitEnterprise': OperationTypes<{ attempt_id: string }>
  'frontend/initEnterpriseConnectionTestRun': OperationTypes<{ connection_id: string }>
  'frontend/getEnterpriseConnectionTestRunResult': OperationTypes<{ connection_id: string; test_run_id: string }>
  'frontend/oauthCallback': OperationTypes<Record<never, string>>
  'frontend/postOauthCallback': OperationTypes<Record<never, string>>
  'frontend/samlMetadata': OperationTypes<{ file: string }>
  'frontend/acs': OperationTypes<{ saml_connection_id: string }>
  'frontend/beginAgentTask': OperationTypes<Record<never, string>>
  'pages/image': OperationTypes<{ owner_id: string }>
  'pages/providerIcon': OperationTypes<{ file: string }>
  'pages/interstitial': OperationTypes<Record<never, string>>
  'pages/script': OperationTypes<{ '*': string }>
  'oauth/authorize': OperationTypes<Record<never, string>>
  'oauth/answer': OperationTypes<Record<never, string>>
  'oauth/token': OperationTypes<Record<never, string>>
  'oauth/revoke': OperationTypes<Record<never, string>>
  'oauth/introspect': OperationTypes<Record<never, string>>
  'oauth/userinfo': OperationTypes<Record<never, string>>
  'oauth/postUserinfo': OperationTypes<Record<never, string>>
  'oauth/discovery': OperationTypes<Record<never, string>>
  'oauth/metadata': OperationTypes<Record<never, string>>
  'oauth/register': OperationTypes<Record<never, string>>
  'oauth/keys': OperationTypes<Record<never, string>>
  'scim/config': OperationTypes<{ directory_id: string }>
  'scim/listUsers': OperationTypes<{ directory_id: string }>
  'scim/createUser': OperationTypes<{ directory_id: string }>
  'scim/getUser': OperationTypes<{ directory_id: string; id: string }>
  'scim/replaceUser': OperationTypes<{ directory_id: string; id: string }>
  'scim/changeUser': OperationTypes<{ directory_id: string; id: string }>
  'scim/deleteUser': OperationTypes<{ directory_id: string; id: string }>
  'scim/listGroups': OperationTypes<{ directory_id: string }>
  'scim/createGroup': OperationTypes<{ directory_id: string }>
  'scim/getGroup': OperationTypes<{ directory_id: string; id: string }>
  'scim/replaceGroup': OperationTypes<{ directory_id: string; id: string }>
  'scim/changeGroup': OperationTypes<{ directory_id: string; id: string }>
  'scim/deleteGroup': OperationTypes<{ directory_id: string; id: string }>
}
