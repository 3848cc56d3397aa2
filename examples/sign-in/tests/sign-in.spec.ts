import { expect, goToSignIn, test } from './test.ts'

for (const provider of ['Google', 'Apple', 'Microsoft', 'Okta']) {
  test(`a person signs in with ${provider}, and out`, async ({ page, context, app }) => {
    await goToSignIn(page, provider)
    expect(new URL(page.url()).origin).not.toBe(app.url)
    await page.getByRole('button', { name: 'Ada Lovelace' }).click()
    await expect(page.getByRole('heading')).toHaveText('Hello, Ada Lovelace')
    await expect(page.getByText(`You are signed in with ${provider} as ada@example.com.`)).toBeVisible()

    const cookies = await context.cookies()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByRole('heading')).toHaveText('Welcome to Acme')
    // The server has ended the session: the old cookie is worth nothing.
    await context.addCookies(cookies)
    await page.reload()
    await expect(page.getByRole('heading')).toHaveText('Welcome to Acme')
  })
}

test('who signs out is signed out at the provider too, where that is possible', async ({ page, oidcC, oidcD }) => {
  for (const [provider, emulator] of [['Microsoft', oidcC] as const, ['Okta', oidcD] as const]) {
    await goToSignIn(page, provider)
    await page.getByRole('button', { name: 'Ada Lovelace' }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByRole('heading')).toHaveText('Welcome to Acme')
    expect(emulator.requests.filter(({ path }) => path.endsWith('/logout'))).toMatchObject([{ status: 302 }])
  }
})

test('Apple tells a name once, and the application remembers it', async ({ page }) => {
  for (const round of ['first', 'second']) {
    await test.step(`the ${round} time`, async () => {
      await goToSignIn(page, 'Apple')
      await page.getByRole('button', { name: 'Grace Hopper' }).click()
      await expect(page.getByRole('heading')).toHaveText('Hello, Grace Hopper')
      await page.getByRole('button', { name: 'Sign out' }).click()
    })
  }
})

test('a person hides their address', async ({ page }) => {
  await goToSignIn(page, 'Apple')
  await page.getByRole('radio', { name: 'Hide My Email' }).check()
  await page.getByRole('button', { name: 'Ada Lovelace' }).click()
  await expect(page.getByText(/signed in with Apple as \w+@privaterelay\.appleid\.com/)).toBeVisible()
})
