import * as v from 'valibot'
import { json } from '#core/answer.ts'
import { slackFailure } from '#chat/errors/failures.ts'
import { method, openMethod } from './method.ts'
import { ok } from '#chat/json/ok.ts'
import { routesFor } from '#core/routes.ts'
import type { ChatCall } from '#chat/call.ts'
import { flag } from '#chat/rules/arguments.ts'
import { revokeTokens } from '#chat/rules/install.ts'

const anyArguments = v.record(v.string(), v.unknown())

const { get, post } = routesFor<ChatCall>()

/** Answers a method that does not exist, whatever the token. */
function answerUnknownMethod({ params }: ChatCall): ReturnType<typeof json> {
  return json({ ok: false, error: 'unknown_method', req_method: params['method'] })
}

/** api.test, auth.test, auth.revoke, and the answer for methods that do not exist. */
export const testRoutes = [
  ...openMethod('api.test', anyArguments, (call) => {
    const { error } = call.args
    if (error !== undefined) throw slackFailure(typeof error === 'string' ? error : 'error', { args: call.args })
    return ok(call, { args: call.args })
  }),

  ...method('auth.test', { scopes: [], tokens: ['bot', 'user', 'app'], args: anyArguments }, (call) => {
    const { rows, origin, principal } = call
    const { id, name, domain } = rows.team.get()
    const { app, bot } = principal
    if (principal.token.kind === 'app') {
      return ok(call, { app_name: app?.name, app_id: app?.id })
    }
    return ok(call, {
      url: `${origin}/`,
      team: name,
      user: principal.user.name,
      team_id: id,
      user_id: principal.user.id,
      ...(bot === null ? {} : { bot_id: bot.id }),
      ...(domain === '' ? {} : { is_enterprise_install: false }),
    })
  }),

  ...method('auth.revoke', { scopes: [], args: v.object({ test: v.optional(flag) }) }, (call) => {
    const { principal, args } = call
    if (args.test === true) return ok(call, { revoked: false })
    revokeTokens(call, [principal.token])
    return ok(call, { revoked: true })
  }),

  get('unknown_method', '/api/:method', answerUnknownMethod),
  post('unknown_method', '/api/:method', answerUnknownMethod),
]
