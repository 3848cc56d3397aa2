import { seedFor } from './seed.ts'
import { expect, goToSignIn, test } from './test.ts'

// The providers know only the public address of the application, not the one at which this test runs it.
const seed = seedFor('https://acme.example')
test.use({ oidcAOptions: { seed }, oidcBOptions: { seed }, oidcCOptions: { seed }, oidcDOptions: { seed } })

for (const provider of ['Google', 'Apple', 'Microsoft', 'Okta']) {
  test(`${provider} refuses an address that it does not know, and says why`, async ({ page, app }) => {
    await goToSignIn(page, provider)
    const path = `/callback/${provider.toLowerCase()}`
    await expect(page.getByRole('alert')).toContainText(`redirect_uri ${app.url}${path} is not registered`)
    await expect(page.getByRole('alert')).toContainText(`registered: https://acme.example${path}`)
  })
}
