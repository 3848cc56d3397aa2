import { expect, test } from './test.ts'

test('a visitor signs in', async ({ page, app }) => {
  await page.goto(app.url)
  await page.getByRole('link', { name: 'Sign in with GitHub' }).click()
  await page.getByRole('button', { name: 'Ada Lovelace' }).click()
  await expect(page.getByText('Signed in as Ada Lovelace')).toBeVisible()
})

test('a visitor changes her mind', async ({ page, app }) => {
  await page.goto(app.url)
  await page.getByRole('link', { name: 'Sign in with GitHub' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('You did not sign in.')).toBeVisible()
})

test('a visitor is told when GitHub fails', async ({ page, app, codehost }) => {
  codehost.faults.add({ path: '/user', status: 503 })
  await page.goto(app.url)
  await page.getByRole('link', { name: 'Sign in with GitHub' }).click()
  await page.getByRole('button', { name: 'Grace Hopper' }).click()
  await expect(page.getByText('GitHub does not answer.')).toBeVisible()
})
