import { clerkFailure, paramUnknown } from '#auth-saas/errors.ts'
import { ENTERPRISE_PROVIDERS } from '#auth-saas/schema/enterprise.ts'

// The members that requests of the frontend API may have, by the vendor's description of 2026-05-12
// (https://github.com/clerk/openapi-specs): a name, and after a colon the type or the allowed values of one that is
// not any text.

const SENT_ELSEWHERE = 'redirect_url action_complete_redirect_url oidc_login_hint oidc_prompt'
/** The vendor's library sends these beside the members that are described. */
const OF_BROWSER = 'locale timezone captcha_token captcha_error captcha_widget_type'
const SIGN_UP = `password first_name last_name username email_address phone_number email_address_or_phone_number \
unsafe_metadata strategy ticket web3_wallet token code legal_accepted:boolean proof_token enterprise_connection_id \
${SENT_ELSEWHERE} ${OF_BROWSER}`
const MODES = 'manual_invitation|automatic_invitation|automatic_suggestion|enterprise_sso'

const DEVICE = 'platform:ios|android app_identifier name algorithm:ES256 public_key_jwk'
const CHECKOUT = 'plan_id plan_period:month|annual org_id payment_method_id'
const CONFIRMATION = 'payment_method_id gateway payment_token use_test_card:boolean'

const CONNECTION = `name active:boolean sync_user_attributes:boolean disable_additional_identifications:boolean \
custom_attributes saml_idp_entity_id saml_idp_sso_url saml_idp_certificate saml_idp_certificates \
saml_idp_metadata_url saml_idp_metadata saml_attribute_mapping saml_allow_subdomains:boolean \
saml_allow_idp_initiated:boolean saml_force_authn:boolean oidc_client_id oidc_client_secret oidc_discovery_url \
oidc_auth_url oidc_token_url oidc_user_info_url oidc_requires_pkce:boolean`

const MEMBERS: Readonly<Record<string, string>> = {
  createClient: '',
  createServiceToken: 'service',
  createDomains: `names enrollment_mode:${MODES}`,
  prepareOwnerships: 'organization_domain_ids',
  attemptOwnerships: 'organization_domain_ids',
  createSignIn: `strategy identifier password ticket transfer:boolean code token proof_token trusted_device_id \
sign_up_if_missing:boolean enterprise_connection_id ${SENT_ELSEWHERE} ${OF_BROWSER}`,
  resetPassword: 'password sign_out_of_other_sessions:boolean',
  prepareFirstFactor: `strategy email_address_id phone_number_id proof_token web3_wallet_id passkey_id \
trusted_device_id enterprise_connection_id ${SENT_ELSEWHERE}`,
  attemptFirstFactor:
    'strategy code password signature token ticket public_key_credential trusted_device_id client_data algorithm:ES256',
  prepareSecondFactor: 'strategy phone_number_id proof_token email_address_id redirect_url',
  attemptSecondFactor: 'strategy code',
  createSignUp: `transfer:boolean ${SIGN_UP}`,
  updateSignUp: SIGN_UP,
  prepareVerification: `strategy proof_token ${SENT_ELSEWHERE}`,
  attemptVerification: 'strategy code signature token',
  touchSession: 'active_organization_id intent:focus|select_session|select_org',
  createSessionToken: 'organization_id',
  startVerification: 'level:first_factor|second_factor|multi_factor',
  prepareVerificationFirst: 'strategy email_address_id phone_number_id proof_token redirect_url',
  attemptVerificationFirst: 'strategy code password public_key_credential',
  prepareVerificationSecond: 'strategy phone_number_id proof_token',
  attemptVerificationSecond: 'strategy code',
  createEmailAddress: 'email_address',
  attemptEmailAddress: 'code',
  prepareEmailAddress: 'strategy redirect_url action_complete_redirect_url',
  createPhoneNumber: 'phone_number reserved_for_second_factor:boolean',
  attemptPhoneNumber: 'code',
  preparePhoneNumber: 'strategy proof_token',
  updatePhoneNumber: 'reserved_for_second_factor:boolean default_second_factor:boolean',
  connectMyExternalAccount: `strategy enterprise_connection_id additional_scope code token ${SENT_ELSEWHERE}`,
  reauthorizeMyExternalAccount: `additional_scope ${SENT_ELSEWHERE}`,
  verifyTotp: 'code',
  updateMe:
    'username first_name last_name primary_email_address_id primary_phone_number_id primary_web3_wallet_id unsafe_metadata',
  updateMyMetadata: 'unsafe_metadata',
  changePassword: 'current_password new_password sign_out_of_other_sessions:boolean',
  removePassword: 'current_password',
  createOrganization: 'name slug',
  updateOrganization: 'name slug',
  invite: 'email_address role notify:boolean',
  inviteMany: 'email_address role notify:boolean',
  addMember: 'user_id role',
  updateMember: 'role',
  createDomain: `name enrollment_mode:${MODES}`,
  updateEnrollmentMode: `enrollment_mode:${MODES} delete_pending:boolean`,
  prepareAffiliation: 'affiliation_email_address',
  attemptAffiliation: 'code',
  updatePasskey: 'name',
  postWeb3Wallets: 'web3_wallet',
  prepareWeb3WalletVerification: 'strategy redirect_url',
  attemptWeb3WalletVerification: 'signature',
  prepareTrustedDevice: DEVICE,
  attemptTrustedDevice: `${DEVICE} client_data signature`,
  validateTrustedDevice: 'trusted_device_id',
  verifyPasskey: 'strategy:passkey public_key_credential',
  createCheckoutOfUser: CHECKOUT,
  createCheckoutOfOrganization: CHECKOUT,
  updateCheckoutOfUser: 'promo_code',
  updateCheckoutOfOrganization: 'promo_code',
  confirmCheckoutOfUser: CONFIRMATION,
  confirmCheckoutOfOrganization: CONFIRMATION,
  createPaymentMethodOfUser: 'gateway payment_token org_id',
  createPaymentMethodOfOrganization: 'gateway payment_token org_id',
  setDefaultPaymentMethodOfUser: 'payment_method_id',
  setDefaultPaymentMethodOfOrganization: 'payment_method_id',
  joinWaitlist: 'email_address',
  createApiKey: 'type name description subject seconds_until_expiration',
  updateApiKey: 'description subject seconds_until_expiration',
  revokeApiKey: 'revocation_reason',
  submitOAuthConsent: 'consented:boolean organization_id',
  createOrganizationEnterpriseConnection: `provider:${ENTERPRISE_PROVIDERS.join('|')} domains ${CONNECTION}`,
  updateOrganizationEnterpriseConnection: `domains ${CONNECTION}`,
  createMeEnterpriseConnection: `provider:${ENTERPRISE_PROVIDERS.join('|')} domains organization_id ${CONNECTION}`,
  updateMeEnterpriseConnection: `domains organization_id ${CONNECTION}`,
}

/**
 * Checks the members of a request to the frontend API by name and type. An operation that is not described takes any.
 *
 * @throws 422 for a member that the operation does not know, and for one of another type.
 */
export function requireKnownMembers(operation: string, form: URLSearchParams): void {
  const described = MEMBERS[operation.slice('frontend/'.length)]
  if (described === undefined) return
  const types = new Map(described.split(' ').map((member) => member.split(':', 2) as [string, string | undefined])) // a name, and a type or none
  for (const [sent, value] of form) {
    const name = sent.replace(/\[\]$/, '')
    // Members of every request, such as `_method` and `_clerk_session_id`.
    if (name.startsWith('_')) continue
    const meta = { param_name: name }
    if (!types.has(name)) {
      throw paramUnknown(name)
    }
    const type = types.get(name)
    if (type === undefined || value === '') continue
    if (type === 'boolean') {
      if (value === 'true' || value === 'false') continue
      throw clerkFailure(422, 'form_param_type_invalid', 'is invalid', `\`${name}\` must be a \`boolean\`.`, meta)
    }
    if (type.split('|').includes(value)) continue
    const sentence = `${value} does not match one of the allowed values for parameter ${name}`
    throw clerkFailure(422, 'form_param_value_invalid', 'is invalid', sentence, meta)
  }
}
