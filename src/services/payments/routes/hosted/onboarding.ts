import { redirect } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import type { PaymentsCall } from '#payments/call.ts'
import { missingPage } from '#payments/pages/missing.ts'
import { dashboardPage, onboardingPage } from '#payments/pages/onboarding.ts'
import { merchantName } from '#payments/pages/checkout-view.ts'
import { balancesOf } from '#payments/rules/money/balance-transactions.ts'
import { returnFromLink } from '#payments/rules/connect/account-links.ts'
import { now } from '#payments/rules/new-id.ts'
import { formatAmount } from '#payments/schema/currencies.ts'

const { get, post } = routesFor<PaymentsCall>()

/** The pages of connected accounts: their onboarding, and the dashboard of an Express account. */
export const onboardingRoutes = [
  get('onboarding', '/setup/:account/:token', (call) => {
    const link = call.rows.accountLinks.get(call.params.token)
    if (link === undefined || link.account !== call.params.account) {
      return missingPage('There is no account link at this address.')
    }
    if (link.expiresAt <= now(call)) return redirect(link.refreshUrl, 303)
    const { due, email } = call.rows.accounts.require(link.account)
    return onboardingPage({
      platform: merchantName(call, call.rows.platform.get()),
      email,
      due,
      action: call.mountPath + call.path,
      leadsTo: link.returnUrl,
    })
  }),
  post('onboarding/submit', '/setup/:account/:token', (call) => {
    const link = call.rows.accountLinks.get(call.params.token)
    if (link === undefined || link.account !== call.params.account) {
      return missingPage('There is no account link at this address.')
    }
    returnFromLink(call, link, call.form().get('outcome') === 'submit')
    return redirect(link.returnUrl, 303)
  }),
  get('expressDashboard', '/express/:account/:token', (call) => {
    const link = call.rows.loginLinks.get(call.params.token)
    const account = call.rows.accounts.get(link?.account)
    if (account === undefined || account.deleted || account.id !== call.params.account)
      return missingPage('There is no account at this address.')
    const balances = balancesOf(call, account.id, now(call))
    return dashboardPage({
      name: merchantName(call, account.id),
      balances: balances.map(({ available, pending, currency }) => ({
        available: formatAmount(available, currency),
        pending: formatAmount(pending, currency),
      })),
    })
  }),
]
