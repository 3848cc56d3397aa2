import { beforeEach, describe, expect, it } from 'vitest'
import type { WebClient } from '@slack/web-api'
import { CLIENTS, clientOf, refusalOf, runChat, type RunningChat } from '#chat/fixtures/chat.fixture.ts'

let chat: RunningChat
let ids: Readonly<Record<string, string>>
runChat((running, found) => {
  chat = running
  ids = found
})

const channel = (name = 'deploys'): string => ids[name] ?? name

describe.each(CLIENTS)('with @slack/web-api %s', (_version, Client) => {
  let bot: WebClient
  let alice: WebClient
  let bob: WebClient
  beforeEach(() => {
    bot = clientOf(chat, 'xoxb-helper', Client)
    alice = clientOf(chat, 'xoxp-alice', Client)
    bob = clientOf(chat, 'xoxp-bob', Client)
  })
  const history = async (name = 'deploys') =>
    (await alice.conversations.history({ channel: channel(name), include_all_metadata: true })).messages ?? []

  describe('chat.postMessage', () => {
    it('posts as the bot, with its profile and the text as rich text', async () => {
      const { ok, ts, message, channel: id } = await bot.chat.postMessage({ channel: channel(), text: 'Shipped' })
      expect([ok, id]).toEqual([true, channel()])
      expect(ts).toMatch(/^1767268800\.\d{6}$/)
      expect(message).toMatchObject({
        type: 'message',
        text: 'Shipped',
        ts,
        user: ids['helper'],
        bot_id: expect.stringMatching(/^B/) as string,
        bot_profile: { name: 'helper', app_id: message?.app_id },
        blocks: [{ type: 'rich_text' }],
      })
      expect(await history()).toMatchObject([{ text: 'Shipped', ts }])
    })

    it('posts as a person with a token of the person', async () => {
      const { message } = await alice.chat.postMessage({ channel: channel(), text: 'Hi' })
      expect(message).toMatchObject({ user: ids['alice'], text: 'Hi' })
      expect(message).not.toHaveProperty('bot_id')
    })

    it('gives messages of one moment timestamps that differ and are in order', async () => {
      const stamps: string[] = []
      for (const text of ['a', 'b', 'c', 'd']) {
        stamps.push((await bot.chat.postMessage({ channel: channel(), text })).ts ?? '')
      }
      expect(stamps).toEqual([...new Set(stamps)].toSorted())
      expect(new Set(stamps.map((ts) => ts.split('.')[0])).size).toBe(1)
    })

    it('takes the name of a channel, and the id of a user for the direct message', async () => {
      expect((await bot.chat.postMessage({ channel: '#deploys', text: 'a' })).channel).toBe(channel())
      const { channel: direct } = await bot.chat.postMessage({ channel: ids['bob'] ?? '', text: 'b' })
      expect(direct).toMatch(/^D/)
      expect((await bob.conversations.history({ channel: direct ?? '' })).messages).toMatchObject([{ text: 'b' }])
    })

    it('counts the replies of a thread, and shows a broadcast in the channel, too', async () => {
      const { ts = '' } = await alice.chat.postMessage({ channel: channel(), text: 'parent' })
      await bot.chat.postMessage({ channel: channel(), text: 'one', thread_ts: ts })
      const { ts: latest = '', message } = await alice.chat.postMessage({
        channel: channel(),
        text: 'two',
        thread_ts: ts,
        reply_broadcast: true,
      })
      expect(message).toMatchObject({ thread_ts: ts, subtype: 'thread_broadcast', root: { ts } })
      const [broadcast, parent] = await history()
      expect(broadcast).toMatchObject({ text: 'two' })
      expect(parent).toMatchObject({
        reply_count: 2,
        reply_users_count: 2,
        reply_users: [ids['helper'], ids['alice']],
        latest_reply: latest,
        subscribed: true,
        thread_ts: ts,
      })
      // A reply to a reply belongs to the same thread.
      await bot.chat.postMessage({ channel: channel(), text: 'three', thread_ts: latest })
      const { messages } = await bot.conversations.replies({ channel: channel(), ts })
      expect(messages?.map(({ text }) => text)).toEqual(['parent', 'one', 'two', 'three'])
    })

    it('names the author of the first message in every reply of its thread', async () => {
      const { ts = '', message: first } = await alice.chat.postMessage({ channel: channel(), text: 'parent' })
      const { message: reply } = await bot.chat.postMessage({ channel: channel(), text: 'one', thread_ts: ts })
      expect(reply).toMatchObject({ user: ids['helper'], parent_user_id: ids['alice'] })
      expect(first).not.toHaveProperty('parent_user_id')
    })

    it('keeps metadata for those who ask for it', async () => {
      const metadata = { event_type: 'deploy', event_payload: { id: 7 } }
      await bot.chat.postMessage({ channel: channel(), text: 'a', metadata })
      expect(await history()).toMatchObject([{ metadata }])
      const { messages = [] } = await alice.conversations.history({ channel: channel() })
      expect(messages[0]).not.toHaveProperty('metadata')
    })

    it('posts under another name and icon as a bot_message', async () => {
      const { message } = await bot.chat.postMessage({
        channel: channel(),
        text: 'a',
        username: 'Deploy',
        icon_emoji: 'rocket',
      })
      expect(message).toMatchObject({ subtype: 'bot_message', username: 'Deploy', icons: { emoji: ':rocket:' } })
      expect(message).not.toHaveProperty('user')
    })

    it('keeps the color of an attachment as digits', async () => {
      const attachments = ['good', 'warning', 'danger', '#ABCDEF', '123456'].map((color) => ({ text: 'a', color }))
      const { message } = await bot.chat.postMessage({ channel: channel(), attachments })
      const colors = message?.attachments?.map(({ color }) => color)
      expect(colors).toEqual(['2eb886', 'daa038', 'a30200', 'ABCDEF', '123456'])
    })

    it('posts blocks and attachments', async () => {
      const { message } = await bot.chat.postMessage({
        channel: channel(),
        text: 'fallback',
        blocks: [{ type: 'section', text: { type: 'mrkdwn', text: '*Shipped*' } }],
        attachments: [{ color: '#36a64f', text: 'details' }],
      })
      expect(message).toMatchObject({
        blocks: [{ type: 'section', block_id: expect.any(String) as string }],
        attachments: [{ id: 1, text: 'details', fallback: 'details', color: '36a64f' }],
      })
    })

    it('lists what is wrong with blocks twice, as the vendor does', async () => {
      const call = bot.apiCall('chat.postMessage', { channel: channel(), blocks: [{ type: 'section' }] })
      const sentence = 'must define either `text` or `fields` [json-pointer:/blocks/0/type]'
      expect(await refusalOf(call)).toMatchObject({
        error: 'invalid_blocks',
        errors: [sentence],
        response_metadata: { messages: [`[ERROR] ${sentence}`] },
      })
    })

    it.each([
      ['channel_not_found', { channel: 'C0UNKNOWN', text: 'a' }],
      ['channel_not_found', { channel: 'secret', text: 'a' }],
      ['no_text', { channel: 'deploys', text: '' }],
      ['msg_too_long', { channel: 'deploys', markdown_text: 'a'.repeat(12_001) }],
      ['thread_not_found', { channel: 'deploys', text: 'a', thread_ts: '1.000001' }],
      [
        'too_many_attachments',
        { channel: 'deploys', text: 'a', attachments: Array.from({ length: 101 }, () => ({ text: 'a' })) },
      ],
      ['invalid_metadata_schema', { channel: 'deploys', text: 'a', metadata: { event_type: '' } }],
      ['invalid_blocks_format', { channel: 'deploys', text: 'a', blocks: '{' }],
      ['markdown_text_conflict', { channel: 'deploys', text: 'a', markdown_text: 'b' }],
    ])('refuses with %s: %j', async (error, { channel: name, ...rest }) => {
      expect(await refusalOf(bot.apiCall('chat.postMessage', { channel: channel(name), ...rest }))).toMatchObject({
        ok: false,
        error,
      })
      chat.reset()
    })

    it('keeps a text escaped, with its emoji by name, its links found, and cut off after 40,000 characters', async () => {
      const textOf = async (message: object) => {
        const answer = await bot.apiCall('chat.postMessage', { channel: channel(), ...message })
        return Reflect.get(answer, 'message') as { readonly text: string; readonly blocks: object[] } // of the answer
      }
      expect((await textOf({ text: 'R&D: a < b > c 🎉 https://x.test <@U024BE7LH|bob>' })).text).toBe(
        'R&amp;D: a &lt; b &gt; c :tada: <https://x.test> <@U024BE7LH>',
      )
      expect((await textOf({ text: 'a'.repeat(40_001) })).text).toHaveLength(40_000)
      chat.reset() // the log keeps the beginning of a long body only
      expect((await textOf({ text: '*a* https://x.test', mrkdwn: false, parse: 'none' })).blocks).toMatchObject([
        { elements: [{ elements: [{ type: 'text', text: '*a* https://x.test' }] }] },
      ])
      const markdown = await textOf({ markdown_text: '**a** & `b`\n\n1. c\n2. [d](https://x.test)' })
      expect(markdown.text).toBe('*a* &amp; `b`\n1. c\n2. <https://x.test|d>')
      expect(markdown.blocks).toMatchObject([
        { type: 'rich_text', elements: [{ type: 'rich_text_section' }, { type: 'rich_text_list', style: 'ordered' }] },
      ])
    })

    it('refuses those who are not in the channel, and an archived channel', async () => {
      expect(
        await refusalOf(clientOf(chat, 'xoxp-bob', Client).chat.postMessage({ channel: channel(), text: 'a' })),
      ).toMatchObject({
        error: 'not_in_channel',
      })
      await alice.conversations.archive({ channel: channel() })
      expect(await refusalOf(bot.chat.postMessage({ channel: channel(), text: 'a' }))).toMatchObject({
        error: 'is_archived',
      })
    })
  })

  it('chat.postEphemeral posts for one member, and no history shows it', async () => {
    const user = ids['alice'] ?? ''
    const { message_ts } = await bot.chat.postEphemeral({ channel: channel(), user, text: 'for you' })
    expect(message_ts).toMatch(/^\d{10}\.\d{6}$/)
    expect(await history()).toEqual([])
    const stranger = bot.chat.postEphemeral({ channel: channel(), user: ids['bob'] ?? '', text: 'a' })
    expect(await refusalOf(stranger)).toMatchObject({ error: 'user_not_in_channel' })
  })

  it('chat.meMessage posts what a user does', async () => {
    await alice.chat.meMessage({ channel: channel(), text: 'is out' })
    expect(await history()).toMatchObject([{ subtype: 'me_message', text: 'is out' }])
  })

  describe('chat.update', () => {
    it('changes an own message; a new text without blocks removes them', async () => {
      const blocks = [{ type: 'section', text: { type: 'plain_text', text: 'old' } }]
      const { ts = '' } = await bot.chat.postMessage({ channel: channel(), text: 'old', blocks })
      const answer = await bot.chat.update({ channel: channel(), ts, text: 'new' })
      expect(answer).toMatchObject({ ts, text: 'new', message: { blocks: [{ type: 'rich_text' }] } })
      expect(answer.channel).toBe(channel())
      const metadata = { event_type: 'e', event_payload: {} }
      await bot.chat.update({ channel: channel(), ts, blocks, metadata })
      expect(await history()).toMatchObject([
        { text: 'new', edited: { user: ids['helper'] }, blocks: [{ type: 'section' }], metadata },
      ])
      await bot.chat.update({ channel: channel(), ts, text: 'newer', metadata: {} as typeof metadata })
      const [message] = await history()
      expect(message).toMatchObject({ text: 'newer' })
      expect(message).not.toHaveProperty('metadata')
    })

    it('refuses messages of others, and those that do not exist', async () => {
      const { ts = '' } = await alice.chat.postMessage({ channel: channel(), text: 'a' })
      const change = { channel: channel(), text: 'b' }
      expect(await refusalOf(bot.chat.update({ ...change, ts }))).toMatchObject({ error: 'cant_update_message' })
      const absent = bot.chat.update({ ...change, ts: '1.000001' })
      expect(await refusalOf(absent)).toMatchObject({ error: 'message_not_found' })
      const { ts: own = '' } = await bot.chat.postMessage({ channel: channel(), text: 'a' })
      await alice.conversations.archive({ channel: channel() })
      expect(await refusalOf(bot.chat.update({ ...change, ts: own }))).toMatchObject({ error: 'is_inactive' })
    })
  })

  describe('chat.delete', () => {
    it('deletes an own message; an administrator deletes every one', async () => {
      const { ts = '' } = await bot.chat.postMessage({ channel: channel('general'), text: 'a' })
      expect(await refusalOf(bob.chat.delete({ channel: channel('general'), ts }))).toMatchObject({
        error: 'cant_delete_message',
      })
      expect(await alice.chat.delete({ channel: channel('general'), ts })).toMatchObject({ ts })
      expect(await refusalOf(bot.chat.delete({ channel: channel('general'), ts }))).toMatchObject({
        error: 'message_not_found',
      })
    })

    it('leaves a tombstone for a thread, until its last reply is deleted', async () => {
      const { ts = '' } = await bot.chat.postMessage({ channel: channel(), text: 'a' })
      const { ts: reply = '' } = await bot.chat.postMessage({ channel: channel(), text: 'b', thread_ts: ts })
      await bot.chat.delete({ channel: channel(), ts })
      expect(await history()).toMatchObject([{ subtype: 'tombstone', reply_count: 1 }])
      await bot.chat.delete({ channel: channel(), ts: reply })
      expect(await history()).toEqual([])
    })

    it('no longer counts a deleted reply', async () => {
      const { ts = '' } = await alice.chat.postMessage({ channel: channel(), text: 'a' })
      const { ts: reply = '' } = await bot.chat.postMessage({ channel: channel(), text: 'b', thread_ts: ts })
      await bot.chat.delete({ channel: channel(), ts: reply })
      const [parent] = await history()
      expect(parent).not.toHaveProperty('reply_count')
      expect(parent).not.toHaveProperty('thread_ts')
    })
  })

  it('chat.getPermalink links to a message, and to a reply with its thread', async () => {
    const { ts = '' } = await bot.chat.postMessage({ channel: channel(), text: 'a' })
    const { ts: reply = '' } = await bot.chat.postMessage({ channel: channel(), text: 'b', thread_ts: ts })
    const link = async (message_ts: string) =>
      (await bot.chat.getPermalink({ channel: channel(), message_ts })).permalink
    expect(await link(ts)).toBe(`${chat.url}/archives/${channel()}/p${ts.replace('.', '')}`)
    expect(await link(reply)).toContain(`?thread_ts=${ts}&cid=${channel()}`)
  })

  describe('scheduled messages', () => {
    const at = 1_767_268_800

    it('are listed, posted on the clock, and gone from the list', async () => {
      const {
        scheduled_message_id: id,
        post_at,
        message,
      } = await bot.chat.scheduleMessage({
        channel: channel(),
        text: 'later',
        post_at: at + 600,
      })
      expect([post_at, message?.type]).toEqual([at + 600, 'delayed_message'])
      const { scheduled_messages } = await bot.chat.scheduledMessages.list({ channel: channel() })
      expect(scheduled_messages).toEqual([
        { id, channel_id: channel(), post_at: at + 600, date_created: at, text: 'later' },
      ])
      chat.clock.advance('9m')
      expect(await history()).toEqual([])
      chat.clock.advance('1m')
      expect(await history()).toMatchObject([{ text: 'later', ts: `${at + 600}.000000` }])
      expect((await bot.chat.scheduledMessages.list()).scheduled_messages).toEqual([])
    })

    it('are broadcast to the channel when they ask for it', async () => {
      const { ts: thread_ts = '' } = await bot.chat.postMessage({ channel: channel(), text: 'a' })
      const more = { thread_ts, reply_broadcast: true, post_at: at + 60 }
      await bot.chat.scheduleMessage({ channel: channel(), text: 'later', ...more })
      chat.clock.advance('1m')
      expect(await history()).toMatchObject([{ text: 'later', subtype: 'thread_broadcast', thread_ts }, { text: 'a' }])
    })

    it('are not posted to a channel that is archived by then', async () => {
      await bot.chat.scheduleMessage({ channel: channel(), text: 'later', post_at: at + 60 })
      await bot.conversations.archive({ channel: channel() })
      chat.clock.advance('1m')
      expect((await history()).map(({ text }) => text)).not.toContain('later')
      expect((await bot.chat.scheduledMessages.list({})).scheduled_messages).toEqual([])
    })

    it('can be deleted until a minute before their time', async () => {
      const schedule = async (post_at: number) =>
        (await bot.chat.scheduleMessage({ channel: channel(), text: 'a', post_at })).scheduled_message_id ?? ''
      const [later, soon] = [await schedule(at + 600), await schedule(at + 30)]
      await bot.chat.deleteScheduledMessage({ channel: channel(), scheduled_message_id: later })
      const late = bot.chat.deleteScheduledMessage({ channel: channel(), scheduled_message_id: soon })
      expect(await refusalOf(late)).toMatchObject({ error: 'invalid_scheduled_message_id' })
      chat.clock.advance('1h')
      expect(await history()).toHaveLength(1)
    })

    it.each([
      ['time_in_past', at - 1],
      ['time_too_far', at + 121 * 86_400],
      ['invalid_time', 'soon'],
    ])('are refused with %s for %s', async (error, post_at) => {
      expect(await refusalOf(bot.chat.scheduleMessage({ channel: channel(), text: 'a', post_at }))).toMatchObject({
        error,
      })
    })
  })

  it('chat.unfurl attaches previews to the links of a message, each once', async () => {
    const url = 'https://example.com/a'
    const { ts = '' } = await alice.chat.postMessage({ channel: channel(), text: `see <${url}>` })
    await bot.chat.unfurl({ channel: channel(), ts, unfurls: { [url]: { text: 'first' } } })
    await bot.chat.unfurl({ channel: channel(), ts, unfurls: { [url]: { text: 'second' } } })
    expect(await history()).toMatchObject([{ attachments: [{ text: 'second', from_url: url, is_app_unfurl: true }] }])
    const other = bot.chat.unfurl({ channel: channel(), ts, unfurls: { 'https://example.com/b': { text: 'b' } } })
    expect(await refusalOf(other)).toMatchObject({ error: 'cannot_unfurl_message' })
    // The id that link_shared names does the same.
    const byId = { unfurl_id: `${channel()}-${ts}`, source: 'conversations_history' as const }
    await bot.chat.unfurl({ ...byId, unfurls: { [url]: { text: 'third' } } })
    expect(await history()).toMatchObject([{ attachments: [{ text: 'third' }] }])
    const none = bot.apiCall('chat.unfurl', { channel: channel(), ts })
    expect(await refusalOf(none)).toMatchObject({ error: 'missing_unfurls' })
  })
})
