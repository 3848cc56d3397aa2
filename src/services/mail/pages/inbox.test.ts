import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { launchChromium } from '../../../testkit/chromium.ts'
import { given, resendOf, startMail, type RunningMail } from '../mail.fixture.ts'

// The inbox as a person meets it, in a real browser.

const HOSTILE = '<img src=x onerror=alert(1)>'
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

let browser: Browser
let mail: RunningMail
beforeAll(async () => {
  browser = await launchChromium()
  mail = await startMail()
})
afterAll(async () => {
  await browser.close()
  await mail.close()
})

let context: BrowserContext
let page: Page
/** What the browser complained of: errors, refusals of the content policy, dialogs. */
let complaints: string[]
async function openWith(options: BrowserContextOptions = {}): Promise<void> {
  context = await browser.newContext(options)
  page = await context.newPage()
  complaints = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
}
beforeEach(async () => {
  mail.reset()
  await openWith()
})
afterEach(() => context.close())

const send = (fields: object = {}) =>
  given(
    resendOf(mail).emails.send({
      from: 'Acme <hello@acme.test>',
      to: 'ada@example.com',
      subject: 'Welcome to Acme',
      text: 'Hello Ada, it is good to have you with us.',
      ...fields,
    }),
  )
const sendSignIn = () =>
  send({
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
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}
const subjects = () => page.getByRole('list', { name: 'Messages' }).locator('b').allTextContents()
const widerThanWindow = () => page.evaluate('document.documentElement.scrollWidth > window.innerWidth')

describe('the inbox', () => {
  it('says what it is for while it is empty', async () => {
    await page.goto(`${mail.url}/inbox`)
    await shoot('inbox-empty')
    expect(await page.title()).toBe('Inbox · mail')
    expect(await page.locator('main').innerText()).toContain('Nothing was sent yet.')
    expect(await page.getByRole('status').innerText()).toBe('0 messages')
  })

  it('lists what was sent, newest first, finds by text and by recipient, and empties', async () => {
    await send()
    await sendSignIn()
    await send({ to: 'Bob <bob@example.com>', subject: 'Your invoice', text: 'Attached.' })
    await page.goto(`${mail.url}/inbox`)
    await shoot('inbox')
    expect(await subjects()).toEqual(['Your invoice', 'Sign in to Acme', 'Welcome to Acme'])
    await page.getByRole('searchbox', { name: 'Search' }).fill('good to have')
    await page.keyboard.press('Enter')
    await page.waitForURL(/q=good/)
    expect(await subjects()).toEqual(['Welcome to Acme'])
    await page.getByRole('searchbox', { name: 'Search' }).fill('')
    await page.getByRole('combobox', { name: 'Recipient' }).selectOption('carl@example.com')
    await page.getByRole('button', { name: 'Find' }).click()
    await page.waitForURL(/to=carl/)
    expect(await subjects()).toEqual(['Sign in to Acme'])
    expect(await page.getByRole('status').innerText()).toBe('1 message found')
    await page.getByRole('button', { name: 'Empty the inbox' }).click()
    await page.waitForURL(/\/inbox$/)
    expect(await page.getByRole('status').innerText()).toBe('0 messages')
    expect(complaints).toEqual([])
  })

  it('has fifty messages a page', async () => {
    await given(
      resendOf(mail).batch.send(
        Array.from({ length: 60 }, (_, index) => ({
          from: 'a@acme.test',
          to: 'ada@example.com',
          subject: `Message ${index}`,
          text: 'x',
        })),
      ),
    )
    await page.goto(`${mail.url}/inbox?to=ada@example.com`)
    expect((await subjects())[0]).toBe('Message 59')
    await page.getByRole('link', { name: 'Older' }).click()
    await page.waitForURL(/page=2/)
    expect(await subjects()).toHaveLength(10)
    expect(new URL(page.url()).searchParams.get('to')).toBe('ada@example.com')
    expect(await page.getByRole('link', { name: 'Older' }).count()).toBe(0)
    await page.getByRole('link', { name: 'Newer' }).click()
    await page.waitForURL(/page=1/)
    expect(await subjects()).toHaveLength(50)
  })

  it('shows what came in once one is back from elsewhere', async () => {
    await page.goto(`${mail.url}/inbox`)
    await send()
    // A browser without a window never hides a page.
    const turn = (state: string) =>
      page.evaluate(`{
        Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      }`)
    await turn('hidden')
    const loaded = page.waitForEvent('load')
    await turn('visible')
    await loaded
    expect(await subjects()).toEqual(['Welcome to Acme'])
  })
})

describe('a message', () => {
  it('shows who wrote to whom, its codes, its links and its files', async () => {
    await sendSignIn()
    await page.goto(`${mail.url}/inbox`)
    await page.getByRole('link', { name: 'Sign in to Acme' }).click()
    await page.waitForURL(/\/inbox\/[0-9a-f-]{36}$/)
    await shoot('message')
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Sign in to Acme')
    expect((await page.locator('dl').first().innerText()).split(/\n+/)).toEqual(
      'From|Acme <hello@acme.test>|To|ada@example.com|Cc|carl@example.com|Reply to|help@acme.test|Arrived|2026-01-01 12:00:00 UTC|Tags|kind: sign-in'.split(
        '|',
      ),
    )
    expect(await page.getByRole('list', { name: 'Codes' }).innerText()).toBe('482913')
    expect(await page.getByRole('list', { name: 'Links' }).innerText()).toBe(`${mail.url}/inbox?signed=in`)
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'terms.txt' }).click()
    expect((await download).suggestedFilename()).toBe('terms.txt')
  })

  it('shows its HTML in a sandbox: styled, with its images, without its scripts; its links open beside', async () => {
    await sendSignIn()
    const { id } = await mail.inbox.next()
    await page.goto(`${mail.url}/inbox/${id}`)
    const frame = page.frameLocator('iframe')
    const link = frame.getByRole('link', { name: 'Sign in to Acme' })
    await link.waitFor()
    const inside = (expression: string) => page.frames()[1]?.evaluate(expression)
    expect(await inside("getComputedStyle(document.querySelector('.button')).backgroundColor")).toBe('rgb(47, 91, 215)')
    await expect.poll(() => inside("document.querySelector('#logo').naturalWidth")).toBe(1)
    expect(await frame.locator('h1').innerText()).toBe('Sign in')
    const opened = context.waitForEvent('page')
    await link.click()
    const beside = await opened
    await beside.waitForURL(/signed=in/)
    expect(await beside.getByRole('heading', { level: 1 }).innerText()).toBe('Inbox')
    expect(complaints.filter((each) => !/script/i.test(each))).toEqual([])
    expect(complaints.length).toBeGreaterThan(0)
  })

  it('loads images of other machines only when told to', async () => {
    const asked: string[] = []
    await context.route('**/*', (route) => {
      const url = route.request().url()
      asked.push(url)
      return url.startsWith(mail.url) ? route.continue() : route.fulfill({ body: '' })
    })
    await send({ html: '<img src="http://tracker.example/pixel.gif">' })
    const { id } = await mail.inbox.next()
    await page.goto(`${mail.url}/inbox/${id}`)
    await page.waitForLoadState('networkidle')
    expect(asked.every((url) => url.startsWith(mail.url))).toBe(true)
    await page.getByRole('link', { name: 'Load them' }).click()
    await expect.poll(() => asked).toContain('http://tracker.example/pixel.gif')
  })

  it('has its text, its headers and its source', async () => {
    await sendSignIn()
    const { id } = await mail.inbox.next()
    await page.goto(`${mail.url}/inbox/${id}`)
    await page.getByRole('link', { name: 'Text', exact: true }).click()
    await page.waitForURL(/view=text/)
    expect(await page.getByRole('region', { name: 'Text' }).innerText()).toContain('Your code is 482913')
    await page.getByRole('link', { name: 'Headers' }).click()
    await page.waitForURL(/view=headers/)
    expect(await page.getByRole('region', { name: 'Headers' }).innerText()).toMatch(/X-Campaign\s+spring/)
    await page.getByRole('link', { name: 'Source' }).click()
    await page.waitForURL(/view=source/)
    await shoot('message-source')
    expect(await page.getByRole('region', { name: 'Source' }).innerText()).toContain('Content-Type: multipart/mixed')
    expect(await page.locator('[aria-current=page]').innerText()).toBe('Source')
  })

  it('shows markup in what is no HTML as the text that it is', async () => {
    await send({ subject: HOSTILE, text: HOSTILE, tags: [], to: 'ada@example.com', headers: { 'X-Hostile': HOSTILE } })
    for (const path of [
      '/inbox',
      '/inbox?q=onerror',
      ...['', '?view=text', '?view=headers', '?view=source'].map((view) => `/inbox/${mail.inbox.list()[0]?.id}${view}`),
    ]) {
      await page.goto(mail.url + path)
      expect(await page.locator('img').count()).toBe(0)
      expect(await page.locator('main').innerText()).toContain(HOSTILE)
    }
    expect(complaints).toEqual([])
  })
})

describe('the pages of the inbox', () => {
  it('fit a window 320 pixels wide, in light and dark, and work without scripts', async () => {
    await send({
      subject: `A long subject ${'without-a-break-'.repeat(9)}`,
      to: `${'long-name-'.repeat(5)}@example.com`,
    })
    await sendSignIn()
    const { id } = mail.inbox.list()[0] ?? { id: '' }
    for (const colorScheme of ['light', 'dark'] as const) {
      await context.close()
      await openWith({ viewport: { width: 320, height: 640 }, colorScheme, javaScriptEnabled: false })
      for (const path of ['', `/${id}`, `/${id}?view=source`, `/${id}?view=headers`]) {
        await page.goto(`${mail.url}/inbox${path}`)
        await shoot(`narrow-${colorScheme}${path.replaceAll(/\W|[0-9a-f]{8}\S*(?=\?)|[0-9a-f]{8}-\S*/g, '')}`)
        expect(await widerThanWindow()).toBe(false)
      }
      const [ground] = await page.evaluate<string[]>('getComputedStyle(document.body).backgroundColor.match(/\\d+/g)')
      expect(Number(ground) < 128).toBe(colorScheme === 'dark')
    }
  })

  it('run no script and load nothing but their own', async () => {
    const { id } = await send()
    for (const path of ['/inbox', `/inbox/${id}`]) {
      const { headers } = await fetch(mail.url + path, { headers: { accept: 'text/html' } })
      expect(headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; style-src 'sha256-[^ ]+' 'sha256-[^ ]+'; script-src 'sha256-[^ ]+'; img-src data:;/,
      )
    }
  })
})
