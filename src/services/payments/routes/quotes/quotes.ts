import type { Answer } from '#core/answer.ts'
import type { PaymentsContext } from '#payments/call.ts'
import { invalidRequest } from '#payments/errors.ts'
import { lineItemJson } from '#payments/json/checkout/line-item.ts'
import { quoteJson } from '#payments/json/quotes.ts'
import { pdfOf } from '#payments/pages/pdf.ts'
import { quoteLines } from '#payments/pages/quote-text.ts'
import { LIST_PARAMS, newestFirst, listOfRows } from '#payments/protocol/list.ts'
import { text, timestamp, unsupported } from '#payments/protocol/params.ts'
import { onTestClock } from '#payments/rules/billing/test-clocks/test-clock.ts'
import { acceptQuote, cancelQuote, finalizeQuote } from '#payments/rules/quotes/life.ts'
import { quoteAmounts, upfrontAmounts } from '#payments/rules/quotes/amounts.ts'
import { addQuote, quoteChanges } from '#payments/rules/quotes/new-quote.ts'
import { QUOTE_CHANGES, QUOTE_INPUT } from '#payments/rules/quotes/params.ts'
import { findRecord } from '#payments/rules/records.ts'
import { answer, answerPage, get, post } from '../route.ts'
import type { Quote } from '#payments/schema/quotes.ts'

const one = '/v1/quotes/:quote'

/** Quotes. https://docs.stripe.com/api/quotes */
export const quotesRoutes = [
  post('PostQuotes', '/v1/quotes', QUOTE_INPUT, (call) => {
    const { rows, account, input } = call
    const clock = input.test_clock ?? rows.customers.get(input.customer)?.testClock ?? null
    if (input.test_clock !== undefined)
      findRecord(rows.testClocks, account, 'test clock', input.test_clock, { param: 'test_clock' })
    return answer(call, quoteJson(call, addQuote(onTestClock(call, clock), account, input)))
  }),
  get(
    'GetQuotes',
    '/v1/quotes',
    { ...LIST_PARAMS, customer: text(), customer_account: unsupported(), status: text(), test_clock: text() },
    (call) => {
      const { customer, status, test_clock: clock } = call.input
      const where = (each: Quote): boolean =>
        (customer === undefined || each.customer === customer) &&
        (status === undefined || each.status === status) &&
        (clock === undefined || each.testClock === clock)
      const found = newestFirst(call.rows.quotes, 'all', [call.account], where)
      return answerPage(call, found, 'quote', (row) => quoteJson(call, row))
    },
  ),
  get('GetQuotesQuote', one, {}, (call) => answer(call, quoteJson(call, findQuote(call, call.account, call.params)))),
  post('PostQuotesQuote', one, QUOTE_CHANGES, (call) => {
    const { rows, account, input, params } = call
    const before = findQuote(call, account, params)
    if (before.status !== 'draft') {
      const allowed = Object.keys(input).every((name) => ['metadata', 'expires_at', 'expand'].includes(name))
      if (!allowed) throw invalidRequest(`This quote cannot be updated because it is ${before.status}.`)
    }
    const context = onTestClock(call, before.testClock)
    const after = rows.quotes.update(before.id, quoteChanges(context, account, before, input))
    return answer(call, quoteJson(call, after))
  }),
  post('PostQuotesQuoteFinalize', `${one}/finalize`, { expires_at: timestamp() }, (call) => {
    const before = findQuote(call, call.account, call.params)
    const context = onTestClock(call, before.testClock)
    return answer(call, quoteJson(call, finalizeQuote(context, before, call.input.expires_at)))
  }),
  post('PostQuotesQuoteAccept', `${one}/accept`, {}, (call) => {
    const before = findQuote(call, call.account, call.params)
    return answer(call, quoteJson(call, acceptQuote(onTestClock(call, before.testClock), before)))
  }),
  post('PostQuotesQuoteCancel', `${one}/cancel`, {}, (call) => {
    const before = findQuote(call, call.account, call.params)
    return answer(call, quoteJson(call, cancelQuote(onTestClock(call, before.testClock), before)))
  }),
  get('GetQuotesQuoteLineItems', `${one}/line_items`, LIST_PARAMS, (call) => {
    const quote = findQuote(call, call.account, call.params)
    const lines = quoteAmounts(call, quote).total.lines.map((line) => ({ id: line.line.id, line }))
    return answerPage(call, listOfRows(lines), 'line item', ({ line }) => lineItemJson(line, quote.currency ?? 'usd'))
  }),
  get('GetQuotesQuoteComputedUpfrontLineItems', `${one}/computed_upfront_line_items`, LIST_PARAMS, (call) => {
    const quote = findQuote(call, call.account, call.params)
    const lines = upfrontAmounts(call, quote).lines.map((line) => ({ id: line.line.id, line }))
    return answerPage(call, listOfRows(lines), 'line item', ({ line }) => lineItemJson(line, quote.currency ?? 'usd'))
  }),
  get('GetQuotesQuotePdf', `${one}/pdf`, {}, (call): Answer => {
    const quote = findQuote(call, call.account, call.params)
    return {
      status: 200,
      headers: { 'content-type': 'application/pdf' },
      body: pdfOf(quoteLines(call, quote), `Quote ${quote.number ?? 'draft'}`),
    }
  }),
]

function findQuote(
  { rows }: Pick<PaymentsContext, 'rows'>,
  account: string,
  { quote }: { readonly quote: string },
): Quote {
  return findRecord(rows.quotes, account, 'quote', quote, { param: 'quote', inPath: true })
}
