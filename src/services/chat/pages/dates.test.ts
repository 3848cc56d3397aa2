import { expect } from 'vitest'
import { chatTest, clientOf } from '#chat/fixtures/chat.fixture.ts'

const it = chatTest()

it('shows dates that no clock has by their fallback, or as they came', async ({ chat }) => {
  const { channels = [] } = await clientOf(chat).conversations.list()
  const channel = channels.find(({ name }) => name === 'general')?.id ?? ''
  for (const text of [
    'a <!date^9e99^{date}>',
    'b <!date^9e99^{date}|then>',
    'c <!date^x^{date}>',
    'd <!date^0^{date}>',
  ]) {
    await clientOf(chat).chat.postMessage({ channel, text })
  }
  const page = await fetch(`${chat.url}/?as=alice&channel=${channel}`)
  expect(page.status).toBe(200)
  const text = (await page.text()).replaceAll(/<[^>]*>/g, '')
  for (const shown of ['b then', 'd 1970-01-01T00:00:00.000Z']) expect(text).toContain(shown)
})
