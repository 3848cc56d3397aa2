import type { MethodsFor } from '#core/commands.ts'
import type { authenticate, AuthenticateOptions } from './authenticate.ts'
import type { card } from './card.ts'
import type { dispute, DisputeOptions } from './dispute.ts'
import type { pay, PayOptions, PayResult } from './pay.ts'

/** An object of the API, or its id. */
export type Reference = string | { readonly id: string }

interface Commands {
  readonly card: typeof card
  readonly authenticate: typeof authenticate
  readonly dispute: typeof dispute
  readonly pay: typeof pay
}

/** The methods that tests call beside the API. */
export interface PaymentsMethods {
  card(name: string): string
  authenticate(intent: Reference | AuthenticateOptions, result?: 'succeed' | 'fail'): ReturnType<typeof authenticate>
  dispute(charge: Reference | DisputeOptions, options?: Omit<DisputeOptions, 'charge'>): ReturnType<typeof dispute>
  pay(session: Reference, options?: PayOptions): PayResult
}

/** Makes the emulator's methods: each takes an object of the API, or its id, before its options. */
export function methods(commands: MethodsFor<Commands>): PaymentsMethods {
  return {
    card: commands.card,
    authenticate: (intent, result) =>
      commands.authenticate(
        isReference(intent) ? { intent: idOf(intent), ...(result === undefined ? {} : { result }) } : intent,
      ),
    dispute: (charge, options = {}) =>
      commands.dispute(isReference(charge) ? { ...options, charge: idOf(charge) } : charge),
    pay: (session, options = {}) => commands.pay({ ...options, session: idOf(session) }),
  }
}

function isReference(value: object | string): value is Reference {
  return typeof value === 'string' || 'id' in value
}

function idOf(reference: Reference): string {
  return typeof reference === 'string' ? reference : reference.id
}
