import { createAgent } from './agent.js'
import { remoteModel } from './model.js'

const { MODEL_URL = 'https://api.openai.com/v1', MODEL_KEY = '', MODEL = 'gpt-5-mini', BUILDS_URL = '' } = process.env

/** @type {Record<string, import('./agent.js').Tool>} */
const tools = {
  builds: {
    title: 'Look at the builds',
    async run({ branch = 'main' }) {
      const response = await fetch(`${BUILDS_URL}?branch=${encodeURIComponent(branch)}`)
      if (!response.ok) throw new Error(`the build server answered ${response.status}`)
      return response.text()
    },
  },
}
const model = remoteModel({ url: MODEL_URL, key: MODEL_KEY, name: MODEL, tools })
const agent = createAgent(process.env, { model, tools, rate: (value, ts) => console.log(`${ts} was ${value}`) })
await agent.start()
console.log('The agent listens.')
