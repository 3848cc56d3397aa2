import type { App } from '@slack/bolt'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { BOLTS, startWorkspace, type Workspace } from '#chat/fixtures/bolt.fixture.ts'

const plain = (text: string) => ({ type: 'plain_text' as const, text })
const button = (text: string, id: string) => ({ type: 'button' as const, text: plain(text), action_id: id })

/** A step that a person completes by a button, as in the vendor's sample of a custom step. */
function sampleStep(app: App): void {
  app.function('sample_step', async ({ client, inputs, fail }) => {
    try {
      const text = 'Click the button to signal the step has completed'
      const section = { type: 'section', text: { type: 'mrkdwn', text }, accessory: button('Complete step', 'sample') }
      await client.chat.postMessage({ channel: String(inputs['user_id']), text, blocks: [section] })
    } catch (error) {
      await fail({ error: `Failed to handle a step request: ${String(error)}` })
    }
  })
  app.action('sample', async ({ ack, body, client, complete, fail }) => {
    await ack()
    if (body.type !== 'block_actions') return
    try {
      await complete?.({ outputs: { user_id: body.user.id } })
      const { channel, message } = body
      await client.chat.update({
        channel: channel?.id ?? '',
        ts: message?.ts ?? '',
        text: 'Step completed successfully!',
      })
    } catch (error) {
      await fail?.({ error: `Failed to complete the step: ${String(error)}` })
    }
  })
}

/** The members of an interaction of a step for which Bolt has no types. */
interface StepBody {
  readonly function_data?: { readonly execution_id: string; readonly function: object; readonly inputs: object }
  readonly interactivity?: { readonly interactor: { readonly id: string }; readonly interactivity_pointer: string }
  readonly bot_access_token?: string
}

const stepBodies: StepBody[] = []

/** A step that asks a person for a reason in a modal. */
function approval(app: App): void {
  app.function('approve', async ({ client, inputs }) => {
    const blocks = [{ type: 'actions', elements: [button('Decide', 'decide')] }]
    await client.chat.postMessage({ channel: String(inputs['user_id']), text: 'Your turn', blocks })
  })
  app.action('decide', async ({ ack, body, client, inputs }) => {
    await ack()
    const { interactivity } = body as StepBody // Bolt has no type for the member
    const element = { type: 'plain_text_input' as const, action_id: 'reason' }
    const label = plain(`Why for ${String(inputs?.['what'])}?`)
    await client.views.open({
      interactivity_pointer: interactivity?.interactivity_pointer ?? '',
      view: {
        type: 'modal',
        callback_id: 'decided',
        notify_on_close: true,
        title: plain('Decision'),
        submit: plain('Send'),
        blocks: [{ type: 'input', block_id: 'reason', label, element }],
      },
    })
  })
  app.view('decided', async ({ ack, view, body, client }) => {
    await ack()
    const step = body as StepBody // Bolt has no types for the members
    stepBodies.push(step)
    const outputs = { reason: view.state.values['reason']?.['reason']?.value ?? '' }
    await client.functions.completeSuccess({ function_execution_id: step.function_data?.execution_id ?? '', outputs })
  })
  app.view({ callback_id: 'decided', type: 'view_closed' }, async ({ ack, body, client }) => {
    await ack()
    const { function_data: data } = body as StepBody // Bolt has no type for the member
    await client.functions.completeError({ function_execution_id: data?.execution_id ?? '', error: 'no decision' })
  })
}

describe.each(BOLTS)('a custom step of Bolt %s that asks a person', (major, Bolt) => {
  let workspace: Workspace
  let alice: string
  beforeAll(async () => {
    const listen = (app: App) => {
      sampleStep(app)
      approval(app)
    }
    workspace = await startWorkspace(Bolt, { listen, socketMode: major === '5' })
    const { user } = await workspace.app.client.users.lookupByEmail({ email: 'alice@example.com' })
    alice = user?.id ?? ''
  })
  afterAll(() => workspace[Symbol.asyncDispose]())
  beforeEach(() => {
    workspace.chat.reset()
    stepBodies.length = 0
  })

  it('is completed by a button of its message, which the app then updates', async () => {
    const { chat } = workspace
    const run = chat.runStep('sample_step', { user_id: alice })
    const asked = await chat.messages.next({ from: 'helper', text: 'Click the button' })
    await chat.as('alice').click(asked, 'Complete step')
    expect(await run).toEqual({ outputs: { user_id: alice }, error: null })
    await expect.poll(() => chat.transcript('@alice')).toContain('Step completed successfully!')
  })

  it('is completed by the modal that an interaction with its message opens', async () => {
    const { chat } = workspace
    const run = chat.runStep('approve', { user_id: alice, what: 'lunch' })
    const asked = await chat.messages.next({ from: 'helper', text: 'Your turn' })
    await chat.as('alice').click(asked, 'Decide')
    await chat.as('alice').submit(await chat.as('alice').modal('Decision'), { reason: 'hungry' })
    expect(await run).toMatchObject({ outputs: { reason: 'hungry' } })
    expect(stepBodies).toEqual([
      expect.objectContaining({
        function_data: {
          execution_id: expect.stringMatching(/^Fx/),
          function: { callback_id: 'approve' },
          inputs: { user_id: alice, what: 'lunch' },
        },
        interactivity: {
          interactor: { id: alice, secret: expect.any(String) },
          interactivity_pointer: expect.stringMatching(/^\d+\.\d+\.[0-9a-f]{32}$/),
        },
        bot_access_token: expect.stringMatching(/^xwfp-/),
      }),
    ])
  })

  it('fails when the person closes the modal', async () => {
    const { chat } = workspace
    const run = chat.runStep('approve', { user_id: alice, what: 'lunch' })
    const asked = await chat.messages.next({ from: 'helper', text: 'Your turn' })
    await chat.as('alice').click(asked, 'Decide')
    await chat.as('alice').modal('Decision')
    await chat.as('alice').close()
    expect(await run).toEqual({ outputs: null, error: 'no decision' })
  })

  it('is asked long after it began, by a token of its own for each interaction', async () => {
    const { chat } = workspace
    const run = chat.runStep('sample_step', { user_id: alice })
    const asked = await chat.messages.next({ from: 'helper', text: 'Click the button' })
    chat.clock.advance('1d')
    await chat.as('alice').click(asked, 'Complete step')
    expect(await run).toMatchObject({ error: null })
  })
})
