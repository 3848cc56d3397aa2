import type { MethodsFor } from '../../core/commands.ts'
import type { pay, PayOptions, PayResult } from './pay-command.ts'

/** A Checkout session, or its id. */
export type SessionReference = string | { readonly id: string }

/** Makes the emulator's methods: `payments.pay(session, { card })` takes the session first, as an object of the API or by its id. */
export function methods<M extends MethodsFor<{ pay: typeof pay }>>(
  commands: M,
): Omit<M, 'pay'> & { readonly pay: (session: SessionReference, options?: PayOptions) => PayResult } {
  return {
    ...commands,
    pay: (session, options = {}) =>
      commands.pay({ ...options, session: typeof session === 'string' ? session : session.id }),
  }
}
