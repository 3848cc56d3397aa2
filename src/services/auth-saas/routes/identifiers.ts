import * as v from 'valibot'
import { body } from '#core/input.ts'
import type { Route } from '#core/routes.ts'
import { emailAddress, maybe, maybeFlag, phoneNumber, text } from '#auth-saas/rules/body-parts.ts'
import { del, get, patch, post, put, type AuthCall } from '#auth-saas/call.ts'
import { clerkFailure } from '#auth-saas/errors.ts'
import { deleted, json } from '#auth-saas/json/answer.ts'
import { emailAddressJson, phoneNumberJson } from '#auth-saas/json/user.ts'
import {
  addEmailAddress,
  addPhoneNumber,
  disableMfa,
  findUser,
  newBackupCodes,
  primariesWithout,
  updateUser,
  verifyEmailAddress,
  VERIFIED_BY_ADMIN,
} from '#auth-saas/rules/users/users.ts'
import type { EmailAddress, PhoneNumber } from '#auth-saas/schema/people.ts'
import { updatedNow } from '#auth-saas/rules/common-fields.ts'
import { loadEmailAddress, loadPhoneNumber } from '#auth-saas/steps/identifiers.ts'
import { loadUser } from '#auth-saas/steps/users.ts'
import { requireOtherIdentifier } from '#auth-saas/rules/users/identifiers.ts'

const EmailAddressInput = v.strictObject({
  user_id: text,
  email_address: emailAddress,
  verified: maybeFlag,
  primary: maybeFlag,
  notify_primary_email_address_changed: maybeFlag,
})

const EmailAddressChanges = v.strictObject({
  verified: maybeFlag,
  primary: maybeFlag,
  notify_primary_email_address_changed: maybeFlag,
})

const replacedStatus = maybe(v.picklist(['verified', 'reserved', 'unverified']))

const EmailReplacement = v.strictObject({
  email_address: emailAddress,
  identification_status: replacedStatus,
  notify_primary_email_address_changed: maybeFlag,
})

const PhoneReplacement = v.strictObject({ phone_number: phoneNumber, identification_status: replacedStatus })

const PhoneNumberInput = v.strictObject({
  user_id: text,
  phone_number: phoneNumber,
  verified: maybeFlag,
  primary: maybeFlag,
  reserved_for_second_factor: maybeFlag,
})

const PhoneNumberChanges = v.strictObject({
  verified: maybeFlag,
  primary: maybeFlag,
  reserved_for_second_factor: maybeFlag,
})

function secondFactorUnverified(verb: 'create' | 'update'): Error {
  const sentence = 'Only a verified phone number can be reserved for the second factor.'
  const meta = { param_name: 'reserved_for_second_factor' }
  return clerkFailure(400, `identification_${verb}_second_factor_unverified`, `${verb} failed`, sentence, meta)
}

/** @throws 400 for an identifier that came with an external account which the user still has. */
function requireUnlinked({ rows }: Pick<AuthCall, 'rows'>, { linkedTo }: EmailAddress | PhoneNumber): void {
  if (!linkedTo.some(({ id }) => rows.externalAccounts.get(id) !== undefined)) return
  const sentence = 'You cannot delete an identifier that is linked to an external account. Delete that account first.'
  throw clerkFailure(
    400,
    'delete_linked_identification_disallowed',
    'Deleting linked identification is disallowed',
    sentence,
  )
}

function requireVerified(verified: boolean, primary: boolean | null | undefined): void {
  if (primary !== true || verified) return
  const sentence = 'An unverified identifier cannot be the primary one.'
  throw clerkFailure(400, 'identification_update_failed', 'update failed', sentence, { param_name: 'primary' })
}

/** The operations about e-mail addresses and phone numbers. */
export const identifiersRoutes: readonly Route[] = [
  post('CreateEmailAddress', '/v1/email_addresses', body(EmailAddressInput), (call) => {
    const { user_id: userId, email_address: address, verified, primary } = call.body
    findUser(call, userId)
    const verification = verified === true ? VERIFIED_BY_ADMIN : null
    const added = addEmailAddress(call, userId, address, { verification, ...(primary === true ? { primary } : {}) })
    updateUser(call, userId, {})
    return json(emailAddressJson(added))
  }),

  get('GetEmailAddress', '/v1/email_addresses/:email_address_id', loadEmailAddress, (call) =>
    json(emailAddressJson(call.address)),
  ),

  patch(
    'UpdateEmailAddress',
    '/v1/email_addresses/:email_address_id',
    loadEmailAddress,
    body(EmailAddressChanges),
    (call) => {
      const { address, body: input } = call
      const verification =
        input.verified === true ? VERIFIED_BY_ADMIN : input.verified === false ? null : address.verification
      requireVerified(verification !== null, input.primary)
      const changed = verifyEmailAddress(call, address.id, verification)
      updateUser(call, address.userId, input.primary === true ? { primaryEmailAddressId: address.id } : {})
      return json(emailAddressJson(changed))
    },
  ),

  del('DeleteEmailAddress', '/v1/email_addresses/:email_address_id', loadEmailAddress, (call) => {
    const { address, rows } = call
    requireUnlinked(call, address)
    requireOtherIdentifier(call, address.userId, 'email address')
    const changes = primariesWithout(call, rows.users.require(address.userId), address.id)
    rows.emailAddresses.delete(address.id)
    updateUser(call, address.userId, changes)
    return deleted('email_address', address.id)
  }),

  put('ReplaceUserEmailAddress', '/v1/users/:user_id/email_address', loadUser, body(EmailReplacement), (call) => {
    const { rows, user, body: input } = call
    const before = rows.emailAddresses.referring('userId', user.id)
    for (const each of before) requireUnlinked(call, each)
    for (const { id } of before) rows.emailAddresses.delete(id)
    const status = input.identification_status ?? 'verified'
    const verification = status === 'verified' ? VERIFIED_BY_ADMIN : null
    const options = { verification, reserved: status === 'reserved', primary: true }
    const added = addEmailAddress(call, user.id, input.email_address, options)
    updateUser(call, user.id, {})
    return json(emailAddressJson(added))
  }),

  put('ReplaceUserPhoneNumber', '/v1/users/:user_id/phone_number', loadUser, body(PhoneReplacement), (call) => {
    const { rows, user, body: input } = call
    const before = rows.phoneNumbers.referring('userId', user.id)
    for (const each of before) requireUnlinked(call, each)
    if (before.some((each) => each.reservedForSecondFactor)) disableMfa(call, user.id)
    for (const { id } of before) rows.phoneNumbers.delete(id)
    const status = input.identification_status ?? 'verified'
    const verification = status === 'verified' ? VERIFIED_BY_ADMIN : null
    const options = { verification, reserved: status === 'reserved', primary: true }
    const added = addPhoneNumber(call, user.id, input.phone_number, options)
    updateUser(call, user.id, {})
    return json(phoneNumberJson(added))
  }),

  post('CreatePhoneNumber', '/v1/phone_numbers', body(PhoneNumberInput), (call) => {
    const { user_id: userId, phone_number: number, verified, primary, reserved_for_second_factor: reserved } = call.body
    findUser(call, userId)
    const verification = verified === true ? VERIFIED_BY_ADMIN : null
    const options = {
      verification,
      reservedForSecondFactor: reserved ?? false,
      ...(primary === true ? { primary } : {}),
    }
    if (reserved === true && verification === null) throw secondFactorUnverified('create')
    const added = addPhoneNumber(call, userId, number, options)
    updateUser(call, userId, {})
    return json(phoneNumberJson(added))
  }),

  get('GetPhoneNumber', '/v1/phone_numbers/:phone_number_id', loadPhoneNumber, (call) =>
    json(phoneNumberJson(call.number)),
  ),

  patch(
    'UpdatePhoneNumber',
    '/v1/phone_numbers/:phone_number_id',
    loadPhoneNumber,
    body(PhoneNumberChanges),
    (call) => {
      const { number, rows, body: input, clock } = call
      const verification =
        input.verified === true ? VERIFIED_BY_ADMIN : input.verified === false ? null : number.verification
      requireVerified(verification !== null, input.primary)
      const reserved = input.reserved_for_second_factor ?? number.reservedForSecondFactor
      if (reserved && verification?.status !== 'verified') throw secondFactorUnverified('update')
      const changed = rows.phoneNumbers.update(number.id, {
        verification,
        reservedForSecondFactor: reserved,
        defaultSecondFactor: reserved,
        ...updatedNow(call),
      })
      const user = rows.users.require(number.userId)
      const begins = reserved && !number.reservedForSecondFactor && user.backupCodes.length === 0
      const codes = begins ? newBackupCodes(call) : null
      updateUser(call, number.userId, {
        ...(input.primary === true ? { primaryPhoneNumberId: number.id } : {}),
        ...(codes === null ? {} : { backupCodes: codes, mfaEnabledAt: clock.now() }),
      })
      return json(phoneNumberJson(changed, codes))
    },
  ),

  del('DeletePhoneNumber', '/v1/phone_numbers/:phone_number_id', loadPhoneNumber, (call) => {
    const { number, rows } = call
    requireUnlinked(call, number)
    requireOtherIdentifier(call, number.userId, 'phone number')
    const changes = primariesWithout(call, rows.users.require(number.userId), number.id)
    rows.phoneNumbers.delete(number.id)
    updateUser(call, number.userId, changes)
    return deleted('phone_number', number.id)
  }),
]
