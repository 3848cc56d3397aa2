import { expect } from 'vitest'
import type Stripe from 'stripe'
import { paymentsTest, refusal } from '../../tests/payments.fixture.ts'

const it = paymentsTest()

const PERIOD = { interval_start: 1_767_225_600, interval_end: 1_767_484_800 } // the first three days of 2026

it('writes what has happened in a period into a file of CSV', async ({ payments, stripe }) => {
  const { id } = await stripe.charges.create({
    amount: 10_000,
    currency: 'usd',
    source: 'tok_bypassPending',
    description: 'A "mug"',
  })
  await stripe.charges.create({ amount: 500, currency: 'jpy', source: 'tok_visa' })
  await stripe.payouts.create({ amount: 5000, currency: 'usd' })
  const csvOf = async (
    type: string,
    more: Stripe.Reporting.ReportRunCreateParams.Parameters = {},
  ): Promise<string[]> => {
    const run = await stripe.reporting.reportRuns.create({ report_type: type, parameters: { ...PERIOD, ...more } })
    payments.clock.advance('1 minute')
    const { result } = await stripe.reporting.reportRuns.retrieve(run.id)
    const answer = await fetch(result?.url ?? '', { headers: { authorization: 'Bearer sk_test_backlot' } })
    return (await answer.text()).trimEnd().split('\n')
  }
  expect(await csvOf('balance.summary.1', { currency: 'usd' })).toEqual([
    '"category","description","net_amount","currency"',
    '"starting_balance","Starting balance","0.00","usd"',
    '"activity","Net balance change from activity","96.80","usd"',
    '"payouts","Net payouts","-50.00","usd"',
    '"ending_balance","Ending balance","46.80","usd"',
  ])
  const columns = ['source_id', 'created', 'gross', 'net', 'description']
  expect(
    await csvOf('balance_change_from_activity.itemized.1', { columns, currency: 'usd', timezone: 'Asia/Tokyo' }),
  ).toEqual([
    '"source_id","created","gross","net","description"',
    `"${id}","2026-01-01 21:00:00","100.00","96.80","A ""mug"""`,
  ])
  expect(await csvOf('balance_change_from_activity.summary.1')).toContain('"charge","jpy","1","500","15","485"')
  expect(await csvOf('payouts.itemized.1', { columns: ['gross', 'currency'] })).toEqual([
    '"gross","currency"',
    '"-50.00","usd"',
  ])
  const { data } = await stripe.events.list({ type: 'reporting.report_run.succeeded' })
  expect(data).toHaveLength(4)
})

it.for([
  ['nothing.1', {}, 'report_type'],
  ['payouts.summary.1', { columns: ['color'] }, 'parameters[columns]'],
  ['payouts.summary.1', { interval_end: 5 }, 'parameters[interval_end]'],
  ['payouts.summary.1', { timezone: 'Europe/Atlantis' }, 'parameters[timezone]'],
] as const)('refuses %s with %j', async ([report_type, more, param], { stripe }) => {
  const parameters = { ...PERIOD, ...more } as Stripe.Reporting.ReportRunCreateParams.Parameters // wrong on purpose
  expect(await refusal(stripe.reporting.reportRuns.create({ report_type, parameters }))).toMatchObject({
    statusCode: 400,
    param,
  })
})
