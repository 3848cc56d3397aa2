import { countedPageJson } from './page.ts'
import { businessNameOf, settingsJson } from './account-settings.ts'
import { capabilityStatus, externalAccountJson, individualJson } from './connect.ts'
import type { PaymentsContext } from '#payments/call.ts'
import type { Resource } from '#payments/protocol/resource.ts'
import type { Account, Company } from '#payments/schema/connect.ts'
import type { Person } from '#payments/schema/connect-records.ts'

/** Writes an account; one that is deleted as `{id, object, deleted}`. https://docs.stripe.com/api/accounts/object */
export function accountJson({ rows }: Pick<PaymentsContext, 'rows'>, account: Account) {
  if (account.deleted) return { id: account.id, object: 'account', deleted: true }
  const individual = rows.persons.get(account.individual ?? '')
  return {
    id: account.id,
    object: 'account',
    business_profile: businessProfileJson(account),
    business_type: account.businessType,
    capabilities: Object.fromEntries(
      Object.entries(account.capabilities).map(([name, status]) => [name, capabilityStatus(status)]),
    ),
    charges_enabled: account.chargesEnabled,
    ...companyOf(account, individual),
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
    ...(individual === undefined ? {} : { individual: individualJson(individual) }),
    metadata: account.metadata,
    payouts_enabled: account.payoutsEnabled,
    requirements: requirementsJson(account),
    settings: settingsJson(account),
    tos_acceptance: { date: null, ip: null, user_agent: null, ...account.tosAcceptance },
    type: account.type,
  }
}

function businessProfileJson(account: Account) {
  return {
    annual_revenue: null,
    estimated_worker_count: null,
    mcc: null,
    minority_owned_business_designation: null,
    name: businessNameOf(account),
    product_description: null,
    specified_commercial_transactions_act_url: null,
    support_address: null,
    support_email: null,
    support_phone: null,
    support_url: null,
    url: null,
    ...account.businessProfile,
  }
}

/** An individual whose requirements the platform collects is shown as a company too. */
function companyOf(account: Account, individual: Person | undefined): { readonly company?: object } {
  const { company, businessType, type, controller } = account
  if (company !== null && company !== undefined) return { company: companyJson(company) }
  if (businessType !== 'individual' || individual === undefined) return {}
  if (type !== 'custom' && controller?.requirements !== 'application') return {}
  const { address, addressKana, addressKanji, phone } = individual
  return {
    company: companyJson({
      ...(address === null ? {} : { address }),
      ...(addressKana == null ? {} : { address_kana: addressKana }),
      ...(addressKanji == null ? {} : { address_kanji: addressKanji }),
      directors_provided: true,
      executives_provided: true,
      owners_provided: true,
      ...(phone === null ? {} : { phone }),
    }),
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
    fees: { payer: type === 'custom' ? 'application_custom' : 'application_express' },
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

function requirementsJson({ chargesEnabled, due, rejected = 'other' }: Account) {
  if (due.length === 0)
    return chargesEnabled ? REQUIREMENTS : { ...REQUIREMENTS, disabled_reason: `rejected.${rejected}` }
  return {
    ...REQUIREMENTS,
    currently_due: due,
    disabled_reason: 'requirements.past_due',
    eventually_due: due,
    past_due: due,
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
