import type { PaymentsContext } from '#payments/call.ts'
import type { Resource } from '#payments/protocol/resource.ts'
import type { Reader, ReaderAction, TerminalConfiguration, TerminalLocation } from '#payments/schema/terminal.ts'
import { attemptErrorJson } from './intents.ts'
import { paymentMethodJson } from './payment-methods.ts'
import { readOwn } from './read-own.ts'

/** Writes a location. https://docs.stripe.com/api/terminal/locations/object */
export function terminalLocationJson(location: TerminalLocation) {
  const { id, address, configuration, displayName, metadata, phone } = location
  return {
    id,
    object: 'terminal.location',
    address,
    ...(configuration === null ? {} : { configuration_overrides: configuration }),
    display_name: displayName,
    livemode: false,
    metadata,
    ...(phone === null ? {} : { phone }),
  }
}

/** Writes a reader. Readers are simulated, and always online. https://docs.stripe.com/api/terminal/readers/object */
export function readerJson(context: Pick<PaymentsContext, 'rows'>, reader: Reader) {
  return {
    id: reader.id,
    object: 'terminal.reader',
    action: reader.action === null ? null : actionJson(context, reader.action),
    device_sw_version: '',
    device_type: reader.deviceType,
    ip_address: '0.0.0.0',
    label: reader.label,
    last_seen_at: reader.created * 1000,
    livemode: false,
    location: reader.location,
    metadata: reader.metadata,
    serial_number: reader.serialNumber,
    status: 'online',
  }
}

function actionJson({ rows }: Pick<PaymentsContext, 'rows'>, action: ReaderAction) {
  const { type, status, failureCode, failureMessage, error, details, collected } = action
  const method = type === 'collect_payment_method' ? rows.paymentMethods.get(collected) : undefined
  return {
    api_error: error === null ? null : attemptErrorJson(error),
    failure_code: failureCode,
    failure_message: failureMessage,
    [type]: method === undefined ? details : { ...details, payment_method: paymentMethodJson(method) },
    status,
    type,
  }
}

/** Writes the settings of readers. https://docs.stripe.com/api/terminal/configuration/object */
export function terminalConfigurationJson(configuration: TerminalConfiguration) {
  return {
    id: configuration.id,
    object: 'terminal.configuration',
    is_account_default: configuration.isAccountDefault,
    livemode: false,
    name: configuration.name,
    ...configuration.settings,
  }
}

/** The kinds of objects about in-person payments. */
export const terminalResources: readonly Resource[] = [
  {
    object: 'terminal.location',
    read: readOwn(
      ({ terminalLocations }) => terminalLocations,
      (_context, row) => terminalLocationJson(row),
    ),
    expandable: {},
  },
  {
    object: 'terminal.reader',
    read: readOwn(({ readers }) => readers, readerJson),
    expandable: {
      location: ['terminal.location'],
      'action.collect_payment_method.payment_intent': ['payment_intent'],
      'action.confirm_payment_intent.payment_intent': ['payment_intent'],
      'action.process_payment_intent.payment_intent': ['payment_intent'],
      'action.process_setup_intent.setup_intent': ['setup_intent'],
      'action.refund_payment.charge': ['charge'],
      'action.refund_payment.payment_intent': ['payment_intent'],
      'action.refund_payment.refund': ['refund'],
    },
  },
]
