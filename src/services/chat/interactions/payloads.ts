import type { ChatContext } from '#chat/call.ts'
import { enterpriseJson } from '#chat/json/enterprise.ts'
import { createStepToken } from '#chat/rules/functions.ts'
import { verificationToken } from '#chat/rules/verification-token.ts'
import type { Trigger } from '#chat/schema/app.ts'
import type { Conversation } from '#chat/schema/conversations.ts'
import type { App, User } from '#chat/schema/people.ts'

// The members that the payloads of interactions share. https://docs.slack.dev/reference/interaction-payloads

/** Returns the members that every payload in JSON has. */
export function commonPayload({ rows }: ChatContext, app: App, user: User): Readonly<Record<string, unknown>> {
  const { id, domain } = rows.team.get()
  return {
    team: { id, domain },
    user: { id: user.id, username: user.name, name: user.name, team_id: id },
    api_app_id: app.id,
    token: verificationToken(app),
    enterprise: enterpriseJson(rows),
    is_enterprise_install: false,
  }
}

/**
 * Returns the members of an interaction with what a running custom step has posted or opened, with a new token of the
 * step; none for any other interaction. https://docs.slack.dev/tools/bolt-js/concepts/custom-steps
 */
export function stepMembers(context: ChatContext, stepId: string | undefined, user: User, trigger?: Trigger) {
  const execution = context.rows.stepExecutions.get(stepId)
  if (execution?.state !== 'running') return {}
  const { id, callbackId, inputs } = execution
  const interactor = { id: user.id, secret: context.ids.secret.base62(80) }
  return {
    function_data: { execution_id: id, function: { callback_id: callbackId }, inputs },
    ...(trigger === undefined ? {} : { interactivity: { interactor, interactivity_pointer: trigger.id } }),
    bot_access_token: createStepToken(context, execution)?.id,
  }
}

/** Returns a conversation as payloads name it: without the name of a private channel or a direct message. */
export function channelPayload({ id, name, kind }: Conversation): { readonly id: string; readonly name: string } {
  return { id, name: kind === 'im' ? 'directmessage' : kind === 'public' ? name : 'privategroup' }
}
