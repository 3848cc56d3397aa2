import type { MethodKindName } from '#payments/schema/method-kinds.ts'
import type { PaymentMethod, Wire } from '#payments/schema/payments.ts'
import type { GeneratedDebit } from '../payment-methods/keep-method.ts'

/** The facts about a payment that the details of its charge show. */
interface KindUse {
  readonly paid: boolean
  readonly generated: GeneratedDebit | null
  readonly mandate: string | null
  /** A number that the payment has at the bank or the wallet. */
  readonly reference: string
}

/**
 * Returns what a charge tells of a payment method of a kind: the member of `payment_method_details` with its name.
 * https://docs.stripe.com/api/charges/object#charge_object-payment_method_details
 */
export function kindDetails(method: PaymentMethod, use: KindUse): Wire {
  const { type, own, billingDetails } = method
  return (
    WRITERS[type as MethodKindName]?.({
      own: own ?? {},
      country: billingDetails.address.country,
      verifiedName: use.paid ? (billingDetails.name ?? 'Jenny Rosen') : null,
      transaction: use.paid ? use.reference : null,
      ...use,
    }) ?? {} // the payment method has members of its own, so its type is a kind's name
  )
}

interface Known extends KindUse {
  readonly own: Wire
  readonly country: string | null
  /** The name that the bank or the wallet knows; null before the payment. */
  readonly verifiedName: string | null
  /** The number of a payment that was made; null before. */
  readonly transaction: string | null
}

/** The card behind a wallet of test mode. */
const FUNDING: Wire = {
  card: { brand: 'visa', country: 'US', exp_month: 12, exp_year: 2030, funding: 'credit', last4: '4242' },
  type: 'card',
}

const transactionOnly = ({ transaction }: Known): Wire => ({ transaction_id: transaction })
const buyerAndTransaction = ({ transaction }: Known): Wire => ({ buyer_id: null, transaction_id: transaction })
const fundedByCard = ({ transaction }: Known): Wire => ({ funding: FUNDING, transaction_id: transaction })

/** Writes the SEPA debit that a bank redirect has given rise to. */
const generatedOf = ({ generated, paid }: Known): Wire => ({
  generated_sepa_debit: generated?.method.id ?? null,
  generated_sepa_debit_mandate: generated?.mandate ?? null,
  iban_last4: paid ? '3000' : null,
})

const WRITERS: Partial<Record<MethodKindName, (known: Known) => Wire>> = {
  affirm: transactionOnly,
  afterpay_clearpay: ({ transaction }) => ({ order_id: transaction, reference: null }),
  alipay: ({ paid, transaction }) => ({
    ...(paid ? { buyer_id: '2088102180315682' } : {}),
    fingerprint: null,
    transaction_id: transaction,
  }),
  alma: transactionOnly,
  amazon_pay: fundedByCard,
  bancontact: (known) => ({
    bank_code: known.paid ? 'VAPE' : null,
    bank_name: known.paid ? 'VAN DE PUT & CO' : null,
    bic: known.paid ? 'VAPEBE22' : null,
    ...generatedOf(known),
    preferred_language: 'en',
    verified_name: known.verifiedName,
  }),
  billie: transactionOnly,
  bizum: buyerAndTransaction,
  blik: () => ({ buyer_id: null }),
  boleto: ({ own }) => own,
  cashapp: ({ own, transaction }) => ({ ...own, transaction_id: transaction }),
  eps: ({ own, verifiedName }) => ({ ...own, verified_name: verifiedName }),
  fpx: ({ own, transaction }) => ({ ...own, transaction_id: transaction }),
  grabpay: transactionOnly,
  ideal: (known) => ({
    ...known.own,
    ...generatedOf(known),
    transaction_id: known.transaction,
    verified_name: known.verifiedName,
  }),
  kakao_pay: buyerAndTransaction,
  klarna: ({ paid, country }) => ({
    payer_details: paid ? { address: { country } } : null,
    payment_method_category: 'pay_later',
    preferred_locale: 'en-US',
  }),
  konbini: ({ paid }) => ({ store: paid ? { chain: 'familymart' } : null }),
  kr_card: ({ own, transaction }) => ({ ...own, buyer_id: null, transaction_id: transaction }),
  mobilepay: ({ paid }) => ({
    card: paid ? { brand: 'visa', country: 'DK', exp_month: 12, exp_year: 2030, last4: '4242' } : null,
  }),
  multibanco: ({ reference }) => ({ entity: '12345', reference: reference.slice(0, 9) }),
  naver_pay: buyerAndTransaction,
  oxxo: ({ reference }) => ({ number: reference }),
  p24: ({ own, transaction, verifiedName }) => ({ ...own, reference: transaction, verified_name: verifiedName }),
  payco: buyerAndTransaction,
  paynow: ({ transaction }) => ({ reference: transaction }),
  paypal: ({ own, paid, transaction, verifiedName }) => ({
    ...own,
    payer_name: verifiedName,
    seller_protection: paid ? { dispute_categories: ['fraudulent', 'product_not_received'], status: 'eligible' } : null,
    transaction_id: transaction,
  }),
  payto: ({ own, mandate }) => ({ ...own, ...(mandate === null ? {} : { mandate }) }),
  pix: ({ transaction }) => ({ bank_transaction_id: transaction }),
  promptpay: ({ transaction }) => ({ reference: transaction }),
  revolut_pay: fundedByCard,
  samsung_pay: buyerAndTransaction,
  satispay: transactionOnly,
  scalapay: transactionOnly,
  sequra: transactionOnly,
  sunbit: transactionOnly,
  swish: ({ paid, transaction }) => ({
    fingerprint: null,
    payment_reference: transaction,
    verified_phone_last4: paid ? '0000' : null,
  }),
  upi: ({ paid }) => ({ vpa: paid ? 'jenny.rosen@upi' : null }),
  wechat_pay: ({ transaction }) => ({ fingerprint: null, transaction_id: transaction }),
}
