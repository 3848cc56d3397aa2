import type { PaymentsContext } from '#payments/call.ts'

/**
 * Returns the context in which the records of a test clock live: its time is the clock's, and its timers are the
 * clock's timers. The context itself for records without a test clock.
 * https://docs.stripe.com/billing/testing/test-clocks
 */
export function onTestClock(context: PaymentsContext, testClock: string | null): PaymentsContext {
  const clock = context.rows.testClocks.get(testClock)
  return clock === undefined
    ? context
    : atTestClock(context, clock.id, () => context.rows.testClocks.require(clock.id).frozenTime * 1000)
}

/** Returns a context at a time of a test clock, in epoch milliseconds. */
export function atTestClock(context: PaymentsContext, clock: string, now: () => number): PaymentsContext {
  const { rows } = context
  return derived(context, {
    clock: { ...unmovable, now },
    emit: (event) => context.emit({ ...event, at: event.at ?? Math.floor(now() / 1000) }),
    schedule: (delay: number, name: string, payload: unknown) => {
      rows.clockTimers.insert({ clock, due: now() + delay, name, payload })
    },
  })
}

function derived(context: PaymentsContext, members: Partial<PaymentsContext>): PaymentsContext {
  // The base URL of a call is an accessor, which a copy does not have.
  return { ...context, base: context.base, ...members }
}

const refuse = (): never => {
  throw new Error('a test clock moves by its own operation')
}
const unmovable = { set: refuse, advance: refuse, freeze: refuse, resume: refuse }
