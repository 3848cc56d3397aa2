// @clerk/ui: the component of API keys in a browser, which makes a key, shows its secret once, lists it and revokes it,
// for the user and for an organization.
import { createServer } from 'node:http'
import process from 'node:process'
import { chromium } from '@playwright/test'
import { createEmulator } from 'backlot'

export const service = 'auth-saas'
export const seed = {}

const password = 'correct-horse-battery'

const section = {
  users: [{ id: 'user_ada', first_name: 'Ada', email_addresses: ['ada@example.com'], password }],
  organizations: [
    { id: 'org_acme', name: 'Acme', slug: 'acme', members: [{ email: 'ada@example.com', role: 'org:admin' }] },
  ],
  settings: { user_api_keys: true, organization_api_keys: true },
}

/** The page of an application: the library and its components, as the instance serves them from the project. */
const document = ({ url, env }) => `<!doctype html><title>application</title><div id="app"></div>
<script src="${url}/npm/@clerk/ui@1/dist/ui.browser.js"></script>
<script async crossorigin="anonymous" data-clerk-publishable-key="${env.CLERK_PUBLISHABLE_KEY}"
  src="${url}/npm/@clerk/clerk-js@6/dist/clerk.browser.js"></script>`

/** Makes a key in the component that the page shows, reads its secret, and returns it. */
async function makeKey(page, name) {
  await page.getByRole('button', { name: 'Add new key' }).click()
  await page.getByLabel('Secret key name').fill(name)
  await page.getByRole('button', { name: 'Create key' }).click()
  const secret = await page.getByLabel('API key', { exact: true }).inputValue()
  await page.getByRole('button', { name: 'Copy & Close' }).click()
  await page.getByText(name, { exact: true }).waitFor()
  return secret
}

/** Revokes the key that the component lists. */
async function revokeKey(page, name) {
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('menuitem', { name: 'Revoke key' }).click()
  await page.getByRole('textbox').last().fill('Revoke')
  await page.getByRole('button', { name: 'Revoke key' }).click()
  await page.getByText('No API keys found').waitFor()
  if (await page.getByText(name, { exact: true }).isVisible()) throw new Error(`${name} is still listed`)
}

/** Asks the backend API whose key a secret is; a revoked one is not found. */
async function ownerOf(auth, secret) {
  const answer = await auth.fetch(`${auth.url}/v1/api_keys/verify`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_backlot', 'content-type': 'application/json' },
    body: JSON.stringify({ secret }),
  })
  const { subject, revoked } = await answer.json()
  return answer.status === 200 && revoked === false ? subject : null
}

export default async function flow() {
  const auth = await createEmulator({ service: 'auth-saas', port: 0, https: true, seed: { 'auth-saas': section } })
  const site = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(document(auth))
  })
  await new Promise((done) => {
    site.listen(0, '127.0.0.1', done)
  })
  const browser = await chromium.launch({ executablePath: process.env.BACKLOT_CHROMIUM, args: ['--no-sandbox'] })
  const context = await browser.newContext({ ignoreHTTPSErrors: true })
  const page = await context.newPage()
  page.setDefaultTimeout(10_000)
  await page.goto(`http://localhost:${site.address().port}`)
  await page.waitForFunction(() => 'Clerk' in globalThis)
  await page.evaluate(async (given) => {
    const { Clerk } = globalThis
    const ui = { ClerkUI: Reflect.get(globalThis, '__internal_ClerkUICtor') }
    await Clerk.load({ signInUrl: '/sign-in', signUpUrl: '/sign-up', ui })
    const { createdSessionId } = await Clerk.client.signIn.create({ identifier: 'ada@example.com', password: given })
    await Clerk.setActive({ session: createdSessionId })
  }, password)
  for (const [organization, subject] of [
    [null, 'user_ada'],
    ['org_acme', 'org_acme'],
  ]) {
    await page.evaluate(async (active) => {
      const { Clerk, document: shown } = globalThis
      const element = shown.getElementById('app')
      await Clerk.setActive({ organization: active })
      Clerk.unmountAPIKeys(element)
      Clerk.mountAPIKeys(element)
    }, organization)
    const secret = await makeKey(page, 'Deploys')
    if ((await ownerOf(auth, secret)) !== subject) throw new Error(`the secret is not of ${subject}`)
    if ((await page.content()).includes(secret)) throw new Error('the secret is shown again')
    await revokeKey(page, 'Deploys')
    if ((await ownerOf(auth, secret)) !== null) throw new Error('a revoked key is still accepted')
  }
  await browser.close()
  await auth.close()
  site.close()
}
