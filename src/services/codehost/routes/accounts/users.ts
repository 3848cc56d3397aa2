import * as v from 'valibot'
import { json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { viewOfIndex } from '#core/list-view.ts'
import { defined } from '#core/objects.ts'
import { routesFor } from '#core/routes.ts'
import { requireUser } from '#codehost/steps/access.ts'
import { lastModified } from '#codehost/json/format.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { atMost } from '#codehost/rules/characters.ts'
import { notFound, unprocessable } from '#codehost/errors.ts'
import { privateUserJson, publicUserJson, simpleUserJson } from '#codehost/json/accounts/account.ts'
import { answerPageSince } from '#codehost/json/pagination.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import { covers } from '#codehost/oauth/scopes.ts'
import { findAccount } from '#codehost/rules/accounts/accounts.ts'
import { contextsOf } from '#codehost/rules/accounts/contexts.ts'
import { wholeNumber } from '#codehost/rules/whole-number.ts'

const { get, patch } = routesFor<CodehostCall>()

const line = v.optional(v.nullable(v.pipe(v.string(), atMost(255))))

const ProfileChanges = v.object({
  name: line,
  email: line,
  blog: line,
  twitter_username: line,
  company: line,
  location: line,
  hireable: v.optional(v.nullable(v.boolean())),
  bio: v.optional(v.nullable(v.pipe(v.string(), atMost(160)))),
})

/** Users. https://docs.github.com/rest/users/users */
export const usersRoutes = [
  get('users/get-authenticated', '/user', requireUser(), (call) =>
    json(ownProfile(profile(call, call.user)), 200, lastModified(call.user)),
  ),
  patch('users/update-authenticated', '/user', requireUser('user'), body(ProfileChanges), (call) => {
    const { user, rows, clock, body } = call
    const { blog, email, twitter_username: twitterUsername, ...rest } = body
    const updated = rows.accounts.update(user.id, {
      ...defined({ ...rest, twitterUsername }),
      ...(blog === undefined ? {} : { blog: blog ?? '' }),
      ...(email === undefined ? {} : { email: email === '' ? null : email }),
      updatedAt: clock.now(),
    })
    return json(ownProfile(privateUserJson(call, updated)))
  }),
  get('users/get-by-id', '/user/:account_id', (call) => {
    const { account_id } = call.params
    const account = /^\d+$/.test(account_id) ? call.rows.accounts.get(Number(account_id)) : undefined
    if (account === undefined) throw notFound()
    return json(profile(call, account))
  }),
  get('users/list', '/users', (call) =>
    answerPageSince(call, viewOfIndex(call.rows.accounts, 'listed', [true]), (account) =>
      simpleUserJson(call, account),
    ),
  ),
  get('users/get-context-for-user', '/users/:username/hovercard', requireUser('repo'), (call) => {
    const account = findAccount(call.rows, call.params.username)
    const [kind, id] = [call.query.get('subject_type'), call.query.get('subject_id')]
    if ((kind === null) !== (id === null)) {
      throw unprocessable('subject_type and subject_id must be provided together.')
    }
    const about = kind === null || id === null ? [] : contextsOf(call, account, kind, wholeNumber(id))
    return json({ contexts: about })
  }),
  get('users/get-by-username', '/users/:username', (call) => {
    const account = findAccount(call.rows, call.params.username)
    return json(profile(call, account), 200, lastModified(account))
  }),
]

/** Returns a profile with the member that only the operations on the signed-in user have. */
function ownProfile<P extends { readonly email: string | null }>(found: P) {
  return { ...found, notification_email: found.email }
}

/**
 * Returns the profile of an account as the principal may see it. A user with a fitting scope sees all fields of their
 * own.
 */
function profile(call: CodehostCall, account: Account) {
  const { principal } = call
  // An app has no permission for the private fields, even on behalf of the user.
  const own = principal?.app === null && principal.user.id === account.id && covers(principal.scopes, ['read:user'])
  return own ? privateUserJson(call, account) : publicUserJson(call, account)
}
