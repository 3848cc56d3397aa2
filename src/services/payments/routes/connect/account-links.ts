import { failure } from '#payments/errors.ts'
import { anything, oneOf, required, text, url } from '#payments/protocol/params.ts'
import { addAccountLink } from '#payments/rules/connect/account-links.ts'
import { now } from '#payments/rules/new-id.ts'
import { answer, post } from '../route.ts'
import { findConnectedAccount } from '#payments/rules/connect/find-account.ts'

/** Links by which connected accounts begin. https://docs.stripe.com/api/account_links */
export const accountLinksRoutes = [
  post(
    'PostAccountLinks',
    '/v1/account_links',
    {
      account: required(text()),
      collect: text(),
      collection_options: anything(),
      refresh_url: url(),
      return_url: url(),
      type: required(oneOf('account_onboarding', 'account_update')),
    },
    (call) => {
      const { id } = findConnectedAccount(call, call.input.account, 'account')
      const { return_url: returnUrl } = call.input
      if (returnUrl === undefined)
        throw failure(400, 'Missing required param: return_url.', { code: 'parameter_missing', param: 'return_url' })
      const created = now(call)
      const link = addAccountLink(call, { account: id, refreshUrl: call.input.refresh_url ?? returnUrl, returnUrl })
      const url = call.urls.of(`/setup/${id}/${link.id}`)
      return answer(call, { object: 'account_link', created, expires_at: link.expiresAt, url })
    },
  ),
]
