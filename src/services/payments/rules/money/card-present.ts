import type { CardDetails, PaymentMethod, Wire } from '#payments/schema/payments.ts'

/** Writes what a reader has read of a card, as payment methods and charges show it. */
export function presentDetails({ card, type }: Pick<PaymentMethod, 'card' | 'type'>): Wire {
  if (card === null) return {}
  const shared = readDetails(card)
  const networks = { available: [card.brand], preferred: null }
  return type === 'interac_present'
    ? { ...shared, networks }
    : { ...shared, brand_product: null, networks, offline: null }
}

function readDetails(card: CardDetails): Wire {
  return {
    brand: card.brand,
    cardholder_name: null,
    country: card.country,
    exp_month: card.expMonth,
    exp_year: card.expYear,
    fingerprint: card.fingerprint,
    funding: card.funding,
    last4: card.number.slice(-4),
    preferred_locales: ['en'],
    read_method: 'contact_emv',
  }
}

/** Writes the details of a charge whose card was presented to a reader. */
export function presentChargeDetails(
  { card, type, presentedAt }: PaymentMethod,
  {
    amount,
    captureBefore,
    paid,
  }: { readonly amount: number; readonly captureBefore: number | null; readonly paid: boolean },
): Wire {
  if (card === null) return {}
  const { reader, location } = presentedAt ?? { reader: null, location: null }
  const details = {
    ...readDetails(card),
    emv_auth_data: '8A023030',
    generated_card: null,
    network: card.brand,
    network_transaction_id: paid ? '104557651805572' : null,
    ...(location === null ? {} : { location }),
    ...(reader === null ? {} : { reader }),
    receipt: RECEIPT,
  }
  if (type === 'interac_present') return details
  return {
    ...details,
    amount_authorized: paid ? amount : null,
    brand_product: null,
    ...(captureBefore === null || !paid ? {} : { capture_before: captureBefore }),
    incremental_authorization_supported: false,
    offline: null,
    overcapture_supported: false,
  }
}

/** The members that a printed receipt must show. https://docs.stripe.com/terminal/features/receipts */
const RECEIPT: Wire = {
  account_type: 'credit',
  application_cryptogram: 'AC8C3F5B5D5F4D4E',
  application_preferred_name: 'Stripe Credit',
  authorization_code: '123456',
  authorization_response_code: '3030',
  cardholder_verification_method: 'approval',
  dedicated_file_name: 'A000000003101001',
  terminal_verification_results: '8000008000',
  transaction_status_information: '6800',
}
