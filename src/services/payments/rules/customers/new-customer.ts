import type { PaymentsContext } from '#payments/call.ts'
import { newRecord } from '../records.ts'
import type { Customer } from '#payments/schema/customers.ts'

type CustomerInput = Partial<Omit<Customer, 'account' | 'seq' | 'deleted'>>

/** Adds a customer to an account and emits `customer.created`. */
export function addCustomer(
  context: PaymentsContext,
  account: string,
  { id, created, ...fields }: CustomerInput,
): Customer {
  const customer = context.rows.customers.insert({
    ...newRecord(context, account, 'cus_', { id, created, length: 14 }),
    name: null,
    businessName: null,
    individualName: null,
    email: null,
    phone: null,
    description: null,
    address: null,
    shipping: null,
    metadata: {},
    currency: null,
    balance: 0,
    delinquent: false,
    invoicePrefix: context.ids.from('0123456789ABCDEF', 8),
    nextInvoiceSequence: 1,
    invoiceSettings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    preferredLocales: [],
    taxExempt: 'none',
    taxIpAddress: null,
    defaultSource: null,
    testClock: null,
    discount: null,
    deleted: false,
    ...fields,
  })
  context.emit({ type: 'customer.created', kind: 'customer', row: customer })
  return customer
}

/** Changes a customer's fields. Events are the caller's. */
export function updateCustomer(
  { rows }: Pick<PaymentsContext, 'rows'>,
  id: string,
  changes: Partial<Omit<Customer, 'id'>>,
): Customer {
  return rows.customers.update(id, changes)
}
