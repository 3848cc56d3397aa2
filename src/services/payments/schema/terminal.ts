import { collection, timer } from '#core/store.ts'
import type { AccountRow, Metadata } from './account.ts'
import type { Address } from './customers.ts'
import type { AttemptError, Wire } from './payments.ts'

/** A place in which readers are used. https://docs.stripe.com/api/terminal/locations/object */
export interface TerminalLocation extends AccountRow {
  readonly address: Address
  readonly configuration: string | null
  readonly displayName: string
  readonly metadata: Metadata
  readonly phone: string | null
}

/** The kinds of actions of a reader. */
export type ReaderActionType =
  | 'collect_inputs'
  | 'collect_payment_method'
  | 'confirm_payment_intent'
  | 'process_payment_intent'
  | 'process_setup_intent'
  | 'refund_payment'
  | 'set_reader_display'

/** The most recent action of a reader. */
export interface ReaderAction {
  readonly type: ReaderActionType
  readonly status: 'failed' | 'in_progress' | 'succeeded'
  readonly failureCode: string | null
  readonly failureMessage: string | null
  /** Why the bank has declined the payment or the setup; null where nothing was declined. */
  readonly error: AttemptError | null
  /** The members of the hash that has the name of the type, as the vendor writes it. */
  readonly details: Wire
  /** The payment method that was collected, to be confirmed later. */
  readonly collected: string | null
}

/** A device that reads cards. https://docs.stripe.com/api/terminal/readers/object */
export interface Reader extends AccountRow {
  readonly action: ReaderAction | null
  readonly deviceType: string
  readonly label: string
  readonly location: string | null
  readonly metadata: Metadata
  readonly serialNumber: string
}

/** The settings of readers. https://docs.stripe.com/api/terminal/configuration/object */
export interface TerminalConfiguration extends AccountRow {
  readonly isAccountDefault: boolean
  readonly name: string | null
  /** The settings that are set, as the vendor writes them: `tipping`, `offline`, a hash for each type of device. */
  readonly settings: Wire
}

/** The collections of in-person payments. */
export const terminalCollections = {
  terminalLocations: collection<TerminalLocation>()({ indexes: { all: ['account', 'seq'] } }),
  readers: collection<Reader>()({ indexes: { all: ['account', 'seq'], location: ['account', 'location', 'seq'] } }),
  terminalConfigurations: collection<TerminalConfiguration>()({
    indexes: { all: ['account', 'seq'], default: ['account', 'isAccountDefault', 'seq'] },
  }),
  /** Ends an action of a reader that waits for nobody. */
  endReaderAction: timer<{ readonly reader: string }>(),
}
