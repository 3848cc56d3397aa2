import * as v from 'valibot'
import { json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { routesFor } from '#core/routes.ts'
import { readFlag } from '#oidc-d/rules/lists/flags.ts'
import { loadUser } from '#oidc-d/steps/records.ts'
import { requireScope } from '#oidc-d/steps/scopes.ts'
import type { OidcCall } from '#oidc-d/call.ts'
import { credentialsNotUpdated, notAllowedInStatus } from '#oidc-d/errors.ts'
import { credentialsJson } from '#oidc-d/json/user.ts'
import { endSessions, forgotPassword, requireStatus } from '#oidc-d/rules/users/lifecycle.ts'
import { hasPassword, isPassword } from '#oidc-d/rules/users/passwords.ts'
import { checkRecoveryAnswer } from '#oidc-d/rules/users/recovery.ts'
import { NewPassword, RecoveryQuestion, setPassword } from '#oidc-d/rules/users/users.ts'
import { resetPasswordUrl } from './lifecycle.ts'

const { post } = routesFor<OidcCall>()

const manage = requireScope('okta.users.manage')
const at = <S extends string>(step: S) => `/api/v1/users/:userId/credentials/${step}` as const

const PasswordChanges = v.object({
  oldPassword: NewPassword,
  newPassword: NewPassword,
  revokeSessions: v.optional(v.boolean(), false),
})

const QuestionChanges = v.object({
  password: NewPassword,
  recovery_question: RecoveryQuestion,
})

const RecoveryAnswer = v.object({ password: NewPassword, recovery_question: v.object({ answer: v.string() }) })

/**
 * Passwords and other credentials of users.
 * https://developer.okta.com/docs/api/openapi/okta-management/management/tag/UserCred/
 */
export const userCredentialsRoutes = [
  post('changePassword', at('change_password'), manage, loadUser, body(PasswordChanges), (call) => {
    const { body, user } = call
    requireStatus(user, ['STAGED', 'ACTIVE', 'PASSWORD_EXPIRED', 'RECOVERY'])
    if (!hasPassword(user)) throw notAllowedInStatus()
    if (!isPassword(user, body.oldPassword.value)) throw credentialsNotUpdated('Old Password is not correct')
    const changed = setPassword(call, user, body.newPassword.value)
    if (body.revokeSessions) endSessions(call, user, { tokens: false })
    return json(credentialsJson(changed))
  }),
  post('changeRecoveryQuestion', at('change_recovery_question'), manage, loadUser, body(QuestionChanges), (call) => {
    const { body, user, rows, clock } = call
    requireStatus(user, ['STAGED', 'ACTIVE', 'RECOVERY'])
    if (!isPassword(user, body.password.value)) throw credentialsNotUpdated('Password is not correct')
    const changes = { recoveryQuestion: body.recovery_question, lastUpdated: clock.now() }
    return json(credentialsJson(rows.users.update(user.id, changes)))
  }),
  post('forgotPassword', at('forgot_password'), manage, loadUser, (call) => {
    const token = forgotPassword(call, call.user)
    return json(readFlag(call, 'sendEmail', true) ? {} : { resetPasswordUrl: resetPasswordUrl(call, token) })
  }),
  post(
    'forgotPasswordSetNewPassword',
    at('forgot_password_recovery_question'),
    manage,
    loadUser,
    body(RecoveryAnswer),
    (call) => {
      const { body, user } = call
      requireStatus(user, ['ACTIVE', 'RECOVERY'])
      if (user.recoveryQuestion === null) throw notAllowedInStatus()
      checkRecoveryAnswer(user, body.recovery_question.answer)
      return json(credentialsJson(setPassword(call, user, body.password.value)))
    },
  ),
]
