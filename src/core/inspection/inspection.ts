// The data of the inspector and of the report of a failed test, as JSON. It holds no secrets. It imports
// nothing: the program of the page, which is no program of Node.js, imports it too.

/** A call in brief, as a list shows it. */
export interface CallSummary {
  readonly id: number
  readonly method: string
  /** The path with its query. */
  readonly path: string
  readonly operation: string | null
  /** The operations within the body, as GraphQL has them. */
  readonly carried: readonly string[]
  /** null while the request is under way, and when the connection was dropped. */
  readonly status: number | null
  readonly principal: string | null
  /** Epoch milliseconds of the instance's clock. */
  readonly startedAt: number
  /** Milliseconds of a clock that all instances of a machine share, which orders their calls. */
  readonly beganAt: number
  /** Milliseconds; null while the request is under way. */
  readonly durationMs: number | null
  /** The size of the answer's body in bytes; null where it is not known. */
  readonly size: number | null
  /** The reason for which the call was refused, in the vendor's words; null for one that was not. */
  readonly refusal: string | null
  readonly fault: string | null
}

/** One side of a call. */
export interface InspectedMessage {
  readonly headers: Readonly<Record<string, string>>
  /** The text of the body; null when there is none or it is not text. */
  readonly body: string | null
  /** True when the body is longer than what is shown of it. */
  readonly truncated: boolean
}

/** A call with everything that is known of it. */
export interface InspectedCall extends CallSummary {
  readonly request: InspectedMessage
  readonly response: InspectedMessage
  /** The stack of an unforeseen error. */
  readonly error: string | null
  /** The changes that the call made, as text; null where they were not watched. */
  readonly changes: string | null
  /** The ids of the deliveries that it caused. */
  readonly deliveries: readonly number[]
}

/** An attempt to hand an event to a subscriber. */
export interface InspectedDelivery {
  readonly id: number
  /** The name with its action: `issues.opened`. */
  readonly event: string
  readonly url: string
  readonly state: string
  readonly redelivery: boolean
  readonly createdAt: number
  readonly durationMs: number | null
  readonly request: { readonly headers: Readonly<Record<string, string>>; readonly body: string }
  readonly response: (InspectedMessage & { readonly status: number }) | null
  readonly error: string | null
}

/** A timer that waits. */
interface InspectedTimer {
  readonly id: number
  readonly name: string
  /** Epoch milliseconds of the instance's clock. */
  readonly due: number
  readonly payload: unknown
}

/** A collection in brief. */
interface InspectedCollection {
  readonly name: string
  readonly count: number
}

/** A page of a collection. */
export interface InspectedRows {
  readonly name: string
  /** The names of the members, the id first. */
  readonly fields: readonly string[]
  /** The collection that a member refers to, by the name of the member. */
  readonly references: Readonly<Record<string, string>>
  readonly rows: readonly Readonly<Record<string, unknown>>[]
  /** The number of rows that the search finds. */
  readonly total: number
}

/** One row, as it is held and as the vendor's API answers it, with the rows that refer to it. */
export interface InspectedRow {
  readonly stored: Readonly<Record<string, unknown>>
  /** The row as the vendor's API answers it; null where the service does not say how. */
  readonly sent: unknown
  readonly referring: readonly { readonly collection: string; readonly field: string; readonly count: number }[]
}

/** The differences from the seed. */
interface InspectedChanges {
  readonly text: string
  readonly collections: Readonly<
    Record<
      string,
      {
        readonly added: readonly { readonly id: number | string }[]
        readonly changed: readonly { readonly id: number | string }[]
      }
    >
  >
}

/** An armed fault: its id and its options. */
interface InspectedFault {
  readonly id: string
}

/** An instance in brief: all that is on its pages but calls and rows. */
export interface InspectedInstance {
  /** A unique id of the instance. */
  readonly key: string
  readonly service: string
  readonly title: string
  readonly url: string
  readonly now: number
  readonly frozen: boolean
  readonly changes: InspectedChanges | null
  readonly collections: readonly InspectedCollection[]
  readonly deliveries: readonly InspectedDelivery[]
  readonly timers: readonly InspectedTimer[]
  readonly faults: readonly InspectedFault[]
  readonly waiting: readonly string[]
  readonly operations: readonly string[]
}

/** An instance at one moment, with its latest calls. */
export interface Inspection extends InspectedInstance {
  readonly calls: readonly InspectedCall[]
  /** The number of calls since the last reset. */
  readonly total: number
}

/** The data of a report: one moment of the instances of a test. */
export interface ReportData {
  readonly test: string
  /** The message of the failure, without colours. */
  readonly failure: string
  readonly instances: readonly Inspection[]
}

/** The changes of an instance since the last message of the stream. */
export interface InspectionEvent {
  /** The key of the instance. */
  readonly key: string
  /** True when the calls before were forgotten: the instance was reset. */
  readonly reset: boolean
  readonly calls: readonly CallSummary[]
  readonly now: number
}
