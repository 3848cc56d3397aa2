import type { Emission } from '../emission.ts'

/** The part of a webhook dialect that writes events: {@link WebhookDialect.write}. */
export interface EventWriter<X, V> {
  write?(context: X, event: V): Iterable<Emission>
}

/** Adds an event to an outbox: as the service writes it at this moment or, when it writes none, as it is. */
export function addEvent<X, V>(
  outbox: Emission[],
  webhooks: EventWriter<X, V> | undefined,
  context: X,
  event: V,
): void {
  if (webhooks?.write === undefined) outbox.push(event as unknown as Emission) // what a service without `write` emits
  else for (const emission of webhooks.write(context, event)) outbox.push(emission)
}
