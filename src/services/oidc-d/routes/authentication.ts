import * as v from 'valibot'
import { asRefusal, json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { routesFor } from '#core/routes.ts'
import type { OidcCall } from '#oidc-d/call.ts'
import { authenticationFailed, credentialsNotUpdated, invalidToken, notFound } from '#oidc-d/errors.ts'
import { lockedOutJson } from '#oidc-d/json/authentication.ts'
import { createOneTimeToken, findOneTimeToken } from '#oidc-d/rules/users/one-time-tokens.ts'
import { isPassword } from '#oidc-d/rules/users/passwords.ts'
import { authenticatePrimarily, daysUntilExpiry } from '#oidc-d/rules/users/sign-in.ts'
import { setPassword } from '#oidc-d/rules/users/users.ts'
import type { OneTimeToken, OneTimeUse, User } from '#oidc-d/schema.ts'
import { afterPassword, answerState } from './authentication-states.ts'

const { post } = routesFor<OidcCall>()

const SignInInput = v.object({
  username: v.optional(v.string()),
  password: v.optional(v.string()),
  /** The token of an activation. */
  token: v.optional(v.string()),
  /** The token of a sign-in that goes on. */
  stateToken: v.optional(v.string()),
  context: v.optional(v.object({ deviceToken: v.optional(v.nullable(v.string())) })),
})

const StateTokenInput = v.object({ stateToken: v.string() })
const ExpiredPasswordInput = v.object({ stateToken: v.string(), oldPassword: v.string(), newPassword: v.string() })
const PasswordReset = v.object({ stateToken: v.string(), newPassword: v.string() })

/**
 * The authentication API: sign-in with a password, without a page. https://developer.okta.com/docs/reference/api/authn/
 */
export const authenticationRoutes = [
  post('authn', '/api/v1/authn', body(SignInInput), (call) => {
    const { username = '', password = '', token, stateToken } = call.body
    if (stateToken !== undefined) return answerState(call, ...find(call, 'state', stateToken))
    if (token !== undefined) return chooseAnswer(call, ...redeem(call, 'activation', token))
    const outcome = authenticatePrimarily(call, username, password)
    switch (outcome.kind) {
      case 'authenticated':
        return warnOrGoOn(call, outcome.user, call.body.context?.deviceToken ?? null)
      case 'password expired':
        return answerState(call, outcome.user, createOneTimeToken(call, 'state', outcome.user, 'PASSWORD_EXPIRED'))
      case 'locked out':
        return json(lockedOutJson(call))
      case 'refused':
        // Answered instead of thrown: a thrown failure would roll the count of wrong passwords back.
        return asRefusal(call.dialect.failure(authenticationFailed(), call))
    }
  }),
  post('authn/state', '/api/v1/authn/state', body(StateTokenInput), (call) =>
    answerState(call, ...find(call, 'state', call.body.stateToken)),
  ),
  post('authn/introspect', '/api/v1/authn/introspect', body(StateTokenInput), (call) =>
    answerState(call, ...find(call, 'state', call.body.stateToken)),
  ),
  post('authn/change-password', '/api/v1/authn/credentials/change_password', body(ExpiredPasswordInput), (call) => {
    const { stateToken, oldPassword, newPassword } = call.body
    const [user] = find(call, 'state', stateToken, 'PASSWORD_EXPIRED', 'PASSWORD_WARN')
    if (!isPassword(user, oldPassword)) throw credentialsNotUpdated('Old password is not correct')
    return finishWith(call, user, newPassword, stateToken)
  }),
  post('authn/reset-password', '/api/v1/authn/credentials/reset_password', body(PasswordReset), (call) => {
    const [user] = find(call, 'state', call.body.stateToken, 'PASSWORD_RESET')
    return finishWith(call, user, call.body.newPassword, call.body.stateToken)
  }),
  post('authn/cancel', '/api/v1/authn/cancel', body(StateTokenInput), (call) => {
    redeem(call, 'state', call.body.stateToken)
    return json({})
  }),
]

/** Warns of a password that expires soon, or goes on. */
function warnOrGoOn(call: OidcCall, user: User, deviceToken: string | null) {
  if (daysUntilExpiry(call, user) === null) return afterPassword(call, user, deviceToken)
  return answerState(call, user, createOneTimeToken(call, 'state', user, 'PASSWORD_WARN', { deviceToken }))
}

/** Returns the answer that asks for a new password, with a state token. */
function chooseAnswer(call: OidcCall, user: User) {
  return answerState(call, user, createOneTimeToken(call, 'state', user, 'PASSWORD_RESET'))
}

/** Sets the new password and goes on with the sign-in. */
function finishWith(call: OidcCall, user: User, password: string, stateToken: string) {
  const changed = setPassword(call, user, password)
  call.rows.oneTimeTokens.delete(stateToken)
  return afterPassword(call, changed, null)
}

/**
 * Finds a token and its user.
 *
 * @throws 401 for an invalid token, and 404 for a transaction with another status.
 */
function find(call: OidcCall, use: OneTimeUse, value: string, ...statuses: readonly string[]): [User, OneTimeToken] {
  const token = findOneTimeToken(call, use, value)
  if (token === undefined) throw invalidToken()
  if (statuses.length > 0 && !statuses.some((each) => each === token.status)) throw notFound('Transaction', value)
  return [call.rows.users.require(token.userId), token]
}

function redeem(call: OidcCall, use: OneTimeUse, value: string): [User] {
  const [user, token] = find(call, use, value)
  call.rows.oneTimeTokens.delete(token.id)
  return [user]
}
