import type { AuthCall, AuthContext } from '#auth-saas/call.ts'
import { ownMembershipJson, publicUserJson } from '../organization.ts'
import { externalAccountJson, ownUserJson, verificationJson } from '../user.ts'
import { signInFactors } from '#auth-saas/rules/attempts/sign-in-factors.ts'
import { missingFields, unverifiedFields } from '#auth-saas/rules/attempts/sign-up-fields.ts'
import { current } from '#auth-saas/rules/sessions/sessions.ts'
import { settingsOf } from '#auth-saas/rules/settings.ts'
import { sessionToken } from '#auth-saas/rules/sessions/tokens.ts'
import type { SignIn, SignUp } from '#auth-saas/schema/attempts.ts'
import type { ExternalAccount, User, Verification } from '#auth-saas/schema/people.ts'
import type { Client, Session } from '#auth-saas/schema/sessions.ts'
import { claimsVersion } from '#auth-saas/rules/api-version.ts'

/** Returns a user with the memberships, as the browser's library needs them. */
export function frontendUserJson(context: AuthContext, user: User): object {
  const memberships = context.rows.memberships.list('ofUser', user.id)
  return {
    ...ownUserJson(context, user),
    organization_memberships: memberships.map((row) => ownMembershipJson(context, row)),
  }
}

/** Returns a session with its user and a new token. */
export function frontendSessionJson(call: AuthCall, session: Session): object {
  const user = call.rows.users.require(session.userId)
  const now = call.clock.now()
  const age = (at: number | null): number => (at === null ? -1 : Math.floor((now - at) / 60_000))
  const isActive = session.status === 'active'
  const jwt = isActive ? sessionToken(call, session, { version: claimsVersion(call), origin: originOf(call) }) : null
  return {
    object: 'session',
    id: session.id,
    status: session.status,
    expire_at: session.expireAt,
    abandon_at: session.abandonAt,
    last_active_at: session.lastActiveAt,
    last_active_organization_id: session.activeOrganizationId,
    actor: session.actor,
    tasks: null,
    user: frontendUserJson(call, user),
    public_user_data: publicUserJson(call, user),
    factor_verification_age: [age(session.firstFactorAt), age(session.secondFactorAt)],
    last_active_token: jwt === null ? null : { object: 'token', jwt },
    created_at: session.createdAt,
    updated_at: session.updatedAt,
  }
}

/** Returns the origin of the page that sends a request; null for a request of no page. */
export function originOf(call: Pick<AuthCall, 'header'>): string | null {
  const origin = call.header('origin')
  return origin === undefined || origin === 'null' ? null : origin
}

/** Returns a client with its sessions and attempts. Ended sessions are left out, as browsers forget them. */
export function frontendClientJson(call: AuthCall, client: Client): object {
  const { rows } = call
  const sessions = rows.sessions
    .referring('clientId', client.id)
    .map((session) => current(call, session))
    .filter(({ status }) => status === 'active')
  const signIn = rows.signIns.get(client.signInId)
  const signUp = rows.signUps.get(client.signUpId)
  const last = sessions.find(({ id }) => id === client.lastActiveSessionId)
  return {
    object: 'client',
    id: client.id,
    sessions: sessions.map((session) => frontendSessionJson(call, session)),
    sign_in: signIn === undefined ? null : signInJson(call, signIn),
    sign_up: signUp === undefined ? null : signUpJson(call, signUp),
    last_active_session_id: last?.id ?? null,
    last_authentication_strategy: client.lastAuthenticationStrategy,
    captcha_bypass: true,
    cookie_expires_at: null,
    created_at: client.createdAt,
    updated_at: client.updatedAt,
  }
}

/**
 * Returns a verification; one at a social provider has the provider's page, and `transferError` when the attempt must
 * be transferred to one of the other kind.
 */
function attemptVerificationJson(
  call: AuthCall,
  verification: Verification | null,
  url: string,
  transferError: object = NO_ACCOUNT,
): object | null {
  if (verification === null) return null
  const isSocial = verification.strategy.startsWith('oauth_')
  return {
    ...verificationJson(verification),
    ...(isSocial ? { external_verification_redirect_url: `${call.origin}${url}` } : {}),
    ...(isSocial && verification.status === 'transferable' ? { error: transferError } : {}),
  }
}

/** Returns an external account of the user, with the page of the provider for one that is being connected. */
export function ownExternalAccountJson(call: AuthCall, row: ExternalAccount): object {
  return {
    ...externalAccountJson(row),
    verification: {
      ...attemptVerificationJson(call, row.verification, `/oauth/connect/${row.id}`),
      ...(row.verification.status === 'failed' ? { error: ACCOUNT_EXISTS } : {}),
    },
  }
}

const ACCOUNT_EXISTS = {
  code: 'external_account_exists',
  message: 'already exists',
  long_message: 'This external account already exists.',
  meta: {},
}

const NO_ACCOUNT = {
  code: 'external_account_not_found',
  message: 'Invalid external account',
  long_message: 'The External Account was not found.',
}

/** Returns an attempt to sign in. */
export function signInJson(call: AuthCall, row: SignIn): object {
  const { rows } = call
  const user = rows.users.get(row.userId)
  const { first, second } = signInFactors(call, user)
  return {
    object: 'sign_in',
    id: row.id,
    status: row.status,
    supported_identifiers: ['email_address', 'phone_number', 'username'],
    supported_first_factors: user === undefined ? null : first,
    supported_second_factors: row.status === 'needs_second_factor' ? second : null,
    first_factor_verification: attemptVerificationJson(call, row.firstFactor, `/oauth/sign-in/${row.id}`),
    second_factor_verification: verificationJson(row.secondFactor),
    identifier: row.identifier,
    user_data:
      user === undefined
        ? null
        : { first_name: user.firstName, last_name: user.lastName, ...publicUserJson(call, user) },
    created_session_id: row.createdSessionId,
    abandon_at: row.abandonAt,
    client_trust_state: 'known',
    timezone: null,
  }
}

/** Returns an attempt to sign up. */
export function signUpJson(call: AuthCall, row: SignUp): object {
  const { requiredFields } = settingsOf(call.rows)
  const verification = (
    each: Verification | null,
    value: string | null,
    strategies: readonly string[],
  ): object | null =>
    value === null
      ? null
      : {
          status: each?.status ?? 'unverified',
          strategy: each?.strategy ?? strategies[0],
          attempts: each?.attempts ?? 0,
          expire_at: each?.expireAt ?? null,
          next_action: each?.status === 'verified' ? '' : each === null ? 'needs_prepare' : 'needs_attempt',
          supported_strategies: strategies,
        }
  return {
    object: 'sign_up_attempt',
    id: row.id,
    status: row.status,
    required_fields: requiredFields,
    optional_fields: ['first_name', 'last_name', 'username', 'phone_number'].filter(
      (name) => !requiredFields.includes(name),
    ),
    missing_fields: missingFields(call, row),
    unverified_fields: unverifiedFields(row),
    verifications: {
      email_address: verification(row.emailVerification, row.emailAddress, ['email_code', 'email_link']),
      phone_number: verification(row.phoneVerification, row.phoneNumber, ['phone_code']),
      web3_wallet: null,
      external_account: attemptVerificationJson(
        call,
        row.externalVerification,
        `/oauth/sign-up/${row.id}`,
        ACCOUNT_EXISTS,
      ),
    },
    username: row.username,
    email_address: row.emailAddress,
    phone_number: row.phoneNumber,
    web3_wallet: null,
    has_password: row.password !== null,
    password_enabled: row.password !== null,
    first_name: row.firstName,
    last_name: row.lastName,
    unsafe_metadata: row.unsafeMetadata,
    public_metadata: row.publicMetadata,
    custom_action: false,
    external_id: row.externalId,
    external_account: null,
    external_account_strategy: row.externalProvider === null ? null : `oauth_${row.externalProvider}`,
    created_session_id: row.createdSessionId,
    created_user_id: row.createdUserId,
    abandon_at: row.abandonAt,
    legal_accepted_at: row.legalAcceptedAt,
    locale: row.locale,
    timezone: null,
  }
}
