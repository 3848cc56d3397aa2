import { settleTasks } from '#auth-saas/rules/sessions/tasks.ts'
import * as v from 'valibot'
import type { Route } from '#core/routes.ts'
import { emailAddress as addressSchema } from '#auth-saas/rules/body-parts.ts'
import { isPhoneNumber, normalizedPhoneNumber } from '#auth-saas/rules/users/addresses.ts'
import { del, get, patch, post, type AuthCall } from '#auth-saas/call.ts'
import { paramFormatInvalid, clerkFailure } from '#auth-saas/errors.ts'
import { json } from '#auth-saas/json/answer.ts'
import { emailAddressJson, phoneNumberJson } from '#auth-saas/json/user.ts'
import { requireOtherIdentifier } from '#auth-saas/rules/users/identifiers.ts'
import { sendLink } from '#auth-saas/rules/attempts/email-links.ts'
import { sendStoredCode } from '#auth-saas/rules/messages.ts'
import { begun, checkCode, succeeded, withAttempt } from '#auth-saas/rules/attempts/verifications.ts'
import {
  addEmailAddress,
  addPhoneNumber,
  newBackupCodes,
  primariesWithout,
  updateUser,
  verifyEmailAddress,
} from '#auth-saas/rules/users/users.ts'
import type { EmailAddress, PhoneNumber, User, Verification } from '#auth-saas/schema/people.ts'
import { updatedNow } from '#auth-saas/rules/common-fields.ts'
import { answerChange, answerOwnRead, answerRefusal } from '#auth-saas/json/frontend/answer.ts'
import { formOf } from './form.ts'
import { loadSignedIn, requireRecentFactor, type SignedInBrowser } from '#auth-saas/steps/frontend/sessions.ts'
import { loadOwnEmailAddress, loadOwnPhoneNumber } from '#auth-saas/steps/frontend/my-identifiers.ts'

/** The answer to a deletion. */
export function removed(object: string, id: string) {
  return { object, id, deleted: true }
}

/** An e-mail address or a phone number of the signed-in user, as the routes of both work with it. */
interface OwnIdentifier<J extends object = object> {
  readonly object: 'email_address' | 'phone_number'
  readonly id: string
  /** The address or the number. */
  readonly to: string
  readonly strategy: 'email_code' | 'phone_code'
  readonly verification: Verification | null
  /** Changes the verification and returns the identifier's JSON. */
  verify(verification: Verification): J
  remove(): void
  /** The changes of the user that make it the primary one. */
  readonly asPrimary: Partial<User>
}

function ownAddress(
  call: AuthCall & { readonly address: EmailAddress; readonly user: User },
): OwnIdentifier<ReturnType<typeof emailAddressJson>> {
  const { address, user, rows } = call
  const { id, emailAddress: to, verification } = address
  return {
    object: 'email_address',
    id,
    to,
    strategy: 'email_code',
    verification,
    verify: (changed) => emailAddressJson(verifyEmailAddress(call, id, changed)),
    remove: () => void rows.emailAddresses.delete(id),
    asPrimary: user.primaryEmailAddressId === null ? { primaryEmailAddressId: id } : {},
  }
}

function ownNumber(
  call: AuthCall & { readonly number: PhoneNumber; readonly user: User },
): OwnIdentifier<ReturnType<typeof phoneNumberJson>> {
  const { number, user, rows } = call
  const { id, phoneNumber: to, verification } = number
  return {
    object: 'phone_number',
    id,
    to,
    strategy: 'phone_code',
    verification,
    verify: (changed) => phoneNumberJson(rows.phoneNumbers.update(id, { verification: changed, ...updatedNow(call) })),
    remove: () => void rows.phoneNumbers.delete(id),
    asPrimary: user.primaryPhoneNumberId === null ? { primaryPhoneNumberId: id } : {},
  }
}

/** @throws 400 for an identifier that is verified. */
function requireUnverified({ verification }: OwnIdentifier): void {
  if (verification?.status !== 'verified') return
  const sentence = 'This verification has already been verified.'
  throw clerkFailure(400, 'verification_already_verified', 'already verified', sentence)
}

function prepare<J extends object>(call: AuthCall & SignedInBrowser, own: OwnIdentifier<J>) {
  requireUnverified(own)
  const form = formOf(call)
  const strategy = form.get('strategy') === 'email_link' && own.strategy === 'email_code' ? 'email_link' : own.strategy
  if (strategy === 'email_link') {
    sendLink(call, { to: own.to, kind: 'email address', recordId: own.id, redirectUrl: form.get('redirect_url') })
  } else sendStoredCode(call, own.id, own.to)
  return answerChange(call, own.verify(begun(call, strategy)), call.client.id)
}

function attempt<J extends object>(call: AuthCall & SignedInBrowser, own: OwnIdentifier<J>) {
  requireUnverified(own)
  const sent = call.rows.identifierCodes.get(own.id)
  const code = formOf(call).get('code') ?? ''
  const failure = checkCode(call, own.verification, sent === undefined ? null : { code: sent.code, to: own.to }, code)
  if (failure !== null) {
    if (own.verification !== null) own.verify(withAttempt(own.verification))
    return answerRefusal(call, failure)
  }
  const body = own.verify(succeeded(call, own.strategy))
  updateUser(call, call.user.id, own.asPrimary)
  return answerChange(call, body, call.client.id)
}

function remove(call: AuthCall & SignedInBrowser, own: OwnIdentifier) {
  requireOtherIdentifier(call, call.user.id, own.object.replace('_', ' '))
  const changes = primariesWithout(call, call.user, own.id)
  own.remove()
  updateUser(call, call.user.id, changes)
  return answerChange(call, removed(own.object, own.id), call.client.id)
}

/** The routes about the e-mail addresses and phone numbers of the signed-in user. */
export const myIdentifiersRoutes: readonly Route[] = [
  post('frontend/createEmailAddress', '/v1/me/email_addresses', loadSignedIn, requireRecentFactor, (call) => {
    const parsed = v.safeParse(addressSchema, formOf(call).get('email_address') ?? '')
    if (!parsed.success) throw paramFormatInvalid('email_address', 'email_address must be a valid email address.')
    const added = addEmailAddress(call, call.user.id, parsed.output, { verification: null })
    updateUser(call, call.user.id, {})
    return answerChange(call, emailAddressJson(added), call.client.id)
  }),
  get('frontend/listEmailAddresses', '/v1/me/email_addresses', loadSignedIn, (call) =>
    json(call.rows.emailAddresses.referring('userId', call.user.id).map(emailAddressJson)),
  ),
  get(
    'frontend/getEmailAddress',
    '/v1/me/email_addresses/:email_address_id',
    loadSignedIn,
    loadOwnEmailAddress,
    (call) => answerOwnRead(call, emailAddressJson(call.address)),
  ),
  del(
    'frontend/deleteEmailAddress',
    '/v1/me/email_addresses/:email_address_id',
    loadSignedIn,
    requireRecentFactor,
    loadOwnEmailAddress,
    (call) => remove(call, ownAddress(call)),
  ),
  post(
    'frontend/prepareEmailAddress',
    '/v1/me/email_addresses/:email_address_id/prepare_verification',
    loadSignedIn,
    loadOwnEmailAddress,
    (call) => prepare(call, ownAddress(call)),
  ),
  post(
    'frontend/attemptEmailAddress',
    '/v1/me/email_addresses/:email_address_id/attempt_verification',
    loadSignedIn,
    loadOwnEmailAddress,
    (call) => attempt(call, ownAddress(call)),
  ),
  post('frontend/createPhoneNumber', '/v1/me/phone_numbers', loadSignedIn, requireRecentFactor, (call) => {
    const number = normalizedPhoneNumber(formOf(call).get('phone_number') ?? '')
    if (!isPhoneNumber(number)) throw paramFormatInvalid('phone_number', 'phone_number must be a valid phone number.')
    const added = addPhoneNumber(call, call.user.id, number, { verification: null })
    updateUser(call, call.user.id, {})
    return answerChange(call, phoneNumberJson(added), call.client.id)
  }),
  get('frontend/listPhoneNumbers', '/v1/me/phone_numbers', loadSignedIn, (call) =>
    json(call.rows.phoneNumbers.referring('userId', call.user.id).map((row) => phoneNumberJson(row))),
  ),
  get('frontend/getPhoneNumber', '/v1/me/phone_numbers/:phone_number_id', loadSignedIn, loadOwnPhoneNumber, (call) =>
    answerOwnRead(call, phoneNumberJson(call.number)),
  ),
  del(
    'frontend/deletePhoneNumber',
    '/v1/me/phone_numbers/:phone_number_id',
    loadSignedIn,
    requireRecentFactor,
    loadOwnPhoneNumber,
    (call) => remove(call, ownNumber(call)),
  ),
  patch(
    'frontend/updatePhoneNumber',
    '/v1/me/phone_numbers/:phone_number_id',
    loadSignedIn,
    requireRecentFactor,
    loadOwnPhoneNumber,
    (call) => {
      const { number, rows, user, clock } = call
      const form = formOf(call)
      const reserved = form.get('reserved_for_second_factor') === 'true'
      if (reserved && number.verification?.status !== 'verified') {
        const sentence = 'Only a verified phone number can be reserved for the second factor.'
        throw clerkFailure(400, 'identification_update_second_factor_unverified', 'update failed', sentence)
      }
      const changed = rows.phoneNumbers.update(number.id, {
        reservedForSecondFactor: reserved,
        defaultSecondFactor: form.get('default_second_factor') === 'true' || reserved,
        ...updatedNow(call),
      })
      const codes = reserved && user.backupCodes.length === 0 ? newBackupCodes(call) : null
      updateUser(call, user.id, codes === null ? {} : { backupCodes: codes, mfaEnabledAt: clock.now() })
      settleTasks(call, user.id)
      return answerChange(call, phoneNumberJson(changed, codes), call.client.id)
    },
  ),
  post(
    'frontend/preparePhoneNumber',
    '/v1/me/phone_numbers/:phone_number_id/prepare_verification',
    loadSignedIn,
    loadOwnPhoneNumber,
    (call) => prepare(call, ownNumber(call)),
  ),
  post(
    'frontend/attemptPhoneNumber',
    '/v1/me/phone_numbers/:phone_number_id/attempt_verification',
    loadSignedIn,
    loadOwnPhoneNumber,
    (call) => attempt(call, ownNumber(call)),
  ),
]
