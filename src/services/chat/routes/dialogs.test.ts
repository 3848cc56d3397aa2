import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startReceivingApp, type ReceivingApp } from '#chat/fixtures/receiver.fixture.ts'

let app: ReceivingApp
beforeAll(async () => {
  app = await startReceivingApp()
})
afterAll(() => app[Symbol.asyncDispose]())
beforeEach(() => app.reset())

const dialog = {
  callback_id: 'ride',
  title: 'Request a ride',
  submit_label: 'Request',
  notify_on_cancel: true,
  state: 'limo',
  elements: [
    { type: 'text' as const, label: 'From', name: 'from', subtype: 'email' as const },
    { type: 'textarea' as const, label: 'Why', name: 'why', optional: true },
    { type: 'select' as const, label: 'Size', name: 'size', options: [{ label: 'Big', value: 'b' }], value: 'b' },
    { type: 'select' as const, label: 'Driver', name: 'driver', data_source: 'users' as const },
    { type: 'select' as const, label: 'City', name: 'city', data_source: 'external' as const, optional: true },
  ],
}
const newest = () => app.received.at(-1)?.payload ?? {}
/** Opens the dialog by a command of alice. */
async function open(value: object = dialog) {
  await app.chat.as('alice').command('/deploy', '', { channel: '#random' })
  const trigger_id = String(newest()['trigger_id'])
  return app.client.dialog.open({ trigger_id, dialog: value as typeof dialog })
}

describe('dialog.open', () => {
  it('shows a modal, whose submission is sent by the names of its elements', async () => {
    await open()
    const alice = app.chat.as('alice')
    const view = await alice.modal('Request a ride')
    await alice.submit(view, { from: 'a@b.test', driver: 'bob' })
    expect(newest()).toMatchObject({
      type: 'dialog_submission',
      callback_id: 'ride',
      state: 'limo',
      submission: { from: 'a@b.test', why: null, size: 'b', driver: expect.stringMatching(/^U/), city: null },
      team: { id: expect.any(String), domain: expect.any(String) },
      user: { id: expect.any(String), name: 'alice' },
      channel: { name: 'random' },
      action_ts: expect.stringMatching(/^\d+\.\d+$/),
      token: expect.any(String),
      response_url: expect.stringContaining('/actions/'),
    })
    await expect(alice.modal('Request a ride', { timeout: 1 })).rejects.toThrow()
  })

  it('stays open with the errors of its elements', async () => {
    await open()
    app.answer = (response) =>
      response.setHeader('content-type', 'application/json').end('{"errors":[{"name":"from","error":"Too far"}]}')
    const { view } = await app.chat.as('alice').submit('ride', { from: 'a@b.test', driver: 'bob' })
    expect(view?.errors).toEqual({ from: 'Too far' })
  })

  it('tells of its cancellation, and asks for options', async () => {
    await open()
    const alice = app.chat.as('alice')
    app.answer = (response) =>
      response.setHeader('content-type', 'application/json').end('{"options":[{"label":"Berlin","value":"ber"}]}')
    const view = await alice.modal()
    expect(await alice.options(view, 'city', 'Be')).toMatchObject([{ value: 'ber' }])
    expect(newest()).toMatchObject({
      type: 'dialog_suggestion',
      name: 'city',
      value: 'Be',
      callback_id: 'ride',
      state: 'limo',
    })
    await alice.close()
    expect(newest()).toMatchObject({ type: 'dialog_cancellation', callback_id: 'ride', state: 'limo' })
  })

  it('names the mistakes of a dialog', async () => {
    await expect(open({ ...dialog, title: 'x'.repeat(25), elements: [] })).rejects.toMatchObject({
      data: {
        error: 'validation_errors',
        response_metadata: {
          messages: [
            '[ERROR] must be less than 25 characters [json-pointer:/dialog/title]',
            '[ERROR] must provide at least 1 items [json-pointer:/dialog/elements]',
          ],
        },
      },
    })
  })
})
