import type { Delivery } from '#core/controls.ts'
import { parseJson } from '#core/text/parse-json.ts'
import type { PaymentsContext } from '#payments/call.ts'
import { decide } from './authorizations.ts'

/** The answer of the endpoint that decides about authorizations. */
interface DeciderAnswer {
  readonly approved: boolean
  readonly amount?: number
  readonly metadata?: Readonly<Record<string, string>>
}

/**
 * Decides about an authorization as the endpoint that was asked has answered: `{"approved": true}` with status 200.
 * Everything else declines. https://docs.stripe.com/issuing/controls/real-time-authorizations#respond-directly
 */
export function answerRequest(context: PaymentsContext, { request, response, error }: Delivery): void {
  const event = parseJson(request.body) as { readonly data: { readonly object: { readonly id: string } } } // write-event.ts
  const before = context.rows.issuingAuthorizations.get(event.data.object.id)
  if (before === undefined || before.pendingAmount === null) return
  const answer = response?.status === 200 ? parsed(response.body ?? '') : undefined
  if (!isAnswer(answer)) {
    const reason = error?.includes('timed out') === true ? 'webhook_timeout' : 'webhook_error'
    decide(context, before, { approved: false, reason })
    return
  }
  const { approved, amount, metadata = {} } = answer
  decide(context, before, {
    approved,
    amount,
    metadata: { ...before.metadata, ...metadata },
    reason: approved ? 'webhook_approved' : 'webhook_declined',
  })
}

function parsed(body: string): unknown {
  try {
    return parseJson(body)
  } catch {
    return undefined // what is not JSON is no answer
  }
}

function isAnswer(value: unknown): value is DeciderAnswer {
  if (typeof value !== 'object' || value === null || !('approved' in value)) return false
  const { approved, amount, metadata } = value as Readonly<Record<string, unknown>>
  const isMetadata = (each: unknown): boolean =>
    typeof each === 'object' && each !== null && Object.values(each).every((item) => typeof item === 'string')
  return (
    typeof approved === 'boolean' &&
    (amount === undefined || (Number.isSafeInteger(amount) && (amount as number) > 0)) &&
    (metadata === undefined || isMetadata(metadata))
  )
}
