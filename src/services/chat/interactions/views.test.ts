import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expectPublishedTypes } from '#chat/fixtures/chat.fixture.ts'
import { startReceivingApp, type ReceivingApp } from '#chat/fixtures/receiver.fixture.ts'

let app: ReceivingApp
beforeAll(async () => {
  app = await startReceivingApp()
})
afterAll(() => app[Symbol.asyncDispose]())
beforeEach(() => app.reset())
afterEach(() => expectPublishedTypes(app.chat))

const plain = (text: string) => ({ type: 'plain_text' as const, text })
const modal = (title: string, more: object = {}) => ({
  type: 'modal' as const,
  title: plain(title),
  blocks: [],
  ...more,
})
const input = (id: string, more: object = {}) => ({
  type: 'input' as const,
  block_id: id,
  label: plain(id),
  element: { type: 'plain_text_input' as const, action_id: id },
  ...more,
})
/** The trigger of a new interaction of alice. */
async function trigger(): Promise<string> {
  await app.chat.as('alice').command('/deploy')
  return String(app.received.at(-1)?.payload['trigger_id'])
}
const open = async (view = modal('First')) => app.client.views.open({ trigger_id: await trigger(), view })
const titles = async () => (await app.chat.as('alice').modal())['title']

describe('views.open', () => {
  it('opens a modal for the person who interacted, in the vendor’s form', async () => {
    const { view } = await open(modal('First', { blocks: [input('a')], submit: plain('Go'), callback_id: 'cb' }))
    expect(view).toEqual({
      id: expect.stringMatching(/^V/),
      team_id: expect.stringMatching(/^T/),
      type: 'modal',
      blocks: [
        {
          type: 'input',
          block_id: 'a',
          label: { type: 'plain_text', text: 'a', emoji: true },
          element: { type: 'plain_text_input', action_id: 'a' },
        },
      ],
      private_metadata: '',
      callback_id: 'cb',
      state: { values: { a: { a: { type: 'plain_text_input', value: null } } } },
      hash: expect.stringMatching(/^\d+\.\w+$/),
      title: { type: 'plain_text', text: 'First', emoji: true },
      clear_on_close: false,
      notify_on_close: false,
      close: null,
      submit: { type: 'plain_text', text: 'Go', emoji: true },
      previous_view_id: null,
      root_view_id: view?.id,
      app_id: expect.stringMatching(/^A/),
      external_id: '',
      app_installed_team_id: expect.stringMatching(/^T/),
      bot_id: expect.stringMatching(/^B/),
    })
  })

  it('takes a trigger for three seconds of the clock, and once', async () => {
    const id = await trigger()
    app.chat.clock.advance(3000)
    await app.client.views.open({ trigger_id: id, view: modal('In time') })
    await expect(app.client.views.open({ trigger_id: id, view: modal('Again') })).rejects.toThrow(
      'exchanged_trigger_id',
    )
    const late = await trigger()
    app.chat.clock.advance(3001)
    await expect(app.client.views.open({ trigger_id: late, view: modal('Late') })).rejects.toThrow('expired_trigger_id')
    await expect(app.client.views.open({ trigger_id: '1.2.3', view: modal('x') })).rejects.toThrow('invalid_trigger_id')
  })

  it('refuses a view that breaks a rule, with the vendor’s messages', async () => {
    await expect(open(modal('x'.repeat(25)))).rejects.toMatchObject({
      data: {
        error: 'invalid_arguments',
        response_metadata: {
          messages: expect.arrayContaining(['[ERROR] must be less than 25 characters [json-pointer:/view/title/text]']),
        },
      },
    })
  })
})

describe('views.push', () => {
  it('stacks three modals at most, by a trigger from the modal below', async () => {
    const button = { type: 'actions', elements: [{ type: 'button', action_id: 'more', text: plain('More') }] }
    const { view: first } = await open(modal('1', { blocks: [button] }))
    const push = async (title: string) => {
      await app.chat.as('alice').click(await app.chat.as('alice').modal(), 'More')
      const id = String(app.received.at(-1)?.payload['trigger_id'])
      return app.client.views.push({ trigger_id: id, view: modal(title, { blocks: [button] }) })
    }
    expect((await push('2')).view).toMatchObject({ previous_view_id: first?.id, root_view_id: first?.id })
    await push('3')
    await expect(push('4')).rejects.toThrow('push_limit_reached')
    await app.chat.as('alice').close()
    expect(await titles()).toMatchObject({ text: '2' })
  })
})

describe('a person who closes a modal', () => {
  /** Opens the modal 1, and has the app push the modal 2 on it. */
  const stackTwo = async (more: object) => {
    const button = { type: 'actions', elements: [{ type: 'button', action_id: 'more', text: plain('More') }] }
    await open(modal('1', { blocks: [button] }))
    await app.chat.as('alice').click('1', 'More')
    const id = String(app.received.at(-1)?.payload['trigger_id'])
    await app.client.views.push({ trigger_id: id, view: modal('2', { notify_on_close: true, ...more }) })
  }
  const closed = async () => {
    const top = await app.chat.as('alice').close('2')
    await app.chat.webhooks.settled()
    return { top, isCleared: app.received.at(-1)?.payload['is_cleared'] }
  }

  it('returns to the modal below', async () => {
    await stackTwo({})
    expect(await closed()).toMatchObject({ top: { title: { text: '1' } }, isCleared: false })
  })

  it('closes the whole stack when the modal has clear_on_close', async () => {
    await stackTwo({ clear_on_close: true })
    expect(await closed()).toEqual({ top: null, isCleared: true })
  })
})

describe('a person who submits a modal', () => {
  it('cannot submit a text that is longer than max_length or shorter than min_length', async () => {
    const element = { type: 'plain_text_input', action_id: 'a', min_length: 2, max_length: 3 }
    await open(modal('1', { submit: plain('Go'), blocks: [input('a', { element })] }))
    const submit = (text: string) => app.chat.as('alice').submit('1', { a: text })
    await expect(submit('four')).rejects.toThrow('the input "a" takes 3 characters at most')
    await expect(submit('1')).rejects.toThrow('the input "a" takes 2 characters or more')
    expect((await submit('333')).view).toBeNull()
  })
})

describe('views.update', () => {
  it('replaces a view by its id or external id, when its hash fits, and keeps what is filled in', async () => {
    const { view } = await open(
      modal('1', { external_id: 'mine', submit: plain('Go'), blocks: [input('a'), input('b')] }),
    )
    const next = modal('2', { external_id: 'mine', submit: plain('Go'), blocks: [input('a')] })
    await expect(app.client.views.update({ view_id: view?.id ?? '', hash: '1.x', view: next })).rejects.toThrow(
      'hash_conflict',
    )
    const { view: updated } = await app.client.views.update({ external_id: 'mine', hash: view?.hash ?? '', view: next })
    expect(updated).toMatchObject({
      id: view?.id,
      title: { text: '2' },
      state: { values: { a: { a: { value: null } } } },
    })
    expect(updated?.hash).not.toBe(view?.hash)
    await expect(app.client.views.update({ view_id: 'V0', view: next })).rejects.toThrow('not_found')
    await app.client.views.publish({
      user_id: view === undefined ? '' : await aliceId(),
      view: { type: 'home', blocks: [] },
    })
    await expect(open(modal('3', { external_id: 'mine' }))).resolves.toBeDefined()
  })
})

async function aliceId(): Promise<string> {
  const { members } = await app.client.users.list({})
  return members?.find(({ name }) => name === 'alice')?.id ?? ''
}

describe('the answer to a submission', () => {
  const submit = (answer: object | null) => {
    app.answer = (response, { payload }) =>
      payload['type'] === 'view_submission' && answer !== null
        ? response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
        : response.end()
    return app.chat.as('alice').submit('1', { a: 'text' })
  }
  beforeEach(async () => {
    await open(modal('1', { submit: plain('Go'), blocks: [input('a')] }))
  })

  it('closes the modal when it is empty, and has the values of the inputs', async () => {
    expect((await submit(null)).view).toBeNull()
    expect(app.received.at(-1)?.payload).toMatchObject({
      type: 'view_submission',
      user: { username: 'alice' },
      view: { state: { values: { a: { a: { type: 'plain_text_input', value: 'text' } } } } },
    })
  })

  it('closes the modals above the submitted one, and leaves those below', async () => {
    const second = modal('2', { submit: plain('Go'), blocks: [input('a')] })
    await submit({ response_action: 'push', view: second })
    app.answer = (response, { payload }) =>
      payload['type'] === 'view_submission'
        ? response
            .writeHead(200, { 'content-type': 'application/json' })
            .end(JSON.stringify({ response_action: 'push', view: modal('3') }))
        : response.end()
    await app.chat.as('alice').submit('2', { a: 'text' })
    expect(await titles()).toMatchObject({ text: '3' })
    app.answer = (response) => response.end()
    expect((await app.chat.as('alice').submit('2', { a: 'text' })).view).toMatchObject({ title: { text: '1' } })
  })

  it('updates the modal, stacks another on it, or closes all', async () => {
    expect(
      (await submit({ response_action: 'update', view: modal('1', { submit: plain('Go'), blocks: [input('a')] }) }))
        .view,
    ).toMatchObject({
      title: { text: '1' },
    })
    expect((await submit({ response_action: 'push', view: modal('Top') })).view).toMatchObject({
      title: { text: 'Top' },
    })
    await app.chat.as('alice').close()
    expect((await submit({ response_action: 'clear' })).view).toBeNull()
  })

  it('shows errors, and refuses those of blocks that are none', async () => {
    expect((await submit({ response_action: 'errors', errors: { a: 'no' } })).view?.errors).toEqual({ a: 'no' })
    await expect(submit({ response_action: 'errors', errors: { b: 'no' } })).rejects.toThrow(
      'errors: no input has the block_id "b"; there are a',
    )
    await expect(submit({ response_action: 'dance' })).rejects.toThrow(
      'response_action: expected errors, update, push or clear',
    )
  })

  it.each(['ok', '{"ok":true}', '""', 'null'])('is refused when it is %s, and the modal stays open', async (body) => {
    app.answer = (response, { payload }) => response.end(payload['type'] === 'view_submission' ? body : '')
    await expect(app.chat.as('alice').submit('1', { a: 'x' })).rejects.toThrow(
      'expected an empty body, or JSON with response_action',
    )
    expect(await titles()).toMatchObject({ text: '1' })
    expect((await submit({})).view).toBeNull()
  })

  it('must come, within three seconds of the clock', async () => {
    app.answer = (response) => response.writeHead(500).end('oh')
    await expect(app.chat.as('alice').submit('1', { a: 'x' })).rejects.toThrow(
      'the app helper did not take the view_submission',
    )
    app.answer = () => app.chat.clock.advance('3s')
    await expect(app.chat.as('alice').submit('1', { a: 'x' })).rejects.toThrow('timed out after 3000 ms')
  })
})
