import { countedPageJson } from './page.ts'
import { externalAccountJson, personJson } from './connect.ts'
import type { PaymentsContext } from '#payments/call.ts'
import { DELAY_DAYS } from '#payments/rules/money/balance-transactions.ts'
import type { Resource } from '#payments/protocol/resource.ts'
import type { Account, Company } from '#payments/schema/connect.ts'

/** Writes an account; one that is deleted as `{id, object, deleted}`. https://docs.stripe.com/api/accounts/object */
export function accountJson({ rows }: Pick<PaymentsContext, 'rows'>, account: Account) {
  if (account.deleted) return { id: account.id, object: 'account', deleted: true }
  const individual = rows.persons.get(account.individual ?? '')
  return {
    id: account.id,
    object: 'account',
    business_profile: businessProfileJson(account),
    business_type: account.businessType,
    capabilities: account.capabilities,
    charges_enabled: account.chargesEnabled,
    ...(account.company === null || account.company === undefined ? {} : { company: companyJson(account.company) }),
    controller: controllerJson(account),
    country: account.country,
    created: account.created,
    default_currency: account.defaultCurrency,
    details_submitted: account.detailsSubmitted,
    email: account.email,
    external_accounts: countedPageJson(
      rows.externalAccounts.list('all', account.id).toReversed().map(externalAccountJson),
      `/v1/accounts/${account.id}/external_accounts`,
    ),
    future_requirements: REQUIREMENTS,
    ...(individual === undefined ? {} : { individual: personJson(individual) }),
    metadata: account.metadata,
    payouts_enabled: account.payoutsEnabled,
    requirements: requirementsJson(account),
    settings: settingsJson(account),
    tos_acceptance: { date: null, ip: null, user_agent: null, ...account.tosAcceptance },
    type: account.type,
  }
}

function businessProfileJson({ name, businessProfile }: Account) {
  return {
    annual_revenue: null,
    estimated_worker_count: null,
    mcc: null,
    minority_owned_business_designation: null,
    name,
    product_description: null,
    specified_commercial_transactions_act_url: null,
    support_address: null,
    support_email: null,
    support_phone: null,
    support_url: null,
    url: null,
    ...businessProfile,
  }
}

function companyJson(company: Company) {
  return {
    directors_provided: false,
    executives_provided: false,
    name: null,
    owners_provided: false,
    tax_id_provided: false,
    verification: { document: { back: null, details: null, details_code: null, front: null } },
    ...company,
  }
}

function controllerJson({ id, account, type, controller }: Account) {
  if (controller !== null && controller !== undefined) {
    return {
      fees: { payer: controller.fees },
      is_controller: true,
      losses: { payments: controller.losses },
      requirement_collection: controller.requirements,
      stripe_dashboard: { type: controller.dashboard },
      type: 'application',
    }
  }
  if (id === account || type === 'standard') return { type: id === account ? 'account' : 'application' }
  return {
    fees: { payer: 'application_express' },
    is_controller: true,
    losses: { payments: 'application' },
    requirement_collection: type === 'custom' ? 'application' : 'stripe',
    stripe_dashboard: { type: type === 'express' ? 'express' : 'none' },
    type: 'application',
  }
}

const REQUIREMENTS = {
  alternatives: [],
  current_deadline: null,
  currently_due: [],
  disabled_reason: null,
  errors: [],
  eventually_due: [],
  past_due: [],
  pending_verification: [],
}

function requirementsJson({ chargesEnabled, due }: Account) {
  if (due.length === 0) return chargesEnabled ? REQUIREMENTS : { ...REQUIREMENTS, disabled_reason: 'rejected.other' }
  return {
    ...REQUIREMENTS,
    currently_due: due,
    disabled_reason: 'requirements.past_due',
    eventually_due: due,
    past_due: due,
  }
}

function settingsJson({ name, payoutSettings, settings = {} }: Account) {
  const { debitNegativeBalances, delayDays, schedule, statementDescriptor } = payoutSettings
  const { interval, monthlyDays, weeklyDays } = schedule
  const { branding, card_payments: cards, payments, ...others } = settings
  return {
    ...others,
    branding: { icon: null, logo: null, primary_color: null, secondary_color: null, ...branding },
    card_payments: {
      statement_descriptor_prefix: null,
      statement_descriptor_prefix_kana: null,
      statement_descriptor_prefix_kanji: null,
      ...cards,
      decline_on: { avs_failure: false, cvc_failure: false, ...(cards?.['decline_on'] as object | undefined) }, // its parameters are a hash
    },
    dashboard: { display_name: name, timezone: 'Etc/UTC' },
    payments: {
      statement_descriptor: null,
      statement_descriptor_kana: null,
      statement_descriptor_kanji: null,
      statement_descriptor_prefix_kana: null,
      statement_descriptor_prefix_kanji: null,
      ...payments,
    },
    payouts: {
      debit_negative_balances: debitNegativeBalances,
      schedule: {
        delay_days: delayDays ?? DELAY_DAYS,
        interval,
        ...(interval === 'monthly' ? { monthly_anchor: monthlyDays[0], monthly_payout_days: monthlyDays } : {}),
        ...(interval === 'weekly' ? { weekly_anchor: weeklyDays[0], weekly_payout_days: weeklyDays } : {}),
      },
      statement_descriptor: statementDescriptor,
    },
  }
}

/** The kinds of objects about accounts. */
export const accountResources: readonly Resource[] = [
  {
    object: 'account',
    read(context, account, id) {
      const row = context.rows.accounts.get(id)
      return row !== undefined && (row.account === account || row.id === account)
        ? accountJson(context, row)
        : undefined
    },
    expandable: {},
  },
]
