import * as v from 'valibot'
import { body } from '#core/input.ts'
import type { Route } from '#core/routes.ts'
import { post } from '#auth-saas/call.ts'
import { json } from '#auth-saas/json/answer.ts'
import { backendVerificationJson } from '#auth-saas/json/verification.ts'
import {
  attemptBackendVerification,
  beginBackendVerification,
  findOpenVerification,
} from '#auth-saas/rules/attempts/backend-verifications.ts'
import { text } from '#auth-saas/rules/body-parts.ts'
import { updatedNow } from '#auth-saas/rules/common-fields.ts'
import { updateUser, verifyEmailAddress } from '#auth-saas/rules/users/users.ts'
import { loadEmailAddress, loadPhoneNumber } from '#auth-saas/steps/identifiers.ts'

const EMAIL = '/v1/email_addresses/:email_address_id'
const PHONE = '/v1/phone_numbers/:phone_number_id'

const VerificationAttempt = v.strictObject({ verification_id: text, code: text })

/** The operations with which an application's server verifies addresses and numbers by codes. */
export const identifierVerificationsRoutes: readonly Route[] = [
  post('PrepareEmailAddressVerification', `${EMAIL}/prepare_verification`, loadEmailAddress, (call) => {
    const { id, emailAddress: to } = call.address
    return json(backendVerificationJson(beginBackendVerification(call, { id, to })))
  }),

  post(
    'AttemptEmailAddressVerification',
    `${EMAIL}/attempt_verification`,
    loadEmailAddress,
    body(VerificationAttempt),
    (call) => {
      const { address, body: input } = call
      const open = findOpenVerification(call, address.id, input.verification_id)
      const tried = attemptBackendVerification(call, open, input.code)
      if (tried.verification.status === 'verified' && address.verification?.status !== 'verified') {
        verifyEmailAddress(call, address.id, tried.verification)
        updateUser(call, address.userId, {})
      }
      return json(backendVerificationJson(tried))
    },
  ),

  post('PreparePhoneNumberVerification', `${PHONE}/prepare_verification`, loadPhoneNumber, (call) => {
    const { id, phoneNumber: to } = call.number
    return json(backendVerificationJson(beginBackendVerification(call, { id, to })))
  }),

  post(
    'AttemptPhoneNumberVerification',
    `${PHONE}/attempt_verification`,
    loadPhoneNumber,
    body(VerificationAttempt),
    (call) => {
      const { number, rows, body: input } = call
      const open = findOpenVerification(call, number.id, input.verification_id)
      const tried = attemptBackendVerification(call, open, input.code)
      if (tried.verification.status === 'verified' && number.verification?.status !== 'verified') {
        rows.phoneNumbers.update(number.id, { verification: tried.verification, ...updatedNow(call) })
        updateUser(call, number.userId, {})
      }
      return json(backendVerificationJson(tried))
    },
  ),
]
