import { hash, oneOf, text, unsettable, unsupported } from '#payments/protocol/params.ts'
import type { PaymentOptions } from '#payments/schema/billing/invoices.ts'

/**
 * The parameter `payment_method_options` of invoices and subscriptions: options of the payment methods that backlot
 * has. Those that change a payment are passed to its payment intent.
 */
export const PAYMENT_METHOD_OPTIONS = unsettable(
  hash({
    acss_debit: unsupported(),
    bancontact: unsupported(),
    billie: unsupported(),
    blik: unsupported(),
    card: unsettable(
      hash({
        installments: unsupported(),
        mandate_options: unsupported(),
        network: text(),
        request_three_d_secure: oneOf('any', 'automatic', 'challenge'),
      }),
    ),
    customer_balance: unsupported(),
    konbini: unsupported(),
    payto: unsupported(),
    pix: unsupported(),
    sepa_debit: unsettable(hash({})),
    upi: unsupported(),
    us_bank_account: unsettable(
      hash({
        financial_connections: unsupported(),
        verification_method: oneOf('automatic', 'instant', 'microdeposits'),
      }),
    ),
  }),
)

/**
 * Returns the member `payment_method_options` of an invoice or a subscription. `hasNetwork`: cards have the member
 * `network`.
 */
export function paymentOptionsJson(options: PaymentOptions | null | undefined, hasNetwork: boolean): object | null {
  if (options === null || options === undefined) return null
  const card = options['card'] ?? null
  return {
    acss_debit: null,
    bancontact: null,
    card:
      card === null
        ? null
        : {
            ...(hasNetwork ? { network: card['network'] ?? null } : {}),
            request_three_d_secure: card['request_three_d_secure'] ?? null,
          },
    customer_balance: null,
    konbini: null,
    payto: null,
    pix: null,
    sepa_debit: options['sepa_debit'] ?? null,
    upi: null,
    us_bank_account: options['us_bank_account'] ?? null,
  }
}
