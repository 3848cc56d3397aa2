import type { WebClient } from '@slack/web-api'
import { describe, expect } from 'vitest'
import { chatTest, clientOf } from '#chat/fixtures/chat.fixture.ts'

// Details that recorded answers of the vendor show and its types do not tell.

const it = chatTest()

async function channelId(client: WebClient, name = 'deploys'): Promise<string> {
  const { channels = [] } = await client.conversations.list()
  return channels.find((each) => each.name === name)?.id ?? ''
}

async function upload(client: WebClient, more: object = {}) {
  const { upload_url: url = '', file_id: id = '' } = await client.files.getUploadURLExternal({
    filename: 'a.txt',
    length: 3,
  })
  await fetch(url, { method: 'POST', body: 'abc' })
  const { files } = await client.files.completeUploadExternal({ files: [{ id, title: 'A' }], ...more } as never)
  return files?.[0]
}

describe('files.completeUploadExternal', () => {
  it('answers before the type and the shares of the file are known', async ({ chat }) => {
    const bot = clientOf(chat, 'xoxb-helper')
    const channel = await channelId(bot)
    const file = await upload(bot, { channel_id: channel })
    expect(file).toMatchObject({
      title: 'A',
      size: 3,
      mimetype: '',
      filetype: '',
      pretty_type: '',
      mode: 'hosted',
      editable: false,
      is_public: false,
      username: '',
      media_display_type: 'unknown',
      shares: {},
      channels: [],
      groups: [],
      ims: [],
      has_more_shares: false,
    })
    expect((await bot.files.info({ file: file?.id ?? '' })).file).toMatchObject({
      mimetype: 'text/plain',
      filetype: 'text',
      is_public: true,
      username: '',
      media_display_type: 'unknown',
      channels: [channel],
      shares: { public: { [channel]: [{ channel_name: 'deploys' }] } },
    })
  })
})

describe('a channel that a member makes or changes', () => {
  it('has the last message that the member has read', async ({ chat }) => {
    const bot = clientOf(chat, 'xoxb-helper')
    const last_read = expect.stringMatching(/^\d{10}\.\d{6}$/) as string
    const { channel } = await bot.conversations.create({ name: 'incident' })
    expect(channel).toMatchObject({ last_read })
    const id = channel?.id ?? ''
    expect((await bot.conversations.setTopic({ channel: id, topic: 'a' })).channel).toMatchObject({ last_read })
    expect((await bot.conversations.setPurpose({ channel: id, purpose: 'b' })).channel).toMatchObject({ last_read })
    expect((await bot.conversations.rename({ channel: id, name: 'incident-2' })).channel).toMatchObject({ last_read })
    const alice = clientOf(chat, 'xoxp-alice')
    expect((await alice.conversations.join({ channel: id })).channel).toMatchObject({ last_read })
    expect((await bot.conversations.list()).channels?.some((each) => 'last_read' in each)).toBe(false)
  })
})

describe('a user that is no person', () => {
  it('has no confirmed address, and says whether it is always active', async ({ chat }) => {
    const bot = clientOf(chat, 'xoxb-helper')
    const { user: slackbot } = await bot.users.info({ user: 'USLACKBOT' })
    expect(slackbot).toMatchObject({ color: '757575', is_email_confirmed: false, profile: { always_active: true } })
    const { user_id: self = '' } = await bot.auth.test()
    const { user: helper } = await bot.users.info({ user: self })
    expect(helper).toMatchObject({ is_bot: true, is_email_confirmed: false, profile: { always_active: false } })
    const { members = [] } = await bot.users.list({})
    const alice = members.find(({ name }) => name === 'alice')
    expect(alice?.is_email_confirmed).toBe(true)
    expect(alice?.profile).not.toHaveProperty('always_active')
  })
})
