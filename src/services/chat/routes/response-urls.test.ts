import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startReceivingApp, type ReceivingApp } from '#chat/fixtures/receiver.fixture.ts'

let app: ReceivingApp
beforeAll(async () => {
  app = await startReceivingApp()
})
afterAll(() => app[Symbol.asyncDispose]())
beforeEach(() => app.reset())

async function post(url: unknown, body: unknown): Promise<readonly [number, string]> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(String(url), { method: 'POST', headers, body: JSON.stringify(body) })
  return [response.status, await response.text()]
}
const button = {
  type: 'actions',
  elements: [{ type: 'button' as const, action_id: 'go', text: { type: 'plain_text' as const, text: 'Go' } }],
}

describe('the response URL of a command', () => {
  const command = async () => {
    await app.chat.as('alice').command('/deploy', 'web', { channel: '#general' })
    return app.received.at(-1)?.payload['response_url']
  }

  it('posts for the person, or in the channel, five times', async () => {
    const url = await command()
    expect(await post(url, { text: 'for you' })).toEqual([200, 'ok'])
    expect(await post(url, { text: 'for all', response_type: 'in_channel' })).toEqual([200, 'ok'])
    expect(app.chat.transcript('#general')).toBe('helper (only for alice): for you\nhelper: for all')
    for (let use = 3; use <= 5; use += 1) expect(await post(url, { text: String(use) })).toEqual([200, 'ok'])
    expect(await post(url, { text: 'six' })).toEqual([404, '{"ok":false,"error":"used_url"}'])
  })

  it('works for thirty minutes', async () => {
    const url = await command()
    app.chat.clock.advance('30m')
    expect(await post(url, { text: 'in time' })).toEqual([200, 'ok'])
    app.chat.clock.advance(1)
    expect(await post(url, { text: 'late' })).toEqual([404, '{"ok":false,"error":"expired_url"}'])
    expect((await post(`${String(url)}x`, { text: 'x' }))[0]).toBe(404)
  })

  it('refuses what is no message, with the vendor’s messages', async () => {
    const url = await command()
    expect(await post(url, {})).toEqual([200, '{"ok":false,"error":"no_text"}'])
    expect((await post(url, { blocks: [{ type: 'x' }] }))[1]).toContain(
      'unsupported type: x [json-pointer:/blocks/0/type]',
    )
  })
})

describe('the response URL of a button', () => {
  const click = async () => {
    const { ts = '', channel = '' } = await app.client.chat.postMessage({
      channel: '#general',
      text: 'press',
      blocks: [button],
    })
    await app.chat.as('bob').click({ channel, ts }, 'Go')
    return app.received.findLast(({ payload }) => payload['type'] === 'block_actions')?.payload['response_url']
  }

  it('replaces the message, and deletes it', async () => {
    const url = await click()
    await post(url, { replace_original: true, text: 'pressed' })
    expect(app.chat.transcript('#general')).toBe('helper: pressed')
    await post(url, { delete_original: 'true' })
    expect(app.chat.transcript('#general')).toBe('')
  })

  it('posts beside it', async () => {
    await post(await click(), { text: 'thanks' })
    expect(app.chat.transcript('#general')).toBe('helper: \n  [Go]\nhelper (only for bob): thanks')
  })
})

describe('a click', () => {
  it('names what there is when no element fits', async () => {
    await app.client.chat.postMessage({ channel: '#general', text: 'press', blocks: [button] })
    await expect(app.chat.as('bob').click('Go', 'Stop')).rejects.toThrow(
      'no element is called "Stop"; there are button go "Go"',
    )
    await expect(app.chat.as('bob').click('nothing', 'Go')).rejects.toThrow('bob sees no message with "nothing"')
    await expect(app.chat.as('bbo').click('Go', 'Go')).rejects.toThrow('no person is named "bbo": did you mean bob?')
  })

  it('says in its payload where it was, and which state the menus have', async () => {
    const select = {
      type: 'static_select' as const,
      action_id: 'pick',
      placeholder: { type: 'plain_text' as const, text: 'Pick' },
      options: [{ text: { type: 'plain_text' as const, text: 'One' }, value: '1' }],
    }
    const blocks = [{ type: 'actions' as const, block_id: 'b', elements: [select, button.elements[0] ?? select] }]
    const { ts = '', channel = '' } = await app.client.chat.postMessage({ channel: '#general', text: 'press', blocks })
    await app.chat.as('bob').choose({ channel, ts }, 'Pick', 'One')
    await app.chat.as('bob').click({ channel, ts }, 'go')
    const { payload } = app.received.at(-1) ?? {}
    expect(payload).toMatchObject({
      type: 'block_actions',
      user: { username: 'bob' },
      container: { type: 'message', message_ts: ts, channel_id: channel, is_ephemeral: false },
      channel: { id: channel, name: 'general' },
      message: { ts, text: 'press' },
      state: { values: { b: { pick: { type: 'static_select', selected_option: { value: '1' } } } } },
      actions: [
        { type: 'button', action_id: 'go', block_id: 'b', text: { text: 'Go' }, action_ts: expect.any(String) },
      ],
      trigger_id: expect.stringMatching(/^\d+\.\d+\.[0-9a-f]{32}$/),
    })
  })
})
