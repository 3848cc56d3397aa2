import { seedFor } from './seed.ts'
import { expect, goToSignIn, test } from './test.ts'

// The providers know the application by its public address only, and nobody has told them where it runs now.
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
