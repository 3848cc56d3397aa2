import { credentials } from '#core/auth.ts'
import { argumentsOf, type RawArguments } from './rules/arguments.ts'
import type { ChatCall, ChatContext, Principal } from './call.ts'
import { slackFailure } from './errors/failures.ts'
import { OPEN_METHODS } from './rules/open-methods.ts'

/**
 * Returns the principal of a request: by its `Authorization: Bearer` header, or by the argument `token` of a form. Null
 * for pages and for methods that take no token.
 *
 * @throws `not_authed` without a token and `invalid_auth` for an unknown one.
 */
export function authenticate(call: ChatCall): Principal | null | Promise<Principal | null> {
  if (!call.path.startsWith('/api/') || OPEN_METHODS.has(call.operation ?? '')) return null
  const header = call.header('authorization')
  if (header !== undefined) {
    const credential = credentials(header)
    if (credential?.scheme !== 'token' || credential.name !== 'bearer') throw slackFailure('invalid_auth')
    return principalOf(call, credential.value)
  }
  const fields = argumentsOf(call)
  return fields instanceof Promise
    ? fields.then((all) => principalOfArguments(call, all))
    : principalOfArguments(call, fields)
}

function principalOfArguments(call: ChatCall, fields: RawArguments): Principal {
  const { token } = fields
  // The vendor accepts no token in the query of apps made since 2021, nor in JSON.
  const isJson = /^application\/json/i.test(call.header('content-type') ?? '')
  const inQuery = call.query.has('token') && call.rows.strictAuth.get()
  if (typeof token !== 'string' || token === '' || isJson || inQuery) throw slackFailure('not_authed')
  return principalOf(call, token)
}

/**
 * Returns the principal of a token.
 *
 * @throws the vendor's failure for an unknown, revoked or expired token, or one of a deactivated user.
 */
export function principalOf({ rows, clock }: Pick<ChatContext, 'rows' | 'clock'>, value: string): Principal {
  const token = rows.tokens.get(value)
  if (token === undefined || (rows.strictAuth.get() && !/^(?:xox[a-z]|xapp|xoxe|xwfp)[.-]/.test(value))) {
    throw slackFailure('invalid_auth')
  }
  if (token.revoked) throw slackFailure('token_revoked')
  if (token.expiresAt !== null && token.expiresAt <= clock.now()) throw slackFailure('token_expired')
  const user = rows.users.get(token.userId) ?? null
  if (user?.deleted === true) throw slackFailure('account_inactive')
  const bot = rows.bots.get(token.botId) ?? null
  const app = rows.apps.get(token.appId) ?? null
  return { name: user?.name ?? app?.name ?? token.kind, token, user, bot, app, scopes: token.scopes }
}
