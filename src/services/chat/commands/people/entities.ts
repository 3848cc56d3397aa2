import { awaited } from '#core/commands.ts'
import type { ChatContext } from '#chat/call.ts'
import { openWorkObject } from '#chat/interactions/entity-details.ts'
import { workObjectNamed } from '#chat/rules/messages/entities.ts'
import type { EntityDetails, EntityMetadata } from '#chat/schema/entities.ts'
import type { PersonCommandInput } from './acting.ts'
import { findMessage, findPerson } from './find.ts'

/** The details of a Work Object as its app presents them to one person. */
export interface ShownEntity {
  /** The vendor's form; null when the app asks for a sign-in or names an error. */
  readonly metadata: EntityMetadata | null
  /** The URL at which the person signs in to see more; null: no sign-in is asked for. */
  readonly auth_url: string | null
  readonly error: Readonly<Record<string, unknown>> | null
}

/** The input of `openEntity`. */
export interface OpenEntityInput extends PersonCommandInput {
  /** The message that shows the Work Object. */
  readonly message: unknown
  /** Its link, title or the id of its `external_ref`. Default: the first one of the message */
  readonly entity?: string
}

/** Opens a Work Object of a message, and waits until its app presents the details. */
export const openEntity = awaited({
  begin(context: ChatContext, { user, message: target, entity }: OpenEntityInput): EntityDetails {
    const person = findPerson(context, user)
    const message = findMessage(context, person, target)
    const objects = context.rows.workObjects.list('byMessage', message.id)
    const found = workObjectNamed(objects, entity)
    if (found !== undefined) return openWorkObject(context, found, message, person.id)
    const ids = objects.map(({ metadata }) => metadata.external_ref.id)
    throw new Error(
      entity === undefined
        ? 'the message shows no Work Object'
        : `the message shows no Work Object ${JSON.stringify(entity)}; there are ${ids.length === 0 ? 'none' : ids.join(', ')}`,
    )
  },
  look(context: ChatContext, { id }: EntityDetails): ShownEntity | undefined {
    const answer = context.rows.entityDetails.require(id).answer
    return answer === null ? undefined : { metadata: answer.metadata, auth_url: answer.authUrl, error: answer.error }
  },
  missing: (context: ChatContext, { appId }: EntityDetails) =>
    `${context.rows.apps.require(appId).name} has not presented the details with entity.presentDetails`,
})
