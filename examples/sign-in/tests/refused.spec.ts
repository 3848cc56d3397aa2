import { expect, goToSignIn, test } from './test.ts'

for (const provider of ['Google', 'Apple', 'Microsoft', 'Okta']) {
  test(`a person changes her mind at ${provider}`, async ({ page }) => {
    await goToSignIn(page, provider)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('alert')).toContainText(`${provider} did not sign you in.`)
  })
}

test('a person is told when a provider is down', async ({ page, oidcA }) => {
  oidcA.faults.add({ path: '/oauth2/token', status: 503 })
  await goToSignIn(page, 'Google')
  await page.getByRole('button', { name: 'Ada Lovelace' }).click()
  await expect(page.getByRole('alert')).toHaveText('Google does not answer as it should. Please try again later.')
})

test('a person is told why a provider refuses in the end', async ({ page, oidcA }) => {
  await goToSignIn(page, 'Google')
  const { location } = oidcA.authorize({ url: page.url(), email: 'ada@example.com' })
  oidcA.clock.advance('11m')
  await page.goto(location)
  await expect(page.getByRole('alert')).toContainText('Google refused the sign-in.')
  await expect(page.getByRole('alert')).toContainText('expired')
})

test('an answer that nobody asked for signs nobody in', async ({ page, app, oidcD }) => {
  await goToSignIn(page, 'Okta')
  const { location } = oidcD.authorize({ url: page.url(), login: 'grace@example.com' })
  await page.context().clearCookies()
  await page.goto(location)
  await expect(page.getByRole('alert')).toHaveText('This sign-in was not begun here, or too long ago.')
  await page.goto(app.url)
  await expect(page.getByRole('heading')).toHaveText('Welcome to Acme')
})
