import * as v from 'valibot'
import { body } from '#core/input.ts'
import type { Route } from '#core/routes.ts'
import { text } from '#auth-saas/rules/body-parts.ts'
import { del, post } from '#auth-saas/call.ts'
import { clerkFailure } from '#auth-saas/errors.ts'
import { json } from '#auth-saas/json/answer.ts'
import { userJson } from '#auth-saas/json/user.ts'
import { isUsersPassword } from '#auth-saas/rules/users/passwords.ts'
import { isTotpCode } from '#core/totp.ts'
import { disableMfa, revokeSessions, updateUser } from '#auth-saas/rules/users/users.ts'
import { loadUser } from '#auth-saas/steps/users.ts'

/** The operations about the password and the second factors of a user. */
export const userCredentialsRoutes: readonly Route[] = [
  post(
    'VerifyPassword',
    '/v1/users/:user_id/verify_password',
    loadUser,
    body(v.strictObject({ password: text })),
    (call) => {
      const { user, body: input } = call
      if (user.password === null) {
        throw clerkFailure(
          400,
          'no_password_set',
          'no password set',
          'The user does not have a password set for their account.',
        )
      }
      if (isUsersPassword(call, user, input.password)) return json({ verified: true })
      const sentence = 'The provided password is incorrect.'
      throw clerkFailure(422, 'incorrect_password', 'incorrect password', sentence, { param_name: 'password' })
    },
  ),

  post('VerifyTOTP', '/v1/users/:user_id/verify_totp', loadUser, body(v.strictObject({ code: text })), (call) => {
    const { user, body: input, rows } = call
    if (user.backupCodes.includes(input.code)) {
      rows.users.update(user.id, { backupCodes: user.backupCodes.filter((code) => code !== input.code) })
      return json({ verified: true, code_type: 'backup_code' })
    }
    if (user.totpSecret === null || !user.totpVerified) {
      throw clerkFailure(400, 'totp_disabled', 'totp disabled', 'TOTP is not enabled for this user.')
    }
    if (!/^[0-9a-z]{6,8}$/.test(input.code)) {
      const sentence = 'The code must have six digits, or be a backup code.'
      throw clerkFailure(422, 'totp_invalid_length', 'invalid length', sentence, { param_name: 'code' })
    }
    if (!isTotpCode(call, user.totpSecret, input.code)) {
      throw clerkFailure(422, 'totp_incorrect_code', 'incorrect code', 'Incorrect code', { param_name: 'code' })
    }
    return json({ verified: true, code_type: 'totp' })
  }),

  del('DisableMFA', '/v1/users/:user_id/mfa', loadUser, (call) => {
    disableMfa(call, call.user.id)
    return json({ user_id: call.user.id })
  }),

  del('DeleteTOTP', '/v1/users/:user_id/totp', loadUser, (call) => {
    updateUser(call, call.user.id, { totpSecret: null, totpVerified: false })
    return json({ user_id: call.user.id })
  }),

  del('DeleteBackupCode', '/v1/users/:user_id/backup_code', loadUser, (call) => {
    updateUser(call, call.user.id, { backupCodes: [] })
    return json({ user_id: call.user.id })
  }),

  post('SetPasswordCompromised', '/v1/users/:user_id/password/set_compromised', loadUser, (call) => {
    const changed = updateUser(call, call.user.id, { passwordCompromised: true })
    const input = call.json() as { readonly revoke_all_sessions?: unknown } | undefined // checked where it is read
    if (input?.revoke_all_sessions === true) revokeSessions(call, call.user.id)
    return json(userJson(call, changed))
  }),

  post('UnsetPasswordCompromised', '/v1/users/:user_id/password/unset_compromised', loadUser, (call) =>
    json(userJson(call, updateUser(call, call.user.id, { passwordCompromised: false }))),
  ),

  post('RemovePassword', '/v1/users/:user_id/remove_password', loadUser, (call) =>
    json(userJson(call, updateUser(call, call.user.id, { password: null, passwordUpdatedAt: call.clock.now() }))),
  ),
]
