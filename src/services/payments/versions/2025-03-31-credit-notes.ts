import type { ParamsTransform, VersionChange } from './change.ts'
import { hashesAt, numberAt } from './members.ts'
import { hashOf, withoutParams } from './params.ts'
import { formerTaxes, includedTax } from './taxes.ts'

const withRefunds: ParamsTransform = (params) => {
  const { refund, refunds } = params
  if (refund === undefined || refunds !== undefined) return params
  return hashOf({ ...withoutParams(params, 'refund'), refunds: hashOf({ 0: hashOf({ refund }) }) })
}

/**
 * Credit notes may have several refunds.
 * https://docs.stripe.com/changelog/basil/2025-03-31/credit-note-multiple-refunds
 */
export const creditNoteRefunds: VersionChange = {
  version: '2025-03-31.basil',
  requests: {
    GetCreditNotesPreview: withRefunds,
    GetCreditNotesPreviewLines: withRefunds,
    PostCreditNotes: withRefunds,
  },
  objects: {
    credit_note: (note) => {
      const { refunds: _refunds, total_taxes: _taxes, ...rest } = note
      const [first] = hashesAt(note, 'refunds')
      return {
        ...rest,
        refund: first?.['refund'] ?? null,
        tax_amounts: formerTaxes(hashesAt(note, 'total_taxes')),
      }
    },
    credit_note_line_item: (line) => {
      const { taxes: _taxes, ...rest } = line
      const taxes = hashesAt(line, 'taxes')
      const amount = numberAt(line, 'amount') - includedTax(taxes)
      const quantity = numberAt(line, 'quantity')
      return {
        ...rest,
        amount_excluding_tax: amount,
        tax_amounts: formerTaxes(taxes),
        unit_amount_excluding_tax: quantity === 0 ? null : String(amount / quantity),
      }
    },
  },
  expandable: {
    credit_note: { refund: ['refund'], 'tax_amounts.tax_rate': ['tax_rate'] },
    credit_note_line_item: { 'tax_amounts.tax_rate': ['tax_rate'] },
  },
}
