import { describe, expect } from 'vitest'
import { visitorWithBrowser } from '#testkit/visitor.ts'
import { dataOf, resendOf, mailTest, type RunningMail } from '#mail/mail.fixture.ts'

// The inbox in a real browser.

const HOSTILE = '<img src=x onerror=alert(1)>'
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const visitor = visitorWithBrowser()
const it = mailTest()

const send = (mail: RunningMail, fields: object = {}) =>
  dataOf(
    resendOf(mail).emails.send({
      from: 'Acme <hello@acme.test>',
      to: 'ada@example.com',
      subject: 'Welcome to Acme',
      text: 'Hello Ada, it is good to have you with us.',
      ...fields,
    }),
  )
const sendSignIn = (mail: RunningMail) =>
  send(mail, {
    subject: 'Sign in to Acme',
    text: undefined,
    html: `<html><head><style>.button { background: rgb(47, 91, 215); color: white; padding: 12px }</style></head><body>
      <h1>Sign in</h1><p>Your code is <b>482913</b></p><a class="button" href="${mail.url}/inbox?signed=in">Sign in to Acme</a>
      <img id="logo" src="cid:logo"><script>document.body.textContent = 'broken into'</script></body></html>`,
    replyTo: 'help@acme.test',
    cc: 'carl@example.com',
    tags: [{ name: 'kind', value: 'sign-in' }],
    headers: { 'X-Campaign': 'spring' },
    attachments: [
      { filename: 'terms.txt', content: Buffer.from('The terms.') },
      { filename: 'logo.png', content: PIXEL, contentId: 'logo' },
    ],
  })
const shoot = async (name: string) => {
  const folder = process.env['BACKLOT_SCREENSHOTS']
  if (folder !== undefined) await visitor.page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}
const subjects = () => visitor.page.getByRole('list', { name: 'Messages' }).locator('b').allTextContents()
const widerThanWindow = () => visitor.page.evaluate('document.documentElement.scrollWidth > window.innerWidth')

describe('the inbox', () => {
  it('explains itself while it is empty', async ({ mail }) => {
    await visitor.page.goto(`${mail.url}/inbox`)
    await shoot('inbox-empty')
    expect(await visitor.page.title()).toBe('Inbox · mail')
    expect(await visitor.page.locator('main').innerText()).toContain('Nothing was sent yet.')
    expect(await visitor.page.getByRole('status').innerText()).toBe('0 messages')
  })

  it('lists messages newest first, searches by text and recipient, and is emptied', async ({ mail }) => {
    await send(mail)
    await sendSignIn(mail)
    await send(mail, { to: 'Bob <bob@example.com>', subject: 'Your invoice', text: 'Attached.' })
    await visitor.page.goto(`${mail.url}/inbox`)
    await shoot('inbox')
    expect(await subjects()).toEqual(['Your invoice', 'Sign in to Acme', 'Welcome to Acme'])
    await visitor.page.getByRole('searchbox', { name: 'Search' }).fill('good to have')
    await visitor.page.keyboard.press('Enter')
    await visitor.page.waitForURL(/q=good/)
    expect(await subjects()).toEqual(['Welcome to Acme'])
    await visitor.page.getByRole('searchbox', { name: 'Search' }).fill('')
    await visitor.page.getByRole('combobox', { name: 'Recipient' }).selectOption('carl@example.com')
    await visitor.page.getByRole('button', { name: 'Find' }).click()
    await visitor.page.waitForURL(/to=carl/)
    expect(await subjects()).toEqual(['Sign in to Acme'])
    expect(await visitor.page.getByRole('status').innerText()).toBe('1 message found')
    await visitor.page.getByRole('button', { name: 'Empty the inbox' }).click()
    await visitor.page.waitForURL(/\/inbox$/)
    expect(await visitor.page.getByRole('status').innerText()).toBe('0 messages')
    expect(visitor.complaints).toEqual([])
  })

  it('has fifty messages a page', async ({ mail }) => {
    await dataOf(
      resendOf(mail).batch.send(
        Array.from({ length: 60 }, (_, index) => ({
          from: 'a@acme.test',
          to: 'ada@example.com',
          subject: `Message ${index}`,
          text: 'x',
        })),
      ),
    )
    await visitor.page.goto(`${mail.url}/inbox?to=ada@example.com`)
    expect((await subjects())[0]).toBe('Message 59')
    await visitor.page.getByRole('link', { name: 'Older' }).click()
    await visitor.page.waitForURL(/page=2/)
    expect(await subjects()).toHaveLength(10)
    expect(new URL(visitor.page.url()).searchParams.get('to')).toBe('ada@example.com')
    expect(await visitor.page.getByRole('link', { name: 'Older' }).count()).toBe(0)
    await visitor.page.getByRole('link', { name: 'Newer' }).click()
    await visitor.page.waitForURL(/page=1/)
    expect(await subjects()).toHaveLength(50)
  })

  it('reloads when its tab becomes visible again', async ({ mail }) => {
    await visitor.page.goto(`${mail.url}/inbox`)
    await send(mail)
    // A headless browser never hides a page by itself.
    const turn = (state: string) =>
      visitor.page.evaluate(`{
        Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      }`)
    await turn('hidden')
    const loaded = visitor.page.waitForEvent('load')
    await turn('visible')
    await loaded
    expect(await subjects()).toEqual(['Welcome to Acme'])
  })
})

describe('a message', () => {
  it('shows its addresses, codes, links and attachments', async ({ mail }) => {
    await sendSignIn(mail)
    await visitor.page.goto(`${mail.url}/inbox`)
    await visitor.page.getByRole('link', { name: 'Sign in to Acme' }).click()
    await visitor.page.waitForURL(/\/inbox\/[0-9a-f-]{36}$/)
    await shoot('message')
    expect(await visitor.page.getByRole('heading', { level: 1 }).innerText()).toBe('Sign in to Acme')
    expect((await visitor.page.locator('dl').first().innerText()).split(/\n+/)).toEqual(
      'From|Acme <hello@acme.test>|To|ada@example.com|Cc|carl@example.com|Reply to|help@acme.test|Arrived|2026-01-01 12:00:00 UTC|Tags|kind: sign-in'.split(
        '|',
      ),
    )
    expect(await visitor.page.getByRole('list', { name: 'Codes' }).innerText()).toBe('482913')
    expect(await visitor.page.getByRole('list', { name: 'Links' }).innerText()).toBe(`${mail.url}/inbox?signed=in`)
    const download = visitor.page.waitForEvent('download')
    await visitor.page.getByRole('link', { name: 'terms.txt' }).click()
    expect((await download).suggestedFilename()).toBe('terms.txt')
  })

  it('shows its HTML in a sandbox: styled, with its images, without scripts; links open in a new tab', async ({
    mail,
  }) => {
    await sendSignIn(mail)
    const { id } = await mail.inbox.next()
    await visitor.page.goto(`${mail.url}/inbox/${id}`)
    const frame = visitor.page.frameLocator('iframe')
    const link = frame.getByRole('link', { name: 'Sign in to Acme' })
    await link.waitFor()
    const inside = (expression: string) => visitor.page.frames()[1]?.evaluate(expression)
    expect(await inside("getComputedStyle(document.querySelector('.button')).backgroundColor")).toBe('rgb(47, 91, 215)')
    await expect.poll(() => inside("document.querySelector('#logo').naturalWidth")).toBe(1)
    expect(await frame.locator('h1').innerText()).toBe('Sign in')
    const opened = visitor.page.context().waitForEvent('page')
    await link.click()
    const beside = await opened
    await beside.waitForURL(/signed=in/)
    expect(await beside.getByRole('heading', { level: 1 }).innerText()).toBe('Inbox')
    expect(visitor.complaints.filter((each) => !/script/i.test(each))).toEqual([])
    expect(visitor.complaints.length).toBeGreaterThan(0)
  })

  it('loads images from other machines only on request', async ({ mail }) => {
    const requested: string[] = []
    await visitor.page.context().route('**/*', (route) => {
      const url = route.request().url()
      requested.push(url)
      return url.startsWith(mail.url) ? route.continue() : route.fulfill({ body: '' })
    })
    await send(mail, { html: '<img src="http://tracker.example/pixel.gif">' })
    const { id } = await mail.inbox.next()
    await visitor.page.goto(`${mail.url}/inbox/${id}`)
    await visitor.page.waitForLoadState('networkidle')
    expect(requested.every((url) => url.startsWith(mail.url))).toBe(true)
    await visitor.page.getByRole('link', { name: 'Load them' }).click()
    await expect.poll(() => requested).toContain('http://tracker.example/pixel.gif')
  })

  it('has its text, its headers and its source', async ({ mail }) => {
    await sendSignIn(mail)
    const { id } = await mail.inbox.next()
    await visitor.page.goto(`${mail.url}/inbox/${id}`)
    await visitor.page.getByRole('link', { name: 'Text', exact: true }).click()
    await visitor.page.waitForURL(/view=text/)
    expect(await visitor.page.getByRole('region', { name: 'Text' }).innerText()).toContain('Your code is 482913')
    await visitor.page.getByRole('link', { name: 'Headers' }).click()
    await visitor.page.waitForURL(/view=headers/)
    expect(await visitor.page.getByRole('region', { name: 'Headers' }).innerText()).toMatch(/X-Campaign\s+spring/)
    await visitor.page.getByRole('link', { name: 'Source' }).click()
    await visitor.page.waitForURL(/view=source/)
    await shoot('message-source')
    expect(await visitor.page.getByRole('region', { name: 'Source' }).innerText()).toContain(
      'Content-Type: multipart/mixed',
    )
    expect(await visitor.page.locator('[aria-current=page]').innerText()).toBe('Source')
  })

  it('escapes markup in everything but its HTML', async ({ mail }) => {
    await send(mail, {
      subject: HOSTILE,
      text: HOSTILE,
      tags: [],
      to: 'ada@example.com',
      headers: { 'X-Hostile': HOSTILE },
    })
    for (const path of [
      '/inbox',
      '/inbox?q=onerror',
      ...['', '?view=text', '?view=headers', '?view=source'].map((view) => `/inbox/${mail.inbox.list()[0]?.id}${view}`),
    ]) {
      await visitor.page.goto(mail.url + path)
      expect(await visitor.page.locator('img').count()).toBe(0)
      expect(await visitor.page.locator('main').innerText()).toContain(HOSTILE)
    }
    expect(visitor.complaints).toEqual([])
  })
})

describe('the pages of the inbox', () => {
  it('fit a window 320 pixels wide, in light and dark, and work without scripts', async ({ mail }) => {
    await send(mail, {
      subject: `A long subject ${'without-a-break-'.repeat(9)}`,
      to: `${'long-name-'.repeat(5)}@example.com`,
    })
    await sendSignIn(mail)
    const { id } = mail.inbox.list()[0] ?? { id: '' }
    for (const colorScheme of ['light', 'dark'] as const) {
      await visitor.openWith({ viewport: { width: 320, height: 640 }, colorScheme, javaScriptEnabled: false })
      for (const path of ['', `/${id}`, `/${id}?view=source`, `/${id}?view=headers`]) {
        await visitor.page.goto(`${mail.url}/inbox${path}`)
        await shoot(`narrow-${colorScheme}${path.replaceAll(/\W|[0-9a-f]{8}\S*(?=\?)|[0-9a-f]{8}-\S*/g, '')}`)
        expect(await widerThanWindow()).toBe(false)
      }
      const [ground] = await visitor.page.evaluate<string[]>(
        'getComputedStyle(document.body).backgroundColor.match(/\\d+/g)',
      )
      expect(Number(ground) < 128).toBe(colorScheme === 'dark')
    }
  })

  it('run no script and load nothing but their own', async ({ mail }) => {
    const { id } = await send(mail)
    for (const path of ['/inbox', `/inbox/${id}`]) {
      const { headers } = await fetch(mail.url + path, { headers: { accept: 'text/html' } })
      expect(headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; style-src 'sha256-[^ ]+' 'sha256-[^ ]+'; script-src 'sha256-[^ ]+'; img-src data:;/,
      )
    }
  })
})
