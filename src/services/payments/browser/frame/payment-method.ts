import { digitsOf, expiryOf } from '../card-fields.ts'
import { accountNumbers, debitNamed } from '../../schema/debit-kinds.ts'
import { kindNamed } from '../../schema/method-kinds.ts'
import { optionsOf, type Options } from '../messages.ts'
import { CARD_NAMES, type Values } from './fields.ts'

/** Returns the card of a form, as the API takes it. */
export function cardOf(values: Values, elementType: string): Options {
  const names = CARD_NAMES[elementType] ?? { number: 'number', expiry: 'expiry', cvc: 'cvc' }
  const { month, year } = expiryOf(values[names.expiry] ?? '')
  return {
    number: digitsOf(values[names.number] ?? ''),
    exp_month: month,
    exp_year: year,
    cvc: values[names.cvc],
  }
}

/** Returns the billing details that the fields themselves have. */
function billingDetailsOf(values: Values): Options {
  const country = values['country']
  const postalCode = values['postalCode'] ?? values['postal']
  const parts = {
    line1: values['addressLine1'],
    city: values['locality'],
    state: values['administrativeArea'],
    country,
    postal_code: postalCode,
  }
  const address = Object.fromEntries(Object.entries(parts).filter(([, value]) => Boolean(value)))
  return {
    ...(values['name'] ? { name: values['name'] } : {}),
    ...(values['email'] ? { email: values['email'] } : {}),
    ...(values['phone'] ? { phone: values['phone'] } : {}),
    ...(Object.keys(address).length === 0 ? {} : { address }),
  }
}

/** Returns the payment method of a form, as `payment_method_data` and `POST /v1/payment_methods` take it. */
export function paymentMethodOf(values: Values, elementType: string, type: string, parameters: Options): Options {
  const own = billingDetailsOf(values)
  const named = optionsOf(parameters['billing_details'])
  const address = { ...optionsOf(own['address']), ...optionsOf(named['address']) }
  const details = { ...own, ...named, ...(Object.keys(address).length === 0 ? {} : { address }) }
  return {
    ...parameters,
    type,
    ...(Object.keys(details).length === 0 ? {} : { billing_details: details }),
    [type]: accountOf(values, elementType, type),
  }
}

function accountOf(values: Values, elementType: string, type: string): Options {
  if (type === 'card') return cardOf(values, elementType)
  if (type === 'sepa_debit') return { iban: (values['iban'] ?? '').replaceAll(/\s/g, '') }
  if (type === 'us_bank_account') {
    return {
      account_holder_type: 'individual',
      routing_number: values['routingNumber'],
      account_number: values['accountNumber'],
    }
  }
  const debit = debitNamed(type)
  if (debit !== undefined) {
    return Object.fromEntries(accountNumbers(debit).map(([param]) => [param, values[param]]))
  }
  const { asks } = kindNamed(type) ?? {}
  return asks === undefined || type === 'blik' ? {} : { [asks.param]: values[asks.param] }
}
