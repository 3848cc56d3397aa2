// Written by npm run answers from what the handlers of the operations answer. Do not edit.
import type { JsonValue } from '#core/calls/received-call.ts'

type IdentifierVerification = { status: "expired" | "failed" | "transferable" | "unverified" | "verified"; strategy?: string; attempts: number; expire_at: number | null; next_action: string; supported_strategies: string[]; object?: string }
type AttemptVerification = { error?: JsonValue; nonce?: string; external_verification_redirect_url?: string; object?: string; status?: "expired" | "failed" | "transferable" | "unverified" | "verified"; strategy?: string; attempts?: number | null; expire_at?: number | null }
type SignUpVerifications = { email_address: IdentifierVerification | null; phone_number: IdentifierVerification | null; web3_wallet: null; external_account: AttemptVerification | null }
type SignUp = { object: string; id: string; status: "abandoned" | "complete" | "missing_requirements"; required_fields: string[]; optional_fields: string[]; missing_fields: string[]; unverified_fields: string[]; verifications: SignUpVerifications; username: string | null; email_address: string | null; phone_number: string | null; web3_wallet: null; has_password: boolean; password_enabled: boolean; first_name: string | null; last_name: string | null; unsafe_metadata: { [name: string]: JsonValue }; public_metadata: { [name: string]: JsonValue }; custom_action: boolean; external_id: string | null; external_account: null; external_account_strategy: string | null; created_session_id: string | null; created_user_id: string | null; abandon_at: number; legal_accepted_at: number | null; locale: string | null }
type User = { private_metadata: { [name: string]: JsonValue }; create_organizations_limit: number | null }
type GetOAuthAccessToken = { object: string; external_account_id: string; provider_user_id: string; token: string; expires_at: number | null; provider: string; public_metadata: { [name: string]: JsonValue }; label: string | null; scopes: string[] }
type Organization = { role_set_key: string | null; missing_member_with_elevated_permissions?: boolean; members_count?: number; created_by?: string; private_metadata: { [name: string]: JsonValue }; object: string; id: string; name: string; slug: string; image_url: string; logo_url: string | null; has_image: boolean; max_allowed_memberships: number; admin_delete_enabled: boolean; public_metadata: { [name: string]: JsonValue }; created_at: number; updated_at: number }
type PublicUser = { user_id: string; first_name: string | null; last_name: string | null; profile_image_url: string; image_url: string; has_image: boolean; identifier: string | null; username: string | null; banned: boolean; deprovisioned: boolean }
type Membership = { private_metadata: { [name: string]: JsonValue }; organization: Organization; id: string; object: string; role: string; role_name: string; permissions: string[]; public_metadata: { [name: string]: JsonValue }; public_user_data: PublicUser; created_at: number; updated_at: number }
type PublicOrganization = { id: string; name: string; slug: string; image_url: string; has_image: boolean }
type Inviter = { user_id: string; first_name: string | null; last_name: string | null; image_url: string; has_image: boolean; identifier: string }
type WithPublicOrganization = { public_organization_data: PublicOrganization; private_metadata: { [name: string]: JsonValue }; object: string; id: string; email_address: string; role: string; role_name: string; organization_id: string; inviter_id: string | null; public_inviter_data: Inviter | null; status: "accepted" | "expired" | "pending" | "revoked"; public_metadata: { [name: string]: JsonValue }; url: string | null; expires_at: number; created_at: number; updated_at: number }
type Verification = { object: string; status: "expired" | "failed" | "transferable" | "unverified" | "verified"; strategy: string; attempts: number | null; expire_at: number | null }
type EmailAddress = { id: string; object: string; email_address: string; reserved: boolean; verification: Verification | null; linked_to: { type: string; id: string }[]; matches_sso_connection: boolean; created_at: number; updated_at: number }
type PhoneNumber = { id: string; object: string; phone_number: string; reserved_for_second_factor: boolean; default_second_factor: boolean; reserved: boolean; verification: Verification | null; linked_to: { type: string; id: string }[]; backup_codes: string[] | null; created_at: number; updated_at: number }
type BackendVerification = { object: string; id: string; status: "expired" | "failed" | "transferable" | "unverified" | "verified"; strategy: string; attempts: number | null; expire_at: number | null; channel: string | null }
type Activity = { ip_address: string; browser_name?: string; browser_version?: string; object: string; id: string; device_type: string; is_mobile: boolean }
type Session = { object: string; id: string; user_id: string; client_id: string; actor: { [name: string]: JsonValue } | null; status: "abandoned" | "active" | "ended" | "expired" | "pending" | "removed" | "replaced" | "revoked"; last_active_organization_id: string | null; last_active_at: number; latest_activity: Activity; expire_at: number; abandon_at: number; tasks: null; updated_at: number; created_at: number }
type Client = { object: string; id: string; session_ids: string[]; sessions: Session[]; sign_in_id: string | null; sign_up_id: string | null; last_active_session_id: string | null; last_authentication_strategy: string | null; created_at: number; updated_at: number }
type OrganizationInvitation = { private_metadata: { [name: string]: JsonValue }; object: string; id: string; email_address: string; role: string; role_name: string; organization_id: string; inviter_id: string | null; public_inviter_data: Inviter | null; status: "accepted" | "expired" | "pending" | "revoked"; public_metadata: { [name: string]: JsonValue }; url: string | null; expires_at: number; created_at: number; updated_at: number }
type OrganizationDomain = { status: string; strategy: string; attempts: number | null; expire_at: number | null; verified_at: number | null }
type OwnershipVerification = { status: string; strategy: string; attempts: null; expire_at: null; verified_at: number }
type OrganizationDomain2 = { object: string; id: string; organization_id: string; name: string; enrollment_mode: "automatic_invitation" | "automatic_suggestion" | "enterprise_sso" | "manual_invitation"; affiliation_email_address: string | null; affiliation_verification: OrganizationDomain | null; ownership_verification: OwnershipVerification | null; verification: OrganizationDomain | null; total_pending_invitations: number; total_pending_suggestions: number; public_organization_data: PublicOrganization; created_at: number; updated_at: number }
type Permission = { object: string; id: string; name: string; key: string; description: string; type: "system" | "user"; created_at: number; updated_at: number }
type Role = { object: string; id: string; name: string; key: string; description: string | null; is_creator_eligible: boolean; permissions: Permission[]; created_at: number; updated_at: number }
type RoleSet = { object: string; id: string; name: string; key: string; description: string | null; roles: JsonValue[]; default_role: JsonValue; creator_role: JsonValue; type: "custom" | "initial"; role_set_migration: null; created_at: number; updated_at: number }
type Invitation = { expires_at: number; created_at: number; updated_at: number; url?: string; object: string; id: string; email_address: string; public_metadata: { [name: string]: JsonValue }; revoked: boolean; status: "accepted" | "expired" | "pending" | "revoked" }
type Identifier = { identifier: string; identifier_type: "email_address" | "phone_number" | "web3_wallet"; instance_id: string; created_at: number; updated_at: number; invitation_id?: string; object: "allowlist_identifier" | "blocklist_identifier"; id: string }
type WaitlistEntry = { object: string; id: string; email_address: string; status: "completed" | "invited" | "pending" | "rejected"; is_locked: boolean; invitation: Invitation | null; created_at: number; updated_at: number }
type GetInstance = { object: string; id: string; environment_type: string; allowed_origins: string[]; workspace_id: null }
type Restrictions = { object: string; allowlist: boolean; blocklist: boolean; allowlist_blocklist_disabled_on_sign_in: boolean; block_email_subaddresses: boolean; block_disposable_email_domains: boolean; ignore_dots_for_gmail_addresses: boolean }
type OrganizationSettings = { object: string; enabled: boolean; max_allowed_memberships: number; max_allowed_roles: number; max_role_sets_allowed: number; max_allowed_domains: number; max_allowed_permissions: number; creator_role: string; admin_delete_enabled: boolean; domains_enabled: boolean; domains_enrollment_modes: ("automatic_invitation" | "automatic_suggestion" | "enterprise_sso" | "manual_invitation")[]; domains_default_role: string; slug_disabled: boolean }
type Domain = { object: string; id: string; name: string; is_satellite: boolean; frontend_api_url: string; accounts_portal_url: string; proxy_url: string | null; development_origin: string; cname_targets: undefined[] }
type RedirectUrl = { object: string; id: string; url: string; created_at: number; updated_at: number }
type JwtTemplate = { object: string; id: string; name: string; claims: { [name: string]: JsonValue }; lifetime: number; allowed_clock_skew: number; custom_signing_key: boolean; signing_algorithm: string; created_at: number; updated_at: number }
type SignInToken = { created_at: number; updated_at: number; token?: string; url?: string; actor?: { [name: string]: JsonValue }; object: string; id: string; status: "accepted" | "pending" | "revoked"; user_id: string }
type Page = { data: { secret_key?: string; scoped_machines: JsonValue[] }[]; total_count: number }
type CreateMachineScope = { object: string; from_machine_id: string; to_machine_id: string; created_at: number }
type DeleteMachineScope = { object: string; from_machine_id: string; to_machine_id: string; deleted: boolean }
type M2mToken = { token?: string; object: string; id: string; subject: string; scopes: string[]; claims: { [name: string]: JsonValue } | null; revoked: boolean; revocation_reason: string | null; expired: boolean; expiration: number | null; last_used_at: number | null; created_at: number; updated_at: number }
type ApiKey = { secret?: string; object: string; id: string; type: string; subject: string; name: string; description: string | null; claims: { [name: string]: JsonValue } | null; scopes: string[]; revoked: boolean; revocation_reason: string | null; expired: boolean; expiration: number | null; created_by: string | null; last_used_at: number | null; created_at: number; updated_at: number }
type OauthApplication = { object: string; id: string; instance_id: string; name: string; client_id: string; client_uri: string | null; client_image_url: string | null; dynamically_registered: boolean; consent_screen_enabled: boolean; pkce_required: boolean; public: boolean; scopes: string; redirect_uris: string[]; callback_url: string; authorize_url: string; token_fetch_url: string; user_info_url: string; discovery_url: string; token_introspection_url: string; created_at: number; updated_at: number }
type CreateOAuthApplication = { client_secret?: string; object: string; id: string; instance_id: string; name: string; client_id: string; client_uri: string | null; client_image_url: string | null; dynamically_registered: boolean; consent_screen_enabled: boolean; pkce_required: boolean; public: boolean; scopes: string; redirect_uris: string[]; callback_url: string; authorize_url: string; token_fetch_url: string; user_info_url: string; discovery_url: string; token_introspection_url: string; created_at: number; updated_at: number }
type RotateOAuthApplicationSecret = { client_secret: string; object: string; id: string; instance_id: string; name: string; client_id: string; client_uri: string | null; client_image_url: string | null; dynamically_registered: boolean; consent_screen_enabled: boolean; pkce_required: boolean; public: boolean; scopes: string; redirect_uris: string[]; callback_url: string; authorize_url: string; token_fetch_url: string; user_info_url: string; discovery_url: string; token_introspection_url: string; created_at: number; updated_at: number }
type OauthToken = { object: string; id: JsonValue; client_id: string; type: string; subject: number | string | null; scopes: string[]; revoked: boolean; revocation_reason: null; expired: boolean; expiration: number; created_at: number; updated_at: number }
type SamlPart = { active: boolean; allow_idp_initiated: boolean; allow_subdomains: boolean; force_authn: boolean; login_hint: { [name: string]: JsonValue }; acs_url: string; sp_entity_id: string; sp_metadata_url: string; id: string; name: string; idp_entity_id: string | null; idp_sso_url: string | null; idp_metadata_url: string | null }
type OauthPart = { id: string; name: string; provider_key: "oidc_custom" | "oidc_github_enterprise" | "oidc_gitlab" | "saml_custom" | "saml_google" | "saml_microsoft" | "saml_okta"; client_id: string | null; discovery_url: string | null; auth_url: string | null; token_url: string | null; user_info_url: string | null; requires_pkce: boolean; logo_public_url: null; created_at: number; updated_at: number }
type EnterpriseConnection = { object: string; id: string; name: string; provider: "oidc_custom" | "oidc_github_enterprise" | "oidc_gitlab" | "saml_custom" | "saml_google" | "saml_microsoft" | "saml_okta"; logo_public_url: null; active: boolean; domains: string[]; organization_id: string | null; sync_user_attributes: boolean; disable_additional_identifications: boolean; disable_jit_provisioning: boolean; authenticatable: boolean; allow_organization_account_linking: boolean; custom_attributes: { [name: string]: JsonValue }[]; saml_connection: SamlPart | null; oauth_config: OauthPart | null; created_at: number; updated_at: number }
type AttributeMapping = { user_id: string; email_address: string; first_name: string; last_name: string }
type SamlConnection = { organization_id: string | null; attribute_mapping?: AttributeMapping; active: boolean; provider: "oidc_custom" | "oidc_github_enterprise" | "oidc_gitlab" | "saml_custom" | "saml_google" | "saml_microsoft" | "saml_okta"; user_count: number; sync_user_attributes: boolean; allow_subdomains?: boolean; allow_idp_initiated?: boolean; disable_additional_identifications: boolean; disable_jit_provisioning: boolean; authenticatable: boolean; allow_organization_account_linking: boolean; force_authn?: boolean; login_hint?: { [name: string]: JsonValue }; enterprise_connection_id: string; created_at: number; updated_at: number; acs_url: string; sp_entity_id: string; sp_metadata_url: string; object: string; id?: string; name: string; domain: string; domains: string[]; idp_entity_id?: string | null; idp_sso_url?: string | null; idp_certificate?: string | null; idp_certificate_issued_at: null; idp_certificate_expires_at: null; idp_metadata_url?: string | null; idp_metadata?: string | null }
type Directory = { object: "directory" | "scim_directory"; id: string; name: string; enterprise_connection_id: string; endpoint_url: string; provider: string; enabled: boolean; group_role_mapping_enabled: boolean; attribute_mapping: { [name: string]: string }; custom_attributes: undefined[]; api_key: string | null; created_at: number; updated_at: number }
type GroupMapping = { object: string; id: string; scim_directory_id: string; directory_id: string; scim_group_id: string; directory_group_id: string; scim_group_display_name: string; directory_group_display_name: string; role: Role; precedence: number; created_at: number; updated_at: number }
type NativeSettings = { object: string; api_enabled: boolean; trusted_device_sign_in_enabled: boolean; trusted_device_enrollment_prompt_after_sign_in_enabled: boolean; trusted_device_enrollment_prompt_after_sign_up_enabled: boolean }
type AuthConfig = { single_session_mode: boolean; claimed_at: null; reverification: boolean; preferred_channels: {}; session_minter: boolean; native_settings: NativeSettings; first_name: string; last_name: string; email_address: string; phone_number: string; username: string; password: string; identification_requirements: (string[])[]; identification_strategies: string[]; first_factors: string[]; second_factors: string[]; email_address_verification_strategies: string[]; enhanced_email_deliverability: boolean; test_mode: boolean; url_based_session_syncing: boolean; object: string; id: string }
type Buttons = { font_color: string; font_family: string; font_weight: string }
type General = { color: string; padding: string; box_shadow: string; font_color: string; font_family: string; border_radius: string; background_color: string; label_font_weight: string }
type Theme = { buttons: Buttons; general: General; accounts: { background_color: string } }
type DisplayConfig = { object: string; id: string; instance_environment_type: string; application_name: string; theme: Theme; preferred_sign_in_strategy: string; logo_image_url: string; favicon_image_url: string; home_url: string; sign_in_url: string; sign_up_url: string; user_profile_url: string; waitlist_url: string; oauth_consent_url: string; after_sign_in_url: string; after_sign_up_url: string; after_sign_out_one_url: string; after_sign_out_all_url: string; after_switch_session_url: string; after_join_waitlist_url: string; organization_profile_url: string; create_organization_url: string; after_leave_organization_url: string; after_create_organization_url: string; logo_link_url: string; logo_url: null; logo_image: null; favicon_url: null; favicon_image: null; help_url: null; google_one_tap_client_id: null; experimental_force_oauth_first: boolean; support_email: string; branded: boolean; clerk_js_version: string | null; captcha_public_key: null; captcha_public_key_invisible: null; captcha_widget_type: null; captcha_provider: string; captcha_oauth_bypass: undefined[]; captcha_heartbeat: boolean; show_devmode_warning: boolean; terms_url: string; privacy_policy_url: string }
type Attribute = { name: string; enabled: boolean; required: boolean; immutable: boolean; used_for_first_factor: boolean; first_factors: string[]; used_for_second_factor: boolean; second_factors: string[]; verifications: string[]; verify_at_sign_up: boolean; channels: undefined[] }
type Attributes = { email_address: Attribute; phone_number: Attribute; username: Attribute; web3_wallet: Attribute; first_name: Attribute; last_name: Attribute; password: Attribute; authenticator_app: Attribute; backup_code: Attribute; passkey: Attribute; ticket: Attribute }
type Social = { enabled: boolean; required: boolean; authenticatable: boolean; block_email_subaddresses: boolean; strategy: string; not_selectable: boolean; deprecated: boolean; name: string; logo_url: string }
type EnterpriseSso = { enabled: boolean; self_serve_sso: boolean; self_serve_directory_sync: boolean }
type SignUp2 = { allowlist_only: boolean; captcha_enabled: boolean; captcha_widget_type: string; custom_action_required: boolean; progressive: boolean; mode: "public" | "restricted" | "waitlist"; legal_consent_enabled: boolean; mfa: { required: boolean } }
type PasswordSettings = { allowed_special_characters: string; disable_hibp: boolean; disable_password_reverification: boolean; enforce_hibp_on_sign_in: boolean; min_length: number; max_length: number; require_special_char: boolean; require_numbers: boolean; require_uppercase: boolean; require_lowercase: boolean; show_zxcvbn: boolean; min_zxcvbn_strength: number }
type PasskeySettings = { allow_autofill: boolean; show_sign_in_button: boolean; satisfies_second_factor: boolean }
type UsernameSettings = { min_length: number; max_length: number; allow_extended_special_characters: boolean; allow_numeric_usernames: boolean }
type Actions = { delete_self: boolean; create_organization: boolean; create_organizations_limit: null }
type UserLockout = { enabled: boolean; max_attempts: number; duration_in_minutes: number }
type AttackProtection = { user_lockout: UserLockout; pii: { enabled: boolean }; email_link: { require_same_client: boolean }; enumeration_protection: { enabled: boolean } }
type Restrictions2 = { allowlist: { enabled: boolean }; blocklist: { enabled: boolean }; allowlist_blocklist_disabled_on_sign_in: { enabled: boolean }; block_email_subaddresses: { enabled: boolean }; block_disposable_email_domains: { enabled: boolean } }
type UserSettings = { attributes: Attributes; social: { [name: string]: Social }; enterprise_sso: EnterpriseSso; saml: { enabled: boolean }; sign_in: { second_factor: { required: boolean; enabled: boolean } }; sign_up: SignUp2; password_settings: PasswordSettings; passkey_settings: PasskeySettings; username_settings: UsernameSettings; actions: Actions; attack_protection: AttackProtection; restrictions: Restrictions2 }
type Domains = { enabled: boolean; enrollment_modes: ("automatic_invitation" | "automatic_suggestion" | "enterprise_sso" | "manual_invitation")[]; default_role: string }
type OrganizationSettings2 = { enabled: boolean; max_allowed_memberships: number; force_organization_selection: boolean; actions: { admin_delete: boolean }; domains: Domains; slug: { disabled: boolean }; organization_creation_defaults: { enabled: boolean }; creator_role: string }
type Billing = { stripe_publishable_key: null; free_trial_requires_payment_method: boolean; organization: { enabled: boolean; has_paid_plans: boolean }; user: { enabled: boolean; has_paid_plans: boolean } }
type ApiKeysSettings = { enabled: boolean; user_api_keys_enabled: boolean; orgs_api_keys_enabled: boolean }
type ProtectConfig = { object: string; id: string; rollout: number; loader: null }
type Environment = { auth_config: AuthConfig; display_config: DisplayConfig; user_settings: UserSettings; organization_settings: OrganizationSettings2; commerce_settings: { billing: Billing }; api_keys_settings: ApiKeysSettings; protect_config: ProtectConfig; maintenance_mode: boolean; client_debug_mode: boolean; partitioned_cookies: boolean }
type Tasks = { key: "choose-organization" | "reset-password" | "setup-mfa" }
type OwnOrganization = { members_count: number; pending_invitations_count: number; object: string; id: string; name: string; slug: string; image_url: string; logo_url: string | null; has_image: boolean; max_allowed_memberships: number; admin_delete_enabled: boolean; public_metadata: { [name: string]: JsonValue }; created_at: number; updated_at: number }
type OwnMembership = { organization: OwnOrganization; id: string; object: string; role: string; role_name: string; permissions: string[]; public_metadata: { [name: string]: JsonValue }; public_user_data: PublicUser; created_at: number; updated_at: number }
type FrontendUser = { organization_memberships: OwnMembership[]; create_organizations_limit?: number }
type FrontendSession = { object: string; id: string; status: "abandoned" | "active" | "ended" | "expired" | "pending" | "removed" | "replaced" | "revoked"; expire_at: number; abandon_at: number; last_active_at: number; last_active_organization_id: string | null; actor: { [name: string]: JsonValue } | null; tasks: Tasks[] | null; user: FrontendUser; public_user_data: PublicUser; factor_verification_age: number[]; last_active_token: { object: string; jwt: string } | null; created_at: number; updated_at: number }
type UserData = { first_name: string | null; last_name: string | null; image_url: string; has_image: boolean; profile_image_url: string }
type SignIn = { object: string; id: string; status: "abandoned" | "complete" | "needs_first_factor" | "needs_identifier" | "needs_new_password" | "needs_second_factor"; supported_identifiers: string[]; supported_first_factors: JsonValue[] | null; supported_second_factors: JsonValue[] | null; first_factor_verification: AttemptVerification | null; second_factor_verification: Verification | null; identifier: string | null; user_data: UserData | null; created_session_id: string | null; abandon_at: number; client_trust_state: string }
type FrontendClient = { object: string; id: string; sessions: FrontendSession[]; sign_in: SignIn | null; sign_up: SignUp | null; last_active_session_id: string | null; last_authentication_strategy: string | null; captcha_bypass: boolean; cookie_expires_at: null; created_at: number; updated_at: number }
type Change = { response: FrontendSession; client: FrontendClient | null }
type FirstFactorVerification = { nonce?: string; object?: string; status?: "expired" | "failed" | "transferable" | "unverified" | "verified"; strategy?: string; attempts?: number | null; expire_at?: number | null }
type Shown = { object: string; id: string; status: "complete" | "needs_first_factor" | "needs_second_factor"; level: "first_factor" | "multi_factor" | "second_factor"; session: FrontendSession; supported_first_factors: JsonValue[]; supported_second_factors: JsonValue[] | null; first_factor_verification: FirstFactorVerification | Verification | null; second_factor_verification: Verification | null }
type Response = { object: string; id: string; name: string; public_url: string }
type OwnExternalAccount = { verification: AttemptVerification; object: string; id: string; provider: string; identification_id: string; provider_user_id: string; approved_scopes: string; email_address: string; email_address_verified: boolean | null; first_name: string; last_name: string; avatar_url: string; image_url: string; username: string | null; phone_number: null; public_metadata: { [name: string]: JsonValue }; label: string | null; created_at: number; updated_at: number }
type Change2 = { response: OwnExternalAccount; client: FrontendClient | null }
type CreationDefaults = { code: string; severity: string; meta: { organization_name: string; organization_domain: string } }
type CreationDefaults2 = { advisory: CreationDefaults | null; form: { name: string; slug: string; logo: null; blur_hash: null } }
type OwnRead = { response: { data: OwnMembership[]; total_count: number }; client: FrontendClient }
type Data = { public_organization_data: PublicOrganization; object: string; id: string; email_address: string; role: string; role_name: string; organization_id: string; inviter_id: string | null; public_inviter_data: Inviter | null; status: "accepted" | "expired" | "pending" | "revoked"; public_metadata: { [name: string]: JsonValue }; url: string | null; expires_at: number; created_at: number; updated_at: number }
type OwnRead2 = { response: { data: Data[]; total_count: number }; client: FrontendClient }
type Suggestion = { object: string; id: string; status: "accepted" | "pending"; public_organization_data: PublicOrganization; created_at: number; updated_at: number }
type OwnRead3 = { response: { data: Suggestion[]; total_count: number }; client: FrontendClient }
type Response2 = { object: string; id: string; codes: string[]; created_at: number; updated_at: number }
type Change3 = { response: OwnOrganization; client: FrontendClient | null }
type Change4 = { response: { object: string; id: string; deleted: boolean }; client: FrontendClient | null }
type OwnRead4 = { response: { data: Role[]; total_count: number }; client: FrontendClient }
type MembershipRequest = { object: string; id: string; organization_id: string; status: "accepted" | "pending" | "rejected"; public_user_data: PublicUser; created_at: number; updated_at: number }
type OwnRead5 = { response: { data: MembershipRequest[]; total_count: number }; client: FrontendClient }
type Change5 = { response: MembershipRequest; client: FrontendClient | null }
type OwnInvitation = { object: string; id: string; email_address: string; role: string; role_name: string; organization_id: string; inviter_id: string | null; public_inviter_data: Inviter | null; status: "accepted" | "expired" | "pending" | "revoked"; public_metadata: { [name: string]: JsonValue }; url: string | null; expires_at: number; created_at: number; updated_at: number }
type OwnRead6 = { response: { data: OwnInvitation[]; total_count: number }; client: FrontendClient }
type Change6 = { response: OwnInvitation[]; client: FrontendClient | null }
type OwnRead7 = { response: { data: OrganizationDomain2[]; total_count: number }; client: FrontendClient }
type Change7 = { response: OrganizationDomain2; client: FrontendClient | null }
type OwnRead8 = { response: { data: JsonValue[]; total_count: number }; client: FrontendClient }
type MethodRoutes = { external_client_secret: string; external_gateway_id: string; payment_method_order: string[]; object: string }
type OwnRead9 = { response: EnterpriseConnection[]; client: FrontendClient }
type Change8 = { response: EnterpriseConnection; client: FrontendClient | null }
type Scopes = { scope: string; description: string | null; requires_consent: boolean }
type FrontendGetOAuthConsent = { oauth_application_name: string; oauth_application_logo_url: null; oauth_application_url: null; client_id: string; redirect_domain: string | null; scopes: Scopes[] }
type Registered = { redirect_uris: string[]; grant_types: string[]; response_types: string[]; scope: string; token_endpoint_auth_method: "client_secret_basic" | "client_secret_post" | "none"; logo_uri?: string; client_uri?: string; client_id_issued_at: number; client_secret_expires_at: number; client_name: string; client_secret?: string; client_id: string }

/** The answers of the operations of auth-saas, as far as their handlers say what they answer. */
export interface AuthSaasAnswers {
  'GetSignUp': SignUp
  'UpdateSignUp': SignUp
  'GetUserList': User[] | { data: User[]; total_count: number }
  'GetUsersCount': { object: string; total_count: number }
  'CreateUser': User
  'GetUser': User
  'UpdateUser': User
  'DeleteUser': { object: string; id: string; deleted: boolean }
  'BanUser': User
  'UnbanUser': User
  'LockUser': User
  'UnlockUser': User
  'UpdateUserMetadata': User
  'ReplaceUserMetadata': User
  'VerifyPassword': { verified: boolean }
  'VerifyTOTP': { verified: boolean; code_type: string }
  'DisableMFA': { user_id: string }
  'DeleteTOTP': { user_id: string }
  'DeleteBackupCode': { user_id: string }
  'SetPasswordCompromised': User
  'UnsetPasswordCompromised': User
  'RemovePassword': User
  'GetOAuthAccessToken': GetOAuthAccessToken[] | { data: GetOAuthAccessToken[]; total_count: number }
  'UsersGetOrganizationMemberships': { data: Membership[]; total_count: number }
  'UsersGetOrganizationInvitations': { data: WithPublicOrganization[]; total_count: number }
  'SetUserProfileImage': User
  'DeleteUserProfileImage': User
  'DeleteExternalAccount': { object: string; id: string; deleted: boolean }
  'DeletePasskey': { object: string; id: string; deleted: boolean }
  'DeleteWeb3Wallet': { object: string; id: string; deleted: boolean }
  'CreateEmailAddress': EmailAddress
  'GetEmailAddress': EmailAddress
  'UpdateEmailAddress': EmailAddress
  'DeleteEmailAddress': { object: string; id: string; deleted: boolean }
  'ReplaceUserEmailAddress': EmailAddress
  'ReplaceUserPhoneNumber': PhoneNumber
  'CreatePhoneNumber': PhoneNumber
  'GetPhoneNumber': PhoneNumber
  'UpdatePhoneNumber': PhoneNumber
  'DeletePhoneNumber': { object: string; id: string; deleted: boolean }
  'PrepareEmailAddressVerification': BackendVerification
  'AttemptEmailAddressVerification': BackendVerification
  'PreparePhoneNumberVerification': BackendVerification
  'AttemptPhoneNumberVerification': BackendVerification
  'GetSessionList': Session[] | { data: Session[]; total_count: number }
  'createSession': Session
  'GetSession': Session
  'RevokeSession': Session
  'VerifySession': Session
  'RefreshSession': { object: string; cookies: string[] } | { object: string; jwt: string }
  'CreateSessionToken': { object: string; jwt: string }
  'CreateSessionTokenFromTemplate': { object: string; jwt: string }
  'GetClientList': Client[] | { data: Client[]; total_count: number }
  'GetHandshakePayload': { directives: string[] }
  'GetClient': Client
  'VerifyClient': Client
  'GetJWKS': { keys: { [name: string]: string }[] }
  'ListOrganizations': { data: Organization[]; total_count: number }
  'CreateOrganization': Organization
  'GetOrganization': Organization
  'UpdateOrganization': Organization
  'DeleteOrganization': { object: string; id: string; deleted: boolean }
  'MergeOrganizationMetadata': Organization
  'ReplaceOrganizationMetadata': Organization
  'UploadOrganizationLogo': Organization
  'DeleteOrganizationLogo': Organization
  'ListOrganizationMemberships': { data: Membership[]; total_count: number }
  'CreateOrganizationMembership': Membership
  'UpdateOrganizationMembership': Membership
  'DeleteOrganizationMembership': Membership
  'UpdateOrganizationMembershipMetadata': Membership
  'InstanceGetOrganizationMemberships': { data: Membership[]; total_count: number }
  'ListOrganizationInvitations': { data: OrganizationInvitation[]; total_count: number }
  'CreateOrganizationInvitation': OrganizationInvitation
  'CreateOrganizationInvitationBulk': { data: OrganizationInvitation[]; total_count: number }
  'GetOrganizationInvitation': OrganizationInvitation
  'RevokeOrganizationInvitation': OrganizationInvitation
  'ListPendingOrganizationInvitations': { data: OrganizationInvitation[]; total_count: number }
  'ListInstanceOrganizationInvitations': { data: WithPublicOrganization[]; total_count: number }
  'ListOrganizationDomains': { data: OrganizationDomain2[]; total_count: number }
  'CreateOrganizationDomain': OrganizationDomain2
  'UpdateOrganizationDomain': OrganizationDomain2
  'VerifyOrganizationDomainOwnership': OrganizationDomain2
  'ListAllOrganizationDomains': { data: OrganizationDomain2[]; total_count: number }
  'DeleteOrganizationDomain': { object: string; id: string; deleted: boolean }
  'ListOrganizationRoles': { data: Role[]; total_count: number }
  'CreateOrganizationRole': Role
  'GetOrganizationRole': Role
  'UpdateOrganizationRole': Role
  'DeleteOrganizationRole': { object: string; id: string; deleted: boolean }
  'AssignPermissionToOrganizationRole': Role
  'RemovePermissionFromOrganizationRole': Role
  'ListOrganizationPermissions': { data: Permission[]; total_count: number }
  'CreateOrganizationPermission': Permission
  'GetOrganizationPermission': Permission
  'UpdateOrganizationPermission': Permission
  'DeleteOrganizationPermission': { object: string; id: string; deleted: boolean }
  'ListRoleSets': { data: RoleSet[]; total_count: number }
  'CreateRoleSet': RoleSet
  'GetRoleSet': RoleSet
  'UpdateRoleSet': RoleSet
  'AddRolesToRoleSet': RoleSet
  'ReplaceRoleInRoleSet': RoleSet
  'ReplaceRoleSet': { object: string; id: string; deleted: boolean }
  'ListInvitations': Invitation[] | { data: Invitation[]; total_count: number }
  'CreateInvitation': Invitation
  'CreateBulkInvitations': Invitation[]
  'RevokeInvitation': Invitation
  'DeleteInvitation': { object: string; id: string; deleted: boolean }
  'ListAllowlistIdentifiers': Identifier[] | { data: Identifier[]; total_count: number }
  'CreateAllowlistIdentifier': Identifier
  'DeleteAllowlistIdentifier': { object: string; id: string; deleted: boolean }
  'ListBlocklistIdentifiers': { data: Identifier[]; total_count: number }
  'CreateBlocklistIdentifier': Identifier
  'DeleteBlocklistIdentifier': { object: string; id: string; deleted: boolean }
  'ListWaitlistEntries': { data: WaitlistEntry[]; total_count: number }
  'CreateWaitlistEntry': WaitlistEntry
  'CreateBulkWaitlistEntries': WaitlistEntry[]
  'InviteWaitlistEntry': WaitlistEntry
  'RejectWaitlistEntry': WaitlistEntry
  'DeletePendingWaitlistEntry': { object: string; id: string; deleted: boolean }
  'GetInstance': GetInstance
  'UpdateInstance': null
  'UpdateInstanceRestrictions': Restrictions
  'GetInstanceOrganizationSettings': OrganizationSettings
  'UpdateInstanceOrganizationSettings': OrganizationSettings
  'ListDomains': { data: Domain[]; total_count: number }
  'AddDomain': Domain
  'UpdateDomain': Domain
  'DeleteDomain': { object: string; id: string; deleted: boolean }
  'ListRedirectURLs': RedirectUrl[] | { data: RedirectUrl[]; total_count: number }
  'CreateRedirectURL': RedirectUrl
  'GetRedirectURL': RedirectUrl
  'DeleteRedirectURL': { object: string; id: string; deleted: boolean }
  'CreateSvixApp': { svix_url: string }
  'GenerateSvixAuthURL': { svix_url: string }
  'DeleteSvixApp': null
  'ListJWTTemplates': JwtTemplate[] | { data: JwtTemplate[]; total_count: number }
  'CreateJWTTemplate': JwtTemplate
  'GetJWTTemplate': JwtTemplate
  'UpdateJWTTemplate': JwtTemplate
  'DeleteJWTTemplate': { object: string; id: string; deleted: boolean }
  'CreateSignInToken': SignInToken
  'RevokeSignInToken': SignInToken
  'CreateActorToken': SignInToken
  'RevokeActorToken': SignInToken
  'CreateTestingToken': { object: string; token: string; expires_at: number }
  'ListMachines': Page
  'CreateMachine': { secret_key?: string; scoped_machines: JsonValue[] }
  'GetMachine': { secret_key?: string; scoped_machines: JsonValue[] }
  'UpdateMachine': { secret_key?: string; scoped_machines: JsonValue[] }
  'DeleteMachine': { object: string; id: string; deleted: boolean }
  'GetMachineSecretKey': { object: string; secret: string }
  'RotateMachineSecretKey': { object: string; secret: string }
  'CreateMachineScope': CreateMachineScope
  'DeleteMachineScope': DeleteMachineScope
  'ListM2MTokens': { m2m_tokens: M2mToken[]; total_count: number }
  'CreateM2MToken': M2mToken
  'RevokeM2MToken': M2mToken
  'VerifyM2MToken': M2mToken
  'ListApiKeys': { data: ApiKey[]; total_count: number }
  'CreateApiKey': ApiKey
  'GetApiKey': ApiKey
  'UpdateApiKey': ApiKey
  'DeleteApiKey': { object: string; id: string; deleted: boolean }
  'RevokeApiKey': ApiKey
  'GetApiKeySecret': { secret: string }
  'VerifyApiKey': ApiKey
  'ListOAuthApplications': { data: OauthApplication[]; total_count: number }
  'CreateOAuthApplication': CreateOAuthApplication
  'GetOAuthApplication': OauthApplication
  'UpdateOAuthApplication': OauthApplication
  'DeleteOAuthApplication': { object: string; id: string; deleted: boolean }
  'RotateOAuthApplicationSecret': RotateOAuthApplicationSecret
  'RevokeOAuthApplicationToken': null
  'verifyOAuthAccessToken': OauthToken
  'ListEnterpriseConnections': { data: EnterpriseConnection[]; total_count: number }
  'CreateEnterpriseConnection': EnterpriseConnection
  'GetEnterpriseConnection': EnterpriseConnection
  'UpdateEnterpriseConnection': EnterpriseConnection
  'DeleteEnterpriseConnection': { object: string; id: string; deleted: boolean }
  'ListSAMLConnections': { data: SamlConnection[]; total_count: number }
  'CreateSAMLConnection': SamlConnection
  'GetSAMLConnection': SamlConnection
  'UpdateSAMLConnection': SamlConnection
  'DeleteSAMLConnection': { object: string; id: string; deleted: boolean }
  'ListSCIMDirectories': { data: Directory[]; total_count: number }
  'CreateSCIMDirectory': Directory
  'GetSCIMDirectory': Directory
  'UpdateSCIMDirectory': Directory
  'DeleteSCIMDirectory': { object: string; id: string; deleted: boolean }
  'RotateSCIMDirectoryAPIKey': Directory
  'ListSCIMGroupRoleMappings': { data: GroupMapping[]; total_count: number }
  'CreateSCIMGroupRoleMapping': GroupMapping
  'ReplaceSCIMGroupRoleMappings': { data: GroupMapping[]; total_count: number }
  'DeleteSCIMGroupRoleMapping': { object: string; id: string; deleted: boolean }
  'ListDirectories': { data: Directory[]; total_count: number }
  'CreateDirectory': Directory
  'GetDirectory': Directory
  'UpdateDirectory': Directory
  'DeleteDirectory': { object: string; id: string; deleted: boolean }
  'RotateDirectoryAPIKey': Directory
  'ListDirectoryGroupRoleMappings': { data: GroupMapping[]; total_count: number }
  'CreateDirectoryGroupRoleMapping': GroupMapping
  'ReplaceDirectoryGroupRoleMappings': { data: GroupMapping[]; total_count: number }
  'DeleteDirectoryGroupRoleMapping': { object: string; id: string; deleted: boolean }
  'GetCommercePlanList': { data: JsonValue[]; total_count: number }
  'GetCommerceSubscriptionItemList': { data: JsonValue[]; total_count: number }
  'GetBillingStatementList': { data: JsonValue[]; total_count: number }
  'GetBillingStatementPaymentAttempts': { data: JsonValue[]; total_count: number }
  'frontend/getEnvironment': Environment
  'frontend/updateEnvironment': Environment
  'frontend/getHealth': { status: string }
  'frontend/createDevBrowser': { object: string; id: string; instance_id: string }
  'frontend/getClient': { response: FrontendClient | null; client: null }
  'frontend/createClient': { response: FrontendClient; client: FrontendClient | null }
  'frontend/deleteClient': { response: FrontendClient; client: FrontendClient | null }
  'frontend/touchClient': { response: FrontendClient; client: FrontendClient | null }
  'frontend/removeSessions': { response: FrontendClient; client: FrontendClient | null }
  'frontend/getSession': { response: FrontendSession; client: null }
  'frontend/touchSession': Change
  'frontend/endSession': Change
  'frontend/removeSession': Change
  'frontend/createSessionToken': { object: string; jwt: string }
  'frontend/createSessionTokenFromTemplate': { object: string; jwt: string }
  'frontend/handshake': null
  'frontend/acceptTicket': null
  'frontend/followLink': null
  'frontend/joinWaitlist': { object: string; id: string }
  'frontend/startVerification': { response: Shown; client: FrontendClient | null }
  'frontend/prepareVerificationFirst': { response: Shown; client: FrontendClient | null }
  'frontend/attemptVerificationFirst': { response: Shown; client: FrontendClient | null }
  'frontend/prepareVerificationSecond': { response: Shown; client: FrontendClient | null }
  'frontend/attemptVerificationSecond': { response: Shown; client: FrontendClient | null }
  'frontend/createSignIn': { response: SignIn; client: FrontendClient | null }
  'frontend/getSignIn': { response: SignIn; client: FrontendClient | null }
  'frontend/prepareFirstFactor': { response: SignIn; client: FrontendClient | null }
  'frontend/attemptFirstFactor': { response: SignIn; client: FrontendClient | null }
  'frontend/prepareSecondFactor': { response: SignIn; client: FrontendClient | null }
  'frontend/attemptSecondFactor': { response: SignIn; client: FrontendClient | null }
  'frontend/resetPassword': { response: SignIn; client: FrontendClient | null }
  'frontend/createSignUp': { response: SignUp; client: FrontendClient | null }
  'frontend/getSignUp': { response: SignUp; client: FrontendClient | null }
  'frontend/updateSignUp': { response: SignUp; client: FrontendClient | null }
  'frontend/prepareVerification': { response: SignUp; client: FrontendClient | null }
  'frontend/attemptVerification': { response: SignUp; client: FrontendClient | null }
  'frontend/getMe': { response: FrontendUser; client: FrontendClient }
  'frontend/updateMe': { response: FrontendUser; client: FrontendClient | null }
  'frontend/updateMyMetadata': { response: FrontendUser; client: FrontendClient | null }
  'frontend/deleteMe': { response: JsonValue; client: FrontendClient | null }
  'frontend/changePassword': { response: FrontendUser; client: FrontendClient | null }
  'frontend/removePassword': { response: FrontendUser; client: FrontendClient | null }
  'frontend/setProfileImage': { response: Response; client: FrontendClient | null }
  'frontend/deleteProfileImage': { response: JsonValue; client: FrontendClient | null }
  'frontend/revokeMySession': { response: JsonValue; client: FrontendClient | null }
  'frontend/deleteMyExternalAccount': { response: JsonValue; client: FrontendClient | null }
  'frontend/listMyExternalAccounts': { response: OwnExternalAccount[]; client: FrontendClient }
  'frontend/connectMyExternalAccount': Change2
  'frontend/reauthorizeMyExternalAccount': Change2
  'frontend/getOrganizationCreationDefaults': { response: CreationDefaults2; client: FrontendClient }
  'frontend/listMyMemberships': OwnRead
  'frontend/leaveOrganization': { response: JsonValue; client: FrontendClient | null }
  'frontend/listMyInvitations': OwnRead2
  'frontend/acceptMyInvitation': { response: Data; client: FrontendClient | null }
  'frontend/listMySuggestions': OwnRead3
  'frontend/acceptMySuggestion': { response: Suggestion; client: FrontendClient | null }
  'frontend/createEmailAddress': { response: EmailAddress; client: FrontendClient | null }
  'frontend/listEmailAddresses': { response: EmailAddress[]; client: FrontendClient }
  'frontend/getEmailAddress': { response: EmailAddress; client: FrontendClient }
  'frontend/deleteEmailAddress': { response: JsonValue; client: FrontendClient | null }
  'frontend/prepareEmailAddress': { response: JsonValue; client: FrontendClient | null }
  'frontend/attemptEmailAddress': { response: JsonValue; client: FrontendClient | null }
  'frontend/createPhoneNumber': { response: PhoneNumber; client: FrontendClient | null }
  'frontend/listPhoneNumbers': { response: PhoneNumber[]; client: FrontendClient }
  'frontend/getPhoneNumber': { response: PhoneNumber; client: FrontendClient }
  'frontend/deletePhoneNumber': { response: JsonValue; client: FrontendClient | null }
  'frontend/updatePhoneNumber': { response: PhoneNumber; client: FrontendClient | null }
  'frontend/preparePhoneNumber': { response: JsonValue; client: FrontendClient | null }
  'frontend/attemptPhoneNumber': { response: JsonValue; client: FrontendClient | null }
  'frontend/createPasskey': { response: JsonValue; client: FrontendClient | null }
  'frontend/getPasskey': { response: JsonValue; client: FrontendClient }
  'frontend/updatePasskey': { response: JsonValue; client: FrontendClient | null }
  'frontend/deletePasskey': { response: JsonValue; client: FrontendClient | null }
  'frontend/verifyPasskey': { response: JsonValue; client: FrontendClient | null }
  'frontend/createTotp': { response: JsonValue; client: FrontendClient | null }
  'frontend/verifyTotp': { response: JsonValue; client: FrontendClient | null }
  'frontend/deleteTotp': { response: JsonValue; client: FrontendClient | null }
  'frontend/createBackupCodes': { response: Response2; client: FrontendClient | null }
  'frontend/disableMfa': { response: JsonValue; client: FrontendClient | null }
  'frontend/createOrganization': Change3
  'frontend/getOrganization': { response: OwnOrganization; client: FrontendClient }
  'frontend/updateOrganization': Change3
  'frontend/deleteOrganization': Change4
  'frontend/setLogo': Change3
  'frontend/deleteLogo': Change3
  'frontend/listMembers': OwnRead
  'frontend/addMember': { response: OwnMembership; client: FrontendClient | null }
  'frontend/updateMember': { response: OwnMembership; client: FrontendClient | null }
  'frontend/removeMember': { response: OwnMembership; client: FrontendClient | null }
  'frontend/listRoles': OwnRead4
  'frontend/listRequests': OwnRead5
  'frontend/acceptRequest': Change5
  'frontend/rejectRequest': Change5
  'frontend/listInvitations': OwnRead6
  'frontend/getAllPendingOrganizationInvitations': { response: OwnInvitation[]; client: FrontendClient }
  'frontend/invite': { response: OwnInvitation; client: FrontendClient | null }
  'frontend/inviteMany': Change6
  'frontend/revokeInvitation': { response: OwnInvitation; client: FrontendClient | null }
  'frontend/listDomains': OwnRead7
  'frontend/createDomain': Change7
  'frontend/getDomain': { response: OrganizationDomain2; client: FrontendClient }
  'frontend/deleteDomain': Change4
  'frontend/prepareAffiliation': Change7
  'frontend/attemptAffiliation': Change7
  'frontend/updateEnrollmentMode': Change7
  'frontend/listPlans': { data: JsonValue[]; total_count: number }
  'frontend/getSubscriptionOfUser': { response: JsonValue; client: FrontendClient }
  'frontend/listSubscriptionItemsOfUser': OwnRead8
  'frontend/cancelSubscriptionItemOfUser': { response: JsonValue; client: FrontendClient | null }
  'frontend/listPaymentMethodsOfUser': OwnRead8
  'frontend/createPaymentMethodOfUser': { response: JsonValue; client: FrontendClient | null }
  'frontend/initializePaymentMethodOfUser': { response: MethodRoutes; client: FrontendClient | null }
  'frontend/deletePaymentMethodOfUser': { response: JsonValue; client: FrontendClient | null }
  'frontend/setDefaultPaymentMethodOfUser': { response: JsonValue; client: FrontendClient | null }
  'frontend/createCheckoutOfUser': { response: JsonValue; client: FrontendClient | null }
  'frontend/getCheckoutOfUser': { response: JsonValue; client: FrontendClient }
  'frontend/confirmCheckoutOfUser': { response: JsonValue; client: FrontendClient | null }
  'frontend/listPaymentAttemptsOfUser': OwnRead8
  'frontend/getPaymentAttemptOfUser': { response: JsonValue; client: FrontendClient }
  'frontend/listStatementsOfUser': OwnRead8
  'frontend/getStatementOfUser': { response: JsonValue; client: FrontendClient }
  'frontend/getSubscriptionOfOrganization': { response: JsonValue; client: FrontendClient }
  'frontend/listSubscriptionItemsOfOrganization': OwnRead8
  'frontend/cancelSubscriptionItemOfOrganization': { response: JsonValue; client: FrontendClient | null }
  'frontend/listPaymentMethodsOfOrganization': OwnRead8
  'frontend/createPaymentMethodOfOrganization': { response: JsonValue; client: FrontendClient | null }
  'frontend/initializePaymentMethodOfOrganization': { response: MethodRoutes; client: FrontendClient | null }
  'frontend/deletePaymentMethodOfOrganization': { response: JsonValue; client: FrontendClient | null }
  'frontend/setDefaultPaymentMethodOfOrganization': { response: JsonValue; client: FrontendClient | null }
  'frontend/createCheckoutOfOrganization': { response: JsonValue; client: FrontendClient | null }
  'frontend/getCheckoutOfOrganization': { response: JsonValue; client: FrontendClient }
  'frontend/confirmCheckoutOfOrganization': { response: JsonValue; client: FrontendClient | null }
  'frontend/listPaymentAttemptsOfOrganization': OwnRead8
  'frontend/getPaymentAttemptOfOrganization': { response: JsonValue; client: FrontendClient }
  'frontend/listStatementsOfOrganization': OwnRead8
  'frontend/getStatementOfOrganization': { response: JsonValue; client: FrontendClient }
  'frontend/getApiKeys': { data: ApiKey[]; total_count: number }
  'frontend/createApiKey': ApiKey
  'frontend/updateApiKey': ApiKey
  'frontend/revokeApiKey': ApiKey
  'frontend/listOrganizationEnterpriseConnections': OwnRead9
  'frontend/createOrganizationEnterpriseConnection': Change8
  'frontend/updateOrganizationEnterpriseConnection': Change8
  'frontend/deleteOrganizationEnterpriseConnection': { response: JsonValue; client: FrontendClient | null }
  'frontend/getMeEnterpriseConnections': OwnRead9
  'frontend/getOAuthConsent': FrontendGetOAuthConsent
  'frontend/submitOAuthConsent': null | string
  'frontend/redirectToUrl': null
  'pages/providerSignIn': string
  'pages/submitProviderSignIn': null | string
  'pages/providerConnect': string
  'pages/submitProviderConnect': null | string
  'pages/providerSignUp': string
  'pages/submitProviderSignUp': null | string
  'pages/enterprise': null | string
  'pages/submitEnterprise': null | string
  'frontend/oauthCallback': null | string
  'frontend/postOauthCallback': null | string
  'frontend/samlMetadata': string
  'frontend/beginAgentTask': null
  'pages/image': null | string
  'pages/providerIcon': null | string
  'pages/script': string
  'oauth/authorize': null | string
  'oauth/answer': null | string
  'oauth/token': { [name: string]: number | string }
  'oauth/introspect': { [name: string]: JsonValue }
  'oauth/userinfo': { [name: string]: JsonValue }
  'oauth/postUserinfo': { [name: string]: JsonValue }
  'oauth/register': Registered | { error: string; error_description: string }
  'oauth/keys': { keys: { [name: string]: string }[] }
}
