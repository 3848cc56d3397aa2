import { collection } from '#core/store.ts'

/** An entity as an app describes it. https://docs.slack.dev/messaging/work-objects-implementation */
export interface EntityMetadata extends Readonly<Record<string, unknown>> {
  /** `slack#/entities/task`. */
  readonly entity_type: string
  readonly entity_payload: Readonly<Record<string, unknown>>
  /** The name of the entity in the app's own system. */
  readonly external_ref: { readonly id: string; readonly type?: string }
  readonly url: string
  /** The link in the message that the entity stands for. */
  readonly app_unfurl_url?: string
}

/** A Work Object: an entity of an app's own system that a message shows. */
export interface WorkObject {
  readonly id: number
  readonly messageId: number
  readonly appId: string
  readonly metadata: EntityMetadata
}

/** The details of a Work Object that a person has opened. Its id is that of the trigger. */
export interface EntityDetails {
  readonly id: string
  readonly appId: string
  readonly userId: string
  /** The id in the entity's `external_ref`. */
  readonly externalId: string
  /** Null: the app has not answered. */
  readonly answer: EntityAnswer | null
}

/** An app's answer about an entity that a person has opened. */
export interface EntityAnswer {
  readonly metadata: EntityMetadata | null
  /** The URL at which the person signs in; null: no sign-in is asked for. */
  readonly authUrl: string | null
  /** The vendor's form: `{status: 'not_found'}`. */
  readonly error: Readonly<Record<string, unknown>> | null
}

/** The collections of Work Objects. */
export const entityCollections = {
  workObjects: collection<WorkObject>()({
    indexes: { byMessage: ['messageId'] },
    references: { messageId: { to: 'messages', onDelete: 'cascade' } },
  }),
  entityDetails: collection<EntityDetails>()({}),
}
