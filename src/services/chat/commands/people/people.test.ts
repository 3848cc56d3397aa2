import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startReceivingApp, type ReceivingApp } from '#chat/fixtures/receiver.fixture.ts'

let app: ReceivingApp
beforeAll(async () => {
  app = await startReceivingApp()
})
afterAll(() => app[Symbol.asyncDispose]())
beforeEach(async () => {
  // A delivery of the test before would be counted.
  await app.chat.webhooks.settled()
  app.reset()
})

/** The part of a `view_submission` that the tests read. */
interface Submission {
  readonly view: { readonly state: { readonly values: object } }
  readonly response_urls: readonly { readonly response_url: string }[]
}

const plain = (text: string) => ({ type: 'plain_text' as const, text })

describe('a person', () => {
  it('says what people type, with mentions, in channels, threads and direct messages', async () => {
    const { chat } = app
    const alice = chat.as('alice')
    const said = await alice.say('#general', 'a < b, @helper and @bob: see #random & https://x.test')
    expect(said).toMatchObject({
      channel_name: '#general',
      from: 'alice',
      readable: 'a < b, @helper and @bob: see #random & https://x.test',
      text: expect.stringMatching(/^a &lt; b, <@U\w+> and <@U\w+>: see <#C\w+> &amp; <https:\/\/x\.test>$/),
    })
    expect(await chat.as('bob').say('#general', 'yes', { thread: said })).toMatchObject({ thread_ts: said.ts })
    expect(await chat.as('bob').say('#general', 'again', { thread: 'a < b' })).toMatchObject({ thread_ts: said.ts })
    expect(await alice.say('@bob', 'psst')).toMatchObject({ channel_name: '@alice, @bob' })
    expect(chat.transcript('#general')).toBe(
      ['alice: a < b, @helper and @bob: see #random & https://x.test', '  > bob: yes', '  > bob: again'].join('\n'),
    )
  })

  it('is warned of an app that does not acknowledge an event, and does not wait until it is sent again', async () => {
    const { chat } = app
    app.answer = (response) => void response.writeHead(500).end()
    const said = await chat.as('alice').say('#general', 'hello?')
    expect(said.warnings).toEqual(['helper did not acknowledge message: status 500'])
    app.answer = (response) => void response.end()
    await chat.webhooks.settled()
    expect((await chat.as('alice').say('#general', 'hello')).warnings).toBeUndefined()
  })

  it('can do only what the vendor’s client lets people do', async () => {
    const { chat, client } = app
    await expect(chat.as('bob').say('#secret', 'hi')).rejects.toThrow(
      'bob sees no channel "#secret"; there are #general, #random',
    )
    await expect(chat.as('alice').say('#genral', 'hi')).rejects.toThrow('did you mean #general?')
    await expect(chat.as('helper').say('#general', 'hi')).rejects.toThrow('no person is named "helper"')
    await expect(chat.as('alice').say('#general', ' ')).rejects.toThrow('text: expected text')
    await expect(chat.as('alice').command('/deplo')).rejects.toThrow('/deplo is not a valid command; there are /deploy')
    await client.conversations.create({ name: 'other' })
    await expect(chat.as('alice').say('#other', 'hi')).rejects.toThrow('alice is not in #other')
    await expect(chat.as('alice').modal('X', { timeout: 1 })).rejects.toThrow(
      'chat.as.modal waited 1 ms: alice has no modal "X" open on top; open are none',
    )
  })

  it('is told over HTTP which input is missing', async () => {
    const refusal = async (path: string, body: object): Promise<unknown> => {
      const headers = { 'content-type': 'application/json' }
      const url = `${app.chat.url}/_backlot/${path}`
      const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
      return (await response.json()).error
    }
    await app.chat.as('alice').say('#general', 'hello')
    const missing = (name: string): string => `${name}: expected text, got undefined`
    expect(await refusal('as/click', { user: 'alice', target: 'hello' })).toBe(missing('element'))
    expect(await refusal('as/command', { user: 'alice' })).toBe(missing('command'))
    expect(await refusal('as/shortcut', { user: 'alice' })).toBe(missing('callback_id'))
    expect(await refusal('transcript', {})).toBe(missing('channel'))
    expect(await refusal('runStep', {})).toBe(missing('callback_id'))
  })

  it('is played over HTTP, too', async () => {
    const post = async (path: string, body: object) => {
      const headers = { 'content-type': 'application/json' }
      const response = await fetch(`${app.chat.url}/_backlot/${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      })
      return [response.status, await response.json()]
    }
    const [status, said] = await post('as/say', { user: 'alice', channel: '#general', text: 'hello' })
    expect([status, said]).toMatchObject([200, { text: 'hello' }])
    expect(app.received).toHaveLength(1)
    await app.client.chat.postMessage({ channel: '#general', text: 'hi' })
    expect(await post('messages/next', { from: 'helper' })).toMatchObject([200, { text: 'hi' }])
    expect(await post('transcript', { channel: '#general' })).toEqual([200, 'alice: hello\nhelper: hi'])
    expect(await post('as/say', { user: 'nobody', channel: '#general', text: 'x' })).toEqual([
      400,
      { error: 'no person is named "nobody"; there are alice, bob' },
    ])
  })

  it('chooses people, channels and dates by their names, and the app gets response URLs where it asks for them', async () => {
    const { chat, client, received } = app
    const alice = chat.as('alice')
    await alice.command('/deploy')
    const input = (id: string, element: object) => ({
      type: 'input',
      block_id: id,
      label: plain(id),
      element: { ...element, action_id: id },
    })
    await client.apiCall('views.open', {
      trigger_id: received.at(-1)?.payload['trigger_id'],
      view: {
        type: 'modal',
        title: plain('All'),
        submit: plain('Go'),
        blocks: [
          input('who', { type: 'multi_users_select' }),
          input('where', { type: 'conversations_select', response_url_enabled: true }),
          input('day', { type: 'datepicker' }),
          input('boxes', {
            type: 'checkboxes',
            options: [
              { text: plain('One'), value: '1' },
              { text: plain('Two'), value: '2' },
            ],
          }),
          input('text', { type: 'rich_text_input' }),
        ],
      },
    })
    await alice.submit('All', { who: ['bob'], where: '#random', day: '2026-01-02', boxes: ['One', '2'], text: 'a *b*' })
    const { view, response_urls: urls } = (received.at(-1)?.payload ?? {}) as unknown as Submission
    expect(view.state.values).toMatchObject({
      who: { who: { selected_users: [expect.stringMatching(/^U/)] } },
      where: { where: { selected_conversation: expect.stringMatching(/^C/) } },
      day: { day: { selected_date: '2026-01-02' } },
      boxes: { boxes: { selected_options: [{ value: '1' }, { value: '2' }] } },
      text: { text: { rich_text_value: { type: 'rich_text' } } },
    })
    await fetch(urls[0]?.response_url ?? '', {
      method: 'POST',
      body: '{"response_type": "in_channel", "text": "there"}',
    })
    expect(chat.transcript('#random')).toBe('helper: there')
  })
})
