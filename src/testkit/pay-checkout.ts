import type { FrameLocator, Page } from '@playwright/test'

/** Pays on a page of Checkout, as a person whose card asks for 3-D Secure and who completes the authentication. */
export async function payCheckout(page: Page | FrameLocator): Promise<void> {
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Card number').fill('4000002500003155')
  await page.getByLabel('Expiration').fill('12 / 34')
  await page.getByLabel('CVC').fill('123')
  await page.getByLabel('Cardholder name').fill('Ada Lovelace')
  await page.getByLabel('ZIP').fill('94107')
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await page.getByRole('button', { name: 'Complete authentication' }).click()
}
