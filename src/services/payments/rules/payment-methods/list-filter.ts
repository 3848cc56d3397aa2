import { LIST_PARAMS } from '#payments/protocol/list.ts'
import { oneOf } from '#payments/protocol/params.ts'
import type { PaymentMethod } from '#payments/schema/payments.ts'
import { PRESENT_TYPES } from '../cards/present.ts'
import { METHOD_TYPES } from './params.ts'

/** The vendor's further types: no payment method here has one. */
const NEVER_HELD = ['custom', 'giropay', 'sofort']

export const FILTERS = {
  ...LIST_PARAMS,
  allow_redisplay: oneOf('always', 'limited', 'unspecified'),
  type: oneOf(...METHOD_TYPES, ...PRESENT_TYPES, ...NEVER_HELD),
}

export function filterOf({
  type,
  allow_redisplay: redisplay,
}: {
  readonly type?: string | undefined
  readonly allow_redisplay?: string | undefined
}) {
  return (method: PaymentMethod): boolean =>
    (type === undefined || method.type === type) && (redisplay === undefined || method.allowRedisplay === redisplay)
}
