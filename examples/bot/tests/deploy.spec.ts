import type { Page } from '@playwright/test'
import { expect, test } from './test.ts'

const type = async (page: Page, text: string) => {
  await page.getByLabel('Message, or a /command').fill(text)
  await page.keyboard.press('Enter')
}

test('two people deploy', async ({ page, chat }) => {
  await page.goto(`${chat.url}/?as=alice&channel=deploys`)
  await type(page, '/deploy web')
  const modal = page.getByRole('dialog', { name: 'Deploy web' })
  await modal.getByLabel('Why now?').fill('the fix is in')
  await modal.getByRole('button', { name: 'Ask for approval' }).click()
  const messages = page.getByRole('log', { name: 'Messages' })
  await expect(messages.getByText('the fix is in')).toBeVisible()

  await page.getByLabel('Signed in as').selectOption('bob')
  await page.waitForURL(/as=bob/)
  await messages.getByRole('button', { name: 'Approve' }).click()
  await expect(messages.getByText('Approved by @bob')).toBeVisible()
})

test('nobody deploys on a Friday', async ({ page, chat }) => {
  await page.goto(`${chat.url}/?as=alice&channel=deploys`)
  await type(page, '/deploy web')
  const modal = page.getByRole('dialog', { name: 'Deploy web' })
  await modal.getByLabel('Why now?').fill('it is Friday')
  await modal.getByRole('button', { name: 'Ask for approval' }).click()
  await expect(modal.getByRole('alert')).toHaveText('Not on a Friday')
})
