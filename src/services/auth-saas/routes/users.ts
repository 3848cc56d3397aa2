import { body } from '#core/input.ts'
import { defined } from '#core/objects.ts'
import type { Route } from '#core/routes.ts'
import * as v from 'valibot'
import { requireMetadataApart } from '#auth-saas/rules/api-version.ts'
import { text } from '#auth-saas/rules/body-parts.ts'
import { requireBulk } from '#auth-saas/rules/bulk.ts'
import { del, get, patch, post, put, type AuthCall } from '#auth-saas/call.ts'
import { deleted, json } from '#auth-saas/json/answer.ts'
import { userJson } from '#auth-saas/json/user.ts'
import { answerPlainPage } from '#auth-saas/json/page.ts'
import { mergeMetadata, requireSize } from '#auth-saas/rules/metadata.ts'
import { usersOf } from '#auth-saas/rules/users/list-users.ts'
import { requireAllowed } from '#auth-saas/rules/users/restrictions.ts'
import {
  VERIFIED_BY_ADMIN,
  addEmailAddress,
  addPhoneNumber,
  addUser,
  deleteUser,
  findUser,
  requireFreeNames,
  requireOwnVerified,
  revokeSessions,
  setBanned,
  setLocked,
  updateUser,
} from '#auth-saas/rules/users/users.ts'
import { commonFields } from '#auth-saas/rules/common-fields.ts'
import { UserInput, MetadataChanges, UserChanges, fieldsOf, statusOf } from '#auth-saas/rules/users/user-input.ts'
import { requireIdentifier, requireMatchingLists, requireOtherPassword } from '#auth-saas/steps/user-input.ts'
import { loadUser } from '#auth-saas/steps/users.ts'

const ManyUsers = v.strictObject({ user_ids: v.pipe(v.array(text), v.minLength(1)) })

/** Bans several users, or lifts their bans, and returns their JSON. */
function setAllBanned(call: AuthCall, ids: readonly string[], banned: boolean) {
  requireBulk(ids, 100)
  const users = [...new Set(ids)].map((id) => findUser(call, id))
  return users.map(({ id }) => userJson(call, setBanned(call, id, banned)))
}

/** The operations about users. */
export const usersRoutes: readonly Route[] = [
  get('GetUserList', '/v1/users', (call) => answerPlainPage(call, usersOf(call), (user) => userJson(call, user))),

  get('GetUsersCount', '/v1/users/count', (call) => json({ object: 'total_count', total_count: usersOf(call).total })),

  post(
    'CreateUser',
    '/v1/users',
    body(UserInput),
    requireIdentifier,
    requireMatchingLists,
    requireOtherPassword,
    (call) => {
      const { body: input, rows } = call
      for (const identifier of [...(input.email_address ?? []), ...(input.phone_number ?? [])]) {
        requireAllowed(call, identifier)
      }
      const { id } = addUser(call, {
        ...fieldsOf(call, input),
        banned: input.banned ?? false,
        locked: input.locked ?? false,
      })
      for (const [at, address] of (input.email_address ?? []).entries()) {
        const { reserved } = statusOf(input.email_address_identification_status, at)
        addEmailAddress(call, id, address, { verification: VERIFIED_BY_ADMIN, reserved, primary: at === 0 })
      }
      for (const [at, number] of (input.phone_number ?? []).entries()) {
        const { reserved } = statusOf(input.phone_number_identification_status, at)
        addPhoneNumber(call, id, number, { verification: VERIFIED_BY_ADMIN, reserved, primary: at === 0 })
      }
      for (const wallet of input.web3_wallet ?? []) {
        const row = rows.web3Wallets.insert({
          userId: id,
          web3Wallet: wallet,
          verification: VERIFIED_BY_ADMIN,
          ...commonFields(call, 'idn'),
        })
        if (rows.users.require(id).primaryWeb3WalletId === null) rows.users.update(id, { primaryWeb3WalletId: row.id })
      }
      const user = rows.users.require(id)
      call.emit({ event: 'user.created', user })
      return json(userJson(call, user))
    },
  ),

  get('GetUser', '/v1/users/:user_id', loadUser, (call) => json(userJson(call, call.user))),

  patch('UpdateUser', '/v1/users/:user_id', loadUser, body(UserChanges), (call) => {
    const { body: input, user, rows } = call
    requireMetadataApart(call, Object.keys(input))
    const changes = fieldsOf(call, input)
    requireFreeNames(call, changes, user.id)
    if (input.primary_email_address_id !== undefined && input.primary_email_address_id !== null) {
      requireOwnVerified(rows.emailAddresses.get(input.primary_email_address_id), user.id, 'primary_email_address_id')
    }
    if (input.primary_phone_number_id !== undefined && input.primary_phone_number_id !== null) {
      requireOwnVerified(rows.phoneNumbers.get(input.primary_phone_number_id), user.id, 'primary_phone_number_id')
    }
    const changed = updateUser(call, user.id, {
      ...changes,
      ...defined({
        primaryEmailAddressId: input.primary_email_address_id,
        primaryPhoneNumberId: input.primary_phone_number_id,
        primaryWeb3WalletId: input.primary_web3_wallet_id,
      }),
    })
    if (input.sign_out_of_other_sessions === true) revokeSessions(call, user.id)
    return json(userJson(call, changed))
  }),

  del('DeleteUser', '/v1/users/:user_id', loadUser, (call) => {
    const { id, externalId } = call.user
    deleteUser(call, call.user)
    return deleted('user', id, externalId === null ? {} : { external_id: externalId })
  }),

  post('UsersBan', '/v1/users/ban', body(ManyUsers), (call) => json(setAllBanned(call, call.body.user_ids, true))),

  post('UsersUnban', '/v1/users/unban', body(ManyUsers), (call) => json(setAllBanned(call, call.body.user_ids, false))),

  post('BanUser', '/v1/users/:user_id/ban', loadUser, (call) =>
    json(userJson(call, setBanned(call, call.user.id, true))),
  ),

  post('UnbanUser', '/v1/users/:user_id/unban', loadUser, (call) =>
    json(userJson(call, setBanned(call, call.user.id, false))),
  ),

  post('LockUser', '/v1/users/:user_id/lock', loadUser, (call) =>
    json(userJson(call, setLocked(call, call.user.id, true))),
  ),

  post('UnlockUser', '/v1/users/:user_id/unlock', loadUser, (call) =>
    json(userJson(call, setLocked(call, call.user.id, false))),
  ),

  patch('UpdateUserMetadata', '/v1/users/:user_id/metadata', loadUser, body(MetadataChanges), (call) => {
    const { user, body: input } = call
    const changed = updateUser(call, user.id, {
      publicMetadata: mergeMetadata(user.publicMetadata, input.public_metadata, 'public_metadata'),
      privateMetadata: mergeMetadata(user.privateMetadata, input.private_metadata, 'private_metadata'),
      unsafeMetadata: mergeMetadata(user.unsafeMetadata, input.unsafe_metadata, 'unsafe_metadata'),
    })
    return json(userJson(call, changed))
  }),

  put('ReplaceUserMetadata', '/v1/users/:user_id/metadata', loadUser, body(MetadataChanges), (call) => {
    const { user, body: input } = call
    const changed = updateUser(call, user.id, {
      publicMetadata: requireSize(input.public_metadata ?? user.publicMetadata, 'public_metadata'),
      privateMetadata: requireSize(input.private_metadata ?? user.privateMetadata, 'private_metadata'),
      unsafeMetadata: requireSize(input.unsafe_metadata ?? user.unsafeMetadata, 'unsafe_metadata'),
    })
    return json(userJson(call, changed))
  }),
]
