import { beforeEach, describe, expect, it } from 'vitest'
import type { WebClient } from '@slack/web-api'
import { CLIENTS, clientOf, refusalOf, runChat, type RunningChat } from '#chat/fixtures/chat.fixture.ts'
import { pngOf } from '#chat/errors/png.fixture.ts'

let chat: RunningChat
let ids: Readonly<Record<string, string>>
runChat((running, found) => {
  chat = running
  ids = found
})

const download = (url = '', token = 'xoxb-helper') =>
  fetch(url, { headers: { authorization: `Bearer ${token}` }, redirect: 'manual' })

describe.each(CLIENTS)('with @slack/web-api %s', (_version, Client) => {
  let bot: WebClient
  let alice: WebClient
  beforeEach(() => {
    bot = clientOf(chat, 'xoxb-helper', Client)
    alice = clientOf(chat, 'xoxp-alice', Client)
  })
  const channel = (name = 'deploys') => ids[name] ?? ''

  async function upload(options: object = {}): Promise<string> {
    const content = Buffer.from('one,two\n1,2\n')
    const answer = await bot.files.getUploadURLExternal({ filename: 'report.csv', length: content.length })
    await fetch(answer.upload_url ?? '', { method: 'POST', body: content })
    const id = answer.file_id ?? ''
    await bot.files.completeUploadExternal({ files: [{ id, title: 'Report' }], ...options } as never)
    return id
  }

  it('a remote file is registered once, shared, found, changed and removed', async () => {
    const plan = { external_id: '7', external_url: 'https://files.test/7', title: 'Plan' }
    const indexable_file_contents = Buffer.from('budget')
    const { file: added } = await bot.files.remote.add({ ...plan, indexable_file_contents })
    expect(added).toMatchObject({
      name: 'Plan',
      mode: 'external',
      is_external: true,
      external_type: 'app',
      external_id: '7',
      url_private: plan.external_url,
      filetype: 'remote',
      pretty_type: 'Remote',
      channels: [],
    })
    const again = await bot.files.remote.add({ ...plan, title: 'New plan', preview_image: pngOf(1200, 630) })
    expect(again.file).toMatchObject({ id: added?.id, title: 'New plan', has_rich_preview: true })
    const { file: shared } = await bot.files.remote.share({ external_id: '7', channels: channel() })
    expect(shared).toMatchObject({ id: added?.id, channels: [channel()] })
    const newest = async () => (await bot.conversations.history({ channel: channel() })).messages?.[0]
    expect(await newest()).toMatchObject({ files: [{ id: added?.id, mode: 'external' }] })
    const { files: found } = await alice.search.files({ query: 'budget' })
    expect(found?.matches).toMatchObject([{ id: added?.id }])
    await bot.files.remote.add({ ...plan, external_id: '8' })
    const page = await bot.files.remote.list({ limit: 1 })
    expect(page.files).toMatchObject([{ external_id: '8' }])
    const { next_cursor: cursor = '' } = page.response_metadata ?? {}
    expect((await bot.files.remote.list({ limit: 1, cursor })).files).toMatchObject([{ external_id: '7' }])
    expect((await bot.files.remote.list({ channel: channel() })).files).toHaveLength(1)
    const { file: updated } = await bot.files.remote.update({
      external_id: '7',
      external_url: 'https://files.test/new',
    })
    expect(updated).toMatchObject({ external_url: 'https://files.test/new', title: 'New plan' })
    await bot.files.remote.remove({ external_id: '7' })
    expect((await newest())?.files).toEqual([{ id: added?.id, mode: 'tombstone' }])
    expect(await refusalOf(bot.files.remote.info({ external_id: '7' }))).toMatchObject({ error: 'file_not_found' })
    expect((await bot.files.remote.add(plan)).file?.id).not.toBe(added?.id)
  })

  it('a file has a public URL for everybody until it is revoked', async () => {
    const id = await upload({ channel_id: channel() })
    expect(await refusalOf(alice.files.sharedPublicURL({ file: id }))).toMatchObject({ error: 'not_allowed' })
    const { file_id: own = '', upload_url: target = '' } = await alice.files.getUploadURLExternal({
      filename: 'mine.txt',
      length: 4,
    })
    await fetch(target, { method: 'POST', body: 'mine' })
    await alice.files.completeUploadExternal({ files: [{ id: own }] })
    const { file: before } = await alice.files.info({ file: own })
    expect((await fetch(before?.permalink_public ?? '')).status).toBe(404)
    const { file } = await alice.files.sharedPublicURL({ file: own })
    expect(file?.public_url_shared).toBe(true)
    expect(await (await fetch(file?.permalink_public ?? '')).text()).toBe('mine')
    expect((await alice.files.revokePublicURL({ file: own })).file?.public_url_shared).toBe(false)
    expect((await fetch(file?.permalink_public ?? '')).status).toBe(404)
  })

  it('files are found by their names, titles and owners, and with messages by search.all', async () => {
    const id = await upload({ channel_id: channel(), initial_comment: 'The report' })
    const found = async (query: string) => (await alice.search.files({ query })).files?.matches?.map((file) => file.id)
    expect(await found('report')).toEqual([id])
    expect(await found('report from:@helper')).toEqual([id])
    expect(await found('report -csv')).toEqual([])
    expect(await found('from:me')).toEqual([])
    expect(await alice.search.all({ query: 'report' })).toMatchObject({
      messages: { total: 1, matches: [{ text: 'The report' }] },
      files: { total: 1, matches: [{ id }] },
      posts: { total: 0 },
    })
  })

  it('a file is uploaded in three steps, and downloaded with the token', async () => {
    const id = await upload({ channel_id: channel(), initial_comment: 'Here' })
    const { file } = await bot.files.info({ file: id })
    expect(file).toMatchObject({
      name: 'report.csv',
      title: 'Report',
      mimetype: 'text/csv',
      filetype: 'csv',
      size: 12,
      user: ids['helper'],
      is_public: true,
      channels: [channel()],
      shares: { public: { [channel()]: [{ channel_name: 'deploys' }] } },
    })
    expect(file).not.toHaveProperty('thumb_64')
    const answer = await download(file?.url_private)
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
      200,
      'text/csv',
      'one,two\n1,2\n',
    ])
    const { messages } = await bot.conversations.history({ channel: channel() })
    expect(messages).toMatchObject([{ text: 'Here', files: [{ id }], subtype: 'file_share' }])
  })

  it('a file is public only when it is shared in a public channel', async () => {
    const isPublic = async (client: WebClient, channel_id?: string) => {
      const answer = await client.files.getUploadURLExternal({ filename: 'a.txt', length: 1 })
      await fetch(answer.upload_url ?? '', { method: 'POST', body: 'a' })
      const id = answer.file_id ?? ''
      const place = channel_id === undefined ? {} : { channel_id }
      await client.files.completeUploadExternal({ files: [{ id }], ...place } as never)
      return (await client.files.info({ file: id })).file?.is_public
    }
    expect(await isPublic(alice, channel('deploys'))).toBe(true)
    expect(await isPublic(alice, channel('secret'))).toBe(false)
    expect(await isPublic(alice)).toBe(false)
  })

  it('files.uploadV2 uploads bytes and text, into a thread', async () => {
    const { ts = '' } = await bot.chat.postMessage({ channel: channel(), text: 'a' })
    await bot.files.uploadV2({
      channel_id: channel(),
      thread_ts: ts,
      filename: 'a.png',
      file: Buffer.from([0, 1, 2, 255]),
    })
    await bot.files.uploadV2({ channel_id: channel(), thread_ts: ts, filename: 'b.txt', content: 'grün & blau' })
    const { messages = [] } = await bot.conversations.replies({ channel: channel(), ts })
    const [, picture, words] = messages.map(({ files }) => files?.[0])
    expect(picture).toMatchObject({ name: 'a.png', mimetype: 'image/png', size: 4 })
    expect(new Uint8Array(await (await download(picture?.url_private_download)).arrayBuffer())).toEqual(
      new Uint8Array([0, 1, 2, 255]),
    )
    expect(await (await download(words?.url_private)).text()).toBe('grün & blau')
  })

  it('a download needs a token of somebody who can see the file', async () => {
    const id = await upload({ channel_id: channel() })
    const { file } = await bot.files.info({ file: id })
    expect((await download(file?.url_private, 'xoxb-unknown')).status).toBe(302)
    expect((await fetch(file?.url_private ?? '', { redirect: 'manual' })).status).toBe(302)
    const hidden = await upload()
    const { file: own } = await bot.files.info({ file: hidden })
    expect((await download(own?.url_private, 'xoxp-bob')).status).toBe(404)
    expect(await refusalOf(alice.files.info({ file: hidden }))).toMatchObject({ error: 'file_not_found' })
  })

  it('files.list has the files that the user can see, by their kind and place', async () => {
    const id = await upload({ channel_id: channel() })
    await upload()
    const list = async (client: WebClient, options = {}) =>
      (await client.files.list(options)).files?.map((file) => file.id)
    expect(await list(alice)).toEqual([id])
    expect(await list(bot)).toHaveLength(2)
    expect(await list(bot, { channel: channel() })).toEqual([id])
    expect(await list(bot, { types: 'images' })).toEqual([])
    expect(await refusalOf(bot.files.list({ types: 'songs' }))).toMatchObject({ error: 'unknown_type' })
  })

  it('files.delete removes the bytes, and leaves a tombstone in the message', async () => {
    const file = await upload({ channel_id: channel() })
    const { file: described } = await bot.files.info({ file })
    expect(await refusalOf(clientOf(chat, 'xoxp-bob', Client).files.delete({ file }))).toMatchObject({
      error: 'cant_delete_file',
    })
    await bot.files.delete({ file })
    expect(await refusalOf(bot.files.delete({ file }))).toMatchObject({ error: 'file_deleted' })
    expect((await download(described?.url_private)).status).toBe(404)
    const { messages } = await bot.conversations.history({ channel: channel() })
    expect(messages).toMatchObject([{ files: [{ id: file, mode: 'tombstone' }] }])
  })

  it('an upload is refused when it is empty, unknown, or not its uploader’s', async () => {
    const none = bot.files.getUploadURLExternal({ filename: 'a', length: 0 })
    expect(await refusalOf(none)).toMatchObject({ error: 'missing_argument' })
    const odd = bot.files.getUploadURLExternal({ filename: 'a', length: 1, snippet_type: 'odd' })
    expect(await refusalOf(odd)).toMatchObject({ error: 'unknown_snippet_type' })
    const { file_id: id = '', upload_url: url = '' } = await bot.files.getUploadURLExternal({
      filename: 'a',
      length: 1,
    })
    const complete = (client: WebClient) => refusalOf(client.files.completeUploadExternal({ files: [{ id }] }))
    expect(await complete(bot)).toMatchObject({ error: 'file_not_found' })
    expect(await complete(alice)).toMatchObject({ error: 'file_not_found' })
    expect((await fetch(`${chat.url}/upload/v1/unknown`, { method: 'POST', body: 'a' })).status).toBe(404)
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const half = '--x\r\ncontent-disposition: form-data; name="file"\r\n\r\na'
    expect((await fetch(url, { method: 'POST', headers, body: half })).status).toBe(400)
  })
})
