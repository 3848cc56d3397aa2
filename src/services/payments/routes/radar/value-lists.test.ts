import { expect } from 'vitest'
import { paymentsTest } from '../../tests/payments.fixture.ts'

const it = paymentsTest()

it('keeps each value of a list once, in lower case', async ({ stripe }) => {
  const { id } = await stripe.radar.valueLists.create({ alias: 'blocked', name: 'Blocked', item_type: 'email' })
  const item = await stripe.radar.valueListItems.create({ value_list: id, value: 'Eve@Example.com' })
  expect(item.value).toBe('eve@example.com')
  await expect(stripe.radar.valueListItems.create({ value_list: id, value: 'eve@example.com' })).rejects.toMatchObject({
    param: 'value',
  })
  await expect(stripe.radar.valueListItems.create({ value_list: id, value: 'eve' })).rejects.toMatchObject({
    param: 'value',
  })
  expect((await stripe.radar.valueLists.retrieve(id)).list_items.data).toMatchObject([{ id: item.id }])
})

it('refuses the alias of another list, and deletes the values of a list with it', async ({ stripe }) => {
  const { id } = await stripe.radar.valueLists.create({ alias: 'blocked', name: 'Blocked' })
  await expect(stripe.radar.valueLists.create({ alias: 'blocked', name: 'Other' })).rejects.toMatchObject({
    param: 'alias',
  })
  const item = await stripe.radar.valueListItems.create({ value_list: id, value: 'x' })
  await stripe.radar.valueLists.del(id)
  await expect(stripe.radar.valueListItems.retrieve(item.id)).rejects.toMatchObject({ statusCode: 404 })
})
