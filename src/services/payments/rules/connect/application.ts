import type { PaymentsContext } from '#payments/call.ts'

/** The id of the application by which the platform acts for the accounts that it has connected. */
export const PLATFORM_APPLICATION = 'ca_BacklotPlatform'

/**
 * Returns the application that made a record of an account: the platform's, for a connected account; null for the
 * platform's own records.
 */
export function applicationOf({ rows }: Pick<PaymentsContext, 'rows'>, account: string): string | null {
  return account === rows.platform.get() ? null : PLATFORM_APPLICATION
}
