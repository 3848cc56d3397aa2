/** Returns the number of an invoice: the customer's prefix and sequence (`1A2B3C4D-0001`), or the account's. */
export function invoiceNumber(prefix: string, sequence: number): string {
  return `${prefix}-${String(sequence).padStart(4, '0')}`
}

/** Returns the number of a credit note of an invoice: `1A2B3C4D-0001-CN-01`. */
export function creditNoteNumber(invoice: string, sequence: number): string {
  return `${invoice}-CN-${String(sequence).padStart(2, '0')}`
}
