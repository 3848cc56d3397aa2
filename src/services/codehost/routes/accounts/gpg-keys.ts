import { empty, json } from '#core/answer.ts'
import { viewOfIndex } from '#core/list-view.ts'
import { routesFor } from '#core/routes.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { notFound } from '#codehost/errors.ts'
import { gpgKeyJson } from '#codehost/json/accounts/gpg-key.ts'
import { answerPage } from '#codehost/json/pagination.ts'
import { findAccount } from '#codehost/rules/accounts/accounts.ts'
import { addGpgKey, GpgKeyInput } from '#codehost/rules/accounts/gpg-keys.ts'
import { wholeNumber } from '#codehost/rules/whole-number.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import type { GpgKey } from '#codehost/schema/gpg-keys.ts'
import { requireUser } from '#codehost/steps/access.ts'
import { requireBody } from '#codehost/steps/body.ts'

const { get, post, del } = routesFor<CodehostCall>()

const own = '/user/gpg_keys'
const one = `${own}/:gpg_key_id` as const

/** GPG keys of users. https://docs.github.com/rest/users/gpg-keys */
export const gpgKeysRoutes = [
  get('users/list-gpg-keys-for-authenticated-user', own, requireUser('read:gpg_key'), (call) =>
    answerPage(call, keysOf(call, call.user), (key) => gpgKeyJson(call, key)),
  ),
  post(
    'users/create-gpg-key-for-authenticated-user',
    own,
    requireUser('write:gpg_key'),
    requireBody(GpgKeyInput),
    (call) => json(gpgKeyJson(call, addGpgKey(call, call.user, call.body)), 201),
  ),
  get('users/get-gpg-key-for-authenticated-user', one, requireUser('read:gpg_key'), (call) =>
    json(gpgKeyJson(call, findOwn(call, call.params.gpg_key_id))),
  ),
  del('users/delete-gpg-key-for-authenticated-user', one, requireUser('admin:gpg_key'), (call) => {
    call.rows.gpgKeys.delete(findOwn(call, call.params.gpg_key_id).id)
    return empty()
  }),
  get('users/list-gpg-keys-for-user', '/users/:username/gpg_keys', (call) =>
    answerPage(call, keysOf(call, findAccount(call.rows, call.params.username)), (key) => gpgKeyJson(call, key)),
  ),
]

function keysOf({ rows }: CodehostCall, { id }: Account) {
  return viewOfIndex(rows.gpgKeys, 'byUser', [id, null])
}

/** @throws 404. */
function findOwn({ rows, user }: CodehostCall & { readonly user: Account }, id: string): GpgKey {
  const key = rows.gpgKeys.get(wholeNumber(id))
  if (key?.userId !== user.id || key.primaryId !== null) throw notFound()
  return key
}
