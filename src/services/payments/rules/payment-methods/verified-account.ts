import type { PaymentsContext } from '#payments/call.ts'
import type { PaymentMethod } from '#payments/schema/payments.ts'

/** Returns whether the account of a payment method waits for its small deposits to be reported. */
export function isUnverified({ usBankAccount, bankDebit }: PaymentMethod): boolean {
  return usBankAccount?.verified === false || bankDebit?.verified === false
}

/** Marks the bank account of a payment method as the customer's; changes nothing where it has none. */
export function verifyAccount({ rows }: Pick<PaymentsContext, 'rows'>, method: PaymentMethod): PaymentMethod {
  const { id, usBankAccount, bankDebit } = method
  if (usBankAccount !== null) {
    return rows.paymentMethods.update(id, { usBankAccount: { ...usBankAccount, verified: true } })
  }
  return bankDebit === undefined
    ? method
    : rows.paymentMethods.update(id, { bankDebit: { ...bankDebit, verified: true } })
}
