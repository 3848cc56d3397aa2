import { invalidRequest } from '#payments/errors.ts'
import { findConnectedAccount } from '#payments/rules/connect/find-account.ts'
import { now } from '#payments/rules/new-id.ts'
import { answer, post } from '../../route.ts'

/** Links to the dashboard of an Express account. https://docs.stripe.com/api/accounts/login_link */
export const loginLinksRoutes = [
  post('PostAccountsAccountLoginLinks', '/v1/accounts/:account/login_links', {}, (call) => {
    const { id, type, detailsSubmitted } = findConnectedAccount(call, call.params.account, 'account')
    if (type !== 'express')
      throw invalidRequest('Cannot create a login link for an account that is not an Express account.')
    if (!detailsSubmitted)
      throw invalidRequest('Cannot create a login link for an account that has not completed onboarding.')
    const link = call.rows.loginLinks.insert({ id: call.ids.secret.base62(24), account: id })
    const url = call.urls.of(`/express/${id}/${link.id}`)
    return answer(call, { object: 'login_link', created: now(call), url })
  }),
]
