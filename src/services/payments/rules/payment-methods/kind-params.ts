import { hash, integer, oneOf, required, text, timestamp, type Param } from '#payments/protocol/params.ts'
import { METHOD_KIND_NAMES, type MethodKindName } from '#payments/schema/method-kinds.ts'
import type { Wire } from '#payments/schema/payments.ts'
import { EPS_BANKS, FPX_BANKS, IDEAL_BANKS, P24_BANKS } from './banks.ts'

const BIRTH = { day: required(integer()), month: required(integer()), year: required(integer()) }

/** The parameters of a mandate for repeated payments by UPI. */
export const UPI_MANDATE = hash({
  amount: integer({ min: 0 }),
  amount_type: oneOf('fixed', 'maximum'),
  description: text({ max: 20 }),
  end_date: timestamp(),
})

/** The terms of a mandate by UPI of which the client has named none. */
export const UPI_TERMS = { amount: null, amount_type: null, description: null, end_date: null }

/** The parameters of the hash with the kind's name, for the kinds that have some. */
const OWN: Partial<Record<MethodKindName, Param<Wire>>> = {
  boleto: hash({ tax_id: required(text()) }),
  eps: hash({ bank: oneOf(...EPS_BANKS) }),
  fpx: hash({ account_holder_type: oneOf('company', 'individual'), bank: required(oneOf(...FPX_BANKS)) }),
  ideal: hash({ bank: oneOf(...Object.keys(IDEAL_BANKS)) }),
  klarna: hash({ dob: hash(BIRTH) }),
  naver_pay: hash({ funding: oneOf('card', 'points') }),
  p24: hash({ bank: oneOf(...P24_BANKS) }),
  payto: hash({ account_number: text(), bsb_number: text(), pay_id: text() }),
  upi: hash({ mandate_options: UPI_MANDATE }),
}

/** The parameters of a new payment method that are named after the kinds: `ideal[bank]`. */
export const KIND_PARAMS = Object.fromEntries(
  METHOD_KIND_NAMES.map((name) => [name, OWN[name] ?? hash({})]),
) as Readonly<Record<MethodKindName, Param<Wire>>> // one entry for each name

/** Returns the members that a new payment method of a kind shows under the kind's name. */
export function ownMembers(name: MethodKindName, input: Wire): Wire {
  switch (name) {
    case 'boleto':
      return { tax_id: input['tax_id'] }
    case 'cashapp':
      return { buyer_id: null, cashtag: null }
    case 'eps':
    case 'p24':
      return { bank: input['bank'] ?? null }
    case 'fpx':
      return { account_holder_type: input['account_holder_type'] ?? 'individual', bank: input['bank'] }
    case 'ideal': {
      const bank = typeof input['bank'] === 'string' ? input['bank'] : null
      return { bank, bic: bank === null ? null : (IDEAL_BANKS[bank] ?? null) }
    }
    case 'klarna':
      return { dob: input['dob'] ?? null }
    case 'kr_card':
      return { brand: null, last4: null }
    case 'naver_pay':
      return { buyer_id: null, funding: input['funding'] ?? 'card' }
    case 'paypal':
      return { country: null, payer_email: null, payer_id: null }
    case 'payto': {
      const number = input['account_number']
      return {
        bsb_number: input['bsb_number'] ?? null,
        last4: typeof number === 'string' ? number.slice(-4) : null,
        pay_id: input['pay_id'] ?? null,
      }
    }
    case 'upi':
      return { vpa: null }
    default:
      return {}
  }
}
