/** An event for one subscriber, serialised at the moment of the change. */
export interface Emission<E extends string = string> {
  /** The vendor's name of the event. */
  readonly event: E
  /** The vendor's action, where events have one. */
  readonly action: string | null
  readonly subscription: Subscription
  /** The exact bytes to send. */
  readonly body: string
  /** The guid of the delivery. Default: a random one */
  readonly guid?: string
}

/** The destination of an event. Deliveries with the same `id` are sent one after the other. */
export interface Subscription {
  /** Identifies the subscriber: `hook 12`. */
  readonly id: string
  /** `socket:<group>` for the newest WebSocket connection of a group. */
  readonly url: string
  /** The values with which the service's webhook dialect signs and labels a delivery. JSON. */
  readonly details: Readonly<Record<string, unknown>>
}
