import type { ObjectTransform, VersionChange } from './change.ts'
import { hashAt, hashesAt, idAt, numberAt } from './members.ts'
import { formerTaxes } from './taxes.ts'

/** Writes the subscription and the taxes of an invoice as members of the invoice itself. */
const withoutParent: ObjectTransform = (invoice, { rows }) => {
  const { parent: _parent, total_taxes: _taxes, amount_overpaid: _overpaid, ...rest } = invoice
  const details = hashAt(hashAt(invoice, 'parent'), 'subscription_details')
  const subscription = details['subscription'] ?? null
  const taxes = hashesAt(invoice, 'total_taxes')
  const row = rows.invoices.get(idAt(invoice, 'id'))
  return {
    ...rest,
    application_fee_amount: row?.applicationFeeAmount ?? null,
    quote: null,
    subscription,
    subscription_details: subscription === null ? null : { metadata: details['metadata'] ?? null },
    tax: taxes.length === 0 ? null : taxes.reduce((sum, tax) => sum + numberAt(tax, 'amount'), 0),
    total_tax_amounts: formerTaxes(taxes),
    transfer_data: row?.transferData ?? null,
  }
}

/**
 * An invoice names what it is for in `parent`, and its taxes in `total_taxes`.
 * https://docs.stripe.com/changelog/basil/2025-03-31/adds-new-parent-field-to-invoicing-objects
 */
export const invoiceParents: VersionChange = {
  version: '2025-03-31.basil',
  objects: { invoice: withoutParent },
  expandable: {
    invoice: {
      subscription: ['subscription'],
      'total_tax_amounts.tax_rate': ['tax_rate'],
      'transfer_data.destination': ['account'],
    },
  },
}
