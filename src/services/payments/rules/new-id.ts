import type { PaymentsContext } from '#payments/call.ts'

/** Returns a new id of the vendor's form: the prefix, and `length` letters and digits. */
export function newId({ ids }: Pick<PaymentsContext, 'ids'>, prefix: string, length = 24): string {
  return `${prefix}${ids.base62(length)}`
}

/** Returns the present moment in epoch seconds, in which the vendor counts. */
export function now({ clock }: Pick<PaymentsContext, 'clock'>): number {
  return Math.floor(clock.now() / 1000)
}
