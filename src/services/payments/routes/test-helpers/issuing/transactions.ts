import { issuingTransactionJson } from '#payments/json/issuing.ts'
import { currency, hash, integer, required, text, unsupported, type ValuesOf } from '#payments/protocol/params.ts'
import { MERCHANT, merchantOf } from '#payments/rules/issuing/params.ts'
import { addTransaction, refundTransaction } from '#payments/rules/issuing/transactions.ts'
import { findCard } from '../../issuing/cards.ts'
import { findTransaction } from '../../issuing/transactions.ts'
import { answer, post } from '../../route.ts'
import type { SignedCall } from '#payments/call.ts'
import type { IssuingTransaction } from '#payments/schema/issuing.ts'

const UNASKED = {
  amount: required(integer({ min: 1 })),
  card: required(text()),
  currency: currency(),
  merchant_data: hash(MERCHANT),
  purchase_details: unsupported(),
}

/** Movements of money that nobody has authorized before, in a test. https://docs.stripe.com/issuing/testing */
export const testTransactionsRoutes = [
  post(
    'PostTestHelpersIssuingTransactionsCreateForceCapture',
    '/v1/test_helpers/issuing/transactions/create_force_capture',
    UNASKED,
    (call) => answer(call, issuingTransactionJson(unasked(call, 'capture'))),
  ),
  post(
    'PostTestHelpersIssuingTransactionsCreateUnlinkedRefund',
    '/v1/test_helpers/issuing/transactions/create_unlinked_refund',
    UNASKED,
    (call) => answer(call, issuingTransactionJson(unasked(call, 'refund'))),
  ),
  post(
    'PostTestHelpersIssuingTransactionsTransactionRefund',
    '/v1/test_helpers/issuing/transactions/:transaction/refund',
    { refund_amount: integer({ min: 1 }) },
    (call) => {
      const capture = findTransaction(call, call.params.transaction)
      return answer(call, issuingTransactionJson(refundTransaction(call, capture, call.input.refund_amount)))
    },
  ),
]

function unasked(
  call: SignedCall & { readonly account: string; readonly input: ValuesOf<typeof UNASKED> },
  type: IssuingTransaction['type'],
): IssuingTransaction {
  const { account, input } = call
  const card = findCard(call, input.card, { param: 'card' })
  return addTransaction(call, account, {
    amount: type === 'capture' ? -input.amount : input.amount,
    authorization: null,
    card: card.id,
    cardholder: card.cardholder,
    currency: input.currency ?? card.currency,
    merchantData: merchantOf(input.merchant_data),
    type,
    wallet: null,
  })
}
