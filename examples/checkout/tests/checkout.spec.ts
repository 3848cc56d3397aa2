import type { Page } from '@playwright/test'
import { expect, test } from './test.ts'

/** Fills the form of Checkout by the labels that the real page has. */
async function pay(page: Page, card: string): Promise<void> {
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Card number').fill(card)
  await page.getByLabel('Expiration').fill('12 / 34')
  await page.getByLabel('CVC').fill('123')
  await page.getByLabel('Cardholder name').fill('Ada Lovelace')
  await page.getByLabel('ZIP').fill('94107')
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
}

test('a visitor buys a mug, and sends it back', async ({ page, app, payments }) => {
  await page.goto(app.url)
  await page.getByRole('button', { name: 'Buy' }).click()
  await expect(page.getByRole('heading', { name: 'Pay Acme Mugs' })).toBeVisible()
  await pay(page, '4242 4242 4242 4242')
  await page.waitForURL(/\/orders\/\d+$/)

  // The webhook may come after the visitor.
  await payments.webhooks.next('checkout.session.completed')
  await page.reload()
  await expect(page.getByText('Your mug is on its way.')).toBeVisible()

  const returned = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Send it back' }).click()
  await returned
  await payments.webhooks.next('charge.refunded')
  await page.reload()
  await expect(page.getByText('Your money is on its way back.')).toBeVisible()
})

test('a card is declined, and another pays', async ({ page, app, payments }) => {
  await page.goto(app.url)
  await page.getByRole('button', { name: 'Buy' }).click()
  await pay(page, payments.card('insufficient_funds'))
  await expect(page.getByRole('alert')).toHaveText('Your card has insufficient funds.')
  await pay(page, '4242 4242 4242 4242')
  await page.waitForURL(/\/orders\/\d+$/)
})

test("a visitor's bank asks, and she declines", async ({ page, app }) => {
  await page.goto(app.url)
  await page.getByRole('button', { name: 'Buy' }).click()
  await pay(page, '4000 0025 0000 3155')
  await page.getByRole('button', { name: 'Fail authentication' }).click()
  await expect(page.getByRole('alert')).toContainText('We are unable to authenticate your payment method.')
})

test('a visitor who leaves Checkout has bought nothing', async ({ page, app, payments }) => {
  await page.goto(app.url)
  await page.getByRole('button', { name: 'Buy' }).click()
  await page.getByRole('link', { name: 'Back to Acme Mugs' }).click()
  await expect(page.getByRole('button', { name: 'Buy' })).toBeVisible()
  payments.clock.advance('25h')
  expect(payments.webhooks.deliveries).toEqual([])
})

test('an event that nobody has signed fulfills nothing', async ({ app, request }) => {
  const answer = await request.post(`${app.url}/webhook`, { data: { type: 'checkout.session.completed' } })
  expect(answer.status()).toBe(400)
})
