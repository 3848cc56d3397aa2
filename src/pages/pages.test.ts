import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createEmulator, type Emulator } from '../emulator.ts'
import { visitorWithBrowser } from '#testkit/visitor.ts'

// The pages of codehost's sign-in in a real browser.

const HOSTILE = '<img src=x onerror=alert(1)>'
const CROWD = Array.from({ length: 12 }, (_, index) => ({ login: `user-${index}`, name: `Person ${index}` }))

const visitor = visitorWithBrowser()
let application: Server
let callback: string
let codehost: Emulator<'codehost'>
let crowded: Emulator<'codehost'>
beforeAll(async () => {
  // Its callback goes on to another origin, as applications behind a proxy do.
  application = createServer((request, response) => {
    const { port } = application.address() as AddressInfo // a TCP server's address
    if (request.url?.startsWith('/callback') === true) {
      response.writeHead(302, { location: `http://127.0.0.1:${port}/done${request.url.slice(9)}` }).end()
    } else response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Application</title>')
  })
  await new Promise<void>((resolve) => application.listen(0, '127.0.0.1', resolve))
  callback = `http://localhost:${(application.address() as AddressInfo).port}/callback`
  const oauth_apps = [
    { client_id: 'web-app', client_secret: 'shh', name: 'Web App', redirect_uris: [callback] },
    { client_id: 'hostile', client_secret: 'shh', name: HOSTILE, redirect_uris: [callback] },
  ]
  // With a token there is no default one, and so no user that it belongs to.
  const seedOf = (users: readonly { login: string; name?: string; email?: string }[]) => ({
    tokens: { unused: { login: users[0]?.login ?? '', scopes: [] } },
    codehost: { users: [...users], oauth_apps },
  })
  const users = [
    { login: 'octocat', name: 'The Octocat', email: 'octocat@example.com' },
    { login: 'hubber' },
    { login: 'mallory', name: HOSTILE, email: 'mallory@example.com' },
  ]
  codehost = await createEmulator({ service: 'codehost', port: 0, seed: seedOf(users) })
  crowded = await createEmulator({ service: 'codehost', port: 0, seed: seedOf(CROWD) })
})
afterAll(async () => {
  await codehost.close()
  await crowded.close()
  application.closeAllConnections()
  application.close()
})

beforeEach(() => {
  codehost.reset()
  crowded.reset()
})

const signInUrl = (more: Record<string, string> = {}, { url } = codehost) => {
  const query = { client_id: 'web-app', redirect_uri: callback, scope: 'repo read:user', state: 'xyz', ...more }
  return `${url}/login/oauth/authorize?${new URLSearchParams(query).toString()}`
}
const shoot = async (name: string) => {
  const folder = process.env['BACKLOT_SCREENSHOTS']
  if (folder !== undefined) await visitor.page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}
const widerThanWindow = () => visitor.page.evaluate('document.documentElement.scrollWidth > window.innerWidth')

describe('the sign-in page', () => {
  it('signs in with one click, and goes where the application goes on to', async () => {
    await visitor.page.goto(signInUrl())
    await shoot('sign-in')
    expect(await visitor.page.title()).toBe('Sign in to Web App · codehost')
    await visitor.page.getByRole('button', { name: 'The Octocat', exact: true }).click()
    await visitor.page.waitForURL(/127\.0\.0\.1:\d+\/done\?code=[0-9a-f]{20}&state=xyz$/)
    expect(visitor.complaints).toEqual([])
  })

  it('says who asks, for what, where it leads, and that it is a stand-in', async () => {
    await visitor.page.goto(signInUrl())
    expect(await visitor.page.getByRole('heading', { level: 1 }).textContent()).toBe('Sign in to Web App')
    expect(
      await visitor.page.getByRole('list', { name: 'Web App asks to' }).getByRole('listitem').allTextContents(),
    ).toEqual(['Read and change your public and private repositories repo', 'Read your profile read:user'])
    const text = await visitor.page.locator('body').innerText()
    expect(text).toContain(callback)
    expect(text).toContain('A stand-in for the GitHub REST API')
    expect(text).toContain('octocat · octocat@example.com')
  })

  it('describes people beyond their name', async () => {
    await visitor.page.goto(signInUrl())
    const described = visitor.page.getByRole('button', { description: 'octocat · octocat@example.com' })
    expect(await described.count()).toBe(1)
    expect(await visitor.page.getByRole('button', { name: 'hubber' }).count()).toBe(1)
    expect(await visitor.page.getByRole('list', { name: 'Continue as' }).getByRole('button').count()).toBe(3)
  })

  it('shows a name that is markup as the text that it is', async () => {
    await visitor.page.goto(signInUrl({ client_id: 'hostile', state: `"><script>alert(2)</script>`, login: HOSTILE }))
    await shoot('hostile')
    expect(await visitor.page.locator('img').count()).toBe(0)
    expect(await visitor.page.getByRole('heading', { level: 1 }).textContent()).toBe(`Sign in to ${HOSTILE}`)
    await visitor.page.getByRole('button', { name: HOSTILE, exact: true }).click()
    await visitor.page.waitForURL(/done/)
    expect(new URL(visitor.page.url()).searchParams.get('state')).toBe(`"><script>alert(2)</script>`)
    expect(visitor.complaints).toEqual([])
  })

  it('works with the keyboard: whom the application suggests is first, and has the focus', async () => {
    await visitor.page.goto(signInUrl({ login: 'hubber' }))
    expect(await visitor.page.getByRole('button').first().getAttribute('value')).toBe('hubber')
    await visitor.page.keyboard.press('Tab')
    expect(await visitor.page.evaluate('document.activeElement.value')).toBe('octocat')
    await visitor.page.keyboard.press('Shift+Tab')
    await visitor.page.keyboard.press('Enter')
    await visitor.page.waitForURL(/done\?code=/)
    const code = new URL(visitor.page.url()).searchParams.get('code') ?? ''
    const body = new URLSearchParams({ client_id: 'web-app', client_secret: 'shh', code })
    const answer = await (await fetch(`${codehost.url}/login/oauth/access_token`, { method: 'POST', body })).text()
    const authorization = `Bearer ${new URLSearchParams(answer).get('access_token')}`
    const user = await (await fetch(`${codehost.url}/user`, { headers: { authorization } })).json()
    expect(user).toMatchObject({ login: 'hubber' })
  })

  it('can be cancelled', async () => {
    await visitor.page.goto(signInUrl())
    await visitor.page.getByRole('button', { name: 'Cancel' }).click()
    await visitor.page.waitForURL(/done\?error=/)
    expect(new URL(visitor.page.url()).searchParams.get('error')).toBe('access_denied')
  })

  it('fits a window 320 pixels wide, in light and dark', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await visitor.openWith({ viewport: { width: 320, height: 640 }, colorScheme })
      await visitor.page.goto(signInUrl({ client_id: 'hostile' }))
      await shoot(`narrow-${colorScheme}`)
      expect(await widerThanWindow()).toBe(false)
      const [ground] = await visitor.page.evaluate<string[]>(
        'getComputedStyle(document.body).backgroundColor.match(/\\d+/g)',
      )
      expect(Number(ground) < 128).toBe(colorScheme === 'dark')
    }
  })

  it('asks nothing of any other server, nor anything else of this one', async () => {
    const requested: string[] = []
    visitor.page.on('request', (request) => requested.push(request.url()))
    await visitor.page.goto(signInUrl())
    await visitor.page.waitForLoadState('networkidle')
    expect(requested.filter((url) => !url.startsWith('data:'))).toEqual([signInUrl()])
    expect(codehost.requests.map(({ path }) => path)).toEqual(['/login/oauth/authorize'])
    expect(visitor.complaints).toEqual([])
  })

  it('is not cached, cannot be framed, and runs no script but its own', async () => {
    const response = await fetch(signInUrl())
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'; style-src 'sha256-[^;]+'; script-src 'sha256-[^;]+'; img-src data:; form-action 'self' http: https:; base-uri 'none'; frame-ancestors 'none'$/,
      ),
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    await visitor.page.goto(signInUrl())
    await visitor.page.evaluate(`{
      const script = document.createElement('script')
      script.textContent = 'document.title = "broken into"'
      document.body.append(script)
    }`)
    expect(await visitor.page.title()).not.toBe('broken into')
    expect(visitor.complaints.join()).toContain('Content Security Policy')
  })
})

describe('the sign-in page with many people', () => {
  const people = () => visitor.page.getByRole('list', { name: 'Continue as' }).getByRole('button')

  it('finds them by what they are called, and signs in the only one left with Enter', async () => {
    await visitor.page.goto(signInUrl({}, crowded))
    const box = visitor.page.getByRole('searchbox', { name: 'Find a person' })
    await box.fill('person 1')
    expect(await people().count()).toBe(3)
    await shoot('filtered')
    await visitor.page.keyboard.press('Enter')
    expect(await people().count()).toBe(3)
    await box.fill('nobody of that name')
    expect(await visitor.page.getByRole('status').innerText()).toBe('Nobody is called that.')
    await box.fill('USER-11')
    await visitor.page.keyboard.press('Enter')
    await visitor.page.waitForURL(/done\?code=/)
    expect(visitor.complaints).toEqual([])
  })

  it('shows no box for up to eight', async () => {
    await visitor.page.goto(signInUrl())
    expect(await visitor.page.getByRole('searchbox').count()).toBe(0)
  })

  it('works without scripts, where it shows everyone and no box', async () => {
    await visitor.openWith({ javaScriptEnabled: false })
    await visitor.page.goto(signInUrl({}, crowded))
    expect(await people().count()).toBe(12)
    expect(await visitor.page.getByRole('searchbox').count()).toBe(0)
    await visitor.page.getByRole('button', { name: 'Person 7' }).click()
    await visitor.page.waitForURL(/done\?code=/)
  })
})

describe('the device pages', () => {
  it('take a code, a person and their consent', async () => {
    const body = new URLSearchParams({ client_id: 'web-app', scope: 'repo' })
    const answer = new URLSearchParams(
      await (await fetch(`${codehost.url}/login/device/code`, { method: 'POST', body })).text(),
    )
    await visitor.page.goto(answer.get('verification_uri') ?? '')
    await shoot('device')
    await visitor.page.getByLabel('Code').fill((answer.get('user_code') ?? '').toLowerCase())
    await visitor.page.getByRole('button', { name: 'Continue' }).click()
    await visitor.page.getByRole('button', { name: 'The Octocat' }).click()
    await shoot('consent')
    expect(await visitor.page.getByRole('listitem').allTextContents()).toEqual([
      'Read and change your public and private repositories repo',
    ])
    await visitor.page.getByRole('button', { name: 'Authorize Web App' }).click()
    expect(await visitor.page.getByRole('heading', { level: 1 }).textContent()).toBe('The device is connected')
    await shoot('connected')
    expect(visitor.complaints).toEqual([])
  })

  it('say so when a code is wrong', async () => {
    await visitor.page.goto(`${codehost.url}/login/device?user_code=AAAA-AAAA`)
    await visitor.page.getByRole('button', { name: 'Continue' }).click()
    expect(await visitor.page.getByRole('alert').textContent()).toBe('No device waits with the code AAAA-AAAA.')
  })
})

describe('the error page', () => {
  it('says what is wrong and what to do, with every value escaped', async () => {
    await visitor.openWith({ viewport: { width: 320, height: 640 } })
    await visitor.page.goto(
      signInUrl({ redirect_uri: `http://localhost:3001/${'very-long-path/'.repeat(9)}${encodeURI(HOSTILE)}` }),
    )
    await shoot('error')
    expect(await visitor.page.getByRole('alert').innerText()).toContain(
      'is not registered for web-app; registered: http://localhost',
    )
    expect(await visitor.page.getByRole('listitem').count()).toBe(2)
    expect(await widerThanWindow()).toBe(false)
    await visitor.page.goto(signInUrl({ client_id: HOSTILE }))
    expect(await visitor.page.locator('img').count()).toBe(0)
    expect(await visitor.page.getByRole('alert').innerText()).toContain(`client_id ${HOSTILE} is not registered`)
    expect(visitor.complaints.filter((each) => !each.includes('the server responded with a status of 40'))).toEqual([])
  })
})
