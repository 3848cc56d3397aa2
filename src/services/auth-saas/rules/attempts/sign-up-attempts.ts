import { answeredRequest, linkEnterpriseAccount } from '../enterprise/requests.ts'
import type { AuthContext, RequestContext } from '#auth-saas/call.ts'
import { identifierExists, clerkFailure } from '#auth-saas/errors.ts'
import type { SignUp } from '#auth-saas/schema/attempts.ts'
import type { Client } from '#auth-saas/schema/sessions.ts'
import { commonFields, updatedNow } from '../common-fields.ts'
import { acceptInvitation } from '../invitations.ts'
import { sendCode } from '../messages.ts'
import { acceptOrganizationInvitation } from '../organizations/invitations.ts'
import { requireAllowed } from '../users/restrictions.ts'
import { ATTEMPT_LIFETIME, openSession } from './sign-in-attempts.ts'
import { begun } from './verifications.ts'
import { settingsOf } from '../settings.ts'
import { missingFields, unverifiedFields } from './sign-up-fields.ts'
import { addExternalAccount } from '../users/external-accounts.ts'
import { addEmailAddress, addPhoneNumber, addUser, requireFreeNames } from '../users/users.ts'

/** Adds an attempt to sign up, which becomes the one of its client. */
export function beginSignUp(context: AuthContext, client: Client): SignUp {
  const { rows, clock } = context
  const row = rows.signUps.insert({
    ...commonFields(context, 'sua'),
    clientId: client.id,
    status: 'missing_requirements',
    emailAddress: null,
    phoneNumber: null,
    username: null,
    firstName: null,
    lastName: null,
    locale: null,
    password: null,
    unsafeMetadata: {},
    publicMetadata: {},
    externalId: null,
    legalAcceptedAt: null,
    emailVerification: null,
    phoneVerification: null,
    emailCode: null,
    phoneCode: null,
    externalProvider: null,
    externalVerification: null,
    redirectUrl: null,
    completeUrl: null,
    createdSessionId: null,
    createdUserId: null,
    invitationId: null,
    organizationInvitationId: null,
    abandonAt: clock.now() + ATTEMPT_LIFETIME,
  })
  rows.clients.update(client.id, { signUpId: row.id, signInId: null, ...updatedNow(context) })
  return row
}

/** @throws 403 where nobody can sign up by themselves: without an invitation, or before a waitlist lets them in. */
export function requireOpen({ rows }: Pick<AuthContext, 'rows'>): void {
  const { signUpMode } = settingsOf(rows)
  if (signUpMode === 'restricted') {
    throw clerkFailure(
      403,
      'sign_up_mode_restricted',
      'Sign ups are currently disabled',
      'Only people who are invited can sign up.',
    )
  }
  if (signUpMode === 'waitlist') {
    throw clerkFailure(
      403,
      'sign_up_restricted_waitlist',
      'Sign ups are currently unavailable',
      'Join the waitlist to be invited.',
    )
  }
}

/**
 * Changes fields of an attempt.
 *
 * @throws 422 for an identifier that a user has, or that may not sign up.
 */
export function fillSignUp(context: AuthContext, row: SignUp, changes: Partial<SignUp>): SignUp {
  const { rows } = context
  const { emailAddress, phoneNumber, username } = changes
  if (emailAddress !== undefined && emailAddress !== null && emailAddress !== row.emailAddress) {
    if (rows.emailAddresses.find('emailAddress', emailAddress) !== undefined) throw identifierExists('email_address')
    requireAllowed(context, emailAddress)
  }
  if (phoneNumber !== undefined && phoneNumber !== null) {
    if (rows.phoneNumbers.find('phoneNumber', phoneNumber) !== undefined) throw identifierExists('phone_number')
    requireAllowed(context, phoneNumber)
  }
  requireFreeNames(context, { username: username ?? null })
  const resetsEmail =
    emailAddress !== undefined && emailAddress !== row.emailAddress && changes.emailVerification === undefined
  return rows.signUps.update(row.id, {
    ...changes,
    ...(resetsEmail ? { emailVerification: null } : {}),
    ...updatedNow(context),
  })
}

/** Sends a code to the address or the number of an attempt. */
export function prepareVerification(context: AuthContext, row: SignUp, strategy: string): SignUp {
  const { rows } = context
  if (strategy === 'email_code' && row.emailAddress !== null) {
    const emailCode = { code: sendCode(context, row.emailAddress), to: row.emailAddress }
    return rows.signUps.update(row.id, { emailVerification: begun(context, strategy), emailCode })
  }
  if (strategy === 'phone_code' && row.phoneNumber !== null) {
    const phoneCode = { code: sendCode(context, row.phoneNumber), to: row.phoneNumber }
    return rows.signUps.update(row.id, { phoneVerification: begun(context, strategy), phoneCode })
  }
  throw clerkFailure(
    422,
    'form_param_value_invalid',
    'is invalid',
    `The strategy ${strategy} does not fit this sign-up.`,
    {
      param_name: 'strategy',
    },
  )
}

/** Makes the user and the session of an attempt that has everything; otherwise the attempt as it is. */
export function completeIfReady(context: RequestContext, row: SignUp): SignUp {
  const { rows } = context
  if (row.status !== 'missing_requirements') return row
  if (missingFields(context, row).length > 0 || unverifiedFields(row).length > 0) return row
  const { id: userId } = addUser(context, newUserOf(row))
  const { emailAddress, phoneNumber, emailVerification, phoneVerification } = row
  if (emailAddress !== null) {
    const address = addEmailAddress(context, userId, emailAddress, { verification: emailVerification })
    linkAccount(context, row, userId, address.id)
  }
  if (phoneNumber !== null) addPhoneNumber(context, userId, phoneNumber, { verification: phoneVerification })
  context.emit({ event: 'user.created', user: rows.users.require(userId) })
  const invitation = rows.invitations.get(row.invitationId)
  if (invitation?.status === 'pending') acceptInvitation(context, invitation)
  const ofOrganization = rows.organizationInvitations.get(row.organizationInvitationId)
  if (ofOrganization?.status === 'pending') acceptOrganizationInvitation(context, ofOrganization, userId)
  completeWaitlist(context, emailAddress)
  const organizationId = ofOrganization?.organizationId ?? null
  const session = openSession(context, row.clientId, userId, { organizationId })
  return rows.signUps.update(row.id, {
    status: 'complete',
    createdUserId: userId,
    createdSessionId: session.id,
    ...updatedNow(context),
  })
}

function newUserOf(row: SignUp): Parameters<typeof addUser>[1] {
  const {
    username,
    firstName,
    lastName,
    locale,
    password,
    externalId,
    unsafeMetadata,
    publicMetadata,
    legalAcceptedAt,
  } = row
  return {
    username,
    firstName,
    lastName,
    locale,
    password,
    externalId,
    unsafeMetadata,
    publicMetadata,
    legalAcceptedAt,
  }
}

/** Gives a user the account at the social provider that the sign-up came from. */
function linkAccount(context: RequestContext, row: SignUp, userId: string, identificationId: string): void {
  if (row.externalProvider === null) return
  const answered = answeredRequest(context, row.id)
  if (answered !== undefined) {
    linkEnterpriseAccount(context, userId, answered)
    return
  }
  addExternalAccount(context, {
    userId,
    identificationId,
    provider: row.externalProvider,
    emailAddress: row.emailAddress ?? '',
  })
}

function completeWaitlist({ rows, clock }: AuthContext, emailAddress: string | null): void {
  const entry = emailAddress === null ? undefined : rows.waitlistEntries.find('emailAddress', emailAddress)
  if (entry !== undefined) rows.waitlistEntries.update(entry.id, { status: 'completed', updatedAt: clock.now() })
}
