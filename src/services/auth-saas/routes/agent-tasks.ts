import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { body } from '#core/input.ts'
import { redirect } from '#core/answer.ts'
import type { Route } from '#core/routes.ts'
import { signJwt } from '#oauth/jwt/jwt.ts'
import { get, post, type AuthCall } from '#auth-saas/call.ts'
import { clerkFailure, paramMissing } from '#auth-saas/errors.ts'
import { json } from '#auth-saas/json/answer.ts'
import { handshakeDirectives } from '#auth-saas/json/handshake.ts'
import { applicationUrl } from '#auth-saas/rules/application-url.ts'
import { openSession, requireUsable } from '#auth-saas/rules/attempts/sign-in-attempts.ts'
import { maybe, maybeText, text, whole } from '#auth-saas/rules/body-parts.ts'
import { commonFields, updatedNow } from '#auth-saas/rules/common-fields.ts'
import { signingKey } from '#auth-saas/rules/instance-keys.ts'
import { browserOf } from '#auth-saas/rules/sessions/browsers.ts'
import { clientCookie } from '#auth-saas/rules/sessions/cookies.ts'
import { userByIdentifier } from '#auth-saas/rules/users/identifiers.ts'
import type { AgentTask } from '#auth-saas/schema/instance.ts'

// Tasks that agents do on behalf of users. https://clerk.com/docs/reference/backend-api/tag/agent-tasks

/** The longest session of a task where the application asks for no other: half an hour, in seconds. */
const SESSION_DURATION = 1800

const TaskInput = v.strictObject({
  on_behalf_of: v.strictObject({ user_id: maybeText, identifier: maybeText }),
  permissions: v.literal('*'),
  agent_name: v.pipe(text, v.minLength(1)),
  task_description: v.pipe(text, v.minLength(1)),
  redirect_url: v.pipe(
    text,
    v.check((url) => applicationUrl(url) !== undefined, 'must be a valid url.'),
  ),
  session_max_duration_in_seconds: maybe(whole(1, 315_360_000)),
})

/** Returns a task, with its link while it can be used. */
function taskJson({ urls }: AuthCall, row: AgentTask) {
  return {
    object: 'agent_task',
    agent_id: row.agentId,
    agent_task_id: row.id,
    task_id: row.id,
    ...(row.status === 'pending' ? { url: urls.of(`/v1/agents/tasks?ticket=${row.ticket}`) } : {}),
  }
}

/** Returns the id of the agent with a name: the same in every task. */
function agentIdOf(name: string): string {
  return `agent_${createHash('sha256').update(name).digest('hex').slice(0, 27)}`
}

function taskNotFound(id: string): Error {
  return clerkFailure(404, 'agent_task_not_found', 'not found', `No agent task was found with id ${id}`)
}

/** The operations about tasks of agents, which the backend API creates and a browser begins. */
export const agentTasksRoutes: readonly Route[] = [
  post('CreateAgentTask', '/v1/agents/tasks', body(TaskInput), (call) => {
    const { rows, ids, body: input } = call
    const { user_id: userId, identifier } = input.on_behalf_of
    const user = rows.users.get(userId) ?? (identifier ? userByIdentifier(rows, identifier) : undefined)
    if (user === undefined) {
      const sentence = 'No user was found for on_behalf_of.'
      throw clerkFailure(404, 'agent_task_subject_not_found', 'not found', sentence)
    }
    const task = rows.agentTasks.insert({
      ...commonFields(call, 'agtask'),
      agentId: agentIdOf(input.agent_name),
      agentName: input.agent_name,
      userId: user.id,
      description: input.task_description,
      redirectUrl: input.redirect_url,
      sessionDuration: input.session_max_duration_in_seconds ?? SESSION_DURATION,
      ticket: ids.secret.base62(64),
      status: 'pending',
    })
    return json(taskJson(call, task))
  }),

  post('RevokeAgentTask', '/v1/agents/tasks/:agent_task_id/revoke', (call) => {
    const { rows, params } = call
    const task = rows.agentTasks.get(params.agent_task_id)
    if (task === undefined) throw taskNotFound(params.agent_task_id)
    if (task.status !== 'pending') {
      const sentence = `The agent task cannot be revoked because its status is ${task.status}.`
      throw clerkFailure(400, 'agent_task_cannot_be_revoked', 'cannot be revoked', sentence)
    }
    return json(taskJson(call, rows.agentTasks.update(task.id, { status: 'revoked', ...updatedNow(call) })))
  }),
]

/** The operation of the frontend API that begins the session of a task. */
export const agentTaskLinkRoutes: readonly Route[] = [
  get('frontend/beginAgentTask', '/v1/agents/tasks', (call) => {
    const { rows, query } = call
    const ticket = query.get('ticket')
    if (ticket === null) throw paramMissing('ticket')
    const task = rows.agentTasks.find('ticket', ticket)
    if (task === undefined) throw taskNotFound('of this ticket')
    if (task.status !== 'pending') {
      const code = task.status === 'revoked' ? 'ticket_invalid_code' : 'ticket_used_code'
      throw clerkFailure(422, code, 'is invalid', `The agent task is ${task.status}.`, { param_name: 'ticket' })
    }
    requireUsable(call, rows.users.require(task.userId))
    rows.agentTasks.update(task.id, { status: 'accepted', ...updatedNow(call) })
    const { client, token } = browserOf(call)
    const actor = { sub: task.agentId, type: 'agent' }
    const session = openSession(call, client.id, task.userId, { actor, lifetime: task.sessionDuration * 1000 })
    const target = new URL(task.redirectUrl)
    call.query.set('redirect_url', task.redirectUrl)
    const directives = handshakeDirectives(call, session, token)
    target.searchParams.set('__clerk_handshake', signJwt({ handshake: directives }, signingKey))
    const answer = redirect(target.href, 307, { 'cache-control': 'no-store' })
    return { ...answer, cookies: [clientCookie(call, token)] }
  }),
]
