/** A declared timer, whose payload is a `P`: JSON. Made with {@link timer}. */
export interface TimerDefinition<P> {
  readonly kind: 'timer'
  /** Only a type: what `schedule` takes and the timer's function gets. */
  readonly payload?: P
}

/**
 * Declares a timer beside the collections of a service. Timers that are scheduled are part of the state, as rows are.
 * The service's `timers` has the function that runs when one is due.
 *
 * @example
 * const collections = { finish: timer<{ readonly id: number }>() }
 * call.schedule(60_000, 'finish', { id: 1 })
 */
export function timer<P>(): TimerDefinition<P> {
  return { kind: 'timer' }
}

/** The names of the timers among what a service declares. */
export type TimerName<C> = { [N in keyof C]: C[N] extends TimerDefinition<unknown> ? N : never }[keyof C] & string

/** The payload of a declared timer; `never` for one that is not known, so that the functions of any service fit. */
export type PayloadOf<D> = D extends TimerDefinition<infer P> ? (unknown extends P ? never : P) : never
