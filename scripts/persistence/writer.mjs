// Writes entries into the state of a shared store until it is killed: `<client> <url of the store> <name>`. Prints each
// entry that was answered with 201, as `title number;`, and `? title text;` for any other answer.
import { body, collection, defineService, json, jsonErrors, routesFor } from 'backlot'
import { createHandler } from 'backlot/adapter'
import * as v from 'valibot'
import { persistenceOf } from './persistences.mjs'

/** How many requests of this process are under way at a time. */
const LANES = 2

const [client = '', url = '', name = ''] = process.argv.slice(2)

const { post } = routesFor()
const book = defineService({
  id: 'book',
  port: 4900,
  title: 'A book of entries',
  seed: v.object({}),
  starter: '{}\n',
  collections: { entries: collection()({ unique: { title: ['title'] } }) },
  applySeed() {},
  authenticate: () => null,
  dialect: jsonErrors,
  routes: [
    post('entries/add', '/entries', body(v.object({ title: v.string() })), ({ rows, body: entry }) =>
      json(rows.entries.insert({ title: entry.title }), 201),
    ),
  ],
  env: () => ({}),
})

const handler = createHandler({ services: [book], seed: {}, persistence: await persistenceOf(client, url) })

async function add(title) {
  const response = await handler.fetch(
    new Request('http://app.test/book/entries', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ title }),
    }),
  )
  const answer =
    response.status === 201
      ? `${title} ${(await response.json()).id}`
      : `? ${title} ${JSON.stringify(await response.text())}`
  process.stdout.write(`${answer};\n`)
}

async function lane(letter) {
  // Each entry follows the answer to the one before.
  for (let count = 0; ; count++) await add(`${name}${letter}${count}`)
}

await Promise.all(Array.from({ length: LANES }, (_, at) => lane('ab'[at])))
