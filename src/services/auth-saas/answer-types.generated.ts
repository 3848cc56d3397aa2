// Written by npm run answers from what the handlers of the operations answer. Do not edit.
import type { JsonValue } from '#core/calls/received-call.ts'

type IdentifierVerification = { next_action: string; supported_strategies: string[]; object?: string; status?: "expired" | "failed" | "transferable" | "unverified" | "verified"; strategy?: string; attempts?: number | null; expire_at?: number | null }
type DeviceChallenge = { client_data: string; expires_at: number; algorithm: string; trusted_device_id?: string; object: string; challenge: string; challenge_id: string }
type AttemptVerification = { error?: JsonValue; trusted_device_challenge?: DeviceChallenge; nonce?: string; message?: string; external_verification_redirect_url?: string; object?: string; status?: "expired" | "failed" | "transferable" | "unverified" | "verified"; strategy?: string; attempts?: number | null; expire_at?: number | null }
type SignUpVerifications = { email_address: IdentifierVerification | null; phone_number: IdentifierVerification | null; web3_wallet: null; external_account: AttemptVerification | null }
type BackendSignUp = { object: string; id: string; status: "abandoned" | "complete" | "missing_requirements"; required_fields: string[]; optional_fields: string[]; missing_fields: string[]; unverified_fields: string[]; verifications: SignUpVerifications; username: string | null; email_address: string | null; phone_number: string | null; web3_wallet: null; password_enabled: boolean; first_name: string | null; last_name: string | null; unsafe_metadata: { [name: string]: JsonValue }; public_metadata: { [name: string]: JsonValue }; custom_action: boolean; external_id: string | null; external_account: null; created_session_id: string | null; created_user_id: string | null; abandon_at: number; legal_accepted_at: number | null; locale: string | null }
type Verification = { object: string; status: "expired" | "failed" | "transferable" | "unverified" | "verified"; strategy: string; attempts: number | null; expire_at: number | null }
type EmailAddress = { id: string; object: string; email_address: string; reserved: boolean; verification: Verification | null; linked_to: { type: string; id: string }[]; matches_sso_connection: boolean; created_at: number; updated_at: number }
type PhoneNumber = { id: string; object: string; phone_number: string; reserved_for_second_factor: boolean; default_second_factor: boolean; reserved: boolean; verification: Verification | null; linked_to: { type: string; id: string }[]; backup_codes: string[] | null; created_at: number; updated_at: number }
type Verification2 = { nonce?: string; message?: string; object: string; status: "expired" | "failed" | "transferable" | "unverified" | "verified"; strategy: string; attempts: number | null; expire_at: number | null }
type Web3Wallet = { id: string; object: string; web3_wallet: string; verification: Verification2 | null; created_at: number; updated_at: number }
type Verification3 = { nonce?: string; object?: string; status?: "expired" | "failed" | "transferable" | "unverified" | "verified"; strategy?: string; attempts?: number | null; expire_at?: number | null }
type Passkey = { object: string; id: string; name: string; last_used_at: number | null; verification: Verification3; created_at: number; updated_at: number }
type ExternalAccount = { object: string; id: string; provider: string; identification_id: string; provider_user_id: string; approved_scopes: string; email_address: string; email_address_verified: boolean | null; first_name: string; last_name: string; avatar_url: string; image_url: string; username: string | null; phone_number: null; public_metadata: { [name: string]: JsonValue }; label: string | null; created_at: number; updated_at: number; verification: Verification | null }
type EnterpriseConnection = { id: string; protocol: "oauth" | "saml"; provider: "oidc_custom" | "oidc_github_enterprise" | "oidc_gitlab" | "saml_custom" | "saml_google" | "saml_microsoft" | "saml_okta"; name: string; logo_public_url: null; domain: string; domains: string[]; active: boolean; sync_user_attributes: boolean; allow_subdomains: boolean; allow_idp_initiated: boolean; disable_additional_identifications: boolean; created_at: number; updated_at: number }
type EnterpriseAccount = { object: string; id: string; protocol: "oauth" | "saml"; provider: "oidc_custom" | "oidc_github_enterprise" | "oidc_gitlab" | "saml_custom" | "saml_google" | "saml_microsoft" | "saml_okta"; active: boolean; email_address: string; first_name: string | null; last_name: string | null; provider_user_id: string; enterprise_connection_id: string; public_metadata: {}; verification: Verification | null; enterprise_connection: EnterpriseConnection; last_authenticated_at: number }
type User = { private_metadata: { [name: string]: JsonValue }; id: string; object: string; external_id: string | null; primary_email_address_id: string | null; primary_phone_number_id: string | null; primary_web3_wallet_id: string | null; username: string | null; first_name: string | null; last_name: string | null; locale: string | null; profile_image_url: string; image_url: string; has_image: boolean; public_metadata: { [name: string]: JsonValue }; unsafe_metadata: { [name: string]: JsonValue }; email_addresses: EmailAddress[]; phone_numbers: PhoneNumber[]; web3_wallets: Web3Wallet[]; passkeys: Passkey[]; external_accounts: ExternalAccount[]; saml_accounts: never[]; enterprise_accounts: EnterpriseAccount[]; password_enabled: boolean; password_last_updated_at: number | null; two_factor_enabled: boolean; totp_enabled: boolean; backup_code_enabled: boolean; mfa_enabled_at: number | null; mfa_disabled_at: number | null; last_sign_in_at: number | null; banned: boolean; locked: boolean; lockout_expires_in_seconds: number | null; verification_attempts_remaining: number | null; delete_self_enabled: boolean; create_organization_enabled: boolean; create_organizations_limit: number | null; bypass_client_trust: boolean; last_active_at: number | null; legal_accepted_at: number | null; deprovisioned: boolean; created_at: number; updated_at: number }
type GetOAuthAccessToken = { object: string; external_account_id: string; provider_user_id: string; token: string; expires_at: number | null; provider: string; public_metadata: { [name: string]: JsonValue }; label: string | null; scopes: string[] }
type TrustedDevice = { id: string; object: string; platform: "android" | "ios"; app_identifier: string; name: string | null; algorithm: string; status: "active" | "revoked"; created_at: number; updated_at: number; last_used_at: number | null; revoked_at: number | null }
type Organization = { role_set_key: string | null; missing_member_with_elevated_permissions?: boolean; members_count?: number; created_by?: string; private_metadata: { [name: string]: JsonValue }; object: string; id: string; name: string; slug: string; image_url: string; logo_url: string | null; has_image: boolean; max_allowed_memberships: number; admin_delete_enabled: boolean; public_metadata: { [name: string]: JsonValue }; created_at: number; updated_at: number }
type PublicUser = { user_id: string; first_name: string | null; last_name: string | null; profile_image_url: string; image_url: string; has_image: boolean; identifier: string | null; username: string | null; banned: boolean; deprovisioned: boolean }
type Membership = { private_metadata: { [name: string]: JsonValue }; organization: Organization; id: string; object: string; role: string; role_name: string; permissions: string[]; public_metadata: { [name: string]: JsonValue }; public_user_data: PublicUser; created_at: number; updated_at: number }
type PublicOrganization = { id: string; name: string; slug: string; image_url: string; has_image: boolean }
type Inviter = { user_id: string; first_name: string | null; last_name: string | null; image_url: string; has_image: boolean; identifier: string }
type WithPublicOrganization = { public_organization_data: PublicOrganization; private_metadata: { [name: string]: JsonValue }; object: string; id: string; email_address: string; role: string; role_name: string; organization_id: string; inviter_id: string | null; public_inviter_data: Inviter | null; status: "accepted" | "expired" | "pending" | "revoked"; public_metadata: { [name: string]: JsonValue }; url: string | null; expires_at: number; created_at: number; updated_at: number }
type BackendVerification = { object: string; id: string; status: "expired" | "failed" | "transferable" | "unverified" | "verified"; strategy: string; attempts: number | null; expire_at: number | null; channel: string | null }
type Activity = { ip_address: string; browser_name?: string; browser_version?: string; object: string; id: string; device_type: string; is_mobile: boolean }
type Session = { object: string; id: string; user_id: string; client_id: string; actor: { [name: string]: JsonValue } | null; status: "abandoned" | "active" | "ended" | "expired" | "pending" | "removed" | "replaced" | "revoked"; last_active_organization_id: string | null; last_active_at: number; latest_activity: Activity; expire_at: number; abandon_at: number; tasks: null; updated_at: number; created_at: number }
type Client = { object: string; id: string; session_ids: string[]; sessions: Session[]; sign_in_id: string | null; sign_up_id: string | null; last_active_session_id: string | null; last_authentication_strategy: string | null; created_at: number; updated_at: number }
type OrganizationInvitation = { private_metadata: { [name: string]: JsonValue }; object: string; id: string; email_address: string; role: string; role_name: string; organization_id: string; inviter_id: string | null; public_inviter_data: Inviter | null; status: "accepted" | "expired" | "pending" | "revoked"; public_metadata: { [name: string]: JsonValue }; url: string | null; expires_at: number; created_at: number; updated_at: number }
type OrganizationDomain = { status: string; strategy: string; attempts: number | null; expire_at: number | null; verified_at: number | null }
type Ownership = { status: string; strategy: "manual_override" | "txt" | string; attempts: number | null; expire_at: number | null; verified_at: number | null; txt_record_name?: string | null; txt_record_value?: string | null }
type OrganizationDomain2 = { object: string; id: string; organization_id: string; name: string; enrollment_mode: "automatic_invitation" | "automatic_suggestion" | "enterprise_sso" | "manual_invitation"; affiliation_email_address: string | null; affiliation_verification: OrganizationDomain | null; ownership_verification: Ownership | null; verification: OrganizationDomain | null; total_pending_invitations: number; total_pending_suggestions: number; public_organization_data: PublicOrganization; created_at: number; updated_at: number }
type Permission = { object: string; id: string; name: string; key: string; description: string; type: "system" | "user"; created_at: number; updated_at: number }
type Role = { object: string; id: string; name: string; key: string; description: string | null; is_creator_eligible: boolean; permissions: Permission[]; created_at: number; updated_at: number }
type RoleSet = { object: string; id: string; name: string; key: string; description: string | null; members_count: number; has_members: boolean; created_at: number; updated_at: number }
type RoleSet2 = { object: string; id: string; name: string; key: string; description: string | null; roles: (RoleSet | null)[]; default_role: RoleSet | null; creator_role: RoleSet | null; type: "custom" | "initial"; role_set_migration: null; created_at: number; updated_at: number }
type Invitation = { expires_at: number; created_at: number; updated_at: number; url?: string; object: string; id: string; email_address: string; public_metadata: { [name: string]: JsonValue }; revoked: boolean; status: "accepted" | "expired" | "pending" | "revoked" }
type Identifier = { identifier: string; identifier_type: "email_address" | "phone_number" | "web3_wallet"; instance_id: string; created_at: number; updated_at: number; invitation_id?: string; object: "allowlist_identifier" | "blocklist_identifier"; id: string }
type WaitlistEntry = { object: string; id: string; email_address: string; status: "completed" | "invited" | "pending" | "rejected"; is_locked: boolean; invitation: Invitation | null; created_at: number; updated_at: number }
type GetInstance = { object: string; id: string; environment_type: string; allowed_origins: string[]; workspace_id: null }
type Restrictions = { object: string; allowlist: boolean; blocklist: boolean; allowlist_blocklist_disabled_on_sign_in: boolean; block_email_subaddresses: boolean; block_disposable_email_domains: boolean; ignore_dots_for_gmail_addresses: boolean }
type OrganizationSettings = { object: string; enabled: boolean; max_allowed_memberships: number; max_allowed_roles: number; max_role_sets_allowed: number; max_allowed_domains: number; max_allowed_permissions: number; creator_role: string; admin_delete_enabled: boolean; domains_enabled: boolean; domains_enrollment_modes: ("automatic_invitation" | "automatic_suggestion" | "enterprise_sso" | "manual_invitation")[]; domains_default_role: string; slug_disabled: boolean }
type Domain = { object: string; id: string; name: string; is_satellite: boolean; frontend_api_url: string; accounts_portal_url: string; proxy_url: string | null; development_origin: string; cname_targets: never[] }
type VerifyDomainProxy = { object: string; id: string; domain_id: string; last_run_at: number; proxy_url: string; successful: boolean; created_at: number; updated_at: number }
type RedirectUrl = { object: string; id: string; url: string; created_at: number; updated_at: number }
type Protect = { object: string; rules_enabled: boolean; specter_enabled: boolean; checks_bypassed: boolean }
type OauthSettings = { object: string; dynamic_oauth_client_registration: boolean; default_scopes: string[]; oauth_jwt_access_tokens: boolean; client_id_metadata_documents_advertised: boolean; client_id_metadata_documents_only_allow_pre_registered_clients: boolean; client_id_metadata_documents_block_implicitly_allowed_clients: boolean }
type UpdateInstanceAuthConfig = { object: string; id: string; restricted_to_allowlist: boolean; from_email_address: string; progressive_sign_up: boolean; enhanced_email_deliverability: boolean }
type Template = { id: string; object: string; instance_id: string | null; resource_type: string; template_type: "email" | "sms"; name: string; slug: string; position: number; can_revert: boolean; can_delete: boolean; can_edit_body: boolean; can_toggle: boolean; subject: string | null; markup: string; body: string; available_variables: string[]; required_variables: string[]; from_email_name: string; reply_to_email_name: string; delivered_by_clerk: boolean; enabled: boolean; flagged_as_suspicious: boolean; updated_at: number; created_at: number }
type PreviewTemplate = { subject: string | null; body: string; from_email_address: string; reply_to_email_address: string }
type JwtTemplate = { object: string; id: string; name: string; claims: { [name: string]: JsonValue }; lifetime: number; allowed_clock_skew: number; custom_signing_key: boolean; signing_algorithm: string; created_at: number; updated_at: number }
type SignInToken = { created_at: number; updated_at: number; token?: string; url?: string; actor?: { [name: string]: JsonValue }; object: string; id: string; status: "accepted" | "pending" | "revoked"; user_id: string }
type Machine = { object: string; id: string; name: string; instance_id: string; default_token_ttl: number; created_at: number; updated_at: number }
type Machine2 = { secret_key?: string; scoped_machines: Machine[]; object: string; id: string; name: string; instance_id: string; default_token_ttl: number; created_at: number; updated_at: number }
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
type EnterpriseConnection2 = { object: string; id: string; name: string; provider: "oidc_custom" | "oidc_github_enterprise" | "oidc_gitlab" | "saml_custom" | "saml_google" | "saml_microsoft" | "saml_okta"; logo_public_url: null; active: boolean; domains: string[]; organization_id: string | null; sync_user_attributes: boolean; disable_additional_identifications: boolean; disable_jit_provisioning: boolean; authenticatable: boolean; allow_organization_account_linking: boolean; custom_attributes: { [name: string]: JsonValue }[]; saml_connection: SamlPart | null; oauth_config: OauthPart | null; created_at: number; updated_at: number }
type ParsedUserInfo = { user_id: string; last_name?: string; first_name?: string; email_address: string }
type TestRunLog = { level: "error" | "info"; code: string; short_message: string; message: string }
type TestRun = { id: string; status: "failed" | "pending" | "success"; connection_type: string; parsed_user_info: ParsedUserInfo | null; logs: TestRunLog[]; saml: { [name: string]: string } | null; oauth: { [name: string]: string } | null; created_at: number }
type AttributeMapping = { user_id: string; email_address: string; first_name: string; last_name: string }
type SamlConnection = { organization_id: string | null; attribute_mapping?: AttributeMapping; active: boolean; provider: "oidc_custom" | "oidc_github_enterprise" | "oidc_gitlab" | "saml_custom" | "saml_google" | "saml_microsoft" | "saml_okta"; user_count: number; sync_user_attributes: boolean; allow_subdomains?: boolean; allow_idp_initiated?: boolean; disable_additional_identifications: boolean; disable_jit_provisioning: boolean; authenticatable: boolean; allow_organization_account_linking: boolean; force_authn?: boolean; login_hint?: { [name: string]: JsonValue }; enterprise_connection_id: string; created_at: number; updated_at: number; acs_url: string; sp_entity_id: string; sp_metadata_url: string; object: string; id?: string; name: string; domain: string; domains: string[]; idp_entity_id?: string | null; idp_sso_url?: string | null; idp_certificate?: string | null; idp_certificate_issued_at: null; idp_certificate_expires_at: null; idp_metadata_url?: string | null; idp_metadata?: string | null }
type Directory = { object: "directory" | "scim_directory"; id: string; name: string; enterprise_connection_id: string; endpoint_url: string; provider: string; enabled: boolean; group_role_mapping_enabled: boolean; attribute_mapping: { [name: string]: string }; custom_attributes: never[]; api_key: string | null; created_at: number; updated_at: number }
type GroupMapping = { object: string; id: string; scim_directory_id: string; directory_id: string; scim_group_id: string; directory_group_id: string; scim_group_display_name: string; directory_group_display_name: string; role: Role; precedence: number; created_at: number; updated_at: number }
type Task = { url?: string; object: string; agent_id: string; agent_task_id: string; task_id: string }
type CreateAdminPortalLinkToken = { token: string; object: string; id: string; admin_portal_link_id: string; instance_id: string; organization_id: string | null; it_contact_id: string | null; scopes: string[] | null; revoked: boolean; revocation_reason: string | null; expired: boolean; expiration: number | null; created_at: number; updated_at: number }
type Token = { object: string; id: string; admin_portal_link_id: string; instance_id: string; organization_id: string | null; it_contact_id: string | null; scopes: string[] | null; revoked: boolean; revocation_reason: string | null; expired: boolean; expiration: number | null; created_at: number; updated_at: number }
type Money = { amount: number; amount_formatted: string; currency: string; currency_symbol: string }
type Feature = { object: string; id: string; name: string; description: string; slug: string; avatar_url: null }
type Plan = { object: string; id: string; name: string; fee: Money; annual_monthly_fee: Money | null; annual_fee: Money | null; description: string | null; product_id: string; is_default: boolean; is_recurring: boolean; publicly_visible: boolean; has_base_fee: boolean; for_payer_type: "org" | "user"; slug: string; avatar_url: null; features: Feature[]; free_trial_enabled: boolean; free_trial_days: number | null }
type Payer = { image_url: string; created_at: number; updated_at: number; organization_name?: string; organization_id: string | null; first_name?: string | null; last_name?: string | null; email?: string | null; object: string; id: string; instance_id: string; user_id: string | null }
type Method = { object: string; id: string; payer_id: string; payment_type: string; is_default: boolean; gateway: string; gateway_external_id: string; gateway_external_account_id: null; last4: string; status: string; wallet_type: null; card_type: string; expiry_year: number; expiry_month: number; created_at: number; updated_at: number; is_removable: boolean }
type Item = { payer_id: string; payer: Payer; is_free_trial: boolean; period_start: number; period_end: number | null; canceled_at: number | null; past_due_at: null; ended_at: number | null; created_at: number; updated_at: number; next_payment?: { amount: Money; date: number }; lifetime_paid: Money; payment_method?: Method; object: string; id: string; instance_id: string; status: "active" | "canceled" | "ended" | "upcoming"; plan_id: string; price_id: string; plan: Plan; plan_period: "annual" | "month" }
type Subscription = { eligible_for_free_trial: boolean; next_payment?: { amount: Money; date: number }; object: string; id: string; instance_id: string; status: string; payer_id: string; created_at: number; updated_at: number; active_at: number | null; past_due_at: null; subscription_items: Item[] }
type CreditEntry = { object: string; id: string; payer_id: string; amount: Money; source_type: "checkout" | "manual"; source_id: string; note: string | null; created_at: string }
type Features = { avatar_url: string; object: string; id: string; name: string; description: string; slug: string }
type FormerPlan = { annual_monthly_fee: Money | null; annual_fee: Money | null; amount: number; amount_formatted: string; annual_monthly_amount: number; annual_monthly_amount_formatted: string; annual_amount: number; annual_amount_formatted: string; currency_symbol: string; currency: string; description: string; payer_type: ("org" | "user")[]; avatar_url: string; features: Features[]; object: string; id: string; name: string; fee: Money; product_id: string; is_default: boolean; is_recurring: boolean; publicly_visible: boolean; has_base_fee: boolean; for_payer_type: "org" | "user"; slug: string; free_trial_enabled: boolean; free_trial_days: number | null }
type Payer2 = { first_name: string; last_name: string; email: string; [name: string]: JsonValue | undefined }
type FormerItem = { plan: FormerPlan; payment_source_id: string; payer: Payer2; amount: Money; proration_date: string; payer_id: string; is_free_trial: boolean; period_start: number; period_end: number | null; canceled_at: number | null; past_due_at: null; ended_at: number | null; created_at: number; updated_at: number; next_payment?: { amount: Money; date: number }; lifetime_paid: Money; object: string; id: string; instance_id: string; status: "active" | "canceled" | "ended" | "upcoming"; plan_id: string; price_id: string; plan_period: "annual" | "month" }
type Price = { object: string; id: string; plan_id: string; instance_id: string; currency: string; currency_symbol: string; amount: number; annual_monthly_amount: number; fee: Money | null; annual_monthly_fee: Money | null; description: string | null; is_default: boolean; created_at: number; supported_billing_periods: "annual" | "both" | "month" }
type Transition = { previous_plan: FormerPlan; previous_price: Price; effective_at: number; effective_mode: string; next_billing_date: number | null; charged_immediately: boolean; immediate_charge: Money | null; previous_subscription_item_status: "active" | "canceled" | "ended" | "upcoming"; previous_subscription_item_id: string }
type Transition2 = { object: string; subscription_item: FormerItem; transition: Transition }
type Redemption = { amount: Money; cycles_remaining: number | null; cycles_applied: number; status: "active" | "exhausted" | "removed"; redeemed_at: number; redeemed_by: null; effect: string; amount_off: Money; percent_off?: undefined; promo_code?: string; object: string; id: string; subscription_item_id: string; discount_id: string; name: string; source: string }
type Redemption2 = { amount: Money; cycles_remaining: number | null; cycles_applied: number; status: "active" | "exhausted" | "removed"; redeemed_at: number; redeemed_by: null; effect: string; percent_off: number; amount_off?: undefined; promo_code?: string; object: string; id: string; subscription_item_id: string; discount_id: string; name: string; source: string }
type Totals = { grand_total: Money; subtotal: Money; base_fee: Money; tax_total: Money }
type Payee = { object: string; id: string; gateway_type: string; gateway_external_id: string; gateway_status: string }
type Redemption3 = { amount: Money; cycles_remaining: number | null; cycles_applied: number; status: "active" | "exhausted" | "removed"; redeemed_at: number; redeemed_by: null; effect: string; amount_off?: Money; percent_off?: number; promo_code?: string; object: string; id: string; subscription_item_id: string; discount_id: string; name: string; source: string }
type OwnItem = { applied_discount?: Redemption3; amount: Money; payer_id: string; payer: Payer; is_free_trial: boolean; period_start: number; period_end: number | null; canceled_at: number | null; past_due_at: null; ended_at: number | null; created_at: number; updated_at: number; next_payment?: { amount: Money; date: number }; lifetime_paid: Money; payment_method?: Method; object: string; id: string; instance_id: string; status: "active" | "canceled" | "ended" | "upcoming"; plan_id: string; price_id: string; plan: Plan; plan_period: "annual" | "month" }
type Totals2 = { subtotal: Money; base_fee: Money; tax_total: Money; grand_total: Money }
type Payment = { object: string; id: string; payment_id: string; instance_id: string; charge_type: string; payee_id: string; payee: Payee; payer_id: string; payer: Payer; subscription_item_id: string; subscription_item: OwnItem; amount: Money; totals: Totals2; payment_method_id: string; payment_method: Method | null; statement_id: string; gateway_external_id: string; gateway_external_url: null; status: string; paid_at: number; failed_at: null; created_at: number; updated_at: number }
type Statement = { object: string; id: string; instance_id: string; timestamp: number; payer: Payer; status: string; totals: Totals; groups: { object: string; timestamp: number; items: Payment[] }[] }
type NativeSettings = { object: string; api_enabled: boolean; trusted_device_sign_in_enabled: boolean; trusted_device_enrollment_prompt_after_sign_in_enabled: boolean; trusted_device_enrollment_prompt_after_sign_up_enabled: boolean }
type AuthConfig = { single_session_mode: boolean; claimed_at: null; reverification: boolean; preferred_channels: {}; session_minter: boolean; native_settings: NativeSettings; first_name: string; last_name: string; email_address: string; phone_number: string; username: string; password: string; identification_requirements: (string[])[]; identification_strategies: string[]; first_factors: string[]; second_factors: string[]; email_address_verification_strategies: string[]; enhanced_email_deliverability: boolean; test_mode: boolean; url_based_session_syncing: boolean; object: string; id: string }
type Buttons = { font_color: string; font_family: string; font_weight: string }
type General = { color: string; padding: string; box_shadow: string; font_color: string; font_family: string; border_radius: string; background_color: string; label_font_weight: string }
type Theme = { buttons: Buttons; general: General; accounts: { background_color: string } }
type DisplayConfig = { object: string; id: string; instance_environment_type: string; application_name: string; theme: Theme; preferred_sign_in_strategy: string; logo_image_url: string; favicon_image_url: string; home_url: string; sign_in_url: string; sign_up_url: string; user_profile_url: string; waitlist_url: string; oauth_consent_url: string; after_sign_in_url: string; after_sign_up_url: string; after_sign_out_one_url: string; after_sign_out_all_url: string; after_switch_session_url: string; after_join_waitlist_url: string; organization_profile_url: string; create_organization_url: string; after_leave_organization_url: string; after_create_organization_url: string; logo_link_url: string; logo_url: null; logo_image: null; favicon_url: null; favicon_image: null; help_url: null; google_one_tap_client_id: null; experimental_force_oauth_first: boolean; support_email: string; branded: boolean; clerk_js_version: string | null; captcha_public_key: null; captcha_public_key_invisible: null; captcha_widget_type: null; captcha_provider: string; captcha_oauth_bypass: never[]; captcha_heartbeat: boolean; show_devmode_warning: boolean; terms_url: string; privacy_policy_url: string }
type Attribute = { enabled: boolean; required: boolean; immutable: boolean; used_for_first_factor: boolean; first_factors: string[]; used_for_second_factor: boolean; second_factors: string[]; verifications: string[]; verify_at_sign_up: boolean }
type PhoneNumber2 = { channels: never[]; enabled: boolean; required: boolean; immutable: boolean; used_for_first_factor: boolean; first_factors: string[]; used_for_second_factor: boolean; second_factors: string[]; verifications: string[]; verify_at_sign_up: boolean }
type Username = { used_for_first_factor: boolean; enabled: boolean; required: boolean; immutable: boolean; first_factors: string[]; used_for_second_factor: boolean; second_factors: string[]; verifications: string[]; verify_at_sign_up: boolean }
type Attributes = { email_address: Attribute; phone_number: PhoneNumber2; username: Username; web3_wallet: Attribute; first_name: Attribute; last_name: Attribute; password: Attribute; authenticator_app: Attribute; backup_code: Attribute; passkey: Attribute; ticket: Attribute }
type Social = { enabled: boolean; required: boolean; authenticatable: boolean; block_email_subaddresses: boolean; strategy: string; not_selectable: boolean; deprecated: boolean; name: string; logo_url: string }
type EnterpriseSso = { enabled: boolean; self_serve_sso: boolean; self_serve_directory_sync: boolean }
type SignUp = { allowlist_only: boolean; captcha_enabled: boolean; captcha_widget_type: string; custom_action_required: boolean; progressive: boolean; mode: "public" | "restricted" | "waitlist"; legal_consent_enabled: boolean; mfa: { required: boolean } }
type PasswordSettings = { allowed_special_characters: string; disable_hibp: boolean; disable_password_reverification: boolean; enforce_hibp_on_sign_in: boolean; min_length: number; max_length: number; require_special_char: boolean; require_numbers: boolean; require_uppercase: boolean; require_lowercase: boolean; show_zxcvbn: boolean; min_zxcvbn_strength: number }
type PasskeySettings = { allow_autofill: boolean; show_sign_in_button: boolean; satisfies_second_factor: boolean }
type UsernameSettings = { min_length: number; max_length: number; allow_extended_special_characters: boolean; allow_numeric_usernames: boolean }
type Actions = { delete_self: boolean; create_organization: boolean; create_organizations_limit: null }
type UserLockout = { enabled: boolean; max_attempts: number; duration_in_minutes: number }
type AttackProtection = { user_lockout: UserLockout; pii: { enabled: boolean }; email_link: { require_same_client: boolean }; enumeration_protection: { enabled: boolean } }
type Restrictions2 = { allowlist: { enabled: boolean }; blocklist: { enabled: boolean }; allowlist_blocklist_disabled_on_sign_in: { enabled: boolean }; block_email_subaddresses: { enabled: boolean }; block_disposable_email_domains: { enabled: boolean } }
type UserSettings = { attributes: Attributes; social: { [name: string]: Social }; enterprise_sso: EnterpriseSso; saml: { enabled: boolean }; sign_in: { second_factor: { required: boolean; enabled: boolean } }; sign_up: SignUp; password_settings: PasswordSettings; passkey_settings: PasskeySettings; username_settings: UsernameSettings; actions: Actions; attack_protection: AttackProtection; restrictions: Restrictions2 }
type Domains = { enabled: boolean; enrollment_modes: ("automatic_invitation" | "automatic_suggestion" | "enterprise_sso" | "manual_invitation")[]; default_role: string }
type OrganizationSettings2 = { enabled: boolean; max_allowed_memberships: number; force_organization_selection: boolean; actions: { admin_delete: boolean }; domains: Domains; slug: { disabled: boolean }; organization_creation_defaults: { enabled: boolean }; creator_role: string }
type Billing = { stripe_publishable_key: string | null; free_trial_requires_payment_method: boolean; organization: { enabled: boolean; has_paid_plans: boolean }; user: { enabled: boolean; has_paid_plans: boolean } }
type ApiKeysSettings = { enabled: boolean; user_api_keys_enabled: boolean; orgs_api_keys_enabled: boolean }
type ProtectConfig = { object: string; id: string; rollout: number; loader: null }
type Environment = { auth_config: AuthConfig; display_config: DisplayConfig; user_settings: UserSettings; organization_settings: OrganizationSettings2; commerce_settings: { billing: Billing }; api_keys_settings: ApiKeysSettings; protect_config: ProtectConfig; maintenance_mode: boolean; client_debug_mode: boolean; partitioned_cookies: boolean }
type Tasks = { key: "choose-organization" | "reset-password" | "setup-mfa" }
type OwnOrganization = { members_count: number; pending_invitations_count: number; object: string; id: string; name: string; slug: string; image_url: string; logo_url: string | null; has_image: boolean; max_allowed_memberships: number; admin_delete_enabled: boolean; public_metadata: { [name: string]: JsonValue }; created_at: number; updated_at: number }
type OwnMembership = { organization: OwnOrganization; id: string; object: string; role: string; role_name: string; permissions: string[]; public_metadata: { [name: string]: JsonValue }; public_user_data: PublicUser; created_at: number; updated_at: number }
type FrontendUser = { organization_memberships: OwnMembership[]; create_organizations_limit?: number; id: string; object: string; external_id: string | null; primary_email_address_id: string | null; primary_phone_number_id: string | null; primary_web3_wallet_id: string | null; username: string | null; first_name: string | null; last_name: string | null; locale: string | null; profile_image_url: string; image_url: string; has_image: boolean; public_metadata: { [name: string]: JsonValue }; unsafe_metadata: { [name: string]: JsonValue }; email_addresses: EmailAddress[]; phone_numbers: PhoneNumber[]; web3_wallets: Web3Wallet[]; passkeys: Passkey[]; external_accounts: ExternalAccount[]; saml_accounts: never[]; enterprise_accounts: EnterpriseAccount[]; password_enabled: boolean; password_last_updated_at: number | null; two_factor_enabled: boolean; totp_enabled: boolean; backup_code_enabled: boolean; mfa_enabled_at: number | null; mfa_disabled_at: number | null; last_sign_in_at: number | null; banned: boolean; locked: boolean; lockout_expires_in_seconds: number | null; verification_attempts_remaining: number | null; delete_self_enabled: boolean; create_organization_enabled: boolean; bypass_client_trust: boolean; last_active_at: number | null; legal_accepted_at: number | null; deprovisioned: boolean; created_at: number; updated_at: number }
type FrontendSession = { object: string; id: string; status: "abandoned" | "active" | "ended" | "expired" | "pending" | "removed" | "replaced" | "revoked"; expire_at: number; abandon_at: number; last_active_at: number; last_active_organization_id: string | null; actor: { [name: string]: JsonValue } | null; tasks: Tasks[] | null; user: FrontendUser; public_user_data: PublicUser; factor_verification_age: number[]; last_active_token: { object: string; jwt: string } | null; created_at: number; updated_at: number }
type UserData = { first_name: string | null; last_name: string | null; image_url: string; has_image: boolean; profile_image_url: string }
type SignIn = { object: string; id: string; status: "abandoned" | "complete" | "needs_first_factor" | "needs_identifier" | "needs_new_password" | "needs_second_factor"; supported_identifiers: string[]; supported_first_factors: JsonValue[] | null; supported_second_factors: JsonValue[] | null; first_factor_verification: AttemptVerification | null; second_factor_verification: Verification | null; identifier: string | null; user_data: UserData | null; created_session_id: string | null; abandon_at: number; client_trust_state: string }
type SignUp2 = { has_password: boolean; external_account_strategy: string | null; object: string; id: string; status: "abandoned" | "complete" | "missing_requirements"; required_fields: string[]; optional_fields: string[]; missing_fields: string[]; unverified_fields: string[]; verifications: SignUpVerifications; username: string | null; email_address: string | null; phone_number: string | null; web3_wallet: null; password_enabled: boolean; first_name: string | null; last_name: string | null; unsafe_metadata: { [name: string]: JsonValue }; public_metadata: { [name: string]: JsonValue }; custom_action: boolean; external_id: string | null; external_account: null; created_session_id: string | null; created_user_id: string | null; abandon_at: number; legal_accepted_at: number | null; locale: string | null }
type FrontendClient = { object: string; id: string; sessions: FrontendSession[]; sign_in: SignIn | null; sign_up: SignUp2 | null; last_active_session_id: string | null; last_authentication_strategy: string | null; captcha_bypass: boolean; cookie_expires_at: null; created_at: number; updated_at: number }
type Change = { response: FrontendSession; client: FrontendClient | null }
type Customization = { appearance: null; background_color_dark: null; background_color_light: null; primary_color_dark: null; primary_color_light: null }
type FrontendGetAccountPortal = { object: string; allowed: boolean; enabled: boolean; internal_linking: boolean; after_sign_in_url: string; after_sign_up_url: string; after_join_waitlist_url: string; after_create_organization_url: string; after_leave_organization_url: string; logo_link_url: string; customization: Customization }
type Shown = { object: string; id: string; status: "complete" | "needs_first_factor" | "needs_second_factor"; level: "first_factor" | "multi_factor" | "second_factor"; session: FrontendSession; supported_first_factors: JsonValue[]; supported_second_factors: JsonValue[] | null; first_factor_verification: Verification | Verification3 | null; second_factor_verification: Verification | null }
type Change2 = { response: { object: string; id: string; deleted: boolean }; client: FrontendClient | null }
type Response = { object: string; id: string; name: string; public_url: string }
type OwnSession = { latest_activity: Activity; object: string; id: string; status: "abandoned" | "active" | "ended" | "expired" | "pending" | "removed" | "replaced" | "revoked"; expire_at: number; abandon_at: number; last_active_at: number; last_active_organization_id: string | null; actor: { [name: string]: JsonValue } | null; tasks: Tasks[] | null; user: FrontendUser; public_user_data: PublicUser; factor_verification_age: number[]; last_active_token: { object: string; jwt: string } | null; created_at: number; updated_at: number }
type FrontendListMyActiveSession = { user: null; latest_activity: Activity; object: string; id: string; status: "abandoned" | "active" | "ended" | "expired" | "pending" | "removed" | "replaced" | "revoked"; expire_at: number; abandon_at: number; last_active_at: number; last_active_organization_id: string | null; actor: { [name: string]: JsonValue } | null; tasks: Tasks[] | null; public_user_data: PublicUser; factor_verification_age: number[]; last_active_token: { object: string; jwt: string } | null; created_at: number; updated_at: number }
type OwnExternalAccount = { verification: AttemptVerification; object: string; id: string; provider: string; identification_id: string; provider_user_id: string; approved_scopes: string; email_address: string; email_address_verified: boolean | null; first_name: string; last_name: string; avatar_url: string; image_url: string; username: string | null; phone_number: null; public_metadata: { [name: string]: JsonValue }; label: string | null; created_at: number; updated_at: number }
type Change3 = { response: OwnExternalAccount; client: FrontendClient | null }
type CreationDefaults = { code: string; severity: string; meta: { organization_name: string; organization_domain: string } }
type CreationDefaults2 = { advisory: CreationDefaults | null; form: { name: string; slug: string; logo: null; blur_hash: null } }
type OwnRead = { response: { data: OwnMembership[]; total_count: number }; client: FrontendClient }
type Data = { public_organization_data: PublicOrganization; object: string; id: string; email_address: string; role: string; role_name: string; organization_id: string; inviter_id: string | null; public_inviter_data: Inviter | null; status: "accepted" | "expired" | "pending" | "revoked"; public_metadata: { [name: string]: JsonValue }; url: string | null; expires_at: number; created_at: number; updated_at: number }
type OwnRead2 = { response: { data: Data[]; total_count: number }; client: FrontendClient }
type Suggestion = { object: string; id: string; status: "accepted" | "pending"; public_organization_data: PublicOrganization; created_at: number; updated_at: number }
type OwnRead3 = { response: { data: Suggestion[]; total_count: number }; client: FrontendClient }
type Response2 = { object: string; id: string; verified: boolean; created_at: number; updated_at: number; secret: string; uri: string }
type Response3 = { object: string; id: string; verified: boolean; created_at: number; updated_at: number; secret: string; uri: string; backup_codes: string[] }
type Response4 = { object: string; id: string; codes: string[]; created_at: number; updated_at: number }
type Change4 = { response: DeviceChallenge; client: FrontendClient | null }
type Change5 = { response: { object: string; valid: boolean }; client: FrontendClient | null }
type Change6 = { response: OwnOrganization; client: FrontendClient | null }
type OwnRead4 = { response: { data: Role[]; total_count: number }; client: FrontendClient }
type MembershipRequest = { object: string; id: string; organization_id: string; status: "accepted" | "pending" | "rejected"; public_user_data: PublicUser; created_at: number; updated_at: number }
type OwnRead5 = { response: { data: MembershipRequest[]; total_count: number }; client: FrontendClient }
type Change7 = { response: MembershipRequest; client: FrontendClient | null }
type OwnInvitation = { object: string; id: string; email_address: string; role: string; role_name: string; organization_id: string; inviter_id: string | null; public_inviter_data: Inviter | null; status: "accepted" | "expired" | "pending" | "revoked"; public_metadata: { [name: string]: JsonValue }; url: string | null; expires_at: number; created_at: number; updated_at: number }
type OwnRead6 = { response: { data: OwnInvitation[]; total_count: number }; client: FrontendClient }
type Change8 = { response: OwnInvitation[]; client: FrontendClient | null }
type OwnRead7 = { response: { data: OrganizationDomain2[]; total_count: number }; client: FrontendClient }
type Change9 = { response: OrganizationDomain2; client: FrontendClient | null }
type Change10 = { response: { data: OrganizationDomain2[]; errors: JsonValue[] }; client: FrontendClient | null }
type OwnRead8 = { response: { data: OwnItem[]; total_count: number }; client: FrontendClient }
type OwnRead9 = { response: { data: Method[]; total_count: number }; client: FrontendClient }
type MethodRoutes = { external_client_secret: string; external_gateway_id: string; payment_method_order: string[]; object: string }
type Checkout = { proration: null; payer: { remaining_balance: Money; applied_amount: Money }; total: Money }
type Applied = { promo_code: string; cycles_remaining: number | null; duration_in_cycles: number | null; cycles_applied: number; effect: string; amount_off?: Money; percent_off?: number; amount: Money; discount_id: string; name: string }
type Totals3 = { total_due_after_free_trial: Money | null; total_due_now: Money; total_due_per_period: Money; totals_due_per_period: Totals2; past_due: null; credit: null; credits: Checkout | null; discounts: { proration: null; discount: Applied; total: Money } | null; subtotal: Money; base_fee: Money; tax_total: Money; grand_total: Money }
type Checkout2 = { needs_payment_method: boolean; free_trial_ends_at?: number; plan_period_start: number; subscription_item?: OwnItem; external_gateway_id: string; status: string; totals: Totals3; is_immediate_plan_change: boolean; payment_method?: Method; object: string; id: string; plan: Plan; plan_period: "annual" | "month"; payer: Payer }
type OwnRead10 = { response: { data: Payment[]; total_count: number }; client: FrontendClient }
type OwnRead11 = { response: { data: Statement[]; total_count: number }; client: FrontendClient }
type OwnConnection = { oauth_config?: { [name: string]: JsonValue }; saml_connection?: { [name: string]: JsonValue }; [name: string]: JsonValue | undefined }
type OwnRead12 = { response: { data: TestRun[]; total_count: number }; client: FrontendClient }
type Change11 = { response: { url: string }; client: FrontendClient | null }
type Scopes = { scope: string; description: string | null; requires_consent: boolean }
type FrontendGetOAuthConsent = { oauth_application_name: string; oauth_application_logo_url: null; oauth_application_url: null; client_id: string; redirect_domain: string | null; scopes: Scopes[] }
type Discovery = { scopes_supported: string[]; response_types_supported: string[]; response_modes_supported: string[]; grant_types_supported: string[]; subject_types_supported: string[]; id_token_signing_alg_values_supported: string[]; token_endpoint_auth_methods_supported: string[]; claims_supported: string[]; code_challenge_methods_supported: string[]; backchannel_logout_supported: boolean; frontchannel_logout_supported: boolean; registration_endpoint?: string; issuer: string; authorization_endpoint: string; token_endpoint: string; revocation_endpoint: string; introspection_endpoint: string; userinfo_endpoint: string; jwks_uri: string }
type Registered = { redirect_uris: string[]; grant_types: string[]; response_types: string[]; scope: string; token_endpoint_auth_method: "client_secret_basic" | "client_secret_post" | "none"; logo_uri?: string; client_uri?: string; client_id_issued_at: number; client_secret_expires_at: number; client_name: string; client_secret?: string; client_id: string }
type Bulk = { supported: boolean; maxOperations: number; maxPayloadSize: number }
type ScimConfig = { schemas: string[]; patch: { supported: boolean }; bulk: Bulk; filter: { supported: boolean; maxResults: number }; changePassword: { supported: boolean }; sort: { supported: boolean }; etag: { supported: boolean }; authenticationSchemes: { type: string; name: string; description: string }[] }
type Meta = { resourceType: "Group" | "User"; created?: string; lastModified?: string; location: string }
type ScimUser = { userName: string; active: boolean; meta: Meta; externalId?: string; id: string; schemas: string[]; [name: string]: JsonValue | undefined }
type ScimList = { schemas: string[]; totalResults: number; startIndex: number; itemsPerPage: number; Resources: ScimUser[] }
type ScimGroup = { displayName: string; members: { value: string; display: string }[]; meta: Meta; externalId?: string; schemas: string[]; id: string }
type ScimList2 = { schemas: string[]; totalResults: number; startIndex: number; itemsPerPage: number; Resources: ScimGroup[] }

/** The answers of the operations of auth-saas, as far as their handlers say what they answer. */
export interface AuthSaasAnswers {
  'GetSignUp': BackendSignUp
  'UpdateSignUp': BackendSignUp
  'GetUserList': User[] | { data: User[]; total_count: number }
  'GetUsersCount': { object: string; total_count: number }
  'CreateUser': User
  'GetUser': User
  'UpdateUser': User
  'DeleteUser': { deleted: boolean; object: string; id: string }
  'UsersBan': User[]
  'UsersUnban': User[]
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
  'ListUserTrustedDevices': { data: TrustedDevice[]; total_count: number }
  'RevokeUserTrustedDevice': TrustedDevice
  'UsersGetOrganizationMemberships': { data: Membership[]; total_count: number }
  'UsersGetOrganizationInvitations': { data: WithPublicOrganization[]; total_count: number }
  'SetUserProfileImage': User
  'DeleteUserProfileImage': User
  'DeleteExternalAccount': { deleted: boolean; object: string; id: string }
  'DeletePasskey': { deleted: boolean; object: string; id: string }
  'DeleteWeb3Wallet': { deleted: boolean; object: string; id: string }
  'CreateEmailAddress': EmailAddress
  'GetEmailAddress': EmailAddress
  'UpdateEmailAddress': EmailAddress
  'DeleteEmailAddress': { deleted: boolean; object: string; id: string }
  'ReplaceUserEmailAddress': EmailAddress
  'ReplaceUserPhoneNumber': PhoneNumber
  'CreatePhoneNumber': PhoneNumber
  'GetPhoneNumber': PhoneNumber
  'UpdatePhoneNumber': PhoneNumber
  'DeletePhoneNumber': { deleted: boolean; object: string; id: string }
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
  'DeleteOrganization': { deleted: boolean; object: string; id: string }
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
  'DeleteOrganizationDomain': { deleted: boolean; object: string; id: string }
  'ListOrganizationRoles': { data: Role[]; total_count: number }
  'CreateOrganizationRole': Role
  'GetOrganizationRole': Role
  'UpdateOrganizationRole': Role
  'DeleteOrganizationRole': { deleted: boolean; object: string; id: string }
  'AssignPermissionToOrganizationRole': Role
  'RemovePermissionFromOrganizationRole': Role
  'ListOrganizationPermissions': { data: Permission[]; total_count: number }
  'CreateOrganizationPermission': Permission
  'GetOrganizationPermission': Permission
  'UpdateOrganizationPermission': Permission
  'DeleteOrganizationPermission': { deleted: boolean; object: string; id: string }
  'ListRoleSets': { data: RoleSet2[]; total_count: number }
  'CreateRoleSet': RoleSet2
  'GetRoleSet': RoleSet2
  'UpdateRoleSet': RoleSet2
  'AddRolesToRoleSet': RoleSet2
  'ReplaceRoleInRoleSet': RoleSet2
  'ReplaceRoleSet': { deleted: boolean; object: string; id: string }
  'ListInvitations': Invitation[] | { data: Invitation[]; total_count: number }
  'CreateInvitation': Invitation
  'CreateBulkInvitations': Invitation[]
  'RevokeInvitation': Invitation
  'DeleteInvitation': { deleted: boolean; object: string; id: string }
  'ListAllowlistIdentifiers': Identifier[] | { data: Identifier[]; total_count: number }
  'CreateAllowlistIdentifier': Identifier
  'DeleteAllowlistIdentifier': { deleted: boolean; object: string; id: string }
  'ListBlocklistIdentifiers': { data: Identifier[]; total_count: number }
  'CreateBlocklistIdentifier': Identifier
  'DeleteBlocklistIdentifier': { deleted: boolean; object: string; id: string }
  'ListWaitlistEntries': { data: WaitlistEntry[]; total_count: number }
  'CreateWaitlistEntry': WaitlistEntry
  'CreateBulkWaitlistEntries': WaitlistEntry[]
  'InviteWaitlistEntry': WaitlistEntry
  'RejectWaitlistEntry': WaitlistEntry
  'DeletePendingWaitlistEntry': { deleted: boolean; object: string; id: string }
  'GetInstance': GetInstance
  'UpdateInstance': null
  'UpdateInstanceRestrictions': Restrictions
  'GetInstanceOrganizationSettings': OrganizationSettings
  'UpdateInstanceOrganizationSettings': OrganizationSettings
  'ListDomains': { data: Domain[]; total_count: number }
  'AddDomain': Domain
  'UpdateDomain': Domain
  'DeleteDomain': { deleted: boolean; object: string; id: string }
  'ChangeProductionInstanceDomain': null
  'ChangeBetaDomain': null
  'UpdateProductionInstanceDomain': null
  'VerifyDomainProxy': VerifyDomainProxy
  'ListRedirectURLs': RedirectUrl[] | { data: RedirectUrl[]; total_count: number }
  'CreateRedirectURL': RedirectUrl
  'GetRedirectURL': RedirectUrl
  'DeleteRedirectURL': { deleted: boolean; object: string; id: string }
  'CreateSvixApp': { svix_url: string }
  'GenerateSvixAuthURL': { svix_url: string }
  'DeleteSvixApp': null
  'GetInstanceProtect': Protect
  'UpdateInstanceProtect': Protect
  'GetInstanceCommunication': { object: string; blocked_country_codes: string[] }
  'UpdateInstanceCommunication': { object: string; blocked_country_codes: string[] }
  'GetInstanceOAuthApplicationSettings': OauthSettings
  'UpdateInstanceOAuthApplicationSettings': OauthSettings
  'UpdateInstanceAuthConfig': UpdateInstanceAuthConfig
  'GetTemplateList': Template[] | { data: Template[]; total_count: number }
  'GetTemplate': Template
  'UpsertTemplate': Template
  'RevertTemplate': Template
  'PreviewTemplate': PreviewTemplate
  'ToggleTemplateDelivery': Template
  'ListJWTTemplates': JwtTemplate[] | { data: JwtTemplate[]; total_count: number }
  'CreateJWTTemplate': JwtTemplate
  'GetJWTTemplate': JwtTemplate
  'UpdateJWTTemplate': JwtTemplate
  'DeleteJWTTemplate': { deleted: boolean; object: string; id: string }
  'CreateSignInToken': SignInToken
  'RevokeSignInToken': SignInToken
  'CreateActorToken': SignInToken
  'RevokeActorToken': SignInToken
  'CreateTestingToken': { object: string; token: string; expires_at: number }
  'ListMachines': { data: Machine2[]; total_count: number }
  'CreateMachine': Machine2
  'GetMachine': Machine2
  'UpdateMachine': Machine2
  'DeleteMachine': { deleted: boolean; object: string; id: string }
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
  'DeleteApiKey': { deleted: boolean; object: string; id: string }
  'RevokeApiKey': ApiKey
  'GetApiKeySecret': { secret: string }
  'VerifyApiKey': ApiKey
  'ListOAuthApplications': { data: OauthApplication[]; total_count: number }
  'CreateOAuthApplication': CreateOAuthApplication
  'GetOAuthApplication': OauthApplication
  'UpdateOAuthApplication': OauthApplication
  'DeleteOAuthApplication': { deleted: boolean; object: string; id: string }
  'UploadOAuthApplicationLogo': OauthApplication
  'RotateOAuthApplicationSecret': RotateOAuthApplicationSecret
  'RevokeOAuthApplicationToken': null
  'verifyOAuthAccessToken': OauthToken
  'ListEnterpriseConnections': { data: EnterpriseConnection2[]; total_count: number }
  'CreateEnterpriseConnection': EnterpriseConnection2
  'GetEnterpriseConnection': EnterpriseConnection2
  'UpdateEnterpriseConnection': EnterpriseConnection2
  'DeleteEnterpriseConnection': { deleted: boolean; object: string; id: string }
  'ListEnterpriseConnectionTestRuns': { data: TestRun[]; total_count: number }
  'CreateEnterpriseConnectionTestRun': { url: string }
  'ListSAMLConnections': { data: SamlConnection[]; total_count: number }
  'CreateSAMLConnection': SamlConnection
  'GetSAMLConnection': SamlConnection
  'UpdateSAMLConnection': SamlConnection
  'DeleteSAMLConnection': { deleted: boolean; object: string; id: string }
  'ListSCIMDirectories': { data: Directory[]; total_count: number }
  'CreateSCIMDirectory': Directory
  'GetSCIMDirectory': Directory
  'UpdateSCIMDirectory': Directory
  'DeleteSCIMDirectory': { deleted: boolean; object: string; id: string }
  'RotateSCIMDirectoryAPIKey': Directory
  'ListSCIMGroupRoleMappings': { data: GroupMapping[]; total_count: number }
  'CreateSCIMGroupRoleMapping': GroupMapping
  'ReplaceSCIMGroupRoleMappings': { data: GroupMapping[]; total_count: number }
  'DeleteSCIMGroupRoleMapping': { deleted: boolean; object: string; id: string }
  'ListDirectories': { data: Directory[]; total_count: number }
  'CreateDirectory': Directory
  'GetDirectory': Directory
  'UpdateDirectory': Directory
  'DeleteDirectory': { deleted: boolean; object: string; id: string }
  'RotateDirectoryAPIKey': Directory
  'ListDirectoryGroupRoleMappings': { data: GroupMapping[]; total_count: number }
  'CreateDirectoryGroupRoleMapping': GroupMapping
  'ReplaceDirectoryGroupRoleMappings': { data: GroupMapping[]; total_count: number }
  'DeleteDirectoryGroupRoleMapping': { deleted: boolean; object: string; id: string }
  'CreateAgentTask': Task
  'RevokeAgentTask': Task
  'createAdminPortalLinkToken': CreateAdminPortalLinkToken
  'revokeAdminPortalLinkToken': Token
  'GetCommercePlanList': { data: Plan[]; total_count: number }
  'GetUserBillingSubscription': Subscription
  'GetOrganizationBillingSubscription': Subscription
  'GetUserBillingCreditBalance': { object: string; balance: Money | null }
  'AdjustUserBillingCreditBalance': CreditEntry
  'GetOrganizationBillingCreditBalance': { object: string; balance: Money | null }
  'AdjustOrganizationBillingCreditBalance': CreditEntry
  'GetCommerceSubscriptionItemList': { data: Item[]; total_count: number }
  'CancelCommerceSubscriptionItem': Item
  'ExtendBillingSubscriptionItemFreeTrial': FormerItem
  'GetBillingPriceList': { data: Price[]; total_count: number }
  'CreateBillingPrice': Price
  'CreateBillingPriceTransition': Transition2
  'ApplyBillingSubscriptionItemDiscount': Redemption | Redemption2
  'RemoveBillingSubscriptionItemDiscount': Redemption | Redemption2
  'GetBillingStatementList': { data: Statement[]; total_count: number }
  'GetBillingStatement': Statement
  'GetBillingStatementPaymentAttempts': { data: Payment[]; total_count: number }
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
  'frontend/replaceClient': { response: FrontendClient; client: FrontendClient | null }
  'frontend/syncClient': null
  'frontend/linkClient': null
  'frontend/initDevBrowser': null
  'frontend/setFirstPartyCookie': null
  'frontend/clearSiteData': null
  'frontend/getAccountPortal': FrontendGetAccountPortal
  'frontend/getProxyHealth': { status: string; message: string } | { status: string; x_forwarded_for: string }
  'frontend/getAssetLinks': never[]
  'frontend/getAppSiteAssociation': { webcredentials: { apps: never[] } }
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
  'frontend/createSignUp': { response: SignUp2; client: FrontendClient | null }
  'frontend/getSignUp': { response: SignUp2; client: FrontendClient | null }
  'frontend/updateSignUp': { response: SignUp2; client: FrontendClient | null }
  'frontend/prepareVerification': { response: SignUp2; client: FrontendClient | null }
  'frontend/attemptVerification': { response: SignUp2; client: FrontendClient | null }
  'frontend/getMe': { response: FrontendUser; client: FrontendClient }
  'frontend/updateMe': { response: FrontendUser; client: FrontendClient | null }
  'frontend/updateMyMetadata': { response: FrontendUser; client: FrontendClient | null }
  'frontend/deleteMe': Change2
  'frontend/changePassword': { response: FrontendUser; client: FrontendClient | null }
  'frontend/removePassword': { response: FrontendUser; client: FrontendClient | null }
  'frontend/setProfileImage': { response: Response; client: FrontendClient | null }
  'frontend/deleteProfileImage': Change2
  'frontend/listMySessions': OwnSession[]
  'frontend/listMyActiveSessions': FrontendListMyActiveSession[]
  'frontend/revokeMySession': { response: OwnSession; client: FrontendClient | null }
  'frontend/deleteMyExternalAccount': Change2
  'frontend/revokeMyExternalAccountTokens': { response: FrontendUser; client: FrontendClient | null }
  'frontend/createServiceToken': { object: string; jwt: string }
  'frontend/listMyExternalAccounts': { response: OwnExternalAccount[]; client: FrontendClient }
  'frontend/connectMyExternalAccount': Change3
  'frontend/reauthorizeMyExternalAccount': Change3
  'frontend/getOrganizationCreationDefaults': { response: CreationDefaults2; client: FrontendClient }
  'frontend/listMyMemberships': OwnRead
  'frontend/leaveOrganization': Change2
  'frontend/listMyInvitations': OwnRead2
  'frontend/acceptMyInvitation': { response: Data; client: FrontendClient | null }
  'frontend/listMySuggestions': OwnRead3
  'frontend/acceptMySuggestion': { response: Suggestion; client: FrontendClient | null }
  'frontend/createEmailAddress': { response: EmailAddress; client: FrontendClient | null }
  'frontend/listEmailAddresses': EmailAddress[]
  'frontend/getEmailAddress': { response: EmailAddress; client: FrontendClient }
  'frontend/deleteEmailAddress': Change2
  'frontend/prepareEmailAddress': { response: EmailAddress; client: FrontendClient | null }
  'frontend/attemptEmailAddress': { response: EmailAddress; client: FrontendClient | null }
  'frontend/createPhoneNumber': { response: PhoneNumber; client: FrontendClient | null }
  'frontend/listPhoneNumbers': PhoneNumber[]
  'frontend/getPhoneNumber': { response: PhoneNumber; client: FrontendClient }
  'frontend/deletePhoneNumber': Change2
  'frontend/updatePhoneNumber': { response: PhoneNumber; client: FrontendClient | null }
  'frontend/preparePhoneNumber': { response: PhoneNumber; client: FrontendClient | null }
  'frontend/attemptPhoneNumber': { response: PhoneNumber; client: FrontendClient | null }
  'frontend/createPasskey': { response: Passkey; client: FrontendClient | null }
  'frontend/getPasskey': { response: Passkey; client: FrontendClient }
  'frontend/updatePasskey': { response: Passkey; client: FrontendClient | null }
  'frontend/deletePasskey': Change2
  'frontend/verifyPasskey': { response: Passkey; client: FrontendClient | null }
  'frontend/createTotp': { response: Response2; client: FrontendClient | null }
  'frontend/verifyTotp': { response: Response3; client: FrontendClient | null }
  'frontend/deleteTotp': Change2
  'frontend/createBackupCodes': { response: Response4; client: FrontendClient | null }
  'frontend/disableMfa': Change2
  'frontend/listTrustedDevices': { response: TrustedDevice[]; client: FrontendClient }
  'frontend/prepareTrustedDevice': Change4
  'frontend/attemptTrustedDevice': { response: TrustedDevice; client: FrontendClient | null }
  'frontend/revokeTrustedDevice': { response: TrustedDevice; client: FrontendClient | null }
  'frontend/validateTrustedDevice': Change5
  'frontend/getWeb3Wallets': Web3Wallet[]
  'frontend/postWeb3Wallets': { response: Web3Wallet; client: FrontendClient | null }
  'frontend/readWeb3Wallet': { response: Web3Wallet; client: FrontendClient }
  'frontend/deleteWeb3Wallet': Change2
  'frontend/prepareWeb3WalletVerification': { response: Web3Wallet; client: FrontendClient | null }
  'frontend/attemptWeb3WalletVerification': { response: Web3Wallet; client: FrontendClient | null }
  'frontend/createOrganization': Change6
  'frontend/getOrganization': { response: OwnOrganization; client: FrontendClient }
  'frontend/updateOrganization': Change6
  'frontend/deleteOrganization': Change2
  'frontend/setLogo': Change6
  'frontend/deleteLogo': Change6
  'frontend/listMembers': OwnRead
  'frontend/addMember': { response: OwnMembership; client: FrontendClient | null }
  'frontend/updateMember': { response: OwnMembership; client: FrontendClient | null }
  'frontend/removeMember': { response: OwnMembership; client: FrontendClient | null }
  'frontend/listRoles': OwnRead4
  'frontend/listRequests': OwnRead5
  'frontend/acceptRequest': Change7
  'frontend/rejectRequest': Change7
  'frontend/listInvitations': OwnRead6
  'frontend/getAllPendingOrganizationInvitations': { response: OwnInvitation[]; client: FrontendClient }
  'frontend/invite': { response: OwnInvitation; client: FrontendClient | null }
  'frontend/inviteMany': Change8
  'frontend/revokeInvitation': { response: OwnInvitation; client: FrontendClient | null }
  'frontend/listDomains': OwnRead7
  'frontend/createDomain': Change9
  'frontend/getDomain': { response: OrganizationDomain2; client: FrontendClient }
  'frontend/deleteDomain': Change2
  'frontend/prepareAffiliation': Change9
  'frontend/attemptAffiliation': Change9
  'frontend/createDomains': Change10
  'frontend/prepareOwnerships': Change10
  'frontend/prepareOwnership': Change9
  'frontend/attemptOwnerships': Change10
  'frontend/attemptOwnership': Change9
  'frontend/updateEnrollmentMode': Change9
  'frontend/listPlans': { data: Plan[]; total_count: number }
  'frontend/getPlan': Plan
  'frontend/getSubscriptionOfUser': { response: Subscription; client: FrontendClient }
  'frontend/listSubscriptionItemsOfUser': OwnRead8
  'frontend/cancelSubscriptionItemOfUser': { response: OwnItem; client: FrontendClient | null }
  'frontend/listPaymentMethodsOfUser': OwnRead9
  'frontend/createPaymentMethodOfUser': { response: Method | null; client: FrontendClient | null }
  'frontend/initializePaymentMethodOfUser': { response: MethodRoutes; client: FrontendClient | null }
  'frontend/deletePaymentMethodOfUser': { response: Method; client: FrontendClient | null }
  'frontend/setDefaultPaymentMethodOfUser': { response: Method; client: FrontendClient | null }
  'frontend/createCheckoutOfUser': { response: Checkout2; client: FrontendClient | null }
  'frontend/getCheckoutOfUser': { response: Checkout2; client: FrontendClient }
  'frontend/updateCheckoutOfUser': { response: Checkout2; client: FrontendClient | null }
  'frontend/confirmCheckoutOfUser': { response: Checkout2; client: FrontendClient | null }
  'frontend/listPaymentAttemptsOfUser': OwnRead10
  'frontend/getPaymentAttemptOfUser': { response: Payment; client: FrontendClient }
  'frontend/listStatementsOfUser': OwnRead11
  'frontend/getStatementOfUser': { response: Statement; client: FrontendClient }
  'frontend/getSubscriptionOfOrganization': { response: Subscription; client: FrontendClient }
  'frontend/listSubscriptionItemsOfOrganization': OwnRead8
  'frontend/cancelSubscriptionItemOfOrganization': { response: OwnItem; client: FrontendClient | null }
  'frontend/listPaymentMethodsOfOrganization': OwnRead9
  'frontend/createPaymentMethodOfOrganization': { response: Method | null; client: FrontendClient | null }
  'frontend/initializePaymentMethodOfOrganization': { response: MethodRoutes; client: FrontendClient | null }
  'frontend/deletePaymentMethodOfOrganization': { response: Method; client: FrontendClient | null }
  'frontend/setDefaultPaymentMethodOfOrganization': { response: Method; client: FrontendClient | null }
  'frontend/createCheckoutOfOrganization': { response: Checkout2; client: FrontendClient | null }
  'frontend/getCheckoutOfOrganization': { response: Checkout2; client: FrontendClient }
  'frontend/updateCheckoutOfOrganization': { response: Checkout2; client: FrontendClient | null }
  'frontend/confirmCheckoutOfOrganization': { response: Checkout2; client: FrontendClient | null }
  'frontend/listPaymentAttemptsOfOrganization': OwnRead10
  'frontend/getPaymentAttemptOfOrganization': { response: Payment; client: FrontendClient }
  'frontend/listStatementsOfOrganization': OwnRead11
  'frontend/getStatementOfOrganization': { response: Statement; client: FrontendClient }
  'frontend/getApiKeys': { data: ApiKey[]; total_count: number }
  'frontend/createApiKey': ApiKey
  'frontend/updateApiKey': ApiKey
  'frontend/revokeApiKey': ApiKey
  'frontend/listOrganizationEnterpriseConnections': { response: OwnConnection[]; client: FrontendClient }
  'frontend/createOrganizationEnterpriseConnection': { response: OwnConnection; client: FrontendClient | null }
  'frontend/updateOrganizationEnterpriseConnection': { response: OwnConnection; client: FrontendClient | null }
  'frontend/deleteOrganizationEnterpriseConnection': Change2
  'frontend/listOrganizationEnterpriseConnectionTestRuns': OwnRead12
  'frontend/createOrganizationEnterpriseConnectionTestRun': Change11
  'frontend/createMeEnterpriseConnection': { response: OwnConnection; client: FrontendClient | null }
  'frontend/updateMeEnterpriseConnection': { response: OwnConnection; client: FrontendClient | null }
  'frontend/deleteMeEnterpriseConnection': Change2
  'frontend/listMeEnterpriseConnectionTestRuns': OwnRead12
  'frontend/createMeEnterpriseConnectionTestRun': Change11
  'frontend/getMeEnterpriseConnections': { response: OwnConnection[]; client: FrontendClient }
  'frontend/getOAuthConsent': FrontendGetOAuthConsent
  'frontend/submitOAuthConsent': null | string
  'frontend/redirectToUrl': null
  'pages/signIn': null | string
  'pages/submitSignIn': null | string
  'pages/signOut': null | string
  'pages/submitSignOut': null | string
  'pages/signUp': null | string
  'pages/submitSignUp': null | string
  'pages/user': null | string
  'pages/submitUser': null | string
  'pages/organization': null | string
  'pages/submitOrganization': null | string
  'pages/providerSignIn': null | string
  'pages/submitProviderSignIn': null | string
  'pages/providerConnect': null | string
  'pages/submitProviderConnect': null | string
  'pages/providerSignUp': null | string
  'pages/submitProviderSignUp': null | string
  'pages/enterprise': null | string
  'pages/submitEnterprise': null | string
  'frontend/initEnterpriseConnectionTestRun': null
  'frontend/getEnterpriseConnectionTestRunResult': null | string
  'frontend/oauthCallback': null | string
  'frontend/postOauthCallback': null | string
  'frontend/samlMetadata': string
  'frontend/acs': null | string
  'frontend/beginAgentTask': null
  'pages/image': null | string
  'pages/providerIcon': null | string
  'pages/interstitial': string
  'pages/script': string
  'oauth/authorize': null | string
  'oauth/answer': null | string
  'oauth/token': { [name: string]: number | string }
  'oauth/revoke': null
  'oauth/introspect': { [name: string]: JsonValue }
  'oauth/userinfo': { [name: string]: JsonValue }
  'oauth/postUserinfo': { [name: string]: JsonValue }
  'oauth/discovery': Discovery
  'oauth/metadata': Discovery
  'oauth/register': Registered | { error: string; error_description: string }
  'oauth/keys': { keys: { [name: string]: string }[] }
  'scim/config': ScimConfig
  'scim/listUsers': ScimList
  'scim/createUser': ScimUser
  'scim/getUser': ScimUser
  'scim/replaceUser': ScimUser
  'scim/changeUser': ScimUser
  'scim/deleteUser': null
  'scim/listGroups': ScimList2
  'scim/createGroup': ScimGroup
  'scim/getGroup': ScimGroup
  'scim/replaceGroup': ScimGroup
  'scim/changeGroup': ScimGroup
  'scim/deleteGroup': null
}
