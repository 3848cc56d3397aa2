import { taxTransactionJson, transactionLineJson } from '#payments/json/tax.ts'
import { LIST_PARAMS, listOfRows } from '#payments/protocol/list.ts'
import { mergeMetadata } from '#payments/protocol/metadata.ts'
import {
  hash,
  integer,
  list,
  metadata,
  oneOf,
  required,
  text,
  timestamp,
  type MetadataChanges,
} from '#payments/protocol/params.ts'
import { findRecord } from '#payments/rules/records.ts'
import { addReversal, addTransaction } from '#payments/rules/tax/transactions.ts'
import { answer, answerPage, get, post } from '../route.ts'
import type { Metadata } from '#payments/schema/account.ts'

const one = '/v1/tax/transactions/:transaction'

const byPath = { param: 'transaction', inPath: true }

const AMOUNTS = { amount: required(integer()), amount_tax: required(integer()) }

/** Transactions of tax. https://docs.stripe.com/api/tax/transactions */
export const taxTransactionsRoutes = [
  post(
    'PostTaxTransactionsCreateFromCalculation',
    '/v1/tax/transactions/create_from_calculation',
    {
      calculation: required(text()),
      metadata: metadata(),
      posted_at: timestamp(),
      reference: required(text({ max: 500 })),
    },
    (call) => {
      const { rows, account, input } = call
      const source = { param: 'calculation' }
      const calculation = findRecord(rows.taxCalculations, account, 'tax calculation', input.calculation, source)
      const { posted_at: postedAt, reference } = input
      const created = addTransaction(call, calculation, { metadata: metadataOf(input.metadata), postedAt, reference })
      return answer(call, taxTransactionJson(created))
    },
  ),
  post(
    'PostTaxTransactionsCreateReversal',
    '/v1/tax/transactions/create_reversal',
    {
      flat_amount: integer({ max: -1 }),
      line_items: list(
        hash({
          ...AMOUNTS,
          metadata: metadata(),
          original_line_item: required(text()),
          quantity: integer({ min: 1 }),
          reference: required(text()),
        }),
      ),
      metadata: metadata(),
      mode: required(oneOf('full', 'partial')),
      original_transaction: required(text()),
      reference: required(text({ max: 500 })),
      shipping_cost: hash(AMOUNTS),
    },
    (call) => {
      const { rows, account, input } = call
      const source = { param: 'original_transaction' }
      const original = findRecord(rows.taxTransactions, account, 'tax transaction', input.original_transaction, source)
      const created = addReversal(call, original, {
        mode: input.mode,
        flatAmount: input.flat_amount,
        lines: input.line_items?.map((line) => ({ ...line, metadata: metadataOf(line.metadata) })),
        shipping: input.shipping_cost,
        metadata: metadataOf(input.metadata),
        reference: input.reference,
      })
      return answer(call, taxTransactionJson(created))
    },
  ),
  get('GetTaxTransactionsTransaction', one, {}, (call) => {
    const { rows, account, params } = call
    return answer(
      call,
      taxTransactionJson(findRecord(rows.taxTransactions, account, 'tax transaction', params.transaction, byPath)),
    )
  }),
  get('GetTaxTransactionsTransactionLineItems', `${one}/line_items`, LIST_PARAMS, (call) => {
    const { rows, account, params } = call
    const found = findRecord(rows.taxTransactions, account, 'tax transaction', params.transaction, byPath)
    return answerPage(call, listOfRows(found.lines), 'line item', (line) => transactionLineJson(found, line))
  }),
]

function metadataOf(changes: MetadataChanges | undefined): Metadata | null {
  return changes === undefined ? null : mergeMetadata({}, changes)
}
