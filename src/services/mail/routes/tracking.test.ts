import { afterAll, describe, expect } from 'vitest'
import { visitorWithBrowser } from '#testkit/visitor.ts'
import { dataOf, mailTest, receiveEvents, resendOf, type RunningMail, startMail } from '#mail/mail.fixture.ts'

const receiver = await receiveEvents()
const visitor = visitorWithBrowser()
const it = mailTest({
  seed: {
    mail: {
      domains: [
        { name: 'acme.test', open_tracking: true, click_tracking: true },
        { name: 'opens.test', open_tracking: true },
        { name: 'clicks.test', click_tracking: true },
        { name: 'plain.test' },
      ],
      webhooks: [{ url: receiver.url, events: ['email.opened', 'email.clicked'] }],
    },
  },
})

afterAll(() => receiver[Symbol.asyncDispose]())
it.afterEach(async ({ mail }) => {
  await mail.webhooks.settled()
  receiver.received.length = 0
})

const HTML = '<body><p>Hello.</p><a class="b" href=\'https://app.test/start?a=1&amp;b=2#top\' id=c>Start</a></body>'
const TARGET = 'https://app.test/start?a=1&b=2#top'
const PIXEL = /<img alt="" src="(http[^"]+\/CI0\/[^"]+)" style="display:none; width:1px; height:1px;">/

const send = async (mail: RunningMail, changes: object = {}) => {
  const fields = { from: 'Acme <hello@acme.test>', to: 'ada@lovelace.test', subject: 'Hello', html: HTML, ...changes }
  return (await dataOf(resendOf(mail).emails.send(fields))).id
}
const follow = (url: string) => fetch(url, { redirect: 'manual', headers: { 'user-agent': 'Reader/1.0' } })
const lastEvent = async (mail: RunningMail, id: string) => (await dataOf(resendOf(mail).emails.get(id))).last_event
const events = async (mail: RunningMail) => {
  await mail.webhooks.settled()
  // the service has written the payloads
  return receiver.received.map(({ body }) => JSON.parse(body) as { readonly type: string; readonly data: object })
}

describe('an email of a domain that tracks clicks', () => {
  it('has links that lead through the instance to their targets, and reports clicks', async ({ mail }) => {
    const id = await send(mail)
    const { links } = await mail.inbox.next()
    const [link = ''] = links
    expect(links).toHaveLength(1)
    expect(link.startsWith(`${mail.url}/CL0/https:%2F%2Fapp.test%2Fstart%3Fa=1%26b=2%23top/1/`)).toBe(true)
    const answer = await follow(link)
    expect([answer.status, answer.headers.get('location')]).toEqual([302, TARGET])
    expect(await lastEvent(mail, id)).toBe('clicked')
    expect(await events(mail)).toMatchObject([
      {
        type: 'email.clicked',
        data: {
          email_id: id,
          to: ['ada@lovelace.test'],
          click: {
            ipAddress: '127.0.0.1',
            link: TARGET,
            timestamp: '2026-01-01T12:00:00.000Z',
            userAgent: 'Reader/1.0',
          },
        },
      },
    ])
  })

  it('keeps its HTML but for the links, and is shown by the API as it was sent', async ({ mail }) => {
    const html = `${HTML.replace('<body>', '<!-- <a href="https://app.test/no">no</a> -->')}<a href="mailto:a@b.test">M</a>`
    const id = await send(mail, { from: 'hello@clicks.test', html })
    const message = await mail.inbox.next()
    const [link = ''] = message.links
    expect(message.html).toBe(html.replace(/'https:.*top'/, `"${link}"`))
    expect((await dataOf(resendOf(mail).emails.get(id))).html).toBe(html)
    expect((await (await fetch(`${mail.url}/inbox/${id}/source`)).text()).includes(link)).toBe(true)
  })

  it('redirects to its own links only', async ({ mail }) => {
    await send(mail)
    const [link = ''] = (await mail.inbox.next()).links
    const [, signature = ''] = /\/(\w+)$/.exec(link) ?? []
    const elsewhere = link.replace('app.test', 'evil.test')
    const forged = link.replace(signature, 'A'.repeat(43))
    expect([(await follow(elsewhere)).status, (await follow(forged)).status]).toEqual([404, 404])
    expect(await events(mail)).toEqual([])
  })
})

describe('an email of a domain that tracks opens', () => {
  it('ends in a pixel whose loading is reported', async ({ mail }) => {
    const id = await send(mail, { from: 'hello@opens.test' })
    const { html } = await mail.inbox.next()
    const [pixel = '', url = ''] = PIXEL.exec(html ?? '') ?? []
    expect(html).toBe(HTML.replace('</body>', `${pixel}</body>`))
    const answer = await fetch(url)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/gif'])
    expect((await answer.arrayBuffer()).byteLength).toBe(42)
    expect(await lastEvent(mail, id)).toBe('opened')
    expect(await events(mail)).toMatchObject([{ type: 'email.opened', data: { email_id: id } }])
    expect((await fetch(url.replace(/\w+$/, 'A'))).status).toBe(404)
  })

  it('is opened by the page of the message, and clicked in it', async ({ mail }) => {
    const id = await send(mail, { html: `<a href="${mail.url}/inbox?signed=in">Sign in</a>` })
    const opened = visitor.page.waitForResponse(/\/CI0\//)
    await visitor.page.goto(`${mail.url}/inbox/${id}`)
    expect((await opened).status()).toBe(200)
    expect(await visitor.page.locator('main').innerText()).not.toContain('Images of other machines')
    const popup = visitor.page.context().waitForEvent('page')
    await visitor.page.frameLocator('iframe').getByRole('link', { name: 'Sign in' }).click()
    const target = await popup
    await target.waitForURL(/signed=in/)
    await target.close()
    expect((await events(mail)).map(({ type }) => type)).toEqual(['email.opened', 'email.clicked'])
  })
})

it('A page of an unknown origin may load a pixel, and nothing else', async ({ mail }) => {
  await send(mail)
  const pixel = PIXEL.exec((await mail.inbox.next()).html ?? '')?.[1] ?? ''
  const statusOf = async (url: string) => (await fetch(url, { headers: { origin: 'https://evil.example' } })).status
  expect([await statusOf(pixel), await statusOf(`${mail.url}/inbox`)]).toEqual([200, 403])
})

describe('an email that is not tracked', () => {
  it('is delivered as it was written', async ({ mail }) => {
    await send(mail, { from: 'hello@plain.test' })
    expect(await mail.inbox.next()).toMatchObject({ html: HTML, links: [TARGET] })
    await send(mail, { html: undefined, text: 'Start at https://app.test/start' })
    expect(await mail.inbox.next()).toMatchObject({ html: null, links: ['https://app.test/start'] })
  })

  it('was sent before its domain tracked anything, or after', async ({ mail }) => {
    const { domains } = resendOf(mail)
    const plain = (await dataOf(domains.list())).data.find(({ name }) => name === 'plain.test')?.id ?? ''
    const from = 'hello@plain.test'
    await send(mail, { from, subject: 'Before' })
    await dataOf(domains.update({ id: plain, clickTracking: true }))
    await send(mail, { from, subject: 'During' })
    await send(mail, { from, subject: 'After', scheduledAt: 'in 1 hour' })
    await dataOf(domains.update({ id: plain, clickTracking: false }))
    mail.clock.advance('1h')
    const [after, during, before] = mail.inbox.list()
    expect([before?.links, after?.links]).toEqual([[TARGET], [TARGET]])
    expect((await follow(during?.links[0] ?? '')).headers.get('location')).toBe(TARGET)
  })
})

it('A broadcast counts the clicks of each recipient', async ({ mail }) => {
  const resend = resendOf(mail)
  const { id: segmentId } = await dataOf(resend.segments.create({ name: 'News' }))
  await dataOf(resend.contacts.create({ email: 'ada@lovelace.test', segments: [{ id: segmentId }] }))
  const fields = { from: 'Acme <news@acme.test>', subject: 'News', html: HTML, segmentId, send: true }
  const { id } = await dataOf(resend.broadcasts.create(fields as never))
  const [link = ''] = (await mail.inbox.next()).links
  await follow(link)
  await follow(link)
  expect((await dataOf(resend.broadcasts.clickedLinks(id))).data).toMatchObject([
    { url: TARGET, clicks: 2, unique_clicks: 1 },
  ])
})

it("Tracked links are at the vendor's host in an instance with the vendor's hosts", async () => {
  await using mail = await startMail({
    hosts: 'real',
    seed: { mail: { domains: [{ name: 'acme.test', click_tracking: true }] } },
  })
  await send(mail)
  expect((await mail.inbox.next()).links[0]).toMatch(/^https:\/\/us-east-1\.resend-clicks\.com\/CL0\/https:/)
})
