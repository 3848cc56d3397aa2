import { LIST_PARAMS } from '#payments/protocol/list.ts'
import { oneOf, text } from '#payments/protocol/params.ts'
import type { PaymentMethod } from '#payments/schema/payments.ts'

export const FILTERS = {
  ...LIST_PARAMS,
  allow_redisplay: oneOf('always', 'limited', 'unspecified'),
  type: text(),
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
