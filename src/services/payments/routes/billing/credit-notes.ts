import type { PaymentsContext } from '#payments/call.ts'
import { creditNoteJson, creditNoteLineJson } from '#payments/json/billing/invoices.ts'
import { LIST_PARAMS, listOfRows, newestFirst } from '#payments/protocol/list.ts'
import { mergeMetadata } from '#payments/protocol/metadata.ts'
import {
  decimal,
  hash,
  integer,
  isInRange,
  list,
  metadata,
  oneOf,
  range,
  required,
  text,
  timestamp,
  unsupported,
  type ValuesOf,
} from '#payments/protocol/params.ts'
import { findRecord } from '#payments/rules/records.ts'
import { answer, answerPage, get, post } from '../route.ts'
import {
  creditNoteOf,
  issueCreditNote,
  voidCreditNote,
  type CreditNoteInput,
} from '#payments/rules/billing/credit-notes/credit-notes.ts'
import { TAX_RATES, taxRatesOf } from '#payments/rules/billing/subscriptions/item-params.ts'
import { previewing } from '#payments/rules/billing/invoices/preview.ts'
import { onTestClock } from '#payments/rules/billing/test-clocks/test-clock.ts'
import type { CreditNote, Invoice } from '#payments/schema/billing/invoices.ts'

const PARAMS = {
  amount: integer({ min: 0 }),
  credit_amount: integer({ min: 0 }),
  effective_at: timestamp(),
  email_type: oneOf('credit_note', 'none'),
  invoice: required(text()),
  lines: list(
    hash({
      amount: integer({ min: 0 }),
      description: text(),
      invoice_line_item: text(),
      metadata: metadata(),
      quantity: integer({ min: 0 }),
      tax_amounts: unsupported(),
      tax_rates: TAX_RATES,
      type: required(oneOf('custom_line_item', 'invoice_line_item')),
      unit_amount: integer(),
      unit_amount_decimal: decimal(),
    }),
  ),
  memo: text(),
  metadata: metadata(),
  out_of_band_amount: integer({ min: 0 }),
  reason: oneOf('duplicate', 'fraudulent', 'order_change', 'product_unsatisfactory'),
  refund_amount: integer({ min: 0 }),
  refunds: list(
    hash({
      amount_refunded: integer({ min: 0 }),
      payment_record_refund: unsupported(),
      refund: text(),
      type: oneOf('payment_record_refund', 'refund'),
    }),
  ),
  shipping_cost: unsupported(),
}

const byPath = { param: 'id', inPath: true }

/** Credit notes. https://docs.stripe.com/api/credit_notes */
export const creditNotesRoutes = [
  post('PostCreditNotes', '/v1/credit_notes', PARAMS, (call) => {
    const invoice = invoiceOf(call, call.account, call.input.invoice)
    const context = onTestClock(call, invoice.testClock)
    return answer(
      call,
      creditNoteJson(call, issueCreditNote(context, invoice, inputOf(call, call.account, call.input))),
    )
  }),
  get(
    'GetCreditNotes',
    '/v1/credit_notes',
    { ...LIST_PARAMS, created: range(), customer: text(), customer_account: unsupported(), invoice: text() },
    (call) => {
      const { created, customer, invoice } = call.input
      const where = (note: CreditNote): boolean =>
        isInRange(note.created, created) &&
        (customer === undefined || note.customer === customer) &&
        (invoice === undefined || note.invoice === invoice)
      const found = newestFirst(call.rows.creditNotes, 'all', [call.account], where)
      return answerPage(call, found, 'credit_note', (note) => creditNoteJson(call, note))
    },
  ),
  get('GetCreditNotesPreview', '/v1/credit_notes/preview', PARAMS, (call) => {
    const invoice = invoiceOf(call, call.account, call.input.invoice)
    const input = inputOf(call, call.account, call.input)
    return answer(
      call,
      previewing(call, (silent) => creditNoteJson(silent, creditNoteOf(silent, invoice, input))),
    )
  }),
  get('GetCreditNotesPreviewLines', '/v1/credit_notes/preview/lines', { ...PARAMS, ...LIST_PARAMS }, (call) => {
    const invoice = invoiceOf(call, call.account, call.input.invoice)
    const input = inputOf(call, call.account, call.input)
    const { lines } = previewing(call, (silent) => creditNoteOf(silent, invoice, input))
    return answerPage(call, listOfRows(lines), 'credit_note_line_item', (line) => creditNoteLineJson(call.rows, line))
  }),
  get('GetCreditNotesId', '/v1/credit_notes/:id', {}, (call) =>
    answer(call, creditNoteJson(call, find(call, call.account, call.params.id))),
  ),
  post('PostCreditNotesId', '/v1/credit_notes/:id', { memo: text(), metadata: metadata() }, (call) => {
    const { rows, account, input } = call
    const before = find(call, account, call.params.id)
    const after = rows.creditNotes.update(before.id, {
      memo: input.memo ?? before.memo,
      metadata: mergeMetadata(before.metadata, input.metadata),
    })
    call.emit({ type: 'credit_note.updated', kind: 'credit_note', row: after, before })
    return answer(call, creditNoteJson(call, after))
  }),
  post('PostCreditNotesIdVoid', '/v1/credit_notes/:id/void', {}, (call) => {
    const before = find(call, call.account, call.params.id)
    const { testClock } = call.rows.invoices.require(before.invoice)
    return answer(call, creditNoteJson(call, voidCreditNote(onTestClock(call, testClock), before)))
  }),
  get('GetCreditNotesCreditNoteLines', '/v1/credit_notes/:credit_note/lines', LIST_PARAMS, (call) => {
    const note = find(call, call.account, call.params.credit_note)
    return answerPage(call, listOfRows(note.lines), 'credit_note_line_item', (line) =>
      creditNoteLineJson(call.rows, line),
    )
  }),
]

function find({ rows }: Pick<PaymentsContext, 'rows'>, account: string, id: string): CreditNote {
  return findRecord(rows.creditNotes, account, 'credit_note', id, byPath)
}

function invoiceOf({ rows }: Pick<PaymentsContext, 'rows'>, account: string, id: string): Invoice {
  return findRecord(rows.invoices, account, 'invoice', id, { param: 'invoice' })
}

function inputOf(
  context: Pick<PaymentsContext, 'rows'>,
  account: string,
  input: ValuesOf<typeof PARAMS>,
): CreditNoteInput {
  return {
    lines: (input.lines ?? []).map((line, index) => ({
      invoiceLine: line.type === 'invoice_line_item' ? (line.invoice_line_item ?? '') : null,
      amount: line.amount,
      quantity: line.quantity,
      unitAmountDecimal:
        line.unit_amount_decimal ?? (line.unit_amount === undefined ? undefined : String(line.unit_amount)),
      description: line.description,
      metadata: mergeMetadata({}, line.metadata),
      taxRates: taxRatesOf(context, account, line.tax_rates, `lines[${index}][tax_rates]`),
    })),
    amount: input.amount,
    creditAmount: input.credit_amount,
    refundAmount: input.refund_amount,
    outOfBandAmount: input.out_of_band_amount,
    refunds: (input.refunds ?? []).map((entry, index) => {
      const refund = findRecord(context.rows.refunds, account, 'refund', entry.refund ?? '', {
        param: `refunds[${index}][refund]`,
      })
      return { refund: refund.id, amount: entry.amount_refunded ?? refund.amount }
    }),
    memo: input.memo ?? null,
    metadata: mergeMetadata({}, input.metadata),
    reason: input.reason ?? null,
    effectiveAt: input.effective_at ?? null,
  }
}
