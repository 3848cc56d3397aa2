import { json } from '../../../core/answer.ts'
import { routesFor } from '../../../core/routes.ts'
import { flag, user } from '../access.ts'
import { needs } from '../auth.ts'
import type { OidcCall } from '../call.ts'
import { userJson } from '../json/user.ts'
import {
  activate,
  deactivate,
  endSessions,
  expirePassword,
  expireWithTemporaryPassword,
  reactivate,
  resetPassword,
  suspend,
  unlock,
  unsuspend,
} from '../rules/lifecycle.ts'
import type { OneTimeToken } from '../schema.ts'
import { validationFailed } from '../errors.ts'

const { post } = routesFor<OidcCall>()

const manage = needs('okta.users.manage')
const at = <S extends string>(step: S) => `/api/v1/users/:userId/lifecycle/${step}` as const

/** https://developer.okta.com/docs/api/openapi/okta-management/management/tag/UserLifecycle/ */
export const userLifecycleRoutes = [
  post('activateUser', at('activate'), manage, user, (call) =>
    activationAnswer(call, activate(call, call.user), flag(call, 'sendEmail', true)),
  ),
  post('reactivateUser', at('reactivate'), manage, user, (call) =>
    activationAnswer(call, reactivate(call, call.user), flag(call, 'sendEmail', false)),
  ),
  post('deactivateUser', at('deactivate'), manage, user, (call) => {
    deactivate(call, call.user)
    return json({})
  }),
  post('suspendUser', at('suspend'), manage, user, (call) => {
    suspend(call, call.user)
    return json({})
  }),
  post('unsuspendUser', at('unsuspend'), manage, user, (call) => {
    unsuspend(call, call.user)
    return json({})
  }),
  post('unlockUser', at('unlock'), manage, user, (call) => {
    unlock(call, call.user)
    return json({})
  }),
  post('expirePassword', at('expire_password'), manage, user, (call) => {
    if (flag(call, 'tempPassword', false)) return json({ tempPassword: expireWithTemporaryPassword(call, call.user) })
    return json(userJson(call, expirePassword(call, call.user)))
  }),
  post('expirePasswordWithTempPassword', at('expire_password_with_temp_password'), manage, user, (call) => {
    const tempPassword = expireWithTemporaryPassword(call, call.user)
    if (flag(call, 'revokeSessions', false)) endSessions(call, call.user, { tokens: false })
    return json({ tempPassword })
  }),
  post('resetPassword', at('reset_password'), manage, user, (call) => {
    if (!call.query.has('sendEmail')) {
      throw validationFailed('sendEmail', 'sendEmail: The field cannot be left blank')
    }
    const token = resetPassword(call, call.user)
    if (flag(call, 'revokeSessions', false)) endSessions(call, call.user, { tokens: false })
    return json(flag(call, 'sendEmail', true) ? {} : { resetPasswordUrl: resetPasswordUrl(call, token) })
  }),
]

/** Where a user chooses another password. */
export function resetPasswordUrl({ origin }: Pick<OidcCall, 'origin'>, { id }: OneTimeToken): string {
  return `${origin}/signin/reset-password/${id}`
}

/** The link that the user is not sent; nothing for one who is, or who needs none. */
function activationAnswer({ origin }: OidcCall, token: OneTimeToken | null, sendEmail: boolean) {
  if (token === null || sendEmail) return json({})
  return json({ activationUrl: `${origin}/welcome/${token.id}`, activationToken: token.id })
}
