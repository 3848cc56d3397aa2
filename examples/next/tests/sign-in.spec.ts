import { expect, test } from '@playwright/test'
import { startServer, type Server } from './server.ts'

let server: Server
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.stop())

test('a visitor signs in with GitHub, opens an issue, and finds it after a restart', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: /GitHub/ }).click()
  // The sign-in page of the stand-in is on the application's own origin.
  await expect(page).toHaveURL(/^http:\/\/localhost:3100\/emulate\/codehost\/login\/oauth\/authorize\?/)
  await page.getByRole('button', { name: 'Ada Lovelace', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Signed in as Ada Lovelace with github' })).toBeVisible()

  await page.getByLabel('Title').fill('The door is stuck')
  await page.getByRole('button', { name: 'Open an issue' }).click()
  await expect(page.getByText('#1 The door is stuck by ada')).toBeVisible()

  await server.restart()
  await page.reload()
  await expect(page.getByText('#1 The door is stuck by ada')).toBeVisible()
  // The access token of the session is as good as before.
  await page.getByLabel('Title').fill('The window too')
  await page.getByRole('button', { name: 'Open an issue' }).click()
  await expect(page.getByText('#2 The window too by ada')).toBeVisible()
})

test('a visitor signs in with Google', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: /Google/ }).click()
  await expect(page).toHaveURL(/^http:\/\/localhost:3100\/emulate\/oidc-a\/o\/oauth2\/v2\/auth\?/)
  await page.getByRole('button', { name: 'Grace Hopper', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Signed in as Grace Hopper with google' })).toBeVisible()
})
