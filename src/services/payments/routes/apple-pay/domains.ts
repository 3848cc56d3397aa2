import { json } from '#core/answer.ts'
import { applePayDomainJson } from '#payments/json/payment-settings.ts'
import { LIST_PARAMS, newestFirst } from '#payments/protocol/list.ts'
import { required, text } from '#payments/protocol/params.ts'
import { findRecord, newRecord } from '#payments/rules/records.ts'
import { answer, answerPage, del, get, post } from '../route.ts'
import type { ApplePayDomain } from '#payments/schema/payment-settings.ts'

const one = '/v1/apple_pay/domains/:domain'

const byPath = { param: 'domain', inPath: true }

/** Domains on which Apple Pay is shown, in their former resource. https://docs.stripe.com/api/apple_pay_domains */
export const applePayDomainsRoutes = [
  post('PostApplePayDomains', '/v1/apple_pay/domains', { domain_name: required(text({ max: 253 })) }, (call) => {
    const { rows, account, input } = call
    const domainName = input.domain_name.toLowerCase()
    // A domain that is known already is answered once more.
    const known = rows.applePayDomains.find('domainName', account, domainName)
    const domain = known ?? rows.applePayDomains.insert({ ...newRecord(call, account, 'apwc_'), domainName })
    return answer(call, applePayDomainJson(domain))
  }),
  get('GetApplePayDomains', '/v1/apple_pay/domains', { ...LIST_PARAMS, domain_name: text() }, (call) => {
    const { domain_name: domainName } = call.input
    const where = (each: ApplePayDomain): boolean => domainName === undefined || each.domainName === domainName
    const found = newestFirst(call.rows.applePayDomains, 'all', [call.account], where)
    return answerPage(call, found, 'apple_pay_domain', applePayDomainJson)
  }),
  get('GetApplePayDomainsDomain', one, {}, (call) => {
    const { rows, account, params } = call
    const domain = findRecord(rows.applePayDomains, account, 'apple_pay_domain', params.domain, byPath)
    return answer(call, applePayDomainJson(domain))
  }),
  del('DeleteApplePayDomainsDomain', one, {}, (call) => {
    const { rows, account, params } = call
    const { id } = findRecord(rows.applePayDomains, account, 'apple_pay_domain', params.domain, byPath)
    rows.applePayDomains.delete(id)
    return json({ id, object: 'apple_pay_domain', deleted: true })
  }),
]
