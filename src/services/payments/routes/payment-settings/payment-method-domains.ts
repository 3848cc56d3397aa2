import { invalidParameter } from '#payments/errors.ts'
import { paymentMethodDomainJson } from '#payments/json/payment-settings.ts'
import { LIST_PARAMS, newestFirst } from '#payments/protocol/list.ts'
import { boolean, required, text } from '#payments/protocol/params.ts'
import { findRecord, newRecord } from '#payments/rules/records.ts'
import { answer, answerPage, get, post } from '../route.ts'
import type { PaymentMethodDomain } from '#payments/schema/payment-settings.ts'
import type { PaymentsContext } from '#payments/call.ts'

const one = '/v1/payment_method_domains/:payment_method_domain'

const byPath = { param: 'payment_method_domain', inPath: true }

/** Domains on which wallets are shown. https://docs.stripe.com/api/payment_method_domains */
export const paymentMethodDomainsRoutes = [
  post(
    'PostPaymentMethodDomains',
    '/v1/payment_method_domains',
    { domain_name: required(text({ max: 253 })), enabled: boolean() },
    (call) => {
      const { rows, account, input } = call
      const domainName = input.domain_name.toLowerCase()
      if (!/^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z]{2,}$/.test(domainName)) {
        throw invalidParameter('domain_name', `The domain name \`${input.domain_name}\` is not a valid domain.`)
      }
      if (rows.paymentMethodDomains.find('domainName', account, domainName) !== undefined) {
        throw invalidParameter('domain_name', `The domain \`${domainName}\` is already registered on this account.`)
      }
      const head = newRecord(call, account, 'pmd_')
      const created = rows.paymentMethodDomains.insert({ ...head, domainName, enabled: input.enabled ?? true })
      return answer(call, paymentMethodDomainJson(created))
    },
  ),
  get(
    'GetPaymentMethodDomains',
    '/v1/payment_method_domains',
    { ...LIST_PARAMS, domain_name: text(), enabled: boolean() },
    (call) => {
      const { domain_name: domainName, enabled } = call.input
      const where = (each: PaymentMethodDomain): boolean =>
        (domainName === undefined || each.domainName === domainName) &&
        (enabled === undefined || each.enabled === enabled)
      const found = newestFirst(call.rows.paymentMethodDomains, 'all', [call.account], where)
      return answerPage(call, found, 'payment method domain', paymentMethodDomainJson)
    },
  ),
  get('GetPaymentMethodDomainsPaymentMethodDomain', one, {}, (call) =>
    answer(call, paymentMethodDomainJson(findDomain(call, call.account, call.params.payment_method_domain))),
  ),
  post('PostPaymentMethodDomainsPaymentMethodDomain', one, { enabled: boolean() }, (call) => {
    const { rows, account, input, params } = call
    const before = findDomain(call, account, params.payment_method_domain)
    const after = rows.paymentMethodDomains.update(before.id, { enabled: input.enabled ?? before.enabled })
    return answer(call, paymentMethodDomainJson(after))
  }),
  post('PostPaymentMethodDomainsPaymentMethodDomainValidate', `${one}/validate`, {}, (call) =>
    answer(call, paymentMethodDomainJson(findDomain(call, call.account, call.params.payment_method_domain))),
  ),
]

function findDomain({ rows }: Pick<PaymentsContext, 'rows'>, account: string, id: string): PaymentMethodDomain {
  return findRecord(rows.paymentMethodDomains, account, 'payment method domain', id, byPath)
}
