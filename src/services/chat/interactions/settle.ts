import { Failure } from '#core/errors.ts'
import type { Delivery } from '#core/webhooks.ts'
import type { ChatContext } from '#chat/call.ts'
import { isObject } from '#chat/rules/block-kit/check.ts'
import { postMessage } from '#chat/rules/messages/post.ts'
import { SLACKBOT } from '#chat/rules/people.ts'
import type { Interaction } from '#chat/schema/app.ts'
import { applyDialogResponse, dialogOptions } from './dialogs.ts'
import { applyViewResponse } from './view-response.ts'
import { membersOf, postAnswer } from './respond.ts'

/**
 * Applies the answer of an app to the interaction that the delivery carries. Does nothing for the delivery of an event.
 */
export function settleInteraction(context: ChatContext, delivery: Delivery): void {
  const interaction = context.rows.interactions.get(delivery.guid)
  if (interaction?.state !== 'waiting') return
  if (delivery.state !== 'delivered') {
    fail(context, interaction, failureOf(delivery))
    return
  }
  try {
    const changes = context.store.transaction(() => applyAnswer(context, interaction, delivery.response?.body ?? ''))
    context.rows.interactions.update(interaction.id, { state: 'answered', ...changes })
  } catch (error) {
    fail(context, interaction, `it answered ${JSON.stringify(delivery.response?.body)}: ${reasonOf(error)}`)
  }
}

function applyAnswer(context: ChatContext, interaction: Interaction, body: string): Partial<Interaction> {
  const { rows } = context
  const members = membersOf(body)
  const { kind, appId, channelId, userId } = interaction
  switch (kind) {
    case 'slash_command': {
      if (members === undefined || channelId === null) return {}
      const message = postAnswer(context, rows.apps.require(appId), { channelId, userId, threadTs: null }, members)
      return { messageId: message?.id ?? null }
    }
    case 'view_submission':
      applyViewResponse(context, interaction, viewAnswer(body, members))
      return {}
    case 'dialog_submission':
      applyDialogResponse(context, interaction, members)
      return {}
    case 'dialog_suggestion':
      return { options: dialogOptions(members ?? {}) }
    case 'block_suggestion':
      return { options: optionsIn(members ?? {}) }
    default:
      return {}
  }
}

/**
 * Returns the members of an answer to a submission: none for an empty body and for `{}`.
 *
 * @throws Error for a body without `response_action`, such as `ok`: the vendor shows the person an error and leaves the
 * modal open.
 */
function viewAnswer(
  body: string,
  members: Readonly<Record<string, unknown>> | undefined,
): Readonly<Record<string, unknown>> {
  const answer = body.trim() === '' ? {} : members
  const isUnderstood = answer !== undefined && ('response_action' in answer || Object.keys(answer).length === 0)
  if (!isUnderstood) throw new Error('expected an empty body, or JSON with response_action')
  return answer
}

function optionsIn({ options, option_groups: groups }: Readonly<Record<string, unknown>>): readonly unknown[] {
  if (Array.isArray(options)) return options
  if (!Array.isArray(groups)) throw new Error('expected options or option_groups')
  return groups
    .filter(isObject)
    .flatMap((group): readonly unknown[] => (Array.isArray(group['options']) ? group['options'] : []))
}

/** Marks an interaction as failed. Slackbot tells a person whose command failed, as at the vendor. */
function fail(context: ChatContext, interaction: Interaction, error: string): void {
  const { id, kind, channelId, userId, name } = interaction
  context.rows.interactions.update(id, { state: 'failed', error })
  if (kind !== 'slash_command' || channelId === null) return
  const word = /timed out/.test(error) ? 'operation_timeout' : 'dispatch_failed'
  postMessage(context, {
    channelId,
    userId: SLACKBOT,
    botId: null,
    appId: null,
    text: `${name} failed with the error "${word}"`,
    ephemeralTo: userId,
  })
}

function failureOf({ response, error }: Delivery): string {
  return error ?? `it answered ${response?.status ?? 0} ${response?.body ?? ''}`.trim()
}

/** Returns the message of an error, with the vendor's sentences where a failure has them. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const messages = error instanceof Failure && isObject(error.details) ? error.details['messages'] : undefined
  return Array.isArray(messages) ? `${error.message} ${messages.join(' ')}` : error.message
}
