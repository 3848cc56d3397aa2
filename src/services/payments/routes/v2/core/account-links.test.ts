import { describe, expect } from 'vitest'
import { paymentsTest } from '../../../tests/payments.fixture.ts'

const it = paymentsTest({ seed: { payments: { account: { onboarding: 'required' } } } })

const MERCHANT = { capabilities: { card_payments: { requested: true } }, mcc: '5734' }
const PERSON = { given_name: 'Ada', surname: 'Lovelace', date_of_birth: { day: 10, month: 12, year: 1985 } }

describe('the onboarding of an account of the second version', () => {
  it('is told in its requirements, and ends with the page of a link', async ({ stripe }) => {
    const include = ['requirements', 'configuration.merchant'] as const
    const { id, requirements, configuration } = await stripe.v2.core.accounts.create({
      configuration: { merchant: MERCHANT },
      identity: { entity_type: 'individual', individual: PERSON },
      include: [...include],
    })
    expect(configuration?.merchant?.capabilities?.card_payments?.status).toBe('restricted')
    const asked = requirements?.entries?.map(({ description }) => description)
    expect(asked).toContain('defaults.profile.business_url')
    expect(asked).not.toContain('identity.individual.given_name')
    const link = await stripe.v2.core.accountLinks.create({
      account: id,
      use_case: {
        type: 'account_onboarding',
        account_onboarding: {
          refresh_url: 'https://shop.test/again',
          return_url: 'https://shop.test/done',
        },
      },
    })
    const { headers } = await fetch(link.url, {
      method: 'POST',
      body: new URLSearchParams({ outcome: 'submit' }),
      redirect: 'manual',
    })
    expect(headers.get('location')).toBe('https://shop.test/done')
    const done = await stripe.v2.core.accounts.retrieve(id, { include: [...include] })
    expect(done.requirements).toEqual({ entries: [] })
    expect(done.configuration?.merchant?.capabilities?.card_payments?.status).toBe('active')
  })
})
