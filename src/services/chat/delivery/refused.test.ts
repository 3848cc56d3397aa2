import { expect, it } from 'vitest'
import { createEmulator } from '#emulator.ts'
import { clientOf, refusalOf } from '#chat/fixtures/chat.fixture.ts'

it('a refused request sends no events and changes nothing, although its status is 200', async () => {
  const app = {
    client_id: '1.2',
    client_secret: 's',
    name: 'helper',
    scopes: ['files:read', 'files:write'],
    events_url: 'http://127.0.0.1:9/events',
  }
  const seed = { chat: { users: [{ name: 'alice' }], bots: [{ name: 'helper' }], oauth_apps: [app] } }
  await using chat = await createEmulator({ service: 'chat', port: 0, seed })
  const bot = clientOf(chat, 'xoxb-helper')
  const { upload_url: url = '', file_id: id = '' } = await bot.files.getUploadURLExternal({ filename: 'a', length: 1 })
  await fetch(url, { method: 'POST', body: 'a' })
  // The file is completed, which is an event, before the channel is found to be missing.
  const refused = bot.files.completeUploadExternal({ files: [{ id }], channel_id: 'C0NONE' })
  expect(await refusalOf(refused)).toMatchObject({ error: 'channel_not_found' })
  expect(chat.webhooks.deliveries).toEqual([])
  expect(await refusalOf(bot.files.info({ file: id }))).toMatchObject({ error: 'file_not_found' })
  await bot.files.completeUploadExternal({ files: [{ id }] })
  expect(chat.webhooks.deliveries.map(({ event }) => event)).toContain('file_created')
})
