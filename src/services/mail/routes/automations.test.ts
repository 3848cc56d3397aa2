import type { AutomationStep, CreateAutomationOptions } from 'resend'
import { describe, expect } from 'vitest'
import { dataOf, mailTest, receiveEvents, resendOf, type RunningMail } from '#mail/mail.fixture.ts'

const it = mailTest()

const resend = (mail: RunningMail) => resendOf(mail)
const trigger: AutomationStep = { key: 'start', type: 'trigger', config: { eventName: 'user.created' } }
const email = (key: string, template: string, more: object = {}): AutomationStep => ({
  key,
  type: 'send_email',
  config: { template: { id: template }, ...more },
})

/** Creates an enabled automation of steps, each of which follows the one before when there are no connections. */
async function automate(mail: RunningMail, steps: AutomationStep[], ways?: CreateAutomationOptions['connections']) {
  const all = [trigger, ...steps]
  const chain = all.slice(1).map(({ key }, index) => ({ from: all[index]?.key ?? '', to: key }))
  const input = { name: 'Welcome', status: 'enabled', steps: all, connections: ways ?? chain } as const
  return (await dataOf(resend(mail).automations.create(input))).id
}

async function template(mail: RunningMail, alias: string, fields: object = {}) {
  const input = { name: alias, alias, from: 'Acme <hello@acme.test>', subject: alias, html: '<p>Hello.</p>' }
  const { id } = await dataOf(resend(mail).templates.create({ ...input, ...fields }))
  await dataOf(resend(mail).templates.publish(id))
}

const send = (mail: RunningMail, payload: object = {}, event = 'user.created', to = 'ada@example.com') =>
  dataOf(resend(mail).events.send({ event, email: to, payload: { ...payload } }))
const subjects = (mail: RunningMail) => mail.inbox.list().map(({ subject }) => subject)

/** Returns the only run of an automation. */
async function runOf(mail: RunningMail, automationId: string) {
  const { data } = await dataOf(resend(mail).automations.runs.list({ automationId }))
  expect(data).toHaveLength(1)
  const run = await dataOf(resend(mail).automations.runs.get({ automationId, runId: data[0]?.id ?? '' }))
  return { ...run, taken: run.steps.map(({ key, status }) => `${key} ${status}`) }
}

describe('automations', () => {
  it('are created, read, listed, updated, duplicated and deleted', async ({ mail }) => {
    const steps: AutomationStep[] = [trigger, { key: 'later', type: 'delay', config: { duration: '3 days' } }]
    const connections = [{ from: 'start', to: 'later' }]
    const { id, object } = await dataOf(resend(mail).automations.create({ name: 'Welcome', steps, connections }))
    expect(object).toBe('automation')
    const listed = {
      id,
      name: 'Welcome',
      status: 'disabled',
      created_at: '2026-01-01 12:00:00+00',
      updated_at: '2026-01-01 12:00:00+00',
    }
    expect(await dataOf(resend(mail).automations.get(id))).toEqual({
      object: 'automation',
      ...listed,
      steps: [
        { key: 'start', type: 'trigger', config: { event_name: 'user.created' } },
        { key: 'later', type: 'delay', config: { duration: '3 days' } },
      ],
      connections: [{ from: 'start', to: 'later', type: 'default' }],
    })
    expect(await dataOf(resend(mail).automations.update(id, { status: 'enabled' }))).toEqual({ object, id })
    const copy = await dataOf(resend(mail).automations.duplicate(id))
    const names = async (options = {}) =>
      (await dataOf(resend(mail).automations.list(options))).data.map(({ name, status }) => `${name} ${status}`)
    expect(await names()).toEqual(['Welcome (Copy) disabled', 'Welcome enabled'])
    expect(await names({ status: 'enabled' })).toEqual(['Welcome enabled'])
    expect(await dataOf(resend(mail).automations.remove(copy.id))).toEqual({ object, id: copy.id, deleted: true })
    expect((await resend(mail).automations.get(copy.id)).error).toMatchObject({ message: 'Automation not found' })
  })

  it.for([
    ['without a trigger', [{ key: 'a', type: 'delay', config: { duration: '1 day' } }], []],
    ['with one key for two steps', [trigger, { key: 'start', type: 'contact_delete', config: {} }], []],
    ['with a connection to no step', [trigger], [{ from: 'start', to: 'end' }]],
    ['with a delay above 30 days', [trigger, { key: 'a', type: 'delay', config: { duration: '31 days' } }], []],
    ['with a delay that is no time', [trigger, { key: 'a', type: 'delay', config: { duration: 'a bit' } }], []],
    ['with an unknown type of step', [trigger, { key: 'a', type: 'call', config: {} }], []],
    [
      'with a rule on another field',
      [trigger, { key: 'a', type: 'condition', config: { type: 'rule', field: 'x' } }],
      [],
    ],
    ['without steps', [], []],
  ] as const)('are refused %s', async ([, steps, connections], { mail }) => {
    const input = { name: 'Welcome', steps, connections } as unknown as CreateAutomationOptions // as no type allows
    expect((await resend(mail).automations.create(input)).error).toMatchObject({ statusCode: 422 })
  })

  it('are updated with steps and connections together, or not at all', async ({ mail }) => {
    const id = await automate(mail, [])
    expect((await resend(mail).automations.update(id, {})).error).toMatchObject({ statusCode: 422 })
    expect((await resend(mail).automations.update(id, { steps: [trigger] })).error).toMatchObject({ statusCode: 422 })
    const lost = { steps: [trigger], connections: [{ from: 'start', to: 'lost' }] }
    expect((await resend(mail).automations.update(id, lost)).error).toMatchObject({ statusCode: 422 })
    expect((await dataOf(resend(mail).automations.get(id))).connections).toEqual([])
  })
})

describe('a run', () => {
  it('begins with the event of the trigger, and creates the contact', async ({ mail }) => {
    await template(mail, 'welcome', {
      subject: 'Welcome, {{{NAME}}}',
      html: '<p>{{{PLAN}}} for {{{contact.email}}}</p><a href="{{{RESEND_UNSUBSCRIBE_URL}}}">Stop</a>',
      variables: [
        { key: 'NAME', type: 'string', fallbackValue: 'friend' },
        { key: 'PLAN', type: 'string' },
      ],
    })
    const variables = { PLAN: { var: 'event.plan' }, NAME: { var: 'contact.first_name' } }
    const id = await automate(mail, [email('welcome', '', { template: { id: 'welcome', variables } })])
    await send(mail, { plan: 'Pro' }, 'user.deleted')
    expect(subjects(mail)).toEqual([])
    await send(mail, { plan: 'Pro' })

    const [message] = mail.inbox.list()
    expect(message).toMatchObject({ subject: 'Welcome, friend', from: 'Acme <hello@acme.test>' })
    expect(message?.html).toContain('<p>Pro for ada@example.com</p>')
    const contact = await dataOf(resend(mail).contacts.get('ada@example.com'))
    expect(message?.links).toEqual([`${mail.url}/unsubscribe/${contact.id}`])
    const run = await runOf(mail, id)
    expect(run).toMatchObject({ status: 'completed', completed_at: '2026-01-01 12:00:00+00' })
    expect(run.steps[1]).toEqual({
      key: 'welcome',
      type: 'send_email',
      status: 'completed',
      started_at: '2026-01-01 12:00:00+00',
      completed_at: '2026-01-01 12:00:00+00',
      output: null,
      error: null,
      created_at: '2026-01-01 12:00:00+00',
    })
  })

  it('waits for the end of a delay', async ({ mail }) => {
    await template(mail, 'tips')
    const delay: AutomationStep = { key: 'wait', type: 'delay', config: { duration: '3 days' } }
    const id = await automate(mail, [delay, email('tips', 'tips')])
    await send(mail)
    expect(await runOf(mail, id)).toMatchObject({
      status: 'running',
      completed_at: null,
      taken: ['start completed', 'wait waiting'],
    })
    mail.clock.advance('71h')
    expect(subjects(mail)).toEqual([])
    mail.clock.advance('1h')
    expect(subjects(mail)).toEqual(['tips'])
    expect(await runOf(mail, id)).toMatchObject({ status: 'completed', completed_at: '2026-01-04 12:00:00+00' })
  })

  it.for([
    ['the event', 'paid', ['thanks']],
    ['its timeout', null, ['reminder']],
  ] as const)('that waits for an event goes on after %s', async ([, status, expected], { mail }) => {
    for (const alias of ['thanks', 'reminder']) await template(mail, alias)
    const filterRule = { type: 'rule', field: 'event.status', operator: 'eq', value: 'paid' } as const
    const config = { eventName: 'order.changed', timeout: '1 day', filterRule }
    await automate(
      mail,
      [{ key: 'wait', type: 'wait_for_event', config }, email('thanks', 'thanks'), email('reminder', 'reminder')],
      [
        { from: 'start', to: 'wait' },
        { from: 'wait', to: 'thanks', type: 'event_received' },
        { from: 'wait', to: 'reminder', type: 'timeout' },
      ],
    )
    await send(mail)
    await send(mail, { status: 'paid' }, 'order.changed', 'bob@example.com')
    await send(mail, { status: 'open' }, 'order.changed')
    expect(subjects(mail)).toEqual([])
    if (status !== null) await send(mail, { status }, 'order.changed')
    mail.clock.advance('2d')
    expect(subjects(mail)).toEqual(expected)
  })

  it('reads the payload of an event that it has waited for', async ({ mail }) => {
    await template(mail, 'receipt', { subject: 'Paid {{{SUM}}}', variables: [{ key: 'SUM', type: 'number' }] })
    const variables = { SUM: { var: 'wait_events.order.paid.sum' } }
    await automate(mail, [
      { key: 'wait', type: 'wait_for_event', config: { eventName: 'order.paid' } },
      email('receipt', '', { template: { id: 'receipt', variables } }),
    ])
    await send(mail)
    await send(mail, { sum: 12 }, 'order.paid')
    expect(subjects(mail)).toEqual(['Paid 12'])
  })

  const rule = (operator: string, value?: unknown, field = 'event.value') => ({ type: 'rule', field, operator, value })
  it.for([
    [rule('eq', 'a'), 'a', true],
    [rule('neq', 'a'), 'a', false],
    [rule('gt', 1), 2, true],
    [rule('gte', 2), 2, true],
    [rule('lt', 2), 2, false],
    [rule('lte', 2), 2, true],
    [rule('gt', 1), '2', false],
    [rule('contains', 'b'), 'abc', true],
    [rule('contains', 'b'), ['a', 'b'], true],
    [rule('starts_with', 'b'), 'abc', false],
    [rule('ends_with', 'c'), 'abc', true],
    [rule('exists'), 0, true],
    [rule('exists'), null, false],
    [rule('is_empty'), '', true],
    [rule('eq', 'ada@example.com', 'contact.email'), 0, true],
    [{ type: 'and', rules: [rule('gt', 1), rule('lt', 3)] }, 2, true],
    [{ type: 'or', rules: [rule('lt', 1), rule('gt', 3)] }, 2, false],
  ] as const)('with the condition %j and the value %j takes the branch %j', async ([config, value, met], { mail }) => {
    const id = await automate(
      mail,
      [
        { key: 'check', type: 'condition', config } as AutomationStep,
        { key: 'yes', type: 'contact_update', config: { firstName: 'Yes' } },
        { key: 'no', type: 'contact_update', config: { firstName: 'No' } },
      ],
      [
        { from: 'start', to: 'check' },
        { from: 'check', to: 'yes', type: 'condition_met' },
        { from: 'check', to: 'no', type: 'condition_not_met' },
      ],
    )
    await send(mail, { value })
    expect((await runOf(mail, id)).taken).toEqual([
      'start completed',
      'check completed',
      `${met ? 'yes' : 'no'} completed`,
    ])
  })

  it('changes its contact, adds it to a segment and deletes it', async ({ mail }) => {
    const segment = await dataOf(resend(mail).segments.create({ name: 'Customers' }))
    await dataOf(resend(mail).contactProperties.create({ key: 'plan', type: 'string' }))
    await using receiver = await receiveEvents()
    await dataOf(
      resend(mail).webhooks.create({ endpoint: receiver.url, events: ['contact.updated', 'contact.deleted'] }),
    )
    const config = { firstName: { var: 'event.name' }, unsubscribed: true, properties: { plan: 'pro' } }
    await automate(mail, [
      { key: 'update', type: 'contact_update', config },
      { key: 'add', type: 'add_to_segment', config: { segmentId: segment.id } },
      { key: 'wait', type: 'delay', config: { duration: '1 hour' } },
      { key: 'delete', type: 'contact_delete', config: {} },
    ])
    await send(mail, { name: 'Ada' })
    const contact = await dataOf(resend(mail).contacts.get('ada@example.com'))
    expect(contact).toMatchObject({ first_name: 'Ada', unsubscribed: true, properties: { plan: { value: 'pro' } } })
    const members = await dataOf(resend(mail).contacts.list({ segmentId: segment.id }))
    expect(members.data.map(({ id }) => id)).toEqual([contact.id])
    mail.clock.advance('1h')
    expect((await resend(mail).contacts.get('ada@example.com')).error).toMatchObject({ name: 'not_found' })
    await mail.webhooks.settled()
    expect(receiver.received.map(({ body }) => (JSON.parse(body) as { type: string }).type)).toEqual([
      'contact.updated',
      'contact.deleted',
    ])
  })

  it('skips the emails of a contact who is unsubscribed, from all emails or from their topic', async ({ mail }) => {
    await template(mail, 'tips')
    const topic = await dataOf(resend(mail).topics.create({ name: 'Tips', defaultSubscription: 'opt_out' }))
    const id = await automate(mail, [
      email('topic', 'tips', { topicId: topic.id }),
      { key: 'stop', type: 'contact_update', config: { unsubscribed: true } },
      email('all', 'tips'),
    ])
    await send(mail)
    expect(await runOf(mail, id)).toMatchObject({
      status: 'completed',
      taken: ['start completed', 'topic skipped', 'stop completed', 'all skipped'],
    })
    expect(subjects(mail)).toEqual([])
  })

  it('fails at a step that cannot be done, and goes no further', async ({ mail }) => {
    const id = await automate(mail, [email('welcome', 'missing'), email('tips', 'missing')])
    await send(mail)
    const run = await runOf(mail, id)
    expect(run).toMatchObject({ status: 'failed', taken: ['start completed', 'welcome failed'] })
    expect(run.steps[1]?.error).toEqual({ message: 'Template not found' })
  })

  it('takes every way that leads from a step, and each step once', async ({ mail }) => {
    const named = (key: string): AutomationStep => ({ key, type: 'contact_update', config: { firstName: key } })
    const id = await automate(
      mail,
      [named('a'), named('b'), named('c')],
      [
        { from: 'start', to: 'a' },
        { from: 'start', to: 'b' },
        { from: 'a', to: 'c' },
        { from: 'b', to: 'c' },
        { from: 'c', to: 'a' },
      ],
    )
    await send(mail)
    expect((await runOf(mail, id)).taken).toEqual(['start completed', 'a completed', 'c completed', 'b completed'])
  })

  it('keeps the steps that its automation had when it began', async ({ mail }) => {
    await template(mail, 'tips')
    const delay: AutomationStep = { key: 'wait', type: 'delay', config: { duration: '1 day' } }
    const id = await automate(mail, [delay, email('tips', 'tips')])
    await send(mail)
    await dataOf(resend(mail).automations.update(id, { steps: [trigger], connections: [] }))
    mail.clock.advance('1d')
    expect(subjects(mail)).toEqual(['tips'])
  })

  it('is cancelled alone, or with all others when the automation is stopped', async ({ mail }) => {
    const id = await automate(mail, [{ key: 'wait', type: 'delay', config: { duration: '1 day' } }])
    for (const to of ['ada@example.com', 'bob@example.com']) await send(mail, {}, 'user.created', to)
    const statuses = async (status?: 'cancelled' | 'running') =>
      (await dataOf(resend(mail).automations.runs.list({ automationId: id, ...(status && { status }) }))).data.map(
        (run) => run.status,
      )
    const { data } = await dataOf(resend(mail).automations.runs.list({ automationId: id }))
    const cancel = () =>
      mail.fetch(`${mail.url}/automations/${id}/runs/${data[0]?.id}/cancel`, {
        method: 'POST',
        headers: { authorization: 'Bearer re_test' },
      })
    expect((await cancel()).status).toBe(200)
    expect(await statuses()).toEqual(['cancelled', 'running'])
    expect(await statuses('running')).toEqual(['running'])

    expect(await dataOf(resend(mail).automations.stop(id))).toEqual({ object: 'automation', id, status: 'disabled' })
    expect(await statuses()).toEqual(['cancelled', 'cancelled'])
    await send(mail)
    mail.clock.advance('1d')
    expect(await statuses()).toEqual(['cancelled', 'cancelled'])
  })

  it('that has completed is not cancelled', async ({ mail }) => {
    const id = await automate(mail, [])
    await send(mail)
    const { id: runId } = await runOf(mail, id)
    const answer = await mail.fetch(`${mail.url}/automations/${id}/runs/${runId}/cancel`, {
      method: 'POST',
      headers: { authorization: 'Bearer re_test' },
    })
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ name: 'validation_error' })
  })
})
