import type { PaymentsCall } from '#payments/call.ts'
import { noSuch } from '#payments/errors.ts'
import { lineItemJson } from '#payments/json/checkout/line-item.ts'
import { paymentLinkJson } from '#payments/json/checkout/payment-link.ts'
import { saleOfLink } from '#payments/rules/checkout/link-sale.ts'
import { LIST_PARAMS, listOfRows, newestFirst } from '#payments/protocol/list.ts'
import { boolean } from '#payments/protocol/params.ts'
import { answer, answerPage, get, post } from '../route.ts'
import { amountsOf } from '#payments/rules/checkout/amounts.ts'
import {
  PAYMENT_LINK_INPUT,
  PAYMENT_LINK_CHANGES,
  linkChanges,
  newPaymentLink,
} from '#payments/rules/checkout/payment-links.ts'
import type { PaymentLink } from '#payments/schema/checkout.ts'

const one = '/v1/payment_links/:payment_link'

/** Payment links. https://docs.stripe.com/api/payment-link */
export const paymentLinksRoutes = [
  post('PostPaymentLinks', '/v1/payment_links', PAYMENT_LINK_INPUT, (call) => {
    const link = newPaymentLink(call, call.account, call.input)
    call.emit({ type: 'payment_link.created', kind: 'payment_link', row: link })
    return answer(call, paymentLinkJson(call, link))
  }),
  get('GetPaymentLinks', '/v1/payment_links', { ...LIST_PARAMS, active: boolean() }, (call) => {
    const { active } = call.input
    const where = (link: PaymentLink): boolean => link.active === active
    const found = newestFirst(call.rows.paymentLinks, 'all', [call.account], ...(active === undefined ? [] : [where]))
    return answerPage(call, found, 'payment link', (link) => paymentLinkJson(call, link))
  }),
  get('GetPaymentLinksPaymentLink', one, {}, (call) => answer(call, paymentLinkJson(call, loadLink(call)))),
  post('PostPaymentLinksPaymentLink', one, PAYMENT_LINK_CHANGES, (call) => {
    const before = loadLink(call)
    const after = call.rows.paymentLinks.update(before.id, linkChanges(call, before, call.input))
    call.emit({ type: 'payment_link.updated', kind: 'payment_link', row: after, before })
    return answer(call, paymentLinkJson(call, after))
  }),
  get('GetPaymentLinksPaymentLinkLineItems', `${one}/line_items`, LIST_PARAMS, (call) => {
    const link = loadLink(call)
    const lines = amountsOf(call, saleOfLink(link)).lines.map((line) => ({ id: line.line.id, line }))
    return answerPage(call, listOfRows(lines), 'line item', ({ line }) => lineItemJson(line, link.currency))
  }),
]

type Loading = Pick<PaymentsCall, 'rows'> & {
  readonly account: string
  readonly params: { readonly payment_link: string }
}

function loadLink({ rows, account, params }: Loading): PaymentLink {
  const link = rows.paymentLinks.get(params.payment_link)
  if (link === undefined || link.account !== account) {
    throw noSuch('payment_link', params.payment_link, 'payment_link', 404)
  }
  return link
}
