import { routesFor } from '#core/routes.ts'
import type { PaymentsCall } from '#payments/call.ts'
import { formatAmount } from '#payments/schema/currencies.ts'
import { missingPage } from '#payments/pages/missing.ts'
import { receiptPage } from '#payments/pages/receipt.ts'
import { dateInWords } from '#payments/pages/invoice-text.ts'
import { merchantName } from '#payments/pages/checkout-view.ts'

const { get } = routesFor<PaymentsCall>()

/** The page of a charge's receipt: `receipt_url`. */
export const receiptsRoutes = [
  get('receipts', '/receipts/:charge/:token', (call) => {
    const charge = call.rows.charges.get(call.params.charge)
    if (charge?.receiptToken !== call.params.token) return missingPage('There is no receipt at this address.')
    const { amount, amountRefunded, currency, description, created, account } = charge
    return receiptPage({
      merchant: merchantName(call, account),
      amount: formatAmount(amount, currency),
      facts: [
        { label: 'Date paid', value: dateInWords(created) },
        ...(amountRefunded > 0 ? [{ label: 'Refunded', value: formatAmount(amountRefunded, currency) }] : []),
        ...(description === null ? [] : [{ label: 'Description', value: description }]),
      ],
    })
  }),
]
