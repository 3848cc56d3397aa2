import { json } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import { readFlag } from '#oidc-d/rules/lists/flags.ts'
import { resetFactors } from '#oidc-d/rules/factors/factors.ts'
import { loadUser } from '#oidc-d/steps/records.ts'
import { requireScope } from '#oidc-d/steps/scopes.ts'
import type { OidcCall } from '#oidc-d/call.ts'
import { wholeUserJson } from '#oidc-d/json/user.ts'
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
} from '#oidc-d/rules/users/lifecycle.ts'
import type { OneTimeToken } from '#oidc-d/schema.ts'
import { validationFailed } from '#oidc-d/errors.ts'

const { post } = routesFor<OidcCall>()

const manage = requireScope('okta.users.manage')
const at = <S extends string>(step: S) => `/api/v1/users/:userId/lifecycle/${step}` as const

/**
 * Changes of a user's lifecycle status.
 * https://developer.okta.com/docs/api/openapi/okta-management/management/tag/UserLifecycle/
 */
export const userLifecycleRoutes = [
  post('activateUser', at('activate'), manage, loadUser, (call) =>
    activationAnswer(call, activate(call, call.user), readFlag(call, 'sendEmail', true)),
  ),
  post('reactivateUser', at('reactivate'), manage, loadUser, (call) =>
    activationAnswer(call, reactivate(call, call.user), readFlag(call, 'sendEmail', false)),
  ),
  post('deactivateUser', at('deactivate'), manage, loadUser, (call) => {
    deactivate(call, call.user)
    return json({})
  }),
  post('suspendUser', at('suspend'), manage, loadUser, (call) => {
    suspend(call, call.user)
    return json({})
  }),
  post('unsuspendUser', at('unsuspend'), manage, loadUser, (call) => {
    unsuspend(call, call.user)
    return json({})
  }),
  post('unlockUser', at('unlock'), manage, loadUser, (call) => {
    unlock(call, call.user)
    return json({})
  }),
  post('expirePassword', at('expire_password'), manage, loadUser, (call) => {
    if (readFlag(call, 'tempPassword', false))
      return json({ tempPassword: expireWithTemporaryPassword(call, call.user) })
    return json(wholeUserJson(call, expirePassword(call, call.user)))
  }),
  post('expirePasswordWithTempPassword', at('expire_password_with_temp_password'), manage, loadUser, (call) => {
    const tempPassword = expireWithTemporaryPassword(call, call.user)
    if (readFlag(call, 'revokeSessions', false)) endSessions(call, call.user, { tokens: false })
    return json({ tempPassword })
  }),
  post('resetFactors', at('reset_factors'), manage, loadUser, (call) => {
    resetFactors(call, call.user)
    return json({})
  }),
  post('resetPassword', at('reset_password'), manage, loadUser, (call) => {
    if (!call.query.has('sendEmail')) {
      throw validationFailed('sendEmail', 'sendEmail: The field cannot be left blank')
    }
    const token = resetPassword(call, call.user)
    if (readFlag(call, 'revokeSessions', false)) endSessions(call, call.user, { tokens: false })
    return json(readFlag(call, 'sendEmail', true) ? {} : { resetPasswordUrl: resetPasswordUrl(call, token) })
  }),
]

/** Returns the URL of the page on which a user chooses another password. */
export function resetPasswordUrl({ origin }: Pick<OidcCall, 'origin'>, { id }: OneTimeToken): string {
  return `${origin}/signin/reset-password/${id}`
}

/** Returns the activation link; an empty object when it is sent by mail or not needed. */
function activationAnswer({ origin }: OidcCall, token: OneTimeToken | null, sendEmail: boolean) {
  if (token === null || sendEmail) return json({})
  return json({ activationUrl: `${origin}/welcome/${token.id}`, activationToken: token.id })
}
