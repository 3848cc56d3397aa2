import type { Route } from '#core/routes.ts'
import { del, get, patch, post } from '#auth-saas/call.ts'
import { paramInvalid, strategyInvalid } from '#auth-saas/errors.ts'
import { answerChange, answerOwnRead } from '#auth-saas/json/frontend/answer.ts'
import { passkeyJson } from '#auth-saas/json/passkey.ts'
import {
  beginPasskey,
  completePasskey,
  deletePasskey,
  PASSKEY,
  relyingParty,
  requirePasskeys,
} from '#auth-saas/rules/passkeys/passkeys.ts'
import { updatedNow } from '#auth-saas/rules/common-fields.ts'
import { updateUser } from '#auth-saas/rules/users/users.ts'
import { loadOwnPasskey } from '#auth-saas/steps/frontend/my-identifiers.ts'
import { loadSignedIn, requireRecentFactor } from '#auth-saas/steps/frontend/sessions.ts'
import { formOf, requiredField } from './form.ts'
import { removed } from './my-identifiers.ts'

const PATH = '/v1/me/passkeys/:passkey_id'

/** The routes of the passkeys of the signed-in user. */
export const passkeysRoutes: readonly Route[] = [
  post('frontend/createPasskey', '/v1/me/passkeys', loadSignedIn, requireRecentFactor, (call) => {
    requirePasskeys(call)
    const passkey = beginPasskey(call, call.user.id, relyingParty(call))
    return answerChange(call, passkeyJson(call, passkey), call.client.id)
  }),

  get('frontend/getPasskey', PATH, loadSignedIn, loadOwnPasskey, (call) =>
    answerOwnRead(call, passkeyJson(call, call.passkey)),
  ),

  patch('frontend/updatePasskey', PATH, loadSignedIn, loadOwnPasskey, (call) => {
    const name = (formOf(call).get('name') ?? call.passkey.name).trim()
    if (name === '' || name.length > 256) throw paramInvalid('name', 'name must have 1 to 256 characters.')
    const changed = call.rows.passkeys.update(call.passkey.id, { name, ...updatedNow(call) })
    updateUser(call, call.user.id, {})
    return answerChange(call, passkeyJson(call, changed), call.client.id)
  }),

  del('frontend/deletePasskey', PATH, loadSignedIn, loadOwnPasskey, requireRecentFactor, (call) => {
    deletePasskey(call, call.passkey.id)
    updateUser(call, call.user.id, {})
    return answerChange(call, removed('passkey', call.passkey.id), call.client.id)
  }),

  post('frontend/verifyPasskey', `${PATH}/attempt_verification`, loadSignedIn, loadOwnPasskey, (call) => {
    const form = formOf(call)
    if (requiredField(form, 'strategy') !== PASSKEY) throw strategyInvalid()
    const completed = completePasskey(call, call.passkey, requiredField(form, 'public_key_credential'))
    return answerChange(call, passkeyJson(call, completed), call.client.id)
  }),
]
