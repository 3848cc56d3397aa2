import type { PaymentsContext } from '#payments/call.ts'
import { invalidRequest } from '#payments/errors.ts'
import type { ClockTimer, TestClock } from '#payments/schema/billing/subscriptions.ts'
import { cadenceOfItem, itemsOf } from '../subscriptions/items.ts'
import { addPeriods } from '../periods.ts'
import { endSubscription, hasEnded } from '../subscriptions/status.ts'
import { atTestClock } from './test-clock.ts'

/**
 * @throws 400 for a time that a test clock cannot advance to: the past, or more than two of its shortest periods ahead.
 */
export function checkAdvance({ rows }: PaymentsContext, clock: TestClock, target: number): void {
  if (target <= clock.frozenTime) {
    throw invalidRequest('The `frozen_time` must be later than the current `frozen_time` of the test clock.', {
      param: 'frozen_time',
    })
  }
  const ends = rows.subscriptions
    .list('all', clock.account)
    .filter((each) => each.testClock === clock.id && !hasEnded(each))
    .flatMap(({ id }) => itemsOf(rows, id))
    .map((item) => addPeriods(clock.frozenTime, cadenceOfItem(rows, item), 2))
  if (ends.some((end) => target > end)) {
    throw invalidRequest(
      'You can only advance a test clock by at most two intervals of the shortest subscription that is attached to it.',
      { param: 'frozen_time' },
    )
  }
}

/**
 * Moves a test clock to a time, in epoch seconds. The timers of its records run in order, each at its own time; then
 * the clock is ready. `fire` runs the function of a timer.
 */
export function advanceTestClock(
  context: PaymentsContext,
  id: string,
  target: number,
  fire: (context: PaymentsContext, name: string, payload: unknown) => void,
): void {
  const { rows } = context
  let at = rows.testClocks.require(id).frozenTime * 1000
  const onClock = atTestClock(context, id, () => at)
  for (let timer = next(context, id, target * 1000); timer !== undefined; timer = next(context, id, target * 1000)) {
    at = Math.max(at, timer.due)
    rows.clockTimers.delete(timer.id)
    rows.testClocks.update(id, { frozenTime: Math.floor(at / 1000) })
    fire(onClock, timer.name, timer.payload)
  }
  const clock = rows.testClocks.update(id, { frozenTime: target, status: 'ready', target: null })
  context.emit({ type: 'test_helpers.test_clock.ready', kind: 'test_helpers.test_clock', row: clock })
}

function next({ rows }: PaymentsContext, clock: string, until: number): ClockTimer | undefined {
  const [timer] = rows.clockTimers.page('due', [clock], { offset: 0, limit: 1 }).rows
  return timer !== undefined && timer.due <= until ? timer : undefined
}

/** Deletes a test clock with its customers: their subscriptions end. */
export function deleteTestClock(context: PaymentsContext, clock: TestClock): void {
  const { rows } = context
  const onClock = atTestClock(context, clock.id, () => clock.frozenTime * 1000)
  for (const subscription of rows.subscriptions.list('all', clock.account)) {
    if (subscription.testClock === clock.id && !hasEnded(subscription)) endSubscription(onClock, subscription.id)
  }
  for (const customer of rows.customers.list('all', clock.account)) {
    if (customer.testClock === clock.id) rows.customers.update(customer.id, { deleted: true })
  }
  for (const timer of rows.clockTimers.list('due', clock.id)) rows.clockTimers.delete(timer.id)
  rows.testClocks.delete(clock.id)
}
