import { collection } from '#core/store.ts'
import type { CommonFields } from './people.ts'

/** The channel of a template. */
export type TemplateType = 'email' | 'sms'

/** A template of messages that the application has changed. */
export interface MessageTemplate extends CommonFields {
  readonly type: TemplateType
  readonly slug: string
  readonly name: string
  /** Null for messages to phones. */
  readonly subject: string | null
  readonly markup: string
  readonly body: string
  readonly fromEmailName: string
  readonly replyToEmailName: string
  /** False where the application sends the message itself, when it hears of it by a webhook. */
  readonly deliveredByClerk: boolean
  /** False for a template of which only the delivery was changed. */
  readonly isCustom: boolean
}

/** The collection of changed templates. */
export const templateCollections = {
  messageTemplates: collection<MessageTemplate>()({ unique: { slug: ['type', 'slug'] } }),
}
