import type { ChatContext } from '#chat/call.ts'
import { slackFailure } from '#chat/errors/failures.ts'
import { isInteractive } from '#chat/rules/messages/entities.ts'
import type { EntityAnswer, EntityDetails, WorkObject } from '#chat/schema/entities.ts'
import type { Message } from '#chat/schema/messages.ts'
import type { App } from '#chat/schema/people.ts'
import { isReachable } from '#chat/delivery/send.ts'
import { createTrigger, liveTrigger } from './trigger.ts'

/** Opens a Work Object as a person: its app gets `entity_details_requested`, and answers with the trigger. */
export function openWorkObject(
  context: ChatContext,
  workObject: WorkObject,
  message: Message,
  userId: string,
): EntityDetails {
  const { appId, metadata } = workObject
  const { id } = createTrigger(context, { appId, userId, viewId: null })
  const externalId = metadata.external_ref.id
  const details = context.rows.entityDetails.insert({ id, appId, userId, externalId, answer: null })
  context.emit({ kind: 'entity_opened', workObject, message, userId, triggerId: id })
  return details
}

/**
 * Stores an app's answer to the opening of a Work Object, which the person sees then. A later answer takes its place.
 *
 * @throws `invalid_trigger_id`, `entity_metadata_does_not_match_trigger`, and `missing_interactivity_url` for buttons
 * that the app could not hear of.
 */
export function presentDetails(context: ChatContext, app: App, triggerId: string, answer: EntityAnswer): EntityDetails {
  const details = context.rows.entityDetails.get(triggerId)
  if (details?.appId !== app.id || liveTrigger(context, triggerId) === undefined) {
    throw slackFailure('invalid_trigger_id')
  }
  const { metadata } = answer
  if (metadata !== null && metadata.external_ref.id !== details.externalId) {
    throw slackFailure('entity_metadata_does_not_match_trigger')
  }
  if (metadata !== null && isInteractive(metadata) && !isReachable(context, app, app.interactivityUrl)) {
    throw slackFailure('missing_interactivity_url')
  }
  return context.rows.entityDetails.update(triggerId, { answer })
}
