import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { BOLTS, deployBot, startWorkspace, type Workspace } from './fixtures/bolt.fixture.ts'

for (const [major, Bolt] of BOLTS) {
  for (const socketMode of [false, true]) {
    describe(`Bolt ${major} over ${socketMode ? 'Socket Mode' : 'HTTP'}`, () => {
      let workspace: Workspace
      beforeAll(async () => {
        workspace = await startWorkspace(Bolt, { socketMode, listen: deployBot })
      })
      afterAll(() => workspace[Symbol.asyncDispose]())
      beforeEach(() => workspace.chat.reset())

      it('hears what people say, and is heard', async () => {
        const { chat } = workspace
        await chat.as('alice').say('#deploys', 'hello there')
        const answer = await chat.messages.next({ channel: '#deploys', from: 'helper' })
        expect(answer.readable).toBe('hi @alice')
        expect(chat.transcript('#deploys')).toBe('alice: hello there\nhelper: hi @alice')
      })

      it('is mentioned, and answers in a thread', async () => {
        const { chat } = workspace
        const said = await chat.as('alice').say('#deploys', '@helper?')
        const answer = await chat.messages.next({ thread: said })
        expect([answer.readable, answer.thread_ts]).toEqual(['you called?', said.ts])
      })

      it('sees reactions', async () => {
        const { chat } = workspace
        const said = await chat.as('alice').say('#general', 'look')
        await chat.as('bob').react(said, 'eyes')
        expect((await chat.messages.next({ from: 'helper' })).text).toBe(':eyes: seen')
      })

      it('runs a custom step, with a token that ends with the step', async () => {
        const { chat } = workspace
        expect(await chat.runStep('greet', { name: 'bob' })).toEqual({
          outputs: { greeting: 'hello bob' },
          error: null,
        })
        expect(await chat.messages.next({ from: 'helper' })).toMatchObject({ text: 'hello bob' })
        expect(await chat.runStep('greet', { name: '' })).toEqual({ outputs: null, error: 'nobody to greet' })
        const { request } = await chat.webhooks.next('function_executed')
        const body = JSON.parse(request.body) as { payload?: object }
        const { event } = (body.payload ?? body) as { event: { bot_access_token: string } }
        const headers = { authorization: `Bearer ${event.bot_access_token}` }
        const again = await chat.fetch(`${chat.url}/api/auth.test`, { headers })
        expect(await again.json()).toMatchObject({ error: 'token_revoked' })
      })

      it('opens a modal for a command, posts what is submitted, and somebody else presses the button', async () => {
        const { chat } = workspace
        const [alice, bob] = [chat.as('alice'), chat.as('bob')]
        await alice.command('/deploy', 'web', { channel: '#deploys' })
        const modal = await alice.modal('Deploy')
        const { view } = await alice.submit(modal, { reason: 'friday' })
        expect(view).toBeNull()
        const request = await chat.messages.next({ channel: '#deploys', from: 'helper' })
        expect(chat.transcript('#deploys')).toBe('helper: @alice wants to deploy: friday\n  [Approve] [Reject]')
        await bob.click(request, 'Approve')
        await expect.poll(() => chat.transcript('#deploys')).toMatch(/^helper: approved by @bob: friday/)
      })

      it('shows errors beside inputs, which keep the modal open', async () => {
        const { chat } = workspace
        const alice = chat.as('alice')
        await alice.command('/deploy')
        await alice.modal()
        await expect(alice.submit('Deploy')).rejects.toThrow('the input "Reason" is required')
        await expect(alice.submit('Deploy', { Reason: 'x' })).rejects.toThrow('takes 3 characters or more')
        const { view } = await alice.submit('deploy', { Reason: 'because' })
        expect(view?.errors).toEqual({ reason: 'That is no reason' })
        await alice.close()
        expect((await chat.messages.next({ channel: '@alice' })).text).toBe('as you like')
      })

      it('answers commands at once, and later', async () => {
        const { chat } = workspace
        const { response } = await chat.as('alice').command('/deploy', 'nothing', { channel: '#deploys' })
        expect([response?.text, response?.ephemeral_to]).toEqual(['nothing to do', 'alice'])
        await chat.as('alice').command('/deploy', 'later', { channel: '#deploys' })
        expect(await chat.messages.next({ text: 'now' })).toMatchObject({
          channel_name: '#deploys',
          ephemeral_to: null,
        })
      })

      it('loads options, and sees what is chosen', async () => {
        const { chat } = workspace
        const alice = chat.as('alice')
        await alice.command('/deploy')
        const modal = await alice.modal()
        const berlin = { text: { type: 'plain_text', text: 'Berlin' }, value: 'berlin' }
        expect(await alice.options(modal, 'region', 'Be')).toEqual([berlin])
        const { view } = await alice.choose(modal, 'Region', 'Berlin')
        expect(view).toMatchObject({ state: { values: { where: { region: { selected_option: berlin } } } } })
      })

      it('runs shortcuts, of the workspace and of a message', async () => {
        const { chat } = workspace
        await chat.as('alice').shortcut('ping')
        expect((await chat.messages.next({ from: 'helper' })).text).toBe('pong shortcut')
        const said = await chat.as('bob').say('#general', 'this')
        await chat.as('bob').shortcut('ping', { message: said })
        expect((await chat.messages.next({ channel: '@bob' })).text).toBe('pong message_action')
      })

      it('publishes the home tab', async () => {
        const { chat } = workspace
        await chat.as('alice').openHome('helper')
        expect(await chat.as('alice').home()).toMatchObject({ type: 'home', blocks: [{ text: { text: 'Welcome' } }] })
      })

      it('does not hear what is said where it is not', async () => {
        const { chat } = workspace
        await chat.as('alice').say('#private', 'hello')
        await chat.webhooks.settled()
        expect(chat.webhooks.deliveries).toEqual([])
        await expect(chat.messages.next({ from: 'helper', timeout: 1 })).rejects.toThrow(
          'chat.messages.next waited 1 ms: no message from helper was posted; posted were:\n  #private alice: hello',
        )
      })
    })
  }
}
