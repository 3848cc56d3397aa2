import { missingParameter } from '#payments/errors.ts'
import { momentJson } from '#payments/json/thin-events.ts'
import { hash, oneOf, required, text, url } from '#payments/protocol/params.ts'
import { addAccountLink } from '#payments/rules/connect/account-links.ts'
import { findAccountV2 } from '#payments/rules/connect/v2/accounts.ts'
import { now } from '#payments/rules/new-id.ts'
import { answer, post } from '../../route.ts'

const USE = hash({
  collection_options: hash({
    fields: oneOf('currently_due', 'eventually_due'),
    future_requirements: oneOf('include', 'omit'),
  }),
  refresh_url: required(url()),
  return_url: url(),
})

/** Links by which accounts begin. https://docs.stripe.com/api/v2/core/account-links */
export const accountLinksV2Routes = [
  post(
    'PostV2CoreAccountLinks',
    '/v2/core/account_links',
    {
      account: required(text()),
      use_case: required(
        hash({
          account_onboarding: USE,
          account_update: USE,
          type: required(oneOf('account_onboarding', 'account_update')),
        }),
      ),
    },
    (call) => {
      const { account, use_case: useCase } = call.input
      const { id } = findAccountV2(call, account)
      const use = useCase[useCase.type]
      if (use === undefined) throw missingParameter(`use_case.${useCase.type}`)
      const { refresh_url: refreshUrl, return_url: returnUrl = refreshUrl } = use
      const link = addAccountLink(call, { account: id, refreshUrl, returnUrl, useCase: useCase.type })
      return answer(call, {
        object: 'v2.core.account_link',
        account: id,
        created: momentJson(now(call)),
        expires_at: momentJson(link.expiresAt),
        livemode: false,
        url: call.urls.of(`/setup/${id}/${link.id}`),
        use_case: useCase,
      })
    },
  ),
]
