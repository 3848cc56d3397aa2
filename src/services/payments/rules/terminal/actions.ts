import { SECOND } from '#core/duration.ts'
import type { PaymentsContext } from '#payments/call.ts'
import { failure, invalidParameter } from '#payments/errors.ts'
import type { PaymentIntent, Wire } from '#payments/schema/payments.ts'
import type { Reader, ReaderAction, ReaderActionType } from '#payments/schema/terminal.ts'

/** The time that a reader takes for an action for which no customer does anything, in milliseconds. */
const QUICK = SECOND

/** The actions that end by themselves. */
const QUICK_TYPES: readonly ReaderActionType[] = ['confirm_payment_intent', 'set_reader_display']

/**
 * Hands an action to a reader.
 *
 * @throws 400 for a reader that is busy with another.
 */
export function startAction(
  context: PaymentsContext,
  { id, action: current }: Reader,
  type: ReaderActionType,
  details: Wire,
  collected: string | null = null,
): Reader {
  if (current?.status === 'in_progress' && current.type !== 'set_reader_display') {
    throw failure(
      400,
      'Reader is currently busy processing another request. Please reference the integration guide at https://stripe.com/docs/terminal/payments/collect-payment?terminal-sdk-platform=server-driven#handle-errors for details on how to handle this error.',
      { code: 'terminal_reader_busy' },
    )
  }
  const begun = { failureCode: null, failureMessage: null, error: null, details, collected }
  const reader = context.rows.readers.update(id, { action: { type, status: 'in_progress', ...begun } })
  if (QUICK_TYPES.includes(type)) context.schedule(QUICK, 'endReaderAction', { reader: id })
  return reader
}

/** Ends an action of a reader. Emits `terminal.reader.action_succeeded` or `terminal.reader.action_failed`. */
export function endAction(
  context: PaymentsContext,
  reader: Reader,
  changes: Partial<ReaderAction> & Pick<ReaderAction, 'status'>,
): Reader {
  if (reader.action === null) throw new Error(`${reader.id} has no action`)
  const ended = context.rows.readers.update(reader.id, { action: { ...reader.action, ...changes } })
  const type = changes.status === 'failed' ? 'terminal.reader.action_failed' : 'terminal.reader.action_succeeded'
  context.emit({ type, kind: 'terminal.reader', row: ended })
  return ended
}

/**
 * Refuses an intent that a reader cannot process: it must wait for its payment method, and take one that is presented.
 *
 * @throws 400 for another.
 */
export function checkReadable(intent: PaymentIntent): void {
  if (intent.status !== 'requires_payment_method') {
    throw failure(400, 'Payment intent must be in the requires_payment_method state to be processed by a reader.', {
      code: 'intent_invalid_state',
      param: 'payment_intent',
    })
  }
  const isAutomatic = intent.automaticPaymentMethods?.enabled === true
  const types = intent.paymentMethodTypes
  if (isAutomatic || types.includes('card_present') || types.includes('interac_present')) return
  throw invalidParameter(
    'payment_intent',
    'The PaymentIntent must have card_present or interac_present in its payment_method_types to be processed by a reader.',
    'payment_intent_incompatible_payment_method',
  )
}
