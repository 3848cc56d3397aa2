import type { PaymentsContext } from '#payments/call.ts'
import { invalidRequest } from '#payments/errors.ts'
import { now } from '../../new-id.ts'
import type { Invoice } from '#payments/schema/billing/invoices.ts'
import { adjustBalance } from '../../customers/balance.ts'
import { changeInvoice, emitInvoiceChange } from './draft.ts'
import { cancelInvoiceIntent } from './payment-intent.ts'

/**
 * Voids an open or uncollectible invoice: it is never paid, and gives the customer's balance back.
 *
 * @throws 400 in another state.
 */
export function voidInvoice(context: PaymentsContext, id: string): Invoice {
  const { rows } = context
  const invoice = rows.invoices.require(id)
  if (invoice.status !== 'open' && invoice.status !== 'uncollectible') {
    throw invalidRequest(
      `You can only pass in open or uncollectible invoices. This invoice isn't open or uncollectible, but ${invoice.status}.`,
    )
  }
  const after = emitInvoiceChange(context, id, () => {
    rows.invoices.update(id, {
      status: 'void',
      voidedAt: now(context),
      autoAdvance: false,
      nextPaymentAttempt: null,
    })
  })
  const used = (invoice.endingBalance ?? invoice.startingBalance) - invoice.startingBalance
  if (used !== 0) {
    adjustBalance(context, { id: invoice.customer, account: invoice.account }, -used, {
      type: 'unapplied_from_invoice',
      invoice: id,
      currency: invoice.currency,
    })
  }
  cancelInvoiceIntent(context, after, 'void_invoice')
  context.emit({ type: 'invoice.voided', kind: 'invoice', row: after })
  return rows.invoices.require(id)
}

/**
 * Gives up the collection of an open invoice. It can still be paid.
 *
 * @throws 400 in another state.
 */
export function markUncollectible(context: PaymentsContext, id: string): Invoice {
  const invoice = context.rows.invoices.require(id)
  if (invoice.status !== 'open') {
    throw invalidRequest(
      `This invoice isn't open, but ${invoice.status}. Only open invoices can be marked uncollectible.`,
    )
  }
  const after = changeInvoice(context, id, {
    status: 'uncollectible',
    uncollectibleAt: now(context),
    autoAdvance: false,
    nextPaymentAttempt: null,
  })
  context.emit({ type: 'invoice.marked_uncollectible', kind: 'invoice', row: after })
  return after
}

/** Emits `invoice.sent`: no email goes out. */
export function sendInvoice(context: PaymentsContext, id: string): Invoice {
  const invoice = context.rows.invoices.require(id)
  context.emit({ type: 'invoice.sent', kind: 'invoice', row: invoice })
  return invoice
}
