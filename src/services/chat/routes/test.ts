import * as v from 'valibot'
import { json } from '#core/answer.ts'
import { slackFailure } from '#chat/errors/failures.ts'
import { method, openMethod } from './method.ts'
import { ok } from '#chat/json/ok.ts'
import { responseMetadataJson } from '#chat/json/response-metadata.ts'
import { methodNames } from '#chat/methods.generated.ts'
import { routesFor } from '#core/routes.ts'
import type { ChatCall } from '#chat/call.ts'
import type { Enterprise } from '#chat/schema/people.ts'
import { flag } from '#chat/rules/arguments.ts'
import { enterpriseOf } from '#chat/rules/enterprise.ts'
import { teamOf } from '#chat/rules/workspaces.ts'
import { revokeTokens } from '#chat/rules/install.ts'

const anyArguments = v.record(v.string(), v.unknown())

const { get, post } = routesFor<ChatCall>()

/**
 * Answers a method that is not served, whatever the token: one that the vendor has with an error that the vendor does
 * not have, so that it does not read like a misspelt name.
 */
function answerUnknownMethod(call: ChatCall): ReturnType<typeof json> {
  const name = call.params['method'] ?? ''
  if (RETIRED.test(name)) return json({ ok: false, error: 'method_deprecated', req_method: name })
  if (!KNOWN_METHODS.has(name)) return json({ ok: false, error: 'unknown_method', req_method: name })
  const message = `[ERROR] ${name} exists at the vendor, and backlot does not serve it: its docs/chat.md lists the methods`
  return json({
    ok: false,
    error: 'method_not_implemented_here',
    req_method: name,
    ...responseMetadataJson(call, [message]),
  })
}

/**
 * The methods that the vendor has ended for everybody, and that its clients no longer have.
 * https://docs.slack.dev/changelog/2020-01-deprecating-antecedents-to-the-conversations-api
 */
const RETIRED =
  /^(?:(?:channels|groups|im|mpim)\.[a-z]+|admin\.conversations\.whitelist\.[a-z]+|apps\.permissions\.[a-z.]+|files\.comments\.(?:add|edit)|presence\.set|users\.setActive|oauth\.token)$/i

const KNOWN_METHODS: ReadonlySet<string> = new Set(methodNames)

/** api.test, auth.test, auth.revoke, and the answer for methods that are not served. */
export const testRoutes = [
  ...openMethod('api.test', anyArguments, (call) => {
    const { error } = call.args
    if (error !== undefined) throw slackFailure(typeof error === 'string' ? error : 'error', { args: call.args })
    return ok(call, { args: call.args })
  }),

  ...method('auth.test', { scopes: [], tokens: ['bot', 'user', 'app'], args: anyArguments }, (call) => {
    const { rows, origin, principal } = call
    const { app, bot, user: holder } = principal
    const { id, name, domain } = teamOf(rows, holder ?? {})
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
      ...enterpriseIdJson(enterpriseOf(rows, id)),
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

function enterpriseIdJson(enterprise: Enterprise | null) {
  return enterprise === null ? {} : { enterprise_id: enterprise.id }
}
