import { chatFixture } from 'backlot/vitest'
import type { App } from '@slack/bolt'
import { expect, test as base } from 'vitest'
import { createApp } from './app.js'

const withChat = base.extend(chatFixture)

const test = withChat.extend<{ bot: App }>({
  bot: [
    async ({ chat }, use) => {
      const bot = createApp(chat.env)
      await bot.start()
      await use(bot)
      await bot.stop()
    },
    { auto: true },
  ],
})

test('asks why, tells the channel, and somebody else approves', async ({ chat }) => {
  const [alice, bob] = [chat.as('alice'), chat.as('bob')]
  await alice.command('/deploy', 'web', { channel: '#deploys' })
  await alice.submit(await alice.modal('Deploy web'), { 'Why now?': 'the fix is in' })
  const request = await chat.messages.next({ channel: '#deploys', from: 'deployer' })
  await bob.click(request, 'Approve')
  await expect
    .poll(() => chat.transcript('#deploys'))
    .toBe(['deployer: @alice wants to deploy *web*: the fix is in', '  Approved by @bob'].join('\n'))
})

test('does not let people approve what they asked for', async ({ chat }) => {
  const alice = chat.as('alice')
  await alice.command('/deploy', 'web', { channel: '#deploys' })
  await alice.submit(await alice.modal(), { reason: 'the fix is in' })
  await alice.click(await chat.messages.next({ from: 'deployer' }), 'Approve')
  expect(await chat.messages.next({ to: 'alice' })).toMatchObject({ readable: 'Somebody else has to approve this.' })
  expect(chat.transcript('#deploys')).toContain('[Approve]')
})

test('deploys nothing on a Friday', async ({ chat }) => {
  const alice = chat.as('alice')
  await alice.command('/deploy', 'web')
  const { view } = await alice.submit(await alice.modal(), { reason: 'it is Friday' })
  expect(view?.errors).toEqual({ reason: 'Not on a Friday' })
})

test('says how it is used', async ({ chat }) => {
  const { response } = await chat.as('bob').command('/deploy')
  expect(response).toMatchObject({ readable: 'Say what to deploy: `/deploy web`', ephemeral_to: 'bob' })
})
