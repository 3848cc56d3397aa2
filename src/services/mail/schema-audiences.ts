import { collection } from '../../core/store.ts'

// Row types of who is written to. As in schema-emails.ts, `id` numbers the rows and `uuid` is what clients see.

/** A group of contacts: what used to be an audience. https://resend.com/docs/dashboard/segments/introduction */
export interface Segment {
  readonly id: number
  readonly uuid: string
  readonly name: string
  readonly createdAt: number
}

/** What a property may hold. */
export type PropertyValue = string | number

export interface Contact {
  readonly id: number
  readonly uuid: string
  /** As it was written; no two differ in nothing but the case of letters. */
  readonly email: string
  readonly firstName: string | null
  readonly lastName: string | null
  /** Whether no broadcast is to reach it. */
  readonly unsubscribed: boolean
  /** By the keys of contact properties. */
  readonly properties: Readonly<Record<string, PropertyValue>>
  readonly createdAt: number
  readonly updatedAt: number
}

/** A contact's place in a segment. */
export interface SegmentMember {
  readonly id: number
  readonly segmentId: number
  readonly contactId: number
  readonly createdAt: number
}

/** A member that every contact may have. https://resend.com/docs/dashboard/audiences/properties */
export interface ContactProperty {
  readonly id: number
  readonly uuid: string
  readonly key: string
  readonly type: 'string' | 'number'
  readonly fallbackValue: PropertyValue | null
  readonly createdAt: number
}

/** Whether one wants mail about a topic. */
export type Subscription = 'opt_in' | 'opt_out'

/** What broadcasts are about. https://resend.com/docs/dashboard/topics/introduction */
export interface Topic {
  readonly id: number
  readonly uuid: string
  readonly name: string
  readonly description: string | null
  /** What holds for contacts that did not say. */
  readonly defaultSubscription: Subscription
  readonly visibility: 'public' | 'private'
  readonly createdAt: number
  readonly updatedAt: number
}

/** What a contact said about a topic. */
export interface TopicSubscription {
  readonly id: number
  readonly topicId: number
  readonly contactId: number
  readonly subscription: Subscription
}

/** Mail to a segment. https://resend.com/docs/dashboard/broadcasts/introduction */
export interface Broadcast {
  readonly id: number
  readonly uuid: string
  readonly name: string
  /** Null once the segment is gone. */
  readonly segmentId: number | null
  readonly topicId: number | null
  readonly from: string | null
  readonly subject: string | null
  readonly replyTo: readonly string[] | null
  readonly previewText: string | null
  readonly html: string | null
  readonly text: string | null
  /** `queued`: it goes out at `scheduledAt`. */
  readonly status: 'draft' | 'queued' | 'sent'
  readonly createdAt: number
  readonly scheduledAt: number | null
  readonly sentAt: number | null
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

/** What mail is made from. */
export interface TemplateContent {
  readonly from: string | null
  readonly subject: string | null
  readonly replyTo: readonly string[] | null
  readonly html: string
  readonly text: string | null
  readonly variables: readonly TemplateVariable[]
}

/** Mail that is kept to be sent with variables. https://resend.com/docs/dashboard/templates/introduction */
export interface Template extends TemplateContent {
  readonly id: number
  readonly uuid: string
  readonly name: string
  readonly alias: string | null
  /** The uuid of the version that is worked on. */
  readonly versionId: string
  /** What mail is sent from; null before the first publication. */
  readonly published: (TemplateContent & { readonly versionId: string }) | null
  readonly publishedAt: number | null
  readonly createdAt: number
  readonly updatedAt: number
}

const key = (email: string): string => email.toLowerCase()

/** The collections of who is written to: contacts, segments, topics, broadcasts, templates. */
export const audienceCollections = {
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
  templates: collection<Template>()({ unique: { uuid: ['uuid'], alias: ['alias'] }, indexes: { all: [] } }),
}
