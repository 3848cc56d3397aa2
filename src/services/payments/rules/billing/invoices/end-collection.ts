import type { Failure } from '#core/errors.ts'
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
  if (invoice.status === 'paid') throw invalidRequest('Invoices with `paid` payments cannot be voided.')
  if (invoice.status !== 'open' && invoice.status !== 'uncollectible') throw notOpen()
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
  if (invoice.status === 'uncollectible') {
    throw invalidRequest('This invoice has already been marked uncollectible.')
  }
  if (invoice.status !== 'open') throw notOpen()
  const after = changeInvoice(context, id, {
    status: 'uncollectible',
    uncollectibleAt: now(context),
    autoAdvance: false,
    nextPaymentAttempt: null,
  })
  context.emit({ type: 'invoice.marked_uncollectible', kind: 'invoice', row: after })
  return after
}

function notOpen(): Failure {
  return invalidRequest("You can only pass in open invoices. This invoice isn't open.")
}

/**
 * Emits `invoice.sent`: no email goes out.
 *
 * @throws 400 for an invoice that is void, and for one that was paid before.
 */
export function sendInvoice(context: PaymentsContext, id: string, before: Invoice['status'] = 'open'): Invoice {
  const invoice = context.rows.invoices.require(id)
  if (before === 'paid' || before === 'void') {
    throw invalidRequest(
      'This invoice cannot be sent right now. Please contact us via https://support.stripe.com/contact with details, so we can help.',
    )
  }
  context.emit({ type: 'invoice.sent', kind: 'invoice', row: invoice })
  return invoice
}
