import { noSuch } from '#payments/errors.ts'
import { findLiveCustomer } from '#payments/rules/customers/find-customer.ts'
import { subscriptionsRoutes } from '../billing/subscriptions/subscriptions.ts'
import { underFormerPath } from '../former-path.ts'
import { customerSourcesRoutes } from './sources.ts'

const one = '/v1/customers/:customer'
const subscription = `${one}/subscriptions/:subscription_exposed_id`

type Checks = NonNullable<NonNullable<Parameters<typeof underFormerPath>[4]>['checks']>

const checkCustomer: Checks = (call, account) => {
  findLiveCustomer(call, account, call.params['customer'] ?? '', { param: 'customer', inPath: true })
}

const checkSubscription: Checks = (call, account) => {
  checkCustomer(call, account)
  const { customer, subscription_exposed_id: id = '' } = call.params
  if (call.rows.subscriptions.get(id)?.customer !== customer) throw noSuch('subscription', id, 'id', 404)
}

const ofCustomer = {
  adds: ({ customer = '' }: Readonly<Record<string, string>>) => ({ customer }),
  checks: checkCustomer,
}

const subscriptionRoutes = [
  ['PostSubscriptions', 'PostCustomersCustomerSubscriptions', `${one}/subscriptions`, ofCustomer],
  ['GetSubscriptions', 'GetCustomersCustomerSubscriptions', `${one}/subscriptions`, ofCustomer],
  ...['Get', 'Post', 'Delete'].map(
    (verb) =>
      [
        `${verb}SubscriptionsSubscriptionExposedId`,
        `${verb}CustomersCustomerSubscriptionsSubscriptionExposedId`,
        subscription,
        { checks: checkSubscription },
      ] as const,
  ),
  [
    'DeleteSubscriptionsSubscriptionExposedIdDiscount',
    'DeleteCustomersCustomerSubscriptionsSubscriptionExposedIdDiscount',
    `${subscription}/discount`,
    { checks: checkSubscription },
  ],
] as const

/** The paths of cards and bank accounts that are those of sources now. */
const sourceRoutes = (
  [
    ['Cards', 'cards', 'card'],
    ['BankAccounts', 'bank_accounts', 'bank_account'],
  ] as const
).flatMap(([name, path, object]) => {
  const all = `${one}/${path}`
  return [
    ['PostCustomersCustomerSources', `PostCustomersCustomer${name}`, all, {}],
    ['GetCustomersCustomerSources', `GetCustomersCustomer${name}`, all, { adds: () => ({ object }) }],
    ...['Get', 'Post', 'Delete'].map(
      (verb) =>
        [`${verb}CustomersCustomerSourcesId`, `${verb}CustomersCustomer${name}Id`, `${all}/:source`, {}] as const,
    ),
  ] as const
})

/** Subscriptions, cards and bank accounts of a customer, under the paths that older SDKs call. */
export const customerFormerRoutes = [
  underFormerPath(
    customerSourcesRoutes,
    'PostCustomersCustomerSourcesIdVerify',
    'PostCustomersCustomerBankAccountsIdVerify',
    `${one}/bank_accounts/:source/verify`,
  ),
  ...subscriptionRoutes.map(([present, operation, path, differences]) =>
    underFormerPath(subscriptionsRoutes, present, operation, path, differences),
  ),
  ...sourceRoutes.map(([present, operation, path, differences]) =>
    underFormerPath(customerSourcesRoutes, present, operation, path, differences),
  ),
]
