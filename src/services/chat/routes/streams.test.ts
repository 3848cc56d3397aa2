import { expect } from 'vitest'
import { chatTest, clientOf, refusalOf } from '#chat/fixtures/chat.fixture.ts'

const it = chatTest()
  .extend('client', ({ chat }) => clientOf(chat))
  .extend('place', async ({ client }) => {
    const { channels = [] } = await client.conversations.list({})
    const channel = channels.find(({ name }) => name === 'deploys')?.id ?? ''
    const { ts = '' } = await client.chat.postMessage({ channel, text: 'question' })
    const { members = [] } = await client.users.list({})
    const user = members.find(({ name }) => name === 'alice')
    return {
      channel,
      thread_ts: ts,
      recipient_team_id: user?.team_id ?? '',
      recipient_user_id: user?.id ?? '',
    }
  })

const task = { type: 'task_update' as const, id: '1', title: 'Look', status: 'in_progress' as const }

it('grows with each piece, and is complete at its end', async ({ chat, client, place }) => {
  const streamer = client.chatStream({ ...place, buffer_size: 1 })
  const replies = async () => {
    const { messages = [] } = await client.conversations.replies({ channel: place.channel, ts: place.thread_ts })
    return messages.slice(1).map((message) => [message.text, Reflect.get(message, 'streaming_state')])
  }
  await streamer.append({ markdown_text: 'Hello ' })
  expect(await replies()).toEqual([['Hello ', 'in_progress']])
  await streamer.append({ markdown_text: 'wo' })
  await streamer.append({ markdown_text: 'rld\n\n- a\n- b' })
  expect(await replies()).toEqual([['Hello world\n• a\n• b', 'in_progress']])
  const { message } = await streamer.stop({ metadata: { event_type: 'answered', event_payload: { by: 'model' } } })
  expect(message).toMatchObject({
    text: 'Hello world\n• a\n• b',
    streaming_state: 'completed',
    thread_ts: place.thread_ts,
  })
  expect(chat.transcript('#deploys')).toBe('helper: question\n  > helper: Hello world\n  >   • a\n  >   • b')
})

it('shows tasks one by one in a timeline, and their sources', async ({ client, place }) => {
  const { ts = '' } = await client.chat.startStream({ ...place, chunks: [task, { ...task, id: '2' }] })
  const source = { type: 'url' as const, url: 'https://x.test', text: 'X' }
  const done = { ...task, status: 'error' as const, title: '', output: 'Nothing', sources: [source] }
  const { message } = await client.chat.stopStream({ channel: place.channel, ts, chunks: [done] })
  expect(message?.blocks).toMatchObject([
    { type: 'task_card', task_id: '1', title: 'Look', status: 'error', sources: [source] },
    { type: 'task_card', task_id: '2', title: 'Look', status: 'in_progress' },
  ])
})

it('ends after five minutes, and when a person stops it', async ({ chat, client, place }) => {
  const { channel } = place
  const append = async (ts: string) => refusalOf(client.chat.appendStream({ channel, ts, markdown_text: 'b' }))
  const { ts: late = '' } = await client.chat.startStream({ ...place, markdown_text: 'a' })
  chat.clock.advance('6m')
  expect(await append(late)).toMatchObject({ error: 'message_not_in_streaming_state' })
  const { ts: stopped = '' } = await client.chat.startStream({ ...place, markdown_text: 'a' })
  await chat.as('alice').stopStream()
  expect(await append(stopped)).toMatchObject({ error: 'stopped_by_user' })
  expect(await refusalOf(client.chat.stopStream({ channel, ts: stopped }))).toMatchObject({
    error: 'message_not_in_streaming_state',
  })
})

it('cannot be edited while it grows', async ({ client, place: { channel, ...place } }) => {
  const { ts = '' } = await client.chat.startStream({ channel, ...place, markdown_text: 'a' })
  expect(await refusalOf(client.chat.update({ channel, ts, text: 'b' }))).toMatchObject({
    error: 'streaming_state_conflict',
  })
  await client.chat.stopStream({ channel, ts })
  expect(await client.chat.update({ channel, ts, text: 'b' })).toMatchObject({ text: 'b' })
})

it.for<readonly [string, object, string]>([
  ['a type', { type: 'html', text: 'a' }, 'unsupported type: html [json-pointer:/chunks/0/type]'],
  ['a status', { ...task, status: 'done' }, 'must be a valid enum value [json-pointer:/chunks/0/status]'],
  ['a member', { type: 'plan_update' }, 'missing required field: title [json-pointer:/chunks/0]'],
])('refuses a chunk with %s that the vendor does not know', async ([, chunk, sentence], { client, place }) => {
  const refusal = await refusalOf(client.apiCall('chat.startStream', { ...place, chunks: [chunk] }))
  expect(refusal).toMatchObject({ error: 'invalid_chunks', response_metadata: { messages: [`[ERROR] ${sentence}`] } })
})
