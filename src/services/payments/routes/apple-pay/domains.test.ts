import { expect } from 'vitest'
import { paymentsTest, refusal } from '../../tests/payments.fixture.ts'

const it = paymentsTest()

it('keeps a domain once, whose registration may be repeated', async ({ stripe }) => {
  const domain = await stripe.applePayDomains.create({ domain_name: 'Shop.example.com' })
  expect(domain).toMatchObject({ object: 'apple_pay_domain', domain_name: 'shop.example.com', livemode: false })
  expect(await stripe.applePayDomains.create({ domain_name: 'shop.example.com' })).toEqual(domain)
  await stripe.applePayDomains.create({ domain_name: 'other.example.com' })
  expect((await stripe.applePayDomains.list({ domain_name: 'shop.example.com' })).data).toEqual([domain])
})

it('forgets a domain that is deleted', async ({ stripe }) => {
  const { id } = await stripe.applePayDomains.create({ domain_name: 'shop.example.com' })
  expect(await stripe.applePayDomains.del(id)).toEqual({ id, object: 'apple_pay_domain', deleted: true })
  expect(await refusal(stripe.applePayDomains.retrieve(id))).toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
    message: `No such apple_pay_domain: '${id}'`,
    param: 'domain',
  })
})
