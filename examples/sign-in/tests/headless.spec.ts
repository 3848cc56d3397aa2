import { expect, test } from './test.ts'

test('a test that is about something else signs in without a page', async ({ page, context, oidcA }) => {
  const begun = await context.request.get('/sign-in/google', { maxRedirects: 0 })
  const { location } = oidcA.authorize({ url: begun.headers()['location'] ?? '', email: 'grace@example.com' })
  await context.request.get(location, { maxRedirects: 0 })

  await page.goto('/')
  await expect(page.getByRole('heading')).toHaveText('Hello, Grace Hopper')
})

test('also where the answer is posted', async ({ page, context, oidcB }) => {
  const begun = await context.request.get('/sign-in/apple', { maxRedirects: 0 })
  const url = begun.headers()['location'] ?? ''
  const { location, parameters } = oidcB.authorize({ url, email: 'grace@example.com' })
  await context.request.post(location, { form: parameters, maxRedirects: 0 })

  await page.goto('/')
  await expect(page.getByRole('heading')).toHaveText('Hello, Grace Hopper')
})
