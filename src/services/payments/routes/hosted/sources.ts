import { redirect, type Answer } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import type { PaymentsCall } from '#payments/call.ts'
import { authorizePage } from '#payments/pages/authorize.ts'
import { merchantName } from '#payments/pages/checkout-view.ts'
import { missingPage } from '#payments/pages/missing.ts'
import { answerSource } from '#payments/rules/sources/life.ts'
import { formatAmount } from '#payments/schema/currencies.ts'
import { kindNamed } from '#payments/schema/method-kinds.ts'
import type { Source } from '#payments/schema/sources.ts'

const { get, post } = routesFor<PaymentsCall>()

const path = '/redirect/authenticate/:source'

/** The test page of a source that the customer authorizes. The source's client secret takes the place of a key. */
export const sourcePageRoutes = [
  get('redirect', path, (call) => {
    const source = findSource(call)
    if (source === undefined) return missingPage(UNKNOWN)
    return source.status === 'pending' ? show(call, source) : answered(source)
  }),
  post('redirect/answer', path, (call) => {
    const source = findSource(call)
    if (source === undefined) return missingPage(UNKNOWN)
    return answered(answerSource(call, source, call.form().get('outcome') === 'succeed' ? 'succeed' : 'fail'))
  }),
]

const UNKNOWN = 'There is no source at this address.'

function findSource({
  rows,
  query,
  params,
}: PaymentsCall & { readonly params: { readonly source: string } }):
  | (Source & { readonly redirect: object })
  | undefined {
  const source = rows.sources.get(params.source)
  if (source === undefined || source.redirect === null) return undefined
  return source.clientSecret === query.get('client_secret') ? { ...source, redirect: source.redirect } : undefined
}

function show(call: PaymentsCall, { account, amount, currency, redirect: to, type }: Source): Answer {
  return authorizePage({
    label: kindNamed(type)?.label ?? '3D Secure',
    merchant: merchantName(call, account),
    amount: amount === null || currency === null ? null : formatAmount(amount, currency),
    voucher: null,
    action: call.mountPath + call.path + call.search,
    leadsTo: to?.returnUrl ?? null,
  })
}

/** Goes back to the application with the source, as the vendor's redirect has it. */
function answered({ id, clientSecret, redirect: to }: Source): Answer {
  if (to === null) return missingPage(UNKNOWN)
  const url = new URL(to.returnUrl)
  url.searchParams.set('client_secret', clientSecret)
  url.searchParams.set('livemode', 'false')
  url.searchParams.set('redirect_status', to.status)
  url.searchParams.set('source', id)
  return redirect(url.href, 303)
}
