import type { PaymentsContext, SignedCall } from '#payments/call.ts'
import { noSuch } from '#payments/errors.ts'
import { hash, oneOf, required, text, timestamp, unsettable, type ValuesOf } from '#payments/protocol/params.ts'
import { newRecord } from '../records.ts'
import type { Mandate, PaymentIntent, PaymentMethod, Wire } from '#payments/schema/payments.ts'

const ACCEPTANCE = {
  accepted_at: timestamp(),
  offline: unsettable(hash({})),
  online: hash({ ip_address: text(), user_agent: text() }),
  type: required(oneOf('offline', 'online')),
}

/** The parameter `mandate_data`: how the customer has agreed to debits. */
export const MANDATE_DATA = unsettable(hash({ customer_acceptance: required(hash(ACCEPTANCE)) }))

/** How a customer permits a debit: by a mandate from before, or with a new one. */
export interface Consent {
  /** The id of a mandate from before. */
  readonly mandate?: string | undefined
  /** How the customer has accepted a new mandate, as the mandate shows it. */
  readonly acceptance?: Wire | undefined
  /** The one payment that a new mandate is for. */
  readonly singleUse?: Wire | undefined
}

/** Returns the consent of a request that confirms an intent. The client fills in what an online one lacks. */
export function consentOf(
  { clock, clientAddress, header }: Pick<SignedCall, 'clock' | 'clientAddress' | 'header'>,
  { mandate, mandate_data: data }: ConsentInput,
): Consent {
  if (data === undefined || data === null) return { mandate }
  const { accepted_at: at = Math.floor(clock.now() / 1000), type, online = {} } = data.customer_acceptance
  const { ip_address: address = clientAddress, user_agent: agent = header('user-agent') ?? null } = online
  const details = type === 'online' ? { online: { ip_address: address, user_agent: agent } } : { offline: {} }
  return { mandate, acceptance: { accepted_at: at, ...details, type } }
}

interface ConsentInput {
  readonly mandate?: string | undefined
  readonly mandate_data?: { readonly customer_acceptance: ValuesOf<typeof ACCEPTANCE> } | null | undefined
}

/** Ends the permissions to debit a payment method that was detached, and emits `mandate.updated`. */
export function endMandates(context: PaymentsContext, method: PaymentMethod): void {
  const { mandates } = context.rows
  for (const before of mandates.list('method', method.id)) {
    if (before.status !== 'active') continue
    const after = mandates.update(before.id, { status: 'inactive' })
    context.emit({ type: 'mandate.updated', kind: 'mandate', row: after, before })
  }
}

/**
 * Adds the customer's permission to debit a payment method. Its terms are those of the intent's options, else those of
 * the payment method.
 */
export function addMandate(
  context: PaymentsContext,
  { id, account, type, customer, mandateOptions }: PaymentMethod,
  methodOptions: PaymentIntent['paymentMethodOptions'] = {},
  { acceptance, singleUse }: Consent = {},
): Mandate {
  const options = (methodOptions[type]?.['mandate_options'] ?? mandateOptions) as Wire | undefined // a hash
  const head = newRecord(context, account, 'mandate_')
  return context.rows.mandates.insert({
    ...head,
    paymentMethod: id,
    paymentMethodType: type,
    status: 'active',
    type: customer === null || singleUse !== undefined ? 'single_use' : 'multi_use',
    acceptance: acceptance ?? { accepted_at: head.created, offline: {}, type: 'offline' },
    ...(singleUse === undefined ? {} : { singleUse }),
    ...(options === undefined ? {} : { options }),
  })
}

/**
 * Returns the mandate of a debit: the one that a request names, which is used up where it is for one payment, or a new
 * one.
 *
 * @throws 400 for a mandate that does not exist, or is of another payment method.
 */
export function mandateOf(
  context: PaymentsContext,
  method: PaymentMethod,
  { paymentMethodOptions }: Pick<PaymentIntent, 'paymentMethodOptions'>,
  consent: Consent,
): Mandate {
  const { mandate: id } = consent
  if (id === undefined) return addMandate(context, method, paymentMethodOptions, consent)
  const { mandates } = context.rows
  const mandate = mandates.get(id)
  if (mandate === undefined || mandate.paymentMethod !== method.id) throw noSuch('mandate', id, 'mandate', 400)
  if (mandate.type === 'multi_use') return mandate
  const used = mandates.update(id, { status: 'inactive' })
  context.emit({ type: 'mandate.updated', kind: 'mandate', row: used, before: mandate })
  return used
}
