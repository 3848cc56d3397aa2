import { SeedProblem } from '#core/service.ts'
import type { AuthContext } from '#auth-saas/call.ts'
import { addItem } from '#auth-saas/rules/billing/billing.ts'
import { commonFields } from '#auth-saas/rules/common-fields.ts'
import { organizationNamed } from '#auth-saas/rules/organizations/organizations.ts'
import { userByIdentifier } from '#auth-saas/rules/users/identifiers.ts'
import type { Section } from '#auth-saas/seed.ts'

/** A feature of the seed; one that only a plan names has its slug alone. */
interface SeededFeature {
  readonly id?: string | undefined
  readonly slug: string
  readonly name?: string | undefined
  readonly description?: string | null | undefined
}

/**
 * Adds the plans of the seed, their features, and who subscribes to them.
 *
 * @throws {@link SeedProblem} for a plan or a payer that is not seeded, and for two plans or features of one slug.
 */
export function seedBilling(context: AuthContext, section: Section): void {
  const { rows } = context
  const { features, plans, discounts, subscriptions, payment_gateway: gateway } = section
  if (gateway !== undefined) {
    const { url, secret_key: secretKey, publishable_key: publishableKey = null } = gateway
    rows.paymentGateway.set({ url, secretKey, publishableKey })
  }
  for (const [index, { id, slug, name, description }] of features.entries()) {
    if (rows.features.find('slug', slug) !== undefined) {
      throw new SeedProblem(['features', index, 'slug'], `${slug}: another feature has this slug`)
    }
    addFeature(context, { id, slug, name, description })
  }
  for (const [index, plan] of plans.entries()) {
    if (rows.plans.find('slug', plan.slug) !== undefined) {
      throw new SeedProblem(['plans', index, 'slug'], `${plan.slug}: another plan has this slug`)
    }
    for (const slug of plan.features) if (rows.features.find('slug', slug) === undefined) addFeature(context, { slug })
    rows.plans.insert({
      name: plan.name,
      slug: plan.slug,
      description: plan.description ?? null,
      payer: plan.payer,
      amount: plan.amount,
      annualMonthlyAmount: plan.annual_monthly_amount ?? null,
      isDefault: plan.default,
      publiclyVisible: plan.publicly_visible,
      trialDays: plan.trial_days ?? null,
      features: plan.features,
      ...commonFields(context, 'cplan', plan.id),
    })
  }
  for (const discount of discounts) {
    rows.discounts.insert({
      name: discount.name,
      percentOff: discount.percent_off ?? null,
      amountOff: discount.amount_off ?? null,
      cycles: discount.cycles ?? null,
      promoCodes: discount.promo_codes,
      ...commonFields(context, 'cdisc', discount.id),
    })
  }
  for (const [index, subscription] of subscriptions.entries()) seedSubscription(context, subscription, index)
}

function addFeature(context: AuthContext, { id, slug, name = slug, description = null }: SeededFeature): void {
  context.rows.features.insert({ slug, name, description, ...commonFields(context, 'feat', id) })
}

function seedSubscription(context: AuthContext, given: Section['subscriptions'][number], index: number): void {
  const { rows } = context
  const plan = rows.plans.find('slug', given.plan)
  if (plan === undefined) throw new SeedProblem(['subscriptions', index, 'plan'], `${given.plan}: no plan is seeded so`)
  const payer =
    plan.payer === 'org'
      ? organizationNamed(context, given.payer)
      : (rows.users.get(given.payer) ?? userByIdentifier(rows, given.payer))
  if (payer === undefined) {
    const kind = plan.payer === 'org' ? 'organization' : 'user'
    throw new SeedProblem(['subscriptions', index, 'payer'], `${given.payer}: no ${kind} is seeded so`)
  }
  addItem(context, payer.id, plan, given)
}
