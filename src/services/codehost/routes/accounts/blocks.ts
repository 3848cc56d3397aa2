import { empty, type Answer } from '#core/answer.ts'
import { viewOfReference } from '#core/list-view.ts'
import { routesFor } from '#core/routes.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { notFound } from '#codehost/errors.ts'
import { simpleUserByIdJson } from '#codehost/json/accounts/account.ts'
import { answerPage } from '#codehost/json/pagination.ts'
import { findAccount } from '#codehost/rules/accounts/accounts.ts'
import { block, unblock } from '#codehost/rules/accounts/blocks.ts'
import type { Account } from '#codehost/schema/accounts.ts'
import { requireOrganizationOwner, requireUser } from '#codehost/steps/access.ts'

const { get, put, del } = routesFor<CodehostCall>()

const own = '/user/blocks'
const ownOne = `${own}/:username` as const // the type of a path template
const ofOrganization = '/orgs/:org/blocks'
const oneOfOrganization = `${ofOrganization}/:username` as const // the same
const requireOwner = requireOrganizationOwner('admin:org')

/** Users whom users and organizations have blocked. https://docs.github.com/rest/users/blocking */
export const blocksRoutes = [
  get('users/list-blocked-by-authenticated-user', own, requireUser('user'), (call) => list(call, call.user)),
  get('users/check-blocked', ownOne, requireUser('user'), (call) => check(call, call.user, call.params.username)),
  put('users/block', ownOne, requireUser('user'), (call) => {
    block(call, call.user, findAccount(call.rows, call.params.username), call.user)
    return empty()
  }),
  del('users/unblock', ownOne, requireUser('user'), (call) => {
    unblock(call, call.user, findAccount(call.rows, call.params.username), call.user)
    return empty()
  }),
  get('orgs/list-blocked-users', ofOrganization, requireOwner, (call) => list(call, call.org)),
  get('orgs/check-blocked-user', oneOfOrganization, requireOwner, (call) =>
    check(call, call.org, call.params.username),
  ),
  put('orgs/block-user', oneOfOrganization, requireOwner, (call) => {
    block(call, call.org, findAccount(call.rows, call.params.username), call.user)
    return empty()
  }),
  del('orgs/unblock-user', oneOfOrganization, requireOwner, (call) => {
    unblock(call, call.org, findAccount(call.rows, call.params.username), call.user)
    return empty()
  }),
]

function list(call: CodehostCall, blocker: Account): Answer {
  return answerPage(call, viewOfReference(call.rows.blocks, 'blockerId', blocker.id), ({ blockedId }) =>
    simpleUserByIdJson(call, blockedId),
  )
}

function check({ rows }: CodehostCall, blocker: Account, username: string): Answer {
  if (rows.blocks.find('pair', blocker.id, findAccount(rows, username).id) === undefined) throw notFound()
  return empty()
}
