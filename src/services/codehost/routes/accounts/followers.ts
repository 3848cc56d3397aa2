import { empty, type Answer } from '#core/answer.ts'
import { viewOfReference } from '#core/list-view.ts'
import { routesFor } from '#core/routes.ts'
import { requireUser } from '#codehost/steps/access.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { notFound } from '#codehost/errors.ts'
import { simpleUserByIdJson } from '#codehost/json/accounts/account.ts'
import { answerPage } from '#codehost/json/pagination.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import { findAccount } from '#codehost/rules/accounts/accounts.ts'
import { follow, unfollow } from '#codehost/rules/accounts/follows.ts'

const { get, put, del } = routesFor<CodehostCall>()

/** Followers of users. https://docs.github.com/rest/users/followers */
export const followersRoutes = [
  get('users/list-followers-for-authenticated-user', '/user/followers', requireUser(), (call) =>
    listFollowers(call, call.user),
  ),
  get('users/list-followed-by-authenticated-user', '/user/following', requireUser(), (call) =>
    listFollowed(call, call.user),
  ),
  get('users/check-person-is-followed-by-authenticated', '/user/following/:username', requireUser(), (call) =>
    check(call, call.user, findAccount(call.rows, call.params.username)),
  ),
  put('users/follow', '/user/following/:username', requireUser('user:follow'), ({ rows, user, params }) => {
    follow(rows, user, findAccount(rows, params.username))
    return empty()
  }),
  del('users/unfollow', '/user/following/:username', requireUser('user:follow'), ({ rows, user, params }) => {
    unfollow(rows, user, findAccount(rows, params.username))
    return empty()
  }),
  get('users/list-followers-for-user', '/users/:username/followers', (call) =>
    listFollowers(call, findAccount(call.rows, call.params.username)),
  ),
  get('users/list-following-for-user', '/users/:username/following', (call) =>
    listFollowed(call, findAccount(call.rows, call.params.username)),
  ),
  get('users/check-following-for-user', '/users/:username/following/:target_user', (call) => {
    const { rows, params } = call
    return check(call, findAccount(rows, params.username), findAccount(rows, params.target_user))
  }),
]

function listFollowers(call: CodehostCall, account: Account): Answer {
  return answerPage(call, viewOfReference(call.rows.follows, 'followedId', account.id), ({ followerId }) =>
    simpleUserByIdJson(call, followerId),
  )
}

function listFollowed(call: CodehostCall, account: Account): Answer {
  return answerPage(call, viewOfReference(call.rows.follows, 'followerId', account.id), ({ followedId }) =>
    simpleUserByIdJson(call, followedId),
  )
}

function check({ rows }: CodehostCall, follower: Account, followed: Account): Answer {
  if (rows.follows.find('pair', follower.id, followed.id) === undefined) throw notFound()
  return empty()
}
