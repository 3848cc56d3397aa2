import { accountSessionJson, COMPONENT_FEATURES } from '#payments/json/account-sessions.ts'
import { boolean, hash, required, text } from '#payments/protocol/params.ts'
import { findConnectedAccount } from '#payments/rules/connect/find-account.ts'
import { answer, post } from '../route.ts'

/** The parameters of each component: whether it is shown, and its features. */
const COMPONENTS = Object.fromEntries(
  Object.entries(COMPONENT_FEATURES).map(([name, features]) => [
    name,
    hash({
      enabled: required(boolean()),
      features: hash(Object.fromEntries(features.map((each) => [each, boolean()]))),
    }),
  ]),
)

/** Sessions of the vendor's components for connected accounts. https://docs.stripe.com/api/account_sessions */
export const accountSessionsRoutes = [
  post(
    'PostAccountSessions',
    '/v1/account_sessions',
    { account: required(text()), components: required(hash(COMPONENTS)) },
    (call) => {
      const { id } = findConnectedAccount(call, call.input.account, 'account')
      return answer(call, accountSessionJson(call, id, call.input.components))
    },
  ),
]
