import { WebClient } from '@slack/web-api'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startReceivingApp, type Received, type ReceivingApp } from '#chat/fixtures/receiver.fixture.ts'
import { signatureOf } from '#chat/rules/signature.ts'

let app: ReceivingApp
beforeAll(async () => {
  app = await startReceivingApp()
})
afterAll(() => app[Symbol.asyncDispose]())
beforeEach(() => app.reset())

const NOTHING: Pick<Received, 'headers' | 'body'> = { headers: {}, body: '' }
const types = (): unknown[] => app.received.map(({ event }) => event['type'])
const settled = () => app.chat.webhooks.settled()

describe('an event', () => {
  it('comes in its envelope, with the bot that may see it', async () => {
    const said = await app.chat.as('alice').say('#general', 'a < b')
    expect(app.received).toHaveLength(1)
    const payload = app.received[0]?.payload ?? {}
    expect(payload).toEqual({
      token: expect.any(String),
      team_id: expect.stringMatching(/^T/),
      context_team_id: payload['team_id'],
      context_enterprise_id: null,
      api_app_id: expect.stringMatching(/^A/),
      event: {
        type: 'message',
        user: expect.stringMatching(/^U/),
        ts: said.ts,
        client_msg_id: expect.any(String),
        text: 'a &lt; b',
        team: payload['team_id'],
        blocks: [
          {
            type: 'rich_text',
            block_id: expect.any(String),
            elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text: 'a < b' }] }],
          },
        ],
        channel: said.channel,
        event_ts: said.ts,
        channel_type: 'channel',
      },
      type: 'event_callback',
      event_id: expect.stringMatching(/^Ev/),
      event_time: Date.parse('2026-01-01T12:00:00Z') / 1000,
      authorizations: [
        {
          enterprise_id: null,
          team_id: payload['team_id'],
          user_id: (await app.client.auth.test()).user_id,
          is_bot: true,
          is_enterprise_install: false,
        },
      ],
      is_ext_shared_channel: false,
      event_context: expect.stringMatching(/^4-/),
    })
  })

  it('is signed over the raw body, at the time of the wall clock', async () => {
    await app.chat.as('alice').say('#general', 'ünïcode')
    const { headers, body } = app.received[0] ?? NOTHING
    const timestamp = Number(headers['x-slack-request-timestamp'])
    expect(Math.abs(timestamp - Date.now() / 1000)).toBeLessThan(60)
    expect(headers['x-slack-signature']).toBe(signatureOf('signing', timestamp, body))
    expect(headers['content-type']).toBe('application/json')
  })

  it('is sent again at once, after one minute and after five, with the reason', async () => {
    app.answer = (response) => response.writeHead(500).end()
    await app.chat.as('alice').say('#general', 'hello')
    await settled()
    app.chat.clock.advance('1m')
    await settled()
    app.chat.clock.advance('4m')
    await settled()
    expect(app.received).toHaveLength(3)
    app.chat.clock.advance('1m')
    await settled()
    app.chat.clock.advance('1d')
    await settled()
    expect(app.received.map(({ headers }) => [headers['x-slack-retry-num'], headers['x-slack-retry-reason']])).toEqual([
      [undefined, undefined],
      ['1', 'http_error'],
      ['2', 'http_error'],
      ['3', 'http_error'],
    ])
    expect(new Set(app.received.map(({ payload }) => payload['event_id'])).size).toBe(1)
  })

  it('is sent again when the answer takes more than three seconds of the clock', async () => {
    app.answer = (response) => {
      if (app.received.length > 1) response.end()
      else app.chat.clock.advance('3s')
    }
    await app.chat.as('alice').say('#general', 'hello')
    await settled()
    expect(app.received.map(({ headers }) => headers['x-slack-retry-reason'])).toEqual([undefined, 'http_timeout'])
  })

  it('is not sent again to an app that says so', async () => {
    app.answer = (response) => response.writeHead(500, { 'x-slack-no-retry': '1' }).end()
    await app.chat.as('alice').say('#general', 'hello')
    app.chat.clock.advance('1h')
    await settled()
    expect(app.received).toHaveLength(1)
  })

  it('is seen by members only', async () => {
    await app.chat.as('alice').say('#random', 'hello')
    await app.chat.as('alice').say('#secret', 'hello')
    await app.chat.as('alice').say('@bob', 'hello')
    await app.chat.as('alice').say('@helper', 'hello')
    await settled()
    const channels = app.received
      .filter(({ event }) => event['type'] === 'message')
      .map(({ event }) => event['channel_type'])
    expect(channels).toEqual(['group', 'im'])
  })

  it('is seen with the scope for it only', async () => {
    await using other = await startReceivingApp(['app_mentions:read', 'chat:write'])
    await other.chat.as('alice').say('#general', 'hello')
    const said = await other.chat.as('alice').say('#general', '<@helper> and @helper')
    await other.chat.as('alice').react(said, 'eyes')
    await other.chat.webhooks.settled()
    expect(other.received.map(({ event }) => event['type'])).toEqual(['app_mention'])
  })

  it('is no app_mention in a direct message with the bot, which is a message of the app anyway', async () => {
    await app.chat.as('alice').say('@helper', 'are you there, @helper?')
    await settled()
    expect(types()).toContain('message')
    expect(types()).not.toContain('app_mention')
  })

  it('is seen by a person’s token too, with the person’s memberships', async () => {
    const { chat, client } = app
    const query = new URLSearchParams({
      client_id: '1.2',
      user_scope: 'channels:history,dnd:read,usergroups:read',
      redirect_uri: 'http://localhost:1/callback',
    })
    const install = { method: 'POST', redirect: 'manual' as const, body: new URLSearchParams({ user: 'alice' }) }
    const page = await fetch(`${chat.url}/oauth/v2/authorize?${query.toString()}`, install)
    const code = new URL(page.headers.get('location') ?? '').searchParams.get('code') ?? ''
    const { authed_user: alice } = await client.oauth.v2.access({ client_id: '1.2', client_secret: 'secret', code })
    await chat.as('bob').say('#random', 'hello')
    expect(app.received).toMatchObject([
      { event: { text: 'hello' }, payload: { authorizations: [{ user_id: alice?.id, is_bot: false }] } },
    ])
    const { usergroup } = await client.usergroups.create({ name: 'On call', handle: 'oncall' })
    await client.usergroups.users.update({ usergroup: usergroup?.id ?? '', users: alice?.id ?? '' })
    await new WebClient('xoxp-alice', { slackApiUrl: `${chat.url}/api/` }).dnd.setSnooze({ num_minutes: 5 })
    await settled()
    expect(types()).toEqual(expect.arrayContaining(['subteam_self_added', 'dnd_updated', 'dnd_updated_user']))
  })

  it('tells a bot that was removed from a channel who removed it', async () => {
    const { chat, client } = app
    const alice = new WebClient('xoxp-alice', { slackApiUrl: `${chat.url}/api/` })
    const { channel } = await alice.conversations.create({ name: 'releases' })
    const id = channel?.id ?? ''
    const { user_id: helper = '' } = await client.auth.test()
    const { user_id: remover } = await alice.auth.test()
    const left = () => app.received.filter(({ event }) => event['type'] === 'channel_left').map(({ event }) => event)
    await alice.conversations.invite({ channel: id, users: helper })
    await alice.conversations.kick({ channel: id, user: helper })
    await settled()
    expect(left()).toMatchObject([{ channel: id, actor_id: remover }])
    await client.conversations.join({ channel: id })
    await client.conversations.leave({ channel: id })
    await settled()
    expect(left()).toMatchObject([{ actor_id: remover }, { channel: id, actor_id: helper }])
  })

  it('tells of everything that happens in the workspace', async () => {
    const alice = new WebClient('xoxp-alice', { slackApiUrl: `${app.chat.url}/api/` })
    const { client, chat } = app
    const { channel } = await client.conversations.create({ name: 'releases' })
    const id = channel?.id ?? ''
    const people = await client.users.list({})
    const bob = people.members?.find(({ name }) => name === 'bob')?.id ?? ''
    await client.conversations.invite({ channel: id, users: bob })
    await client.conversations.rename({ channel: id, name: 'deploys' })
    const { ts = '' } = await client.chat.postMessage({
      channel: id,
      text: 'https://x.test',
      metadata: { event_type: 'e', event_payload: {} },
    })
    await client.chat.update({ channel: id, ts, text: 'two' })
    await chat.as('bob').react({ channel: id, ts }, 'eyes')
    await chat.as('bob').unreact({ channel: id, ts }, 'eyes')
    await client.pins.add({ channel: id, timestamp: ts })
    await client.pins.remove({ channel: id, timestamp: ts })
    await client.chat.delete({ channel: id, ts })
    await client.conversations.kick({ channel: id, user: bob })
    await client.conversations.archive({ channel: id })
    await client.conversations.unarchive({ channel: id })
    await alice.users.profile.set({ profile: { status_text: 'away', status_emoji: ':palm_tree:' } })
    const { usergroup } = await client.usergroups.create({ name: 'On call', handle: 'oncall' })
    await client.usergroups.users.update({ usergroup: usergroup?.id ?? '', users: bob })
    await client.files.uploadV2({ channel_id: id, filename: 'a.txt', content: 'a' })
    await alice.dnd.setSnooze({ num_minutes: 5 })
    await chat.as('alice').openHome()
    await chat.as('bob').say('#general', 'see https://x.test')
    await settled()
    expect(new Set(types())).toEqual(
      new Set([
        'channel_created',
        'member_joined_channel',
        'channel_rename',
        'message',
        'message_metadata_posted',
        'reaction_added',
        'reaction_removed',
        'pin_added',
        'pin_removed',
        'member_left_channel',
        'channel_archive',
        'channel_unarchive',
        'user_change',
        'user_profile_changed',
        'user_status_changed',
        'subteam_created',
        'subteam_updated',
        'subteam_members_changed',
        'file_change',
        'file_created',
        'file_public',
        'file_shared',
        'message_metadata_deleted',
        'dnd_updated_user',
        'app_home_opened',
        'link_shared',
      ]),
    )
    const subtypes = new Set(app.received.map(({ event }) => event['subtype']).filter((each) => each !== undefined))
    expect(subtypes).toEqual(
      new Set([
        'channel_join',
        'channel_name',
        'message_changed',
        'message_deleted',
        'channel_archive',
        'channel_unarchive',
        'file_share',
        'pinned_item',
      ]),
    )
  })
})

describe('an app with subscriptions', () => {
  let own: ReceivingApp
  beforeAll(async () => {
    own = await startReceivingApp(undefined, undefined, {
      events: ['app_mention', 'message.channels', 'link_shared'],
      unfurl_domains: ['x.test'],
    })
  })
  afterAll(() => own[Symbol.asyncDispose]())
  beforeEach(() => own.reset())
  const received = () => own.received.map(({ event }) => event['type'])

  it('gets the events of its list only', async () => {
    const alice = own.chat.as('alice')
    const said = await alice.say('#general', 'hello @helper')
    await alice.say('@helper', 'not message.im')
    await alice.say('#secret', 'not message.groups')
    await alice.react(said, 'eyes')
    expect(received()).toEqual(['message', 'app_mention'])
  })

  it('gets link_shared with the links to its domains and their subdomains', async () => {
    const alice = own.chat.as('alice')
    await alice.say('#general', 'see https://x.test/1, https://docs.x.test/2 and https://notx.test/3')
    await alice.say('#general', 'see https://other.test')
    const shared = own.received.filter(({ event }) => event['type'] === 'link_shared')
    expect(shared.map(({ event }) => event['links'])).toEqual([
      [
        { domain: 'x.test', url: 'https://x.test/1' },
        { domain: 'docs.x.test', url: 'https://docs.x.test/2' },
      ],
    ])
  })
})

describe('the end of a thread', () => {
  it('is message_changed with a tombstone for its first message, and message_deleted for the tombstone', async () => {
    const { client, chat } = app
    const said = await chat.as('alice').say('#general', 'a question')
    const { ts = '' } = await client.chat.postMessage({ channel: said.channel, text: 'an answer', thread_ts: said.ts })
    await settled()
    app.received.length = 0
    const alice = new WebClient('xoxp-alice', { slackApiUrl: `${chat.url}/api/` })
    await alice.chat.delete({ channel: said.channel, ts: said.ts })
    await client.chat.delete({ channel: said.channel, ts })
    await settled()
    expect(app.received.map(({ event }) => event)).toMatchObject([
      {
        subtype: 'message_changed',
        message: { subtype: 'tombstone', ts: said.ts, reply_count: 1 },
        previous_message: { text: 'a question' },
      },
      { subtype: 'message_deleted', deleted_ts: ts, previous_message: { text: 'an answer' } },
      {
        subtype: 'message_deleted',
        deleted_ts: said.ts,
        previous_message: { subtype: 'tombstone', reply_count: 0, latest_reply: '0000000000.000000' },
      },
    ])
  })
})

describe('the events URL', () => {
  it('is verified with a challenge', async () => {
    app.answer = (response, { payload }) => response.end(JSON.stringify({ challenge: payload['challenge'] }))
    await app.chat.verifyEventsUrl()
    expect(app.received[0]?.payload).toMatchObject({ type: 'url_verification', challenge: expect.any(String) })
    app.answer = (response, { payload }) => response.end(payload['challenge'])
    await app.chat.verifyEventsUrl()
    app.answer = (response) => response.end('no')
    await expect(app.chat.verifyEventsUrl({ app: 'helper' })).rejects.toThrow(
      'did not answer the challenge: status 200 no',
    )
  })

  it('can be set for an app that starts later', async () => {
    app.chat.setRequestUrl('http://127.0.0.1:1/elsewhere')
    await app.chat.as('alice').say('#general', 'hello')
    await settled()
    expect(app.chat.webhooks.deliveries.at(-1)).toMatchObject({
      subscription: { url: 'http://127.0.0.1:1/elsewhere' },
      state: 'failed',
    })
    expect(() => app.chat.setRequestUrl('nonsense')).toThrow('expected a URL')
  })
})
