import type { PaymentsContext } from '#payments/call.ts'
import type { ThinEvent } from '#payments/schema/account.ts'
import { newRecord } from './records.ts'

/** The members of a thin event that are its own. */
export type ThinChange = Pick<ThinEvent, 'type'> & Partial<Pick<ThinEvent, 'related' | 'data' | 'destination'>>

/** Keeps a thin event of an account that no snapshot event stands behind. */
export function addThinEvent(context: PaymentsContext, account: string, change: ThinChange): ThinEvent {
  return context.rows.thinEvents.insert({
    ...newRecord(context, account, 'evt_test_'),
    destination: null,
    related: null,
    data: null,
    requestId: context.responseHeaders?.['request-id'] ?? null,
    idempotencyKey: context.header?.('idempotency-key') ?? null,
    ...change,
  })
}
