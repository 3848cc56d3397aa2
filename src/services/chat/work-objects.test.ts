import type { EntityMetadata } from '@slack/types'
import type { App } from '@slack/bolt'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { BOLTS, startWorkspace, type Workspace } from './fixtures/bolt.fixture.ts'

const URL_OF_TASK = 'https://tasks.test/7'

const task = (more: Partial<EntityMetadata> = {}): EntityMetadata => ({
  entity_type: 'slack#/entities/task',
  external_ref: { id: '7' },
  url: URL_OF_TASK,
  entity_payload: { attributes: { title: { text: 'Mend the roof' }, product_name: 'Tasks' } },
  ...more,
})

/** An app that unfurls the links of its tasks as Work Objects, and presents their details. */
function tasks(app: App): void {
  app.event('link_shared', async ({ event, client }) => {
    const entities = event.links.map(({ url }) => task({ app_unfurl_url: url }))
    await client.chat.unfurl({ channel: event.channel, ts: event.message_ts, metadata: { entities } })
  })
  app.event('entity_details_requested', async ({ event, client }) => {
    const { trigger_id, user, external_ref: reference } = event
    if (reference?.id === '8') {
      const user_auth_url = `https://tasks.test/sign-in?user=${user}`
      await client.entity.presentDetails({ trigger_id, user_auth_required: true, user_auth_url })
    } else if (reference?.id === '9') {
      await client.entity.presentDetails({ trigger_id, error: { status: 'not_found' } })
    } else {
      await client.entity.presentDetails({ trigger_id, metadata: task({ external_ref: reference ?? { id: '' } }) })
    }
  })
}

let workspace: Workspace
beforeAll(async () => {
  const [[, Bolt]] = BOLTS as [(typeof BOLTS)[number]]
  workspace = await startWorkspace(Bolt, { listen: tasks })
})
afterAll(() => workspace[Symbol.asyncDispose]())
beforeEach(() => workspace.chat.reset())

it('an app unfurls a link as a Work Object, whose details a person opens', async () => {
  const { chat, app } = workspace
  const alice = chat.as('alice')
  const said = await alice.say('#deploys', `see ${URL_OF_TASK}`)
  const { messages = [] } = await app.client.conversations.history({
    channel: said.channel,
    include_all_metadata: true,
  })
  expect(messages[0]).toMatchObject({
    attachments: [
      { title: 'Mend the roof', title_link: URL_OF_TASK, app_unfurl_url: URL_OF_TASK, is_app_unfurl: true },
    ],
    metadata: { entities: [{ external_ref: { id: '7' } }] },
  })
  const details = await alice.openEntity(said, 'Mend the roof')
  expect(details).toEqual({ metadata: task(), auth_url: null, error: null })
})

it.each([
  ['8', { metadata: null, auth_url: expect.stringMatching(/sign-in\?user=U/), error: null }],
  ['9', { metadata: null, auth_url: null, error: { status: 'not_found' } }],
])('an app posts Work Objects without a link, and answers for %s', async (id, shown) => {
  const { chat, app } = workspace
  const entities = [task(), task({ external_ref: { id }, url: `https://tasks.test/${id}` })]
  await app.client.chat.postMessage({ channel: '#deploys', text: '', metadata: { entities } })
  const message = await chat.messages.next({ from: 'helper' })
  expect(message['attachments']).toMatchObject([{ id: 1 }, { id: 2, from_url: `https://tasks.test/${id}` }])
  expect(await chat.as('bob').openEntity(message, id)).toEqual(shown)
  await expect(chat.as('bob').openEntity(message, 'nothing')).rejects.toThrow('there are 7, ')
})

it('the links to messages show them, where both the author and the readers may see them', async () => {
  const { chat, app } = workspace
  const alice = chat.as('alice')
  const linkTo = async ({ channel, ts }: { channel: string; ts: string }): Promise<string> => {
    const { permalink = '' } = await app.client.chat.getPermalink({ channel, message_ts: ts })
    return permalink
  }
  const open = await linkTo(await alice.say('#general', 'Shall we?'))
  const closed = `${chat.url}/archives/${(await alice.say('#private', 'No')).channel}/p`
  const hidden = closed + (await alice.say('#private', 'Never')).ts.replace('.', '')
  const said = await alice.say('#deploys', `${open} and ${hidden}`)
  expect(said['attachments']).toMatchObject([
    {
      id: 1,
      from_url: open,
      is_msg_unfurl: true,
      author_name: 'alice',
      text: 'Shall we?',
      footer: 'Posted in #general',
    },
  ])
  expect((await alice.say('#private', hidden))['attachments']).toMatchObject([{ text: 'Never' }])
  const post = async (more: object) =>
    (await app.client.chat.postMessage({ channel: '#deploys', text: open, ...more })).message?.attachments
  expect(await post({})).toBeUndefined()
  expect(await post({ unfurl_links: true })).toMatchObject([{ from_url: open }])
})
