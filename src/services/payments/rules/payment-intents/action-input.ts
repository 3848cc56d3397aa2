import type { PaymentsContext } from '#payments/call.ts'
import { missingParameter } from '#payments/errors.ts'
import { kindNamed } from '#payments/schema/method-kinds.ts'
import type { AnyIntent } from './find-by-secret.ts'

/** The parameters of a confirmation that the customer's action needs. */
interface ActionInput {
  readonly returnUrl: string | null
  readonly options: Readonly<Record<string, unknown>> | undefined
}

/**
 * Requires what the customer's action needs: where the page of a bank or a wallet leads back to, the code of BLIK, the
 * client of WeChat Pay.
 *
 * @throws 400 for a parameter that is missing.
 */
export function requireActionInput(
  { rows }: Pick<PaymentsContext, 'rows'>,
  { paymentMethod, paymentMethodOptions }: AnyIntent,
  { returnUrl, options }: ActionInput,
): void {
  const method = rows.paymentMethods.get(paymentMethod)
  if (method?.own === undefined || method.own === null || method.customer !== null) return
  const action = kindNamed(method.type)?.action ?? 'redirect'
  if ((action === 'redirect' || action === 'alipay') && returnUrl === null) throw missingParameter('return_url')
  const given = options?.[method.type] as { readonly code?: string } | null | undefined // checked by its parameters
  if (action === 'blik' && given?.code === undefined) throw missingParameter('payment_method_options[blik][code]')
  if (action === 'wechat_pay' && typeof paymentMethodOptions['wechat_pay']?.['client'] !== 'string') {
    throw missingParameter('payment_method_options[wechat_pay][client]')
  }
}
