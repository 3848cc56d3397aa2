import { collection, timer } from '#core/store.ts'

// Row types of audiences. As in emails.ts, `id` numbers the rows and `uuid` is the id that clients see.

/** A group of contacts, formerly called an audience. https://resend.com/docs/dashboard/segments/introduction */
export interface Segment {
  readonly id: number
  readonly uuid: string
  readonly name: string
  readonly createdAt: number
}

/** The value of a contact property. */
export type PropertyValue = string | number

/** A contact. https://resend.com/docs/dashboard/audiences/contacts */
export interface Contact {
  readonly id: number
  readonly uuid: string
  /** The address as it was written; unique regardless of case. */
  readonly email: string
  readonly firstName: string | null
  readonly lastName: string | null
  /** True when the contact gets no broadcasts. */
  readonly unsubscribed: boolean
  /** Values by the keys of contact properties. */
  readonly properties: Readonly<Record<string, PropertyValue>>
  readonly createdAt: number
  readonly updatedAt: number
}

/** A contact's membership in a segment. */
export interface SegmentMember {
  readonly id: number
  readonly segmentId: number
  readonly contactId: number
  readonly createdAt: number
}

/** A custom property of contacts. https://resend.com/docs/dashboard/audiences/properties */
export interface ContactProperty {
  readonly id: number
  readonly uuid: string
  readonly key: string
  readonly type: 'string' | 'number'
  readonly fallbackValue: PropertyValue | null
  readonly createdAt: number
}

/** A subscription to a topic. */
export type Subscription = 'opt_in' | 'opt_out'

/** A subject of broadcasts that contacts subscribe to. https://resend.com/docs/dashboard/topics/introduction */
export interface Topic {
  readonly id: number
  readonly uuid: string
  readonly name: string
  readonly description: string | null
  /** The subscription of contacts that have not chosen. */
  readonly defaultSubscription: Subscription
  readonly visibility: 'public' | 'private'
  readonly createdAt: number
  readonly updatedAt: number
}

/** A contact's choice for a topic. */
export interface TopicSubscription {
  readonly id: number
  readonly topicId: number
  readonly contactId: number
  readonly subscription: Subscription
}

/** An email to a segment. https://resend.com/docs/dashboard/broadcasts/introduction */
export interface Broadcast {
  readonly id: number
  readonly uuid: string
  readonly name: string
  /** Null once the segment is deleted. */
  readonly segmentId: number | null
  readonly topicId: number | null
  readonly from: string | null
  readonly subject: string | null
  readonly replyTo: readonly string[] | null
  readonly previewText: string | null
  readonly html: string | null
  readonly text: string | null
  /** `queued`: it is sent at `scheduledAt`. */
  readonly status: 'draft' | 'queued' | 'sent'
  readonly createdAt: number
  readonly scheduledAt: number | null
  readonly sentAt: number | null
}

/** An outcome of an email of a broadcast. */
export type BroadcastOutcome =
  | 'sent'
  | 'delivered'
  | 'opened'
  | 'clicked'
  | 'bounced'
  | 'complained'
  | 'unsubscribed'
  | 'suppressed'

/** An outcome of a broadcast for one recipient. */
export interface BroadcastEvent {
  readonly id: number
  readonly broadcastId: number
  readonly outcome: BroadcastOutcome
  /** The address, in lower case. */
  readonly email: string
  /** The link that was clicked; null for other outcomes. */
  readonly link: string | null
}

/** A variable of a template. */
export interface TemplateVariable {
  readonly uuid: string
  readonly key: string
  readonly type: 'string' | 'number'
  readonly fallbackValue: PropertyValue | null
  readonly createdAt: number
  readonly updatedAt: number
}

/** The content of a template, in a draft or a published version. */
interface TemplateContent {
  readonly from: string | null
  readonly subject: string | null
  readonly replyTo: readonly string[] | null
  readonly html: string
  readonly text: string | null
  readonly variables: readonly TemplateVariable[]
}

/** An email template with variables. https://resend.com/docs/dashboard/templates/introduction */
export interface Template extends TemplateContent {
  readonly id: number
  readonly uuid: string
  readonly name: string
  readonly alias: string | null
  /** The uuid of the draft version. */
  readonly versionId: string
  /** The version that emails use; null before the first publication. */
  readonly published: (TemplateContent & { readonly versionId: string }) | null
  readonly publishedAt: number | null
  readonly createdAt: number
  readonly updatedAt: number
}

const key = (email: string): string => email.toLowerCase()

/** The collections of audiences: contacts, segments, topics, broadcasts, templates. */
export const audienceCollections = {
  /** Sends a scheduled broadcast. */
  sendBroadcast: timer<{ readonly broadcastId: number }>(),
  segments: collection<Segment>()({ unique: { uuid: ['uuid'] }, indexes: { all: [] } }),
  contacts: collection<Contact>()({
    unique: { uuid: ['uuid'], email: [({ email }) => key(email)] },
    indexes: { all: [] },
  }),
  segmentMembers: collection<SegmentMember>()({
    unique: { pair: ['segmentId', 'contactId'] },
    indexes: { bySegment: ['segmentId'], byContact: ['contactId'] },
    references: {
      segmentId: { to: 'segments', onDelete: 'cascade' },
      contactId: { to: 'contacts', onDelete: 'cascade' },
    },
  }),
  contactProperties: collection<ContactProperty>()({
    unique: { uuid: ['uuid'], key: ['key'] },
    indexes: { all: [] },
  }),
  topics: collection<Topic>()({ unique: { uuid: ['uuid'] }, indexes: { all: [] } }),
  topicSubscriptions: collection<TopicSubscription>()({
    unique: { pair: ['topicId', 'contactId'] },
    references: {
      topicId: { to: 'topics', onDelete: 'cascade' },
      contactId: { to: 'contacts', onDelete: 'cascade' },
    },
  }),
  broadcasts: collection<Broadcast>()({
    unique: { uuid: ['uuid'] },
    indexes: { all: [] },
    references: {
      segmentId: { to: 'segments', onDelete: 'set null' },
      topicId: { to: 'topics', onDelete: 'set null' },
    },
  }),
  broadcastEvents: collection<BroadcastEvent>()({
    indexes: { byOutcome: ['broadcastId', 'outcome'] },
    references: { broadcastId: { to: 'broadcasts', onDelete: 'cascade' } },
  }),
  templates: collection<Template>()({ unique: { uuid: ['uuid'], alias: ['alias'] }, indexes: { all: [] } }),
}
