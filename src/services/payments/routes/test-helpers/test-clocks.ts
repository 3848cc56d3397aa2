import { json } from '#core/answer.ts'
import type { PaymentsContext } from '#payments/call.ts'
import { invalidRequest } from '#payments/errors.ts'
import { testClockJson } from '#payments/json/billing/subscriptions.ts'
import { LIST_PARAMS, newestFirst } from '#payments/protocol/list.ts'
import { required, text, timestamp } from '#payments/protocol/params.ts'
import { findRecord, newRecord } from '#payments/rules/records.ts'
import { answer, answerPage, del, get, post } from '../route.ts'
import { advanceTestClock, checkAdvance, deleteTestClock } from '#payments/rules/billing/test-clocks/advance.ts'
import { settleOutcomes } from '#payments/rules/outcomes.ts'
import type { TestClock } from '#payments/schema/billing/subscriptions.ts'
import { timers } from '#payments/rules/timers.ts'

const one = '/v1/test_helpers/test_clocks/:test_clock'
const byPath = { param: 'test_clock', inPath: true }

/** Test clocks. https://docs.stripe.com/api/test_clocks */
export const testClocksRoutes = [
  post(
    'PostTestHelpersTestClocks',
    '/v1/test_helpers/test_clocks',
    { frozen_time: required(timestamp()), name: text({ max: 300 }) },
    (call) => {
      const clock = call.rows.testClocks.insert({
        frozenTime: call.input.frozen_time,
        name: call.input.name ?? null,
        status: 'ready',
        target: null,
        ...newRecord(call, call.account, 'clock_'),
      })
      call.emit({ type: 'test_helpers.test_clock.created', kind: 'test_helpers.test_clock', row: clock })
      return answer(call, testClockJson(clock))
    },
  ),
  get('GetTestHelpersTestClocks', '/v1/test_helpers/test_clocks', LIST_PARAMS, (call) =>
    answerPage(call, newestFirst(call.rows.testClocks, 'all', [call.account]), 'test clock', testClockJson),
  ),
  get('GetTestHelpersTestClocksTestClock', one, {}, (call) =>
    answer(call, testClockJson(find(call, call.account, call.params.test_clock))),
  ),
  del('DeleteTestHelpersTestClocksTestClock', one, {}, (call) => {
    const clock = find(call, call.account, call.params.test_clock)
    deleteTestClock(call, clock)
    call.emit({ type: 'test_helpers.test_clock.deleted', kind: 'test_helpers.test_clock', row: clock })
    return json({ id: clock.id, object: 'test_helpers.test_clock', deleted: true })
  }),
  post(
    'PostTestHelpersTestClocksTestClockAdvance',
    `${one}/advance`,
    { frozen_time: required(timestamp()) },
    (call) => {
      const before = find(call, call.account, call.params.test_clock)
      const { frozen_time: target } = call.input
      checkAdvance(call, before, target)
      const clock = call.rows.testClocks.update(before.id, { status: 'advancing', target })
      const advancing = testClockJson(clock)
      call.emit({ type: 'test_helpers.test_clock.advancing', kind: 'test_helpers.test_clock', row: clock })
      // The vendor advances while the client polls; here all is done when the answer comes.
      advanceTestClock(call, clock.id, target, fire)
      return answer(call, advancing)
    },
  ),
]

function find({ rows }: Pick<PaymentsContext, 'rows'>, account: string, id: string): TestClock {
  return findRecord(rows.testClocks, account, 'test clock', id, byPath)
}

/** Runs the function of a timer. */
function fire(context: PaymentsContext, name: string, payload: unknown): void {
  const run = Object.entries(timers).find(([each]) => each === name)?.[1]
  if (run === undefined) throw invalidRequest(`payments has no timer named ${name}`)
  run(context, payload as never) // what it was scheduled with
  settleOutcomes(context)
}
