import { chatFixture } from 'backlot/vitest'
import type { App } from '@slack/bolt'
import { expect, test as base } from 'vitest'
import { createAgent, type Model } from './agent.js'

/** A model that looks at the builds, and answers with what it has seen. */
const model: Model = async function* (turns) {
  const seen = turns.find(({ role }) => role === 'tool')
  if (seen === undefined) {
    yield { tool: 'builds', input: { branch: 'main' } }
    return
  }
  yield { text: seen.text.startsWith('failed') ? 'I could **not** find out' : `Next is **${seen.text}**` }
  yield { text: '.' }
}

/** The behaviour of the tool in a test, and the feedback of people on answers. */
const world = { builds: (): Promise<string> => Promise.resolve('1.4.0'), ratings: [] as string[] }

const test = base.extend(chatFixture).extend<{ agent: App }>({
  agent: [
    async ({ chat }, use) => {
      Object.assign(world, { builds: () => Promise.resolve('1.4.0'), ratings: [] })
      const tools = { builds: { title: 'Look at the builds', run: () => world.builds() } }
      const agent = createAgent(chat.env, { model, tools, rate: (value) => world.ratings.push(value) })
      await agent.start()
      await use(agent)
      await agent.stop()
    },
    { auto: true },
  ],
})

/** Lets the tool wait. Returns the function that ends it. */
function buildsInTime(): (version: string) => void {
  let finish = (_version: string): void => {}
  const builds = new Promise<string>((resolve) => (finish = resolve))
  world.builds = () => builds
  return finish
}

test('answers a suggested prompt, and hears that it helped', async ({ chat }) => {
  const alice = chat.as('alice')
  const thread = await alice.openAssistant()
  expect(await chat.messages.next({ thread })).toMatchObject({ readable: 'Hi! Ask me about releases.' })
  await alice.pressPrompt(thread, 'What goes out next?')
  const answer = await chat.messages.next({ thread, from: 'releases' })
  expect(answer.readable).toBe('Next is *1.4.0*.')
  expect(answer.blocks).toMatchObject([
    { type: 'plan', tasks: [{ title: 'Look at the builds', status: 'complete' }] },
    { type: 'rich_text' },
    { type: 'context_actions' },
  ])
  expect(alice.assistant(thread)).toMatchObject({ title: 'What goes out next?', status: null })
  await alice.click(answer, 'Helpful')
  expect(await chat.messages.next({ to: 'alice' })).toMatchObject({ readable: 'Thank you!' })
  expect(world.ratings).toEqual(['good'])
})

test('streams its answer in the thread in which it is mentioned, while its tool runs', async ({ chat }) => {
  const finish = buildsInTime()
  const said = await chat.as('alice').say('#deploys', '@releases what goes out?')
  const begun = await chat.messages.next({ thread: said, streaming: true })
  expect(begun.blocks).toMatchObject([{ type: 'task_card', title: 'Look at the builds', status: 'in_progress' }])
  finish('1.5.0')
  await expect.poll(() => chat.transcript('#deploys')).toContain('Next is *1.5.0*.')
})

test('says so when its tool fails', async ({ chat }) => {
  world.builds = () => Promise.reject(new Error('the build server answered 503'))
  const said = await chat.as('bob').say('#deploys', '@releases what goes out?')
  const answer = await chat.messages.next({ thread: said })
  expect(answer.readable).toBe('I could *not* find out.')
  expect(answer.blocks?.[0]).toMatchObject({ type: 'task_card', status: 'error' })
  await chat.as('bob').click(answer, 'Not helpful')
  expect(await chat.messages.next({ to: 'bob' })).toMatchObject({ readable: 'Sorry. Ask @bob, who knows.' })
})

test('ends its answer when a person stops it', async ({ chat }) => {
  const finish = buildsInTime()
  const alice = chat.as('alice')
  const said = await alice.say('#deploys', '@releases what goes out?')
  await chat.messages.next({ thread: said, streaming: true })
  await alice.stopStream()
  finish('1.5.0')
  await expect.poll(() => chat.requests.at(-1)?.response.body).toContain('stopped_by_user')
})
