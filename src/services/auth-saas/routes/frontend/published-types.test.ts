import { expect } from 'vitest'
import { browserTypeProblems } from '#testkit/clerk-browser-types.ts'
import { authSaasTest, people } from '#auth-saas/auth-saas.fixture.ts'
import { signedIn, visitor } from './frontend.fixture.ts'

const it = authSaasTest({
  seed: {
    'auth-saas': {
      ...people,
      plans: [
        { name: 'Free', slug: 'free', default: true },
        { id: 'cplan_pro', name: 'Pro', slug: 'pro', amount: 1000, annual_monthly_amount: 800, trial_days: 7 },
      ],
      settings: { web3_providers: ['metamask' as const], trusted_devices: true },
    },
  },
})

it('answers what the types of the library for browsers say', async ({ authSaas }) => {
  const ada = signedIn(authSaas, 'ada@example.com', 'org_acme')
  const get = async (path: string) => (await ada.call('GET', path)).response
  const list = async (path: string) => (await get(path))['data'] as object[]
  const anyone = await visitor(authSaas)
  const signIn = await anyone.call('POST', '/client/sign_ins', { identifier: 'ada@example.com' })
  const signUp = await (await visitor(authSaas)).call('POST', '/client/sign_ups', { email_address: 'x@example.com' })
  const checkout = await ada.call('POST', '/me/billing/checkouts', { plan_id: 'cplan_pro', plan_period: 'month' })
  const environment = await (await fetch(`${authSaas.url}/v1/environment`)).json()
  const [membership] = await list('/organizations/org_acme/memberships')
  await ada.call('POST', '/organizations/org_acme/invitations', { email_address: 'n@example.com', role: 'org:member' })
  await ada.call('POST', '/organizations/org_acme/domains', { name: 'acme.test' })
  const { body: sessions } = await ada.call('GET', '/me/sessions/active')
  const answers: readonly (readonly [string, unknown])[] = [
    ['EnvironmentJSON', environment],
    ['ClientJSON', await get('/client')],
    ['UserJSON', await get('/me')],
    ['SignInJSON', signIn.response],
    ['SignUpJSON', signUp.response],
    ['OrganizationMembershipJSON', membership],
    ['OrganizationJSON', await get('/organizations/org_acme')],
    ['OrganizationInvitationJSON', (await list('/organizations/org_acme/invitations'))[0]],
    ['OrganizationDomainJSON', (await list('/organizations/org_acme/domains'))[0]],
    ['SessionWithActivitiesJSON', (sessions as object[])[0]],
    ['BillingCheckoutJSON', checkout.response],
    ['BillingSubscriptionJSON', await get('/me/billing/subscription')],
    ['TOTPJSON', (await ada.call('POST', '/me/totp')).response],
  ]
  const problems = answers.flatMap(([name, answer]) => browserTypeProblems(name, answer))
  expect([...new Set(problems)]).toEqual([])
})
