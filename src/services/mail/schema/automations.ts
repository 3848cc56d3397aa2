import { collection, timer } from '#core/store.ts'

// Row types of custom events and automations. As in emails.ts, `id` numbers the rows and `uuid` is the id that clients
// see.

/** The type of a field of an event's payload. */
export type FieldType = 'string' | 'number' | 'boolean' | 'date'

/** The payload of an event, after its schema was applied. */
export type Payload = Readonly<Record<string, unknown>>

/** An event that an application sends. https://resend.com/docs/dashboard/automations/custom-events */
export interface CustomEvent {
  readonly id: number
  readonly uuid: string
  readonly name: string
  /** The types of the fields of its payload; null: the payload is not checked. */
  readonly schema: Readonly<Record<string, FieldType>> | null
  readonly createdAt: number
  readonly updatedAt: number | null
}

/** A value that a step takes from the contact or from an event: `{ var: 'event.plan' }`. */
export interface Reference {
  readonly var: string
}

/** A condition on the contact and the events. https://resend.com/docs/dashboard/automations/condition */
export type Rule =
  | {
      readonly type: 'rule'
      /** `event.plan`, `contact.email`, `wait_events.payment.completed.amount` */
      readonly field: string
      readonly operator:
        | 'eq'
        | 'neq'
        | 'gt'
        | 'gte'
        | 'lt'
        | 'lte'
        | 'contains'
        | 'starts_with'
        | 'ends_with'
        | 'exists'
        | 'is_empty'
      readonly value?: string | number | boolean | null | undefined
    }
  | { readonly type: 'and' | 'or'; readonly rules: readonly Rule[] }

/** The template of an email, and the values of its variables. */
interface StepTemplate {
  readonly id: string
  readonly variables?: Readonly<Record<string, unknown>> | undefined
}

/** The configurations of the types of steps. https://resend.com/docs/dashboard/automations/steps */
interface StepConfigs {
  readonly trigger: { readonly event_name: string }
  readonly send_email: {
    readonly template: StepTemplate
    readonly subject?: string | undefined
    readonly from?: string | undefined
    readonly reply_to?: string | undefined
    readonly topic_id?: string | undefined
  }
  readonly delay: { readonly duration: string }
  readonly wait_for_event: {
    readonly event_name: string
    readonly timeout?: string | undefined
    readonly filter_rule?: Rule | undefined
  }
  readonly condition: Rule
  readonly contact_update: {
    readonly first_name?: string | Reference | null | undefined
    readonly last_name?: string | Reference | null | undefined
    readonly unsubscribed?: boolean | Reference | undefined
    readonly properties?: Readonly<Record<string, string | number | boolean | Reference | null>> | undefined
  }
  readonly contact_delete: object
  readonly add_to_segment: { readonly segment_id: string }
}

/** The type of a step. */
type StepType = keyof StepConfigs

/** A step of one type. */
export type StepOf<T extends StepType> = { readonly key: string; readonly type: T; readonly config: StepConfigs[T] }

/** A step of an automation. */
export type AutomationStep = { readonly [T in StepType]: StepOf<T> }[StepType]

/** The way from a step to the next one. */
export interface Connection {
  /** The keys of the two steps. */
  readonly from: string
  readonly to: string
  readonly type: 'default' | 'condition_met' | 'condition_not_met' | 'timeout' | 'event_received'
}

/** The steps of an automation, and the connections between them. */
export interface Workflow {
  readonly steps: readonly AutomationStep[]
  readonly connections: readonly Connection[]
}

/** A series of steps that an event starts. https://resend.com/docs/dashboard/automations/introduction */
export interface Automation extends Workflow {
  readonly id: number
  readonly uuid: string
  readonly name: string
  readonly status: 'enabled' | 'disabled'
  readonly createdAt: number
  readonly updatedAt: number
}

/** A step that a run has reached. */
export interface RunStep {
  readonly key: string
  readonly type: StepType
  readonly status: 'completed' | 'failed' | 'skipped' | 'waiting'
  readonly startedAt: number
  readonly completedAt: number | null
  /** Why the step failed; null when it did not. */
  readonly error: string | null
}

/** One execution of an automation. https://resend.com/docs/dashboard/automations/runs */
export interface AutomationRun {
  readonly id: number
  readonly uuid: string
  readonly automationId: number
  /** Null once the contact is deleted. */
  readonly contactId: number | null
  /** The automation as it was when the run began. */
  readonly workflow: Workflow
  /** The payload of the event that started it. */
  readonly payload: Payload
  /** The payloads of the events that it has waited for, by their names. */
  readonly waited: Readonly<Record<string, Payload>>
  readonly status: 'running' | 'completed' | 'failed' | 'cancelled'
  readonly steps: readonly RunStep[]
  readonly createdAt: number
  readonly completedAt: number | null
}

/** The collections of custom events and automations. */
export const automationCollections = {
  /** Ends the delay of a run, or its waiting for an event. */
  resumeRun: timer<{ readonly runId: number; readonly key: string }>(),
  customEvents: collection<CustomEvent>()({ unique: { uuid: ['uuid'], name: ['name'] }, indexes: { all: [] } }),
  automations: collection<Automation>()({
    unique: { uuid: ['uuid'] },
    indexes: { all: [], byStatus: ['status'] },
  }),
  automationRuns: collection<AutomationRun>()({
    unique: { uuid: ['uuid'] },
    indexes: { byAutomation: ['automationId'], running: ['contactId', 'status'] },
    references: {
      automationId: { to: 'automations', onDelete: 'cascade' },
      contactId: { to: 'contacts', onDelete: 'set null' },
    },
  }),
}
