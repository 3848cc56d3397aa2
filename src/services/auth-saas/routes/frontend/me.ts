import { pageOriginOf } from '#auth-saas/rules/sessions/page-origin.ts'
import { templateToken } from '#auth-saas/json/tokens.ts'
import { isSignedIn, settleTasks, tasksOf } from '#auth-saas/rules/sessions/tasks.ts'
import { invitationStatus } from '#auth-saas/rules/invitation-lifetime.ts'
import { defined } from '#core/objects.ts'
import type { Route } from '#core/routes.ts'
import { del, get, patch, post, type AuthCall } from '#auth-saas/call.ts'
import { authorizationInvalid, noSuch, notFound, passwordIncorrect, clerkFailure } from '#auth-saas/errors.ts'
import {
  ownMembershipJson,
  ownInvitationJson,
  publicOrganizationJson,
  suggestionJson,
} from '#auth-saas/json/organization.ts'
import { creationDefaultsJson } from '#auth-saas/json/frontend/creation-defaults.ts'
import { activityJson } from '#auth-saas/json/session.ts'
import { byAge } from '#auth-saas/rules/by-age.ts'
import { imageUrl, storeImage, deleteImage } from '#auth-saas/rules/images.ts'
import { beginAgain, beginConnection } from '#auth-saas/rules/users/external-accounts.ts'
import { loadUploadedImage } from '#auth-saas/steps/images.ts'
import { identifierOf } from '#auth-saas/rules/users/identifiers.ts'
import { mergeMetadata, requireSize } from '#auth-saas/rules/metadata.ts'
import { acceptOrganizationInvitation } from '#auth-saas/rules/organizations/invitations.ts'
import { findMembership, removeMembership } from '#auth-saas/rules/organizations/memberships.ts'
import { hashPassword, isUsersPassword, requirePassword } from '#auth-saas/rules/users/passwords.ts'
import { current, endSession } from '#auth-saas/rules/sessions/sessions.ts'
import { isTotpCode, newTotpSecret, totpUri } from '#core/totp.ts'
import {
  deleteUser,
  disableMfa,
  newBackupCodes,
  requireFreeNames,
  requireOwnVerified,
  revokeSessions,
  updateUser,
} from '#auth-saas/rules/users/users.ts'
import type { ExternalAccount, User } from '#auth-saas/schema/people.ts'
import type { Session } from '#auth-saas/schema/sessions.ts'
import { json } from '#auth-saas/json/answer.ts'
import { frontendSessionJson } from '#auth-saas/json/frontend/client.ts'
import { commonFields, updatedNow } from '#auth-saas/rules/common-fields.ts'
import { answerChange, answerOwnRead, answerPage } from '#auth-saas/json/frontend/answer.ts'
import { formOf, hasListedStatus, metadataOf, requiredField } from './form.ts'
import { loadSignedIn, requireRecentFactor } from '#auth-saas/steps/frontend/sessions.ts'
import { frontendUserJson, ownExternalAccountJson } from '#auth-saas/json/frontend/user.ts'
import { passkeysRoutes } from './passkeys.ts'
import { myIdentifiersRoutes, removed } from './my-identifiers.ts'
import { requireSocialProvider } from '#auth-saas/rules/social-providers.ts'

/** Returns the changes of a user that a form asks for. An empty text empties the field. */
function changesOf(form: URLSearchParams): Partial<User> {
  const text = (name: string): string | null | undefined => {
    const value = form.get(name)
    return value === null ? undefined : value === '' ? null : value.slice(0, 256)
  }
  const unsafe = metadataOf(form, 'unsafe_metadata')
  return defined({
    firstName: text('first_name'),
    lastName: text('last_name'),
    username: text('username')?.toLowerCase(),
    primaryEmailAddressId: form.get('primary_email_address_id') ?? undefined,
    primaryPhoneNumberId: form.get('primary_phone_number_id') ?? undefined,
    unsafeMetadata: unsafe === undefined ? undefined : requireSize(unsafe, 'unsafe_metadata'),
  })
}

/** The members of a user by which people sign in. */
const SENSITIVE = ['username', 'primaryEmailAddressId', 'primaryPhoneNumberId'] as const

const REAUTHORIZE = '/v1/me/external_accounts/:external_account_id/reauthorize'

/**
 * Returns the external account that the path names.
 *
 * @throws 404 unless it is the user's.
 */
function ownAccount(
  call: AuthCall & { readonly user: User; readonly params: { readonly external_account_id: string } },
): ExternalAccount {
  const { rows, params, user } = call
  const account = rows.externalAccounts.get(params.external_account_id)
  if (account === undefined || account.userId !== user.id) throw noSuch('external account', params.external_account_id)
  return account
}

const secondFactorRoutes: readonly Route[] = [
  post('frontend/createTotp', '/v1/me/totp', loadSignedIn, requireRecentFactor, (call) => {
    const secret = newTotpSecret(call)
    const user = updateUser(call, call.user.id, { totpSecret: secret, totpVerified: false })
    const account = identifierOf(call.rows, user) ?? user.id
    return answerChange(
      call,
      totpJson(call, user, { secret, uri: totpUri('backlot', account, secret) }),
      call.client.id,
    )
  }),
  post('frontend/verifyTotp', '/v1/me/totp/attempt_verification', loadSignedIn, (call) => {
    const { user, clock } = call
    const code = formOf(call).get('code') ?? ''
    if (user.totpSecret === null)
      throw clerkFailure(400, 'totp_disabled', 'totp disabled', 'TOTP is not enabled for this user.')
    if (!isTotpCode(call, user.totpSecret, code)) {
      throw clerkFailure(422, 'form_code_incorrect', 'is incorrect', 'Incorrect code', { param_name: 'code' })
    }
    const codes = user.backupCodes.length === 0 ? newBackupCodes(call) : user.backupCodes
    const changed = updateUser(call, user.id, { totpVerified: true, backupCodes: codes, mfaEnabledAt: clock.now() })
    settleTasks(call, user.id)
    const account = identifierOf(call.rows, user) ?? user.id
    const uri = totpUri('backlot', account, user.totpSecret)
    return answerChange(
      call,
      totpJson(call, changed, { secret: user.totpSecret, uri, backup_codes: codes }),
      call.client.id,
    )
  }),
  del('frontend/deleteTotp', '/v1/me/totp', loadSignedIn, requireRecentFactor, (call) => {
    updateUser(call, call.user.id, { totpSecret: null, totpVerified: false })
    return answerChange(call, removed('totp', `totp_${call.user.id}`), call.client.id)
  }),
  post('frontend/createBackupCodes', '/v1/me/backup_codes', loadSignedIn, requireRecentFactor, (call) => {
    const codes = newBackupCodes(call)
    const { createdAt, updatedAt } = updateUser(call, call.user.id, { backupCodes: codes })
    const body = {
      object: 'backup_code',
      id: `bc_${call.user.id}`,
      codes,
      created_at: createdAt,
      updated_at: updatedAt,
    }
    return answerChange(call, body, call.client.id)
  }),
  del('frontend/disableMfa', '/v1/me/mfa', loadSignedIn, requireRecentFactor, (call) => {
    disableMfa(call, call.user.id)
    return answerChange(call, removed('mfa', call.user.id), call.client.id)
  }),
]

function totpJson<M extends object>({ clock }: AuthCall, user: User, more: M) {
  const now = clock.now()
  return {
    object: 'totp',
    id: `totp_${user.id}`,
    verified: user.totpVerified,
    created_at: now,
    updated_at: now,
    ...more,
  }
}

/** The routes of the signed-in user. */
export const meRoutes: readonly Route[] = [
  get('frontend/getMe', '/v1/me', loadSignedIn, (call) => answerOwnRead(call, frontendUserJson(call, call.user))),

  patch('frontend/updateMe', '/v1/me', loadSignedIn, (call) => {
    const { user, rows } = call
    const changes = changesOf(formOf(call))
    if (SENSITIVE.some((name) => changes[name] !== undefined)) requireRecentFactor(call)
    requireFreeNames(call, changes, user.id)
    if (changes.primaryEmailAddressId !== undefined) {
      requireOwnVerified(rows.emailAddresses.get(changes.primaryEmailAddressId), user.id, 'primary_email_address_id')
    }
    if (changes.primaryPhoneNumberId !== undefined) {
      requireOwnVerified(rows.phoneNumbers.get(changes.primaryPhoneNumberId), user.id, 'primary_phone_number_id')
    }
    return answerChange(call, frontendUserJson(call, updateUser(call, user.id, changes)), call.client.id)
  }),

  patch('frontend/updateMyMetadata', '/v1/me/metadata', loadSignedIn, (call) => {
    const changes = metadataOf(formOf(call), 'unsafe_metadata')
    const unsafeMetadata = mergeMetadata(call.user.unsafeMetadata, changes, 'unsafe_metadata')
    return answerChange(
      call,
      frontendUserJson(call, updateUser(call, call.user.id, { unsafeMetadata })),
      call.client.id,
    )
  }),

  del('frontend/deleteMe', '/v1/me', loadSignedIn, requireRecentFactor, (call) => {
    if (!call.user.deleteSelfEnabled) throw authorizationInvalid()
    deleteUser(call, call.user)
    return answerChange(call, removed('user', call.user.id), call.client.id)
  }),

  post('frontend/changePassword', '/v1/me/change_password', loadSignedIn, requireRecentFactor, (call) => {
    const { user, session, clock } = call
    const form = formOf(call)
    const password = form.get('new_password') ?? ''
    const isTask = tasksOf(call, session).includes('reset-password')
    if (!isTask && user.password !== null && !isUsersPassword(call, user, form.get('current_password') ?? ''))
      throw passwordIncorrect()
    requirePassword(call, password)
    const changed = updateUser(call, user.id, {
      password: hashPassword(call, password),
      passwordUpdatedAt: clock.now(),
      passwordCompromised: false,
    })
    settleTasks(call, user.id)
    if (form.get('sign_out_of_other_sessions') === 'true') revokeSessions(call, user.id, session.id)
    return answerChange(call, frontendUserJson(call, changed), call.client.id)
  }),

  post('frontend/removePassword', '/v1/me/remove_password', loadSignedIn, requireRecentFactor, (call) => {
    const { user } = call
    if (user.password !== null && !isUsersPassword(call, user, formOf(call).get('current_password') ?? '')) {
      throw passwordIncorrect()
    }
    return answerChange(call, frontendUserJson(call, updateUser(call, user.id, { password: null })), call.client.id)
  }),

  post('frontend/setProfileImage', '/v1/me/profile_image', loadUploadedImage, loadSignedIn, (call) => {
    const { user, image } = call
    storeImage(call, user.id, image)
    updateUser(call, user.id, { hasImage: true })
    return answerChange(
      call,
      { object: 'image', id: `img_${user.id}`, name: `img_${user.id}`, public_url: imageUrl(call, user.id) },
      call.client.id,
    )
  }),

  del('frontend/deleteProfileImage', '/v1/me/profile_image', loadSignedIn, (call) => {
    deleteImage(call, call.user.id)
    updateUser(call, call.user.id, { hasImage: false })
    return answerChange(call, removed('image', `img_${call.user.id}`), call.client.id)
  }),

  get('frontend/listMySessions', '/v1/me/sessions', loadSignedIn, (call) => json(sessionsOf(call, call.user))),
  get('frontend/listMyActiveSessions', '/v1/me/sessions/active', loadSignedIn, (call) =>
    // This list has the sessions without the user.
    json(sessionsOf(call, call.user).map((session) => ({ ...session, user: null }))),
  ),

  post('frontend/revokeMySession', '/v1/me/sessions/:session_id/revoke', loadSignedIn, requireRecentFactor, (call) => {
    const session = call.rows.sessions.get(call.params.session_id)
    if (session === undefined || session.userId !== call.user.id) throw noSuch('session', call.params.session_id)
    const revoked = isSignedIn(session) ? endSession(call, session, 'revoked') : session
    return answerChange(call, ownSessionJson(call, revoked), call.client.id)
  }),

  del(
    'frontend/deleteMyExternalAccount',
    '/v1/me/external_accounts/:external_account_id',
    loadSignedIn,
    requireRecentFactor,
    (call) => {
      const account = ownAccount(call)
      call.rows.externalAccounts.delete(account.id)
      updateUser(call, call.user.id, {})
      return answerChange(call, removed('external_account', account.id), call.client.id)
    },
  ),

  del(
    'frontend/revokeMyExternalAccountTokens',
    '/v1/me/external_accounts/:external_account_id/tokens',
    loadSignedIn,
    (call) => {
      const { clock, rows, user, client } = call
      rows.externalAccounts.update(ownAccount(call).id, { tokenExpiresAt: clock.now(), ...updatedNow(call) })
      return answerChange(call, frontendUserJson(call, rows.users.require(user.id)), client.id)
    },
  ),

  post('frontend/createServiceToken', '/v1/me/tokens', loadSignedIn, (call) => {
    const service = requiredField(formOf(call), 'service')
    const template = call.rows.jwtTemplates.find('name', service)
    if (template === undefined) throw notFound(`No JWT template exists with name: ${service}`)
    return json({ object: 'token', jwt: templateToken(call, call.session, template, { origin: pageOriginOf(call) }) })
  }),

  get('frontend/listMyExternalAccounts', '/v1/me/external_accounts', loadSignedIn, (call) =>
    answerOwnRead(
      call,
      call.rows.externalAccounts.referring('userId', call.user.id).map((row) => ownExternalAccountJson(call, row)),
    ),
  ),

  post('frontend/connectMyExternalAccount', '/v1/me/external_accounts', loadSignedIn, requireRecentFactor, (call) => {
    const form = formOf(call)
    const strategy = form.get('strategy') ?? ''
    requireSocialProvider(call, strategy)
    const account = beginConnection(call, call.user.id, strategy, form.get('redirect_url'))
    return answerChange(call, ownExternalAccountJson(call, account), call.client.id)
  }),

  patch('frontend/reauthorizeMyExternalAccount', REAUTHORIZE, loadSignedIn, (call) => {
    const account = beginAgain(call, ownAccount(call), formOf(call).get('redirect_url'))
    return answerChange(call, ownExternalAccountJson(call, account), call.client.id)
  }),

  get('frontend/getOrganizationCreationDefaults', '/v1/me/organization_creation_defaults', loadSignedIn, (call) =>
    answerOwnRead(call, creationDefaultsJson(call.rows, call.user)),
  ),

  get('frontend/listMyMemberships', '/v1/me/organization_memberships', loadSignedIn, (call) =>
    answerPage(call, call.rows.memberships.list('ofUser', call.user.id).toReversed(), (row) =>
      ownMembershipJson(call, row),
    ),
  ),

  del('frontend/leaveOrganization', '/v1/me/organization_memberships/:organization_id', loadSignedIn, (call) => {
    const membership = findMembership(call, call.params.organization_id, call.user.id)
    removeMembership(call, membership)
    return answerChange(call, removed('organization_membership', membership.id), call.client.id)
  }),

  get('frontend/listMyInvitations', '/v1/me/organization_invitations', loadSignedIn, (call) => {
    const { rows, user } = call
    const own = rows.emailAddresses
      .referring('userId', user.id)
      .filter(({ verification }) => verification?.status === 'verified')
      .flatMap(({ emailAddress }) => rows.organizationInvitations.list('emailAddress', emailAddress))
      .filter((row) => hasListedStatus(call, invitationStatus(call, row)))
    return answerPage(call, own, (row) => ({
      ...ownInvitationJson(call, row),
      public_organization_data: publicOrganizationJson(call, rows.organizations.require(row.organizationId)),
    }))
  }),

  post('frontend/acceptMyInvitation', '/v1/me/organization_invitations/:invitation_id/accept', loadSignedIn, (call) => {
    const { rows, user, params } = call
    const invitation = rows.organizationInvitations.get(params.invitation_id)
    const address = rows.emailAddresses.find('emailAddress', invitation?.emailAddress ?? '')
    if (invitation === undefined || address?.userId !== user.id)
      throw noSuch('organization invitation', params.invitation_id)
    const accepted = acceptOrganizationInvitation(call, invitation, user.id)
    const organization = publicOrganizationJson(call, rows.organizations.require(accepted.organizationId))
    const body = { ...ownInvitationJson(call, accepted), public_organization_data: organization }
    return answerChange(call, body, call.client.id)
  }),

  get('frontend/listMySuggestions', '/v1/me/organization_suggestions', loadSignedIn, (call) => {
    const { rows, user } = call
    const own = byAge(rows.organizationSuggestions.referring('userId', user.id)).filter(({ status }) =>
      hasListedStatus(call, status),
    )
    return answerPage(call, own, (row) => suggestionJson(call, row))
  }),

  post('frontend/acceptMySuggestion', '/v1/me/organization_suggestions/:suggestion_id/accept', loadSignedIn, (call) => {
    const { rows, user, params } = call
    const suggestion = rows.organizationSuggestions.get(params.suggestion_id)
    if (suggestion === undefined || suggestion.userId !== user.id) {
      throw noSuch('organization suggestion', params.suggestion_id)
    }
    if (suggestion.status === 'pending') {
      const { organizationId } = suggestion
      rows.membershipRequests.insert({
        organizationId,
        userId: user.id,
        status: 'pending',
        ...commonFields(call, 'orgmemreq'),
      })
    }
    const accepted = rows.organizationSuggestions.update(suggestion.id, { status: 'accepted', ...updatedNow(call) })
    return answerChange(call, suggestionJson(call, accepted), call.client.id)
  }),

  ...myIdentifiersRoutes,
  ...passkeysRoutes,
  ...secondFactorRoutes,
]

/** Returns a session of the user with the browser in which it was used last. */
function ownSessionJson(call: AuthCall, session: Session) {
  return { ...frontendSessionJson(call, session), latest_activity: activityJson(session) }
}

function sessionsOf(call: AuthCall, user: User) {
  return call.rows.sessions
    .referring('userId', user.id)
    .map((session) => current(call, session))
    .filter(isSignedIn)
    .map((session) => ownSessionJson(call, session))
}
