import type { PaymentsContext } from '#payments/call.ts'
import { kindNamed } from '#payments/schema/method-kinds.ts'
import type { PaymentIntent, PaymentMethod, SepaDebitDetails } from '#payments/schema/payments.ts'
import { isPresent } from '../cards/present.ts'
import { fingerprintOf } from '../cards/card-details.ts'
import { attachUnchecked } from './attach.ts'
import { addMandate } from './mandates.ts'
import { insertMethod } from './new-payment-method.ts'

/** The SEPA debit that a bank redirect has given rise to, and the permission to use it. */
export interface GeneratedDebit {
  readonly method: PaymentMethod
  readonly mandate: string
}

/** The IBAN of the accounts that the vendor's test banks have. */
const TEST_IBAN = 'DE89370400440532013000'

/** Marks a payment method that belongs to no customer as used: its bank was asked, and it pays no other intent. */
export function useUp({ rows }: Pick<PaymentsContext, 'rows'>, method: PaymentMethod): PaymentMethod {
  return method.customer === null ? rows.paymentMethods.update(method.id, { consumed: true }) : method
}

/** Attaches the payment method to the customer where the intent sets it up for later payments; else uses it up. */
export function keepMethod(
  context: PaymentsContext,
  { customer, setupFutureUsage }: Pick<PaymentIntent, 'customer' | 'setupFutureUsage'>,
  method: PaymentMethod,
  authenticated: boolean,
): PaymentMethod {
  const { paymentMethods } = context.rows
  const canBeKept = (method.own === null && !isPresent(method)) || kindNamed(method.type)?.saves === 'itself'
  if (setupFutureUsage === null || customer === null || !canBeKept) {
    return useUp(context, method)
  }
  const setUp = authenticated && setupFutureUsage === 'off_session' && method.card !== null
  const updated =
    setUp && method.card !== null ? paymentMethods.update(method.id, { card: { ...method.card, setUp } }) : method
  return updated.customer === null ? attachUnchecked(context, updated, customer) : updated
}

/**
 * Adds the SEPA debit by which later payments are made where a bank redirect is to be saved; null where it is not. It
 * is attached by {@link attachGenerated}. https://docs.stripe.com/payments/ideal/set-up-payment
 */
export function generateDebit(
  context: PaymentsContext,
  { account, customer, saves }: { readonly account: string; readonly customer: string | null; readonly saves: boolean },
  { id, type, billingDetails }: PaymentMethod,
): GeneratedDebit | null {
  if (!saves || customer === null || kindNamed(type)?.saves !== 'sepa_debit') return null
  const sepaDebit = { iban: TEST_IBAN, fingerprint: fingerprintOf(TEST_IBAN) }
  const method = insertMethod(context, account, { type: 'sepa_debit', billingDetails, sepaDebit, customer })
  context.rows.paymentMethods.update(id, { generatedSepaDebit: method.id })
  return { method, mandate: addMandate(context, method).id }
}

/** Tells a generated SEPA debit where it is from, and emits that it is attached to the customer. */
export function attachGenerated(
  context: PaymentsContext,
  generated: GeneratedDebit | null,
  generatedFrom: NonNullable<SepaDebitDetails['generatedFrom']>,
): void {
  if (generated === null) return
  const { id, sepaDebit, customer } = generated.method
  if (sepaDebit === null || customer === null) return
  context.rows.paymentMethods.update(id, { sepaDebit: { ...sepaDebit, generatedFrom } })
  attachUnchecked(context, generated.method, customer)
}

/** Returns the payment method that makes the later payments: the SEPA debit that a bank redirect has given rise to. */
export function reusableMethod({ rows }: Pick<PaymentsContext, 'rows'>, id: string | null): string | null {
  return rows.paymentMethods.get(id)?.generatedSepaDebit ?? id
}
