import { Octokit } from 'octokit'
import Stripe from 'stripe'
import { expect, test } from './test.ts'

// The same steps run in both workers at the same time.
for (const worker of ['one', 'two']) {
  test(`a customer of worker ${worker} pays, and sees the known problems`, async ({ page }) => {
    const octokit = new Octokit({ auth: 'dev_token' })
    await octokit.rest.issues.create({ owner: 'ada', repo: 'stickers', title: `Glue of worker ${worker}` })

    await page.goto('/')
    await expect(page.getByRole('listitem')).toHaveText([`#1 Glue of worker ${worker}`])
    await page.getByLabel('Stickers').fill('4')
    await page.getByRole('button', { name: 'Pay' }).click()
    await expect(page.getByRole('status')).toHaveText(/Thank you for your payment pi_/)

    const { data: payments } = await new Stripe('sk_test_stickers').paymentIntents.list()
    expect(payments).toMatchObject([{ amount: 1000, currency: 'eur', status: 'succeeded' }])
  })
}
