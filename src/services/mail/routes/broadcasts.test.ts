import { describe, expect } from 'vitest'
import { dataOf, resend4Of, resendOf, mailTest, type RunningMail } from '#mail/mail.fixture.ts'

const it = mailTest({
  seed: {
    mail: {
      domains: [{ name: 'acme.test' }],
      audiences: [
        {
          name: 'Newsletter',
          contacts: [
            { email: 'ada@example.com', first_name: 'Ada' },
            { email: 'bob@example.com', unsubscribed: true },
            { email: 'carl@example.com' },
          ],
        },
      ],
    },
  },
})
let segmentId: string

it.beforeEach(async ({ mail }) => {
  segmentId = (await dataOf(resend(mail).segments.list())).data[0]?.id ?? ''
})

const resend = (mail: RunningMail) => resendOf(mail)
const draft = (mail: RunningMail, fields: object = {}) =>
  dataOf(
    resend(mail).broadcasts.create({
      segmentId,
      from: 'Acme <news@acme.test>',
      subject: 'News for {{{contact.first_name|you}}}',
      html: '<p>Hi {{{FIRST_NAME|there}}}</p><a href="{{{RESEND_UNSUBSCRIBE_URL}}}">Unsubscribe</a>',
      ...fields,
    }),
  )
const sentTo = (mail: RunningMail) => mail.inbox.list().map(({ to }) => to[0])

describe('broadcasts', () => {
  it('are created as drafts, read, listed, updated and deleted', async ({ mail }) => {
    const { id } = await draft(mail, {
      name: 'January',
      previewText: 'What is new',
      replyTo: 'help@acme.test',
      text: 'Hi',
    })
    expect(await dataOf(resend(mail).broadcasts.get(id))).toEqual({
      object: 'broadcast',
      id,
      name: 'January',
      audience_id: segmentId,
      segment_id: segmentId,
      from: 'Acme <news@acme.test>',
      subject: 'News for {{{contact.first_name|you}}}',
      reply_to: ['help@acme.test'],
      preview_text: 'What is new',
      html: '<p>Hi {{{FIRST_NAME|there}}}</p><a href="{{{RESEND_UNSUBSCRIBE_URL}}}">Unsubscribe</a>',
      text: 'Hi',
      status: 'draft',
      created_at: '2026-01-01 12:00:00+00',
      scheduled_at: null,
      sent_at: null,
      topic_id: null,
    })
    expect(await dataOf(resend(mail).broadcasts.update(id, { name: 'February', previewText: 'More' }))).toEqual({ id })
    expect((await dataOf(resend(mail).broadcasts.list())).data).toEqual([
      {
        id,
        name: 'February',
        audience_id: segmentId,
        segment_id: segmentId,
        status: 'draft',
        created_at: '2026-01-01 12:00:00+00',
        scheduled_at: null,
        sent_at: null,
        topic_id: null,
      },
    ])
    expect(await dataOf(resend(mail).broadcasts.get(id))).toMatchObject({ subject: expect.any(String), text: 'Hi' })
    expect(await dataOf(resend(mail).broadcasts.remove(id))).toEqual({ object: 'broadcast', id, deleted: true })
    expect((await resend(mail).broadcasts.get(id)).error).toEqual({
      statusCode: 404,
      message: 'Broadcast not found',
      name: 'not_found',
    })
    expect(mail.inbox.list()).toEqual([])
  })

  it('are sent to the subscribed members of the segment, each with personal variables and unsubscribe link', async ({
    mail,
  }) => {
    const { id } = await draft(mail, { previewText: 'What is new' })
    expect(await dataOf(resend(mail).broadcasts.send(id))).toEqual({ id })
    expect(sentTo(mail)).toEqual(['carl@example.com', 'ada@example.com'])
    const ada = await mail.inbox.next({ to: 'ada@example.com' })
    expect(ada.subject).toBe('News for Ada')
    expect(ada.html).toMatch(/^<div style="display:none[^>]*>What is new<\/div><p>Hi Ada<\/p>/)
    expect(ada.headers).toEqual({
      'List-Unsubscribe': `<${ada.links[0]}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    })
    const carl = await mail.inbox.next({ to: 'carl@example.com' })
    expect(carl.subject).toBe('News for you')
    expect(carl.html).toContain('<p>Hi there</p>')
    expect(carl.links[0]).not.toBe(ada.links[0])
    expect(await dataOf(resend(mail).broadcasts.get(id))).toMatchObject({
      status: 'sent',
      sent_at: '2026-01-01 12:00:00+00',
    })
    for (const refused of [
      await resend(mail).broadcasts.send(id),
      await resend(mail).broadcasts.update(id, { name: 'x' }),
      await resend(mail).broadcasts.remove(id),
      await resend(mail).broadcasts.cancel(id),
    ]) {
      expect(refused.error).toMatchObject({ statusCode: 422, name: 'validation_error' })
    }
    expect(sentTo(mail)).toHaveLength(2)
  })

  it('fill in the properties of contacts, and escape them in HTML', async ({ mail }) => {
    await dataOf(
      resend(mail).contactProperties.create({ key: 'company', type: 'string', fallbackValue: 'your company' }),
    )
    await dataOf(
      resend(mail).contacts.update({
        email: 'ada@example.com',
        firstName: '<b>',
        properties: { company: 'Analytical' },
      }),
    )
    const { id } = await draft(mail, {
      html: '<p>{{contact.first_name}} {{{contact.first_name}}} {{{ contact.company }}} {{{contact.company|us}}} {{{EMAIL}}} {{{nothing}}}</p>',
      text: '{{contact.first_name}} of {{{contact.company}}}',
    })
    await dataOf(resend(mail).broadcasts.send(id))
    const ada = await mail.inbox.next({ to: 'ada@example.com' })
    expect(ada.html).toBe('<p>&#60;b&#62; <b> Analytical Analytical ada@example.com </p>')
    expect(ada.text).toBe('<b> of Analytical')
    const carl = await mail.inbox.next({ to: 'carl@example.com' })
    expect(carl.text).toBe(' of your company')
  })

  it('can be created and sent at once, also with the older audience_id', async ({ mail }) => {
    await draft(mail, { send: true })
    expect(sentTo(mail)).toHaveLength(2)
    const { id } = await dataOf(
      resend4Of(mail).broadcasts.create({ audienceId: segmentId, from: 'news@acme.test', subject: 'Older', text: 'x' }),
    )
    await dataOf(resend4Of(mail).broadcasts.send(id))
    expect(mail.inbox.list({ subject: 'Older' })).toHaveLength(2)
    expect(await dataOf(resend4Of(mail).broadcasts.get(id))).toMatchObject({ audience_id: segmentId, status: 'sent' })
  })

  it('are sent when the clock reaches their time, unless they are canceled', async ({ mail }) => {
    const { id } = await draft(mail, { send: true, scheduledAt: 'in 1 hour' })
    const { id: other } = await draft(mail)
    await dataOf(resend(mail).broadcasts.send(other, { scheduledAt: '2026-01-01T14:00:00Z' }))
    expect(await dataOf(resend(mail).broadcasts.get(id))).toMatchObject({
      status: 'queued',
      scheduled_at: '2026-01-01 13:00:00+00',
      sent_at: null,
    })
    expect(mail.inbox.list()).toEqual([])
    expect(await dataOf(resend(mail).broadcasts.cancel(other))).toEqual({ object: 'broadcast', id: other })
    mail.clock.advance('1h')
    expect(sentTo(mail)).toHaveLength(2)
    mail.clock.advance('2h')
    expect(sentTo(mail)).toHaveLength(2)
    expect(await dataOf(resend(mail).broadcasts.get(other))).toMatchObject({ status: 'draft', scheduled_at: null })
    expect((await dataOf(resend(mail).broadcasts.get(id))).sent_at).toBe('2026-01-01 13:00:00+00')
    const { id: deleted } = await draft(mail, { send: true, scheduledAt: 'in 1 hour' })
    await dataOf(resend(mail).broadcasts.remove(deleted))
    mail.clock.advance('2h')
    expect(sentTo(mail)).toHaveLength(2)
  })

  it('are sent once when several requests to send them come at the same time', async ({ mail }) => {
    const { id } = await draft(mail)
    const send = () =>
      mail.fetch(
        new Request(`${mail.url}/broadcasts/${id}/send`, {
          method: 'POST',
          headers: { authorization: 'Bearer re_test_123', 'content-type': 'application/json' },
          body: '{"scheduled_at":"in 0 seconds"}',
        }),
      )
    const answers = await Promise.all([send(), send()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
    expect(sentTo(mail)).toHaveLength(2)
  })

  it('about a topic are sent to contacts who subscribe to it', async ({ mail }) => {
    const { id: topicId } = await dataOf(resend(mail).topics.create({ name: 'Offers', defaultSubscription: 'opt_out' }))
    await dataOf(
      resend(mail).contacts.topics.update({
        email: 'carl@example.com',
        topics: [{ id: topicId, subscription: 'opt_in' }],
      }),
    )
    const { id } = await draft(mail, { topicId })
    await dataOf(resend(mail).broadcasts.send(id))
    expect(sentTo(mail)).toEqual(['carl@example.com'])
    expect(await dataOf(resend(mail).broadcasts.get(id))).toMatchObject({ topic_id: topicId })
  })

  it('can be duplicated', async ({ mail }) => {
    const { id } = await draft(mail, { name: 'January', send: true })
    const { id: copy } = await dataOf(resend(mail).broadcasts.duplicate(id))
    expect(await dataOf(resend(mail).broadcasts.get(copy))).toMatchObject({
      name: 'January (Copy)',
      status: 'draft',
      sent_at: null,
    })
  })

  it('are refused without a segment, a content, or a domain that is verified', async ({ mail }) => {
    const create = (fields: object) =>
      resend(mail).broadcasts.create({ segmentId, from: 'a@acme.test', subject: 's', text: 't', ...fields })
    const errors = await Promise.all([
      create({ segmentId: undefined }),
      create({ segmentId: 'nothing' }),
      create({ text: undefined }),
      create({ from: 'news@other.test' }),
      create({ scheduledAt: 'in 1 hour' }),
      create({ topicId: 'nothing' }),
      create({ from: 'nobody' }),
    ])
    expect(errors.map(({ error }) => [error?.statusCode, error?.name])).toEqual([
      [422, 'missing_required_field'],
      [404, 'not_found'],
      [422, 'validation_error'],
      [403, 'validation_error'],
      [422, 'validation_error'],
      [404, 'not_found'],
      [422, 'validation_error'],
    ])
    expect((await dataOf(resend(mail).broadcasts.list())).data).toEqual([])
  })
})

describe('the link to unsubscribe', () => {
  const link = async (mail: RunningMail) => {
    await draft(mail, { send: true })
    return (await mail.inbox.next({ to: 'ada@example.com' })).links[0] ?? ''
  }
  const unsubscribed = async (mail: RunningMail) =>
    (await dataOf(resend(mail).contacts.get('ada@example.com'))).unsubscribed

  it('asks for confirmation, and ends broadcasts to the contact', async ({ mail }) => {
    const url = await link(mail)
    const asking = await fetch(url)
    expect([asking.status, await asking.text()]).toEqual([200, expect.stringContaining('ada@example.com')])
    expect(await unsubscribed(mail)).toBe(false)
    const body = new URLSearchParams({ confirmed: 'yes' })
    const done = await fetch(url, { method: 'POST', body })
    expect(await done.text()).toContain('You are unsubscribed')
    expect(await unsubscribed(mail)).toBe(true)
    mail.inbox.clear()
    await draft(mail, { send: true })
    expect(sentTo(mail)).toEqual(['carl@example.com'])
  })

  it('unsubscribes by the one-click request of a mail client', async ({ mail }) => {
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
    const response = await fetch(await link(mail), { method: 'POST', body, redirect: 'error' })
    expect(response.status).toBe(200)
    expect(await unsubscribed(mail)).toBe(true)
  })

  describe('of a broadcast with a topic', () => {
    const topicLink = async (mail: RunningMail) => {
      const topic = await dataOf(resend(mail).topics.create({ name: 'Product news', defaultSubscription: 'opt_in' }))
      await draft(mail, { send: true, topicId: topic.id })
      return (await mail.inbox.next({ to: 'ada@example.com' })).links[0] ?? ''
    }
    const choices = async (mail: RunningMail) =>
      (await dataOf(resend(mail).contacts.topics.list({ email: 'ada@example.com' }))).data.map(
        ({ subscription }) => subscription,
      )

    it('ends the emails about this topic only', async ({ mail }) => {
      const url = await topicLink(mail)
      expect(await (await fetch(url)).text()).toContain('Product news')
      const done = await fetch(url, { method: 'POST', body: new URLSearchParams({ confirmed: 'yes' }) })
      expect(await done.text()).toContain('You are unsubscribed')
      expect([await choices(mail), await unsubscribed(mail)]).toEqual([['opt_out'], false])
    })

    it('ends all emails when the contact asks for it', async ({ mail }) => {
      const body = new URLSearchParams({ confirmed: 'all' })
      await fetch(await topicLink(mail), { method: 'POST', body })
      expect([await choices(mail), await unsubscribed(mail)]).toEqual([['opt_in'], true])
    })

    it('takes the one-click request of a mail client for this topic', async ({ mail }) => {
      const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
      expect((await fetch(await topicLink(mail), { method: 'POST', body, redirect: 'error' })).status).toBe(200)
      expect([await choices(mail), await unsubscribed(mail)]).toEqual([['opt_out'], false])
    })
  })
})
