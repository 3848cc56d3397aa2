import * as v from 'valibot'
import type { Route } from '#core/routes.ts'
import { emailAddress as addressSchema, isPhoneNumber, normalizedNumber } from '../body-parts.ts'
import { del, get, patch, post, type AuthCall } from '#auth-saas/call.ts'
import { noSuch, paramFormatInvalid, clerkFailure } from '#auth-saas/errors.ts'
import { emailAddressJson, phoneNumberJson } from '#auth-saas/json/user.ts'
import { requireOtherIdentifier } from '../identifiers.ts'
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
import { touched } from '#auth-saas/rules/common-fields.ts'
import { answered, fields, loadSession, read, refused, type SignedInBrowser } from './browser.ts'

/** The answer to a deletion. */
export function removed(object: string, id: string): object {
  return { object, id, deleted: true }
}

const loadAddress = (call: AuthCall & SignedInBrowser): { readonly address: EmailAddress } => {
  const id = call.params['email_address_id'] ?? ''
  const address = call.rows.emailAddresses.get(id)
  if (address === undefined || address.userId !== call.user.id) throw noSuch('email address', id)
  return { address }
}

const loadNumber = (call: AuthCall & SignedInBrowser): { readonly number: PhoneNumber } => {
  const id = call.params['phone_number_id'] ?? ''
  const number = call.rows.phoneNumbers.get(id)
  if (number === undefined || number.userId !== call.user.id) throw noSuch('phone number', id)
  return { number }
}

/** An e-mail address or a phone number of the signed-in user, as the routes of both work with it. */
interface OwnIdentifier {
  readonly object: 'email_address' | 'phone_number'
  readonly id: string
  /** The address or the number. */
  readonly to: string
  readonly strategy: 'email_code' | 'phone_code'
  readonly verification: Verification | null
  /** Changes the verification and returns the identifier's JSON. */
  verify(verification: Verification): object
  remove(): void
  /** The changes of the user that make it the primary one. */
  readonly asPrimary: Partial<User>
}

function ownAddress(call: AuthCall & { readonly address: EmailAddress; readonly user: User }): OwnIdentifier {
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

function ownNumber(call: AuthCall & { readonly number: PhoneNumber; readonly user: User }): OwnIdentifier {
  const { number, user, rows } = call
  const { id, phoneNumber: to, verification } = number
  return {
    object: 'phone_number',
    id,
    to,
    strategy: 'phone_code',
    verification,
    verify: (changed) => phoneNumberJson(rows.phoneNumbers.update(id, { verification: changed, ...touched(call) })),
    remove: () => void rows.phoneNumbers.delete(id),
    asPrimary: user.primaryPhoneNumberId === null ? { primaryPhoneNumberId: id } : {},
  }
}

type Answer = ReturnType<typeof answered>

/** @throws 400 for an identifier that is verified. */
function requireUnverified({ verification }: OwnIdentifier): void {
  if (verification?.status !== 'verified') return
  const sentence = 'This verification has already been verified.'
  throw clerkFailure(400, 'verification_already_verified', 'already verified', sentence)
}

function prepare(call: AuthCall & SignedInBrowser, own: OwnIdentifier): Answer {
  requireUnverified(own)
  const form = fields(call)
  const strategy = form.get('strategy') === 'email_link' && own.strategy === 'email_code' ? 'email_link' : own.strategy
  if (strategy === 'email_link') {
    sendLink(call, { to: own.to, kind: 'email address', recordId: own.id, redirectUrl: form.get('redirect_url') })
  } else sendStoredCode(call, own.id, own.to)
  return answered(call, own.verify(begun(call, strategy)), call.client.id)
}

function attempt(call: AuthCall & SignedInBrowser, own: OwnIdentifier): Answer {
  requireUnverified(own)
  const sent = call.rows.identifierCodes.get(own.id)
  const code = fields(call).get('code') ?? ''
  const failure = checkCode(call, own.verification, sent === undefined ? null : { code: sent.code, to: own.to }, code)
  if (failure !== null) {
    if (own.verification !== null) own.verify(withAttempt(own.verification))
    return refused(call, failure)
  }
  const body = own.verify(succeeded(call, own.strategy))
  updateUser(call, call.user.id, own.asPrimary)
  return answered(call, body, call.client.id)
}

function remove(call: AuthCall & SignedInBrowser, own: OwnIdentifier): Answer {
  requireOtherIdentifier(call, call.user.id, own.object.replace('_', ' '))
  const changes = primariesWithout(call, call.user, own.id)
  own.remove()
  updateUser(call, call.user.id, changes)
  return answered(call, removed(own.object, own.id), call.client.id)
}

/** The routes about the e-mail addresses and phone numbers of the signed-in user. */
export const myIdentifiersRoutes: readonly Route[] = [
  post('frontend/createEmailAddress', '/v1/me/email_addresses', loadSession, (call) => {
    const parsed = v.safeParse(addressSchema, fields(call).get('email_address') ?? '')
    if (!parsed.success) throw paramFormatInvalid('email_address', 'email_address must be a valid email address.')
    const added = addEmailAddress(call, call.user.id, parsed.output, { verification: null })
    updateUser(call, call.user.id, {})
    return answered(call, emailAddressJson(added), call.client.id)
  }),
  get('frontend/listEmailAddresses', '/v1/me/email_addresses', loadSession, (call) =>
    read(call.rows.emailAddresses.referring('userId', call.user.id).map(emailAddressJson)),
  ),
  get('frontend/getEmailAddress', '/v1/me/email_addresses/:email_address_id', loadSession, loadAddress, (call) =>
    read(emailAddressJson(call.address)),
  ),
  del('frontend/deleteEmailAddress', '/v1/me/email_addresses/:email_address_id', loadSession, loadAddress, (call) =>
    remove(call, ownAddress(call)),
  ),
  post(
    'frontend/prepareEmailAddress',
    '/v1/me/email_addresses/:email_address_id/prepare_verification',
    loadSession,
    loadAddress,
    (call) => prepare(call, ownAddress(call)),
  ),
  post(
    'frontend/attemptEmailAddress',
    '/v1/me/email_addresses/:email_address_id/attempt_verification',
    loadSession,
    loadAddress,
    (call) => attempt(call, ownAddress(call)),
  ),
  post('frontend/createPhoneNumber', '/v1/me/phone_numbers', loadSession, (call) => {
    const number = normalizedNumber(fields(call).get('phone_number') ?? '')
    if (!isPhoneNumber(number)) throw paramFormatInvalid('phone_number', 'phone_number must be a valid phone number.')
    const added = addPhoneNumber(call, call.user.id, number, { verification: null })
    updateUser(call, call.user.id, {})
    return answered(call, phoneNumberJson(added), call.client.id)
  }),
  get('frontend/listPhoneNumbers', '/v1/me/phone_numbers', loadSession, (call) =>
    read(call.rows.phoneNumbers.referring('userId', call.user.id).map((row) => phoneNumberJson(row))),
  ),
  get('frontend/getPhoneNumber', '/v1/me/phone_numbers/:phone_number_id', loadSession, loadNumber, (call) =>
    read(phoneNumberJson(call.number)),
  ),
  del('frontend/deletePhoneNumber', '/v1/me/phone_numbers/:phone_number_id', loadSession, loadNumber, (call) =>
    remove(call, ownNumber(call)),
  ),
  patch('frontend/updatePhoneNumber', '/v1/me/phone_numbers/:phone_number_id', loadSession, loadNumber, (call) => {
    const { number, rows, user, clock } = call
    const form = fields(call)
    const reserved = form.get('reserved_for_second_factor') === 'true'
    if (reserved && number.verification?.status !== 'verified') {
      const sentence = 'Only a verified phone number can be reserved for the second factor.'
      throw clerkFailure(400, 'identification_update_second_factor_unverified', 'update failed', sentence)
    }
    const changed = rows.phoneNumbers.update(number.id, {
      reservedForSecondFactor: reserved,
      defaultSecondFactor: form.get('default_second_factor') === 'true' || reserved,
      ...touched(call),
    })
    const codes = reserved && user.backupCodes.length === 0 ? newBackupCodes(call) : null
    updateUser(call, user.id, codes === null ? {} : { backupCodes: codes, mfaEnabledAt: clock.now() })
    return answered(call, phoneNumberJson(changed, codes), call.client.id)
  }),
  post(
    'frontend/preparePhoneNumber',
    '/v1/me/phone_numbers/:phone_number_id/prepare_verification',
    loadSession,
    loadNumber,
    (call) => prepare(call, ownNumber(call)),
  ),
  post(
    'frontend/attemptPhoneNumber',
    '/v1/me/phone_numbers/:phone_number_id/attempt_verification',
    loadSession,
    loadNumber,
    (call) => attempt(call, ownNumber(call)),
  ),
]
