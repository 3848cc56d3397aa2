import type { ChatContext } from '#chat/call.ts'
import { slackFailure } from '#chat/errors/failures.ts'
import type { EntityMetadata, WorkObject } from '#chat/schema/entities.ts'
import type { Attachment, Message } from '#chat/schema/messages.ts'
import { isObject } from '../block-kit/check.ts'
import { isAbsent } from './absent.ts'

// Work Objects. https://docs.slack.dev/messaging/work-objects-implementation

/**
 * Returns the entities in the metadata of a message; none for metadata of an event alone.
 *
 * @throws `invalid_metadata_schema`.
 */
export function entitiesOf(metadata: unknown): readonly EntityMetadata[] {
  if (!isObject(metadata) || isAbsent(metadata['entities'])) return []
  const { entities } = metadata
  if (!Array.isArray(entities) || !entities.every((each) => isEntity(each))) {
    throw slackFailure('invalid_metadata_schema')
  }
  return entities
}

/** Returns true for an entity with its type, title, URL and reference. */
export function isEntity(value: unknown): value is EntityMetadata {
  if (!isObject(value)) return false
  const { entity_type: type, entity_payload: payload, external_ref: reference, url } = value
  const attributes = isObject(payload) ? payload['attributes'] : undefined
  const title = isObject(attributes) ? attributes['title'] : undefined
  return (
    typeof type === 'string' &&
    type !== '' &&
    typeof url === 'string' &&
    URL.canParse(url) &&
    isObject(reference) &&
    typeof reference['id'] === 'string' &&
    isObject(title) &&
    typeof title['text'] === 'string'
  )
}

/** Attaches Work Objects to a message. One with the reference of an earlier one takes its place. */
export function addWorkObjects(
  { rows }: ChatContext,
  message: Message,
  appId: string,
  entities: readonly EntityMetadata[],
): void {
  for (const metadata of entities) {
    const before = rows.workObjects
      .list('byMessage', message.id)
      .find((each) => each.appId === appId && each.metadata.external_ref.id === metadata.external_ref.id)
    if (before === undefined) rows.workObjects.insert({ messageId: message.id, appId, metadata })
    else rows.workObjects.update(before.id, { metadata })
  }
}

/** Returns the Work Object with a link, a title or a reference; without a name, the first one. */
export function workObjectNamed(objects: readonly WorkObject[], name: string | undefined): WorkObject | undefined {
  if (name === undefined) return objects[0]
  return objects.find(({ metadata }) =>
    [metadata.external_ref.id, metadata.url, metadata.app_unfurl_url, titleOf(metadata)].includes(name),
  )
}

/** Returns the previews of entities by the link that each stands for. */
export function previewsOfEntities(entities: readonly EntityMetadata[]): Readonly<Record<string, Attachment>> {
  return Object.fromEntries(entities.map((each) => [each.app_unfurl_url ?? each.url, previewOf(each)]))
}

/** Returns the preview of an entity that clients without Work Objects show. */
function previewOf(entity: EntityMetadata): Attachment {
  const { product_name: product } = attributesOf(entity)
  const title = titleOf(entity)
  return {
    fallback: title,
    title,
    title_link: entity.url,
    ...(typeof product === 'string' ? { footer: product } : {}),
  }
}

/** Returns true when the details of an entity have buttons or inputs, which need the app's interactivity URL. */
export function isInteractive({ entity_payload: payload }: EntityMetadata): boolean {
  const actions = payload['actions']
  const buttons = isObject(actions) ? [actions['primary_actions'], actions['overflow_actions']] : []
  return buttons.some(
    (each) => Array.isArray(each) && each.some((button) => isObject(button) && isAbsent(button['url'])),
  )
}

function attributesOf({ entity_payload: payload }: EntityMetadata): Readonly<Record<string, unknown>> {
  const attributes = payload['attributes']
  return isObject(attributes) ? attributes : {}
}

function titleOf(entity: EntityMetadata): string {
  const { title } = attributesOf(entity)
  return isObject(title) ? String(title['text']) : ''
}
