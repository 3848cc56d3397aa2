import { describe, expect, expectTypeOf } from 'vitest'
import { dataOf, resendOf, mailTest, type RunningMail } from '#mail/mail.fixture.ts'
import type { InboxMessage } from '#mail/json/inbox-message.ts'

const it = mailTest()

const send = (mail: RunningMail, fields: object = {}) =>
  dataOf(
    resendOf(mail).emails.send({
      from: 'Acme <hello@acme.test>',
      to: 'ada@example.com',
      subject: 'Welcome to Acme',
      text: 'Hello',
      ...fields,
    }),
  )

describe('inbox.next', () => {
  it('returns the message with its links and codes', async ({ mail }) => {
    const { id } = await send(mail, {
      html: '<p>Your code is <b>482913</b></p><a href="https://acme.test/in?a=1&amp;b=2">Sign in</a>',
      text: undefined,
      replyTo: 'help@acme.test',
      tags: [{ name: 'kind', value: 'welcome' }],
      headers: { 'X-Entity-Ref-ID': '7' },
    })
    const message = await mail.inbox.next({ to: 'ada@example.com' })
    expectTypeOf(message).toEqualTypeOf<InboxMessage>()
    expect(message).toEqual({
      id,
      from: 'Acme <hello@acme.test>',
      to: ['ada@example.com'],
      cc: [],
      bcc: [],
      reply_to: ['help@acme.test'],
      subject: 'Welcome to Acme',
      html: '<p>Your code is <b>482913</b></p><a href="https://acme.test/in?a=1&amp;b=2">Sign in</a>',
      text: null,
      headers: { 'X-Entity-Ref-ID': '7' },
      attachments: [],
      tags: [{ name: 'kind', value: 'welcome' }],
      created_at: '2026-01-01T12:00:00.000Z',
      links: ['https://acme.test/in?a=1&b=2'],
      codes: ['482913'],
    })
  })

  it('waits for a matching message that is sent later', async ({ mail }) => {
    const waiting = mail.inbox.next({ to: 'ADA@example.com', subject: 'reset' })
    await send(mail)
    await send(mail, { to: 'Bob <bob@example.com>', subject: 'Reset your password' })
    await send(mail, { to: ['x@example.com', 'Ada <ada@Example.com>'], subject: 'Reset your password' })
    expect((await waiting).to).toEqual(['x@example.com', 'Ada <ada@Example.com>'])
  })

  it('matches recipients in cc and bcc', async ({ mail }) => {
    await send(mail, { cc: 'carl@example.com', bcc: ['bcc@example.com'] })
    await send(mail, { cc: 'carl@example.com', bcc: ['bcc@example.com'] })
    expect((await mail.inbox.next({ to: 'carl@example.com' })).cc).toEqual(['carl@example.com'])
    expect((await mail.inbox.next({ to: 'bcc@example.com' })).bcc).toEqual(['bcc@example.com'])
  })

  it('returns the oldest first, and each message once', async ({ mail }) => {
    await send(mail, { subject: 'One' })
    await send(mail, { subject: 'Two' })
    expect((await mail.inbox.next()).subject).toBe('One')
    expect((await mail.inbox.next()).subject).toBe('Two')
    await expect(mail.inbox.next({ timeout: 1 })).rejects.toThrow(
      'mail.inbox.next waited 1 ms: no message arrived; these did: ' +
        '"One" to ada@example.com (an earlier next returned it); "Two" to ada@example.com (an earlier next returned it)',
    )
  })

  it('lists the messages that did arrive and the scheduled ones when it times out', async ({ mail }) => {
    await send(mail, { cc: 'carl@example.com' })
    await send(mail, { scheduledAt: '2026-01-02T00:00:00Z' })
    await expect(
      mail.inbox.next({ to: 'bob@example.com', subject: 'Reset', since: '2026-01-01', timeout: '5ms' }),
    ).rejects.toThrow(
      'no message to bob@example.com with "Reset" in its subject since 2026-01-01T00:00:00.000Z arrived; these did: ' +
        '"Welcome to Acme" to ada@example.com, carl@example.com; 1 more scheduled for later',
    )
    mail.reset()
    await expect(mail.inbox.next({ timeout: 1 })).rejects.toThrow('no message arrived; these did: nothing')
  })

  it('waits until the clock reaches a scheduled message', async ({ mail }) => {
    await send(mail, { scheduledAt: 'in 1 hour' })
    const waiting = mail.inbox.next()
    mail.clock.advance('1h')
    expect((await waiting).created_at).toBe('2026-01-01T13:00:00.000Z')
  })

  it('filters by the time of arrival', async ({ mail }) => {
    await send(mail, { subject: 'Before' })
    mail.clock.advance('1m')
    const since = new Date(mail.clock.now())
    await send(mail, { subject: 'After' })
    expect((await mail.inbox.next({ since })).subject).toBe('After')
  })

  it('refuses an unknown filter', async ({ mail }) => {
    // @ts-expect-error: the options are typed
    await expect(mail.inbox.next({ form: 'x' })).rejects.toThrow('inbox.next: unknown option form')
  })

  it('is a command of the control plane', async ({ mail }) => {
    const response = fetch(`${mail.url}/_backlot/inbox/next`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ to: 'ada@example.com', timeout: '10s' }),
    })
    await send(mail)
    expect(await (await response).json()).toMatchObject({ subject: 'Welcome to Acme' })
  })
})

it('takes no message for a client that closed its connection', async ({ mail }) => {
  const client = new AbortController()
  const body = JSON.stringify({ to: 'bob@example.com', timeout: '10s' })
  const headers = { 'content-type': 'application/json' }
  const request = new Request('http://mail/_backlot/inbox/next', {
    method: 'POST',
    headers,
    body,
    signal: client.signal,
  })
  const waiting = mail.fetch(request).catch(() => undefined)
  await send(mail)
  client.abort()
  await waiting
  await send(mail, { to: 'bob@example.com', subject: 'For the next' })
  expect((await mail.inbox.next({ to: 'bob@example.com' })).subject).toBe('For the next')
})

it('waits for a message sent after others were seen, and after the inbox was emptied', async ({ mail }) => {
  await send(mail, { subject: 'First' })
  const waiting = mail.inbox.next({ to: 'bob@example.com' })
  await send(mail, { subject: 'Second' })
  mail.inbox.clear()
  await send(mail, { subject: 'Third', to: 'bob@example.com' })
  expect((await waiting).subject).toBe('Third')
})

describe('inbox.list and inbox.clear', () => {
  it('list messages newest first by the time of sending, and empty the inbox', async ({ mail }) => {
    await send(mail, { subject: 'Scheduled', scheduledAt: 'in 1 hour' })
    await send(mail, { subject: 'At once' })
    expect(mail.inbox.list().map(({ subject }) => subject)).toEqual(['At once'])
    mail.clock.advance('1h')
    await send(mail, { subject: 'Last', to: 'bob@example.com' })
    expect(mail.inbox.list().map(({ subject }) => subject)).toEqual(['Last', 'Scheduled', 'At once'])
    expect(mail.inbox.list({ to: 'bob@example.com' })).toHaveLength(1)
    mail.inbox.clear()
    expect(mail.inbox.list()).toEqual([])
    await send(mail, { subject: 'Anew' })
    expect((await mail.inbox.next()).subject).toBe('Anew')
    expect((await dataOf(resendOf(mail).emails.list())).data).toHaveLength(4)
  })
})
