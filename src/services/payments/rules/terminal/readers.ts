import { ownMember } from '#core/objects.ts'
import type { PaymentsContext } from '#payments/call.ts'
import { invalidParameter } from '#payments/errors.ts'
import { newRecord } from '../records.ts'
import type { Reader, TerminalConfiguration } from '#payments/schema/terminal.ts'
import { endAction } from './actions.ts'
import { processIntent } from './present.ts'

/** The registration codes of simulated readers. https://docs.stripe.com/terminal/payments/connect-reader */
const SIMULATED: Readonly<Record<string, string>> = {
  'simulated-wpe': 'simulated_wisepos_e',
  'simulated-s700': 'simulated_stripe_s700',
  'simulated-s710': 'simulated_stripe_s710',
}

/**
 * Registers a simulated reader.
 *
 * @throws 400 for the code of a device, because there are none.
 */
export function addReader(
  context: PaymentsContext,
  account: string,
  input: Pick<Reader, 'location' | 'metadata'> & { readonly code: string; readonly label: string | undefined },
): Reader {
  const { code, label, location, metadata } = input
  const deviceType = ownMember(SIMULATED, code)
  if (deviceType === undefined) {
    const codes = Object.keys(SIMULATED).join(', ')
    throw invalidParameter('registration_code', `No device has the registration code ${code}. backlot has ${codes}.`)
  }
  const serialNumber = `${code}-${context.ids.hex(8)}-${context.ids.hex(4)}`
  return context.rows.readers.insert({
    action: null,
    deviceType,
    label: label ?? serialNumber,
    location,
    metadata,
    serialNumber,
    ...newRecord(context, account, 'tmr_', { length: 14 }),
  })
}

/** Ends an action of a reader for which no customer does anything. */
export function endReaderAction(context: PaymentsContext, { reader: id }: { readonly reader: string }): void {
  const { rows } = context
  const reader = rows.readers.get(id)
  if (reader?.action?.status !== 'in_progress') return
  const { type, details, collected } = reader.action
  if (type === 'set_reader_display') endAction(context, reader, { status: 'succeeded' })
  if (type !== 'confirm_payment_intent') return
  const intent = rows.paymentIntents.require(details['payment_intent'] as string) // the action was begun with it
  const method = rows.paymentMethods.require(collected ?? '')
  processIntent(context, rows.readers.update(id, { action: { ...reader.action, collected: null } }), intent, method)
}

/** Returns the settings of all readers of an account that have no others. */
export function defaultConfiguration(context: PaymentsContext, account: string): TerminalConfiguration {
  const { terminalConfigurations } = context.rows
  const [found] = terminalConfigurations.page('default', [account, true], { offset: 0, limit: 1 }).rows
  const fields = { isAccountDefault: true, name: null, settings: {} }
  return found ?? terminalConfigurations.insert({ ...newRecord(context, account, 'tmc_', { length: 14 }), ...fields })
}
