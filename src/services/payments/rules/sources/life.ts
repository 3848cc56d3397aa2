import type { PaymentsContext } from '#payments/call.ts'
import { failure, invalidParameter } from '#payments/errors.ts'
import { mergeMetadata } from '#payments/protocol/metadata.ts'
import type { ValuesOf } from '#payments/protocol/params.ts'
import type { Customer } from '#payments/schema/customers.ts'
import type { PaymentMethod } from '#payments/schema/payments.ts'
import type { Source } from '#payments/schema/sources.ts'
import { billingDetailsOf } from '../payment-methods/params.ts'
import { findSourceObject, requireChargeable } from './find-source.ts'
import { becomeChargeable } from './new-source.ts'
import type { SOURCE_UPDATE } from './params.ts'

/**
 * Notes what the customer has said on the page of a source: it becomes chargeable, or has failed. A source that has
 * been answered stays as it is.
 */
export function answerSource(context: PaymentsContext, source: Source, result: 'fail' | 'succeed'): Source {
  if (source.status !== 'pending' || source.redirect === null) return source
  if (result === 'succeed') return becomeChargeable(context, source)
  const failed = context.rows.sources.update(source.id, {
    status: 'failed',
    redirect: { ...source.redirect, failureReason: 'declined', status: 'failed' },
  })
  context.emit({ type: 'source.failed', kind: 'source_object', row: failed })
  return failed
}

/** Cancels a source that is still in a state, and emits `source.canceled`. */
export function cancelSource(
  context: PaymentsContext,
  { source: id, status }: { readonly source: string; readonly status: Source['status'] },
): void {
  const { sources } = context.rows
  if (sources.get(id)?.status !== status) return
  context.emit({ type: 'source.canceled', kind: 'source_object', row: sources.update(id, { status: 'canceled' }) })
}

/** Changes the amount of a source, its owner and its metadata. https://docs.stripe.com/api/sources/update */
export function updateSourceObject(
  context: PaymentsContext,
  source: Source,
  input: ValuesOf<typeof SOURCE_UPDATE>,
): Source {
  const { rows } = context
  const { billingDetails, metadata } = rows.paymentMethods.require(source.id)
  rows.paymentMethods.update(source.id, {
    billingDetails: billingDetailsOf(input.owner, billingDetails),
    metadata: mergeMetadata(metadata, input.metadata),
  })
  return rows.sources.update(source.id, { amount: input.amount ?? source.amount })
}

/**
 * Attaches a source to a customer.
 *
 * @throws 400 for a source that can be charged only once, or cannot be charged now.
 */
export function attachSourceObject(
  context: PaymentsContext,
  { id: customer, account }: Customer,
  id: string,
): PaymentMethod {
  const source = findSourceObject(context, account, id, { param: 'source' })
  if (source.usage === 'single_use') {
    throw invalidParameter('source', 'Single-use sources cannot be attached to customers.')
  }
  requireChargeable(source)
  return context.rows.paymentMethods.update(id, { customer })
}

/** Ends a source that was detached from its customer: it cannot be charged again. */
export function consumeSource({ rows }: Pick<PaymentsContext, 'rows'>, id: string): void {
  if (rows.sources.get(id) !== undefined) rows.sources.update(id, { status: 'consumed' })
}

/** A charge that a source is asked for. */
export interface SourceCharge {
  readonly amount: number
  readonly currency: string
  readonly customer: string | undefined
}

/**
 * Returns the payment method of a source that is charged, and uses the source up unless it belongs to the customer.
 *
 * @throws 400 for a source that cannot be charged now, or with another amount or currency; `resource_missing` where it
 * belongs to another customer.
 */
export function takeSource(
  context: PaymentsContext,
  account: string,
  id: string,
  { amount, currency, customer }: SourceCharge,
): PaymentMethod {
  const { rows } = context
  const source = findSourceObject(context, account, id, { param: 'source' })
  requireChargeable(source)
  const method = rows.paymentMethods.require(id)
  if (method.customer !== null && method.customer !== customer) {
    throw failure(404, `Customer ${customer ?? ''} does not have a linked source with ID ${id}.`, {
      code: 'missing',
      param: 'source',
    })
  }
  if (source.currency !== null && source.currency !== currency) {
    throw invalidParameter('currency', `The currency of the charge must be that of the source: ${source.currency}.`)
  }
  if (source.amount !== null && amount > source.amount) {
    throw invalidParameter('amount', `The amount of the charge must not exceed that of the source: ${source.amount}.`)
  }
  if (method.customer === null) consumeSource(context, id)
  return method
}
