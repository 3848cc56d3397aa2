import { createClerkClient } from '@clerk/backend'
import { company, expect, home, test } from './test.ts'

test('a visitor signs in on the page', async ({ page, app: _app }) => {
  await page.goto(home)
  await page.getByLabel('Email address, phone number or username').fill('grace@example.com')
  await page.getByLabel('Password').fill('correct-horse-battery')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Welcome, Grace' })).toBeVisible()
  await expect(page.getByText('No team')).toBeVisible()
})

test('a member who is signed in without the page switches teams', async ({ page, app: _app, authSaas, context }) => {
  await authSaas.signIn({ user: 'ada@example.com', organization: 'acme', context, url: home })
  await page.goto(home)
  await expect(page.getByText('Team acme as org:admin')).toBeVisible()
  await page.getByRole('link', { name: 'Switch team' }).click()
  await page.getByRole('button', { name: 'Beta' }).click()
  await expect(page.getByText('Team beta as org:member')).toBeVisible()
})

test('the table of users follows the webhooks', async ({ page, app: _app, authSaas, context }) => {
  const clerk = createClerkClient({ apiUrl: authSaas.url, secretKey: authSaas.env['CLERK_SECRET_KEY'] ?? '' })
  const user = await clerk.users.createUser({ emailAddress: ['lin@example.com'] })
  expect((await authSaas.webhooks.next('user.created')).state).toBe('delivered')
  await authSaas.signIn({ user: 'ada@example.com', context, url: home })
  await page.goto(`${home}/users`)
  await expect(page.getByRole('cell', { name: 'lin@example.com' })).toBeVisible()
  await clerk.users.deleteUser(user.id)
  await authSaas.webhooks.next('user.deleted')
  await page.reload()
  await expect(page.getByRole('cell', { name: 'lin@example.com' })).toBeHidden()
})

test('a person of a company signs in at its identity provider, and is in its team', async ({
  page,
  app: _app,
  authSaas,
  oidcD,
}) => {
  const clerk = createClerkClient({ apiUrl: authSaas.url, secretKey: authSaas.env['CLERK_SECRET_KEY'] ?? '' })
  const { data: teams } = await clerk.organizations.getOrganizationList({ query: 'acme' })
  await clerk.enterpriseConnections.createEnterpriseConnection({
    name: 'Contoso',
    provider: 'oidc_custom',
    domains: ['contoso.com'],
    organizationId: teams[0]?.id ?? '',
    active: true,
    oidc: {
      clientId: company.client_id,
      clientSecret: company.client_secret,
      discoveryUrl: `${oidcD.url}/.well-known/openid-configuration`,
    },
  })
  await page.goto(home)
  await page.getByLabel('Email address, phone number or username').fill('lin@contoso.com')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByRole('button', { name: 'Lin Ma' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome, Lin' })).toBeVisible()
  await page.getByRole('link', { name: 'Switch team' }).click()
  await page.getByRole('button', { name: 'Acme' }).click()
  await expect(page.getByText('Team acme as org:member')).toBeVisible()
})

test('a visitor without a session is redirected, and a webhook without a signature is refused', async ({
  app: _app,
  request,
}) => {
  const page = await request.get(`${home}/`, { headers: { accept: 'text/html' }, maxRedirects: 0 })
  expect(page.status()).toBe(307)
  const webhook = await request.post(`${home}/api/webhooks`, { data: { type: 'user.created', data: {} } })
  expect(webhook.status()).toBe(400)
})
