import type { PaymentsContext, Rows } from '#payments/call.ts'
import { invalidRequest } from '#payments/errors.ts'
import type { TestClock } from '#payments/schema/billing/subscriptions.ts'
import type { Customer } from '#payments/schema/customers.ts'

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

/** The vendor's limits: customers of a test clock, and subscriptions of each. */
const MOST_CUSTOMERS = 3
const MOST_SUBSCRIPTIONS = 3

/** @throws 400 for a fourth customer of a test clock. */
export function requireRoomForCustomer({ customers }: Pick<Rows, 'customers'>, { id, account }: TestClock): void {
  const count = customers.list('all', account).filter(({ testClock, deleted }) => testClock === id && !deleted).length
  if (count < MOST_CUSTOMERS) return
  throw invalidRequest(`A test clock can have at most ${MOST_CUSTOMERS} customers.`, { param: 'test_clock' })
}

/** @throws 400 for a fourth subscription of a customer who belongs to a test clock. */
export function requireRoomForSubscription(
  { subscriptions }: Pick<Rows, 'subscriptions'>,
  { id, testClock }: Customer,
): void {
  if (testClock === null) return
  const present = subscriptions.list('customer', id).filter(({ endedAt }) => endedAt === null)
  if (present.length < MOST_SUBSCRIPTIONS) return
  throw invalidRequest(`A customer of a test clock can have at most ${MOST_SUBSCRIPTIONS} subscriptions.`, {
    param: 'customer',
  })
}

/** Returns a context that differs from another in these members. */
export function derived(context: PaymentsContext, members: Partial<PaymentsContext>): PaymentsContext {
  // Most members of a call are accessors, which a copy does not have.
  const { store, rows, clock, ids, origin, base, urls, schedule } = context
  const { redeliver, mayContact, mayRedirectTo, sockets, requestsUnderWay, requestsAfter, keepFile } = context
  return {
    ...context,
    store,
    rows,
    clock,
    ids,
    origin,
    base,
    urls,
    schedule,
    redeliver,
    mayContact,
    mayRedirectTo,
    sockets,
    requestsUnderWay,
    requestsAfter,
    keepFile,
    ...members,
  }
}

const refuse = (): never => {
  throw new Error('a test clock moves by its own operation')
}
const unmovable = { set: refuse, advance: refuse, freeze: refuse, resume: refuse }
