// The routes of an application in front of two vendors, for every framework: each takes what a request brings and
// returns what is to be answered. Every route calls the vendors by another client.
import { request as httpsRequest } from 'node:https'
import { connect } from 'node:http2'
import { setTimeout as sleep } from 'node:timers/promises'
import { Octokit } from '@octokit/rest'
import { MongoClient } from 'mongodb'
import { Stripe } from 'stripe'
import { request as undiciRequest } from 'undici'

const ISSUES = 'https://api.github.com/repos/ada/engine/issues'
const octokit = new Octokit({ auth: 'ada_token' })
const stripe = new Stripe('sk_test_isolation', { maxNetworkRetries: 0 })
const sessions = new Map()
const pause = () => sleep(Math.random() * 15)

export async function create({ title }) {
  await pause()
  const { data } = await octokit.rest.issues.create({ owner: 'ada', repo: 'engine', title })
  return { number: data.number }
}

const lists = {
  fetch: async () => (await fetch(ISSUES, { headers })).json(),
  undici: async () => (await undiciRequest(ISSUES, { headers })).body.json(),
  https: () =>
    new Promise((resolve, reject) => {
      const sent = httpsRequest(ISSUES, { headers }, (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (piece) => (text += piece))
        answer.on('end', () => (answer.statusCode === 200 ? resolve(JSON.parse(text)) : reject(new Error(text))))
      })
      sent.on('error', reject).end()
    }),
  http2: () =>
    new Promise((resolve, reject) => {
      const session = connect('https://api.github.com')
      session.on('error', reject)
      const sent = session.request({ ':path': '/repos/ada/engine/issues', ...headers })
      let body = ''
      sent.setEncoding('utf8').on('data', (piece) => (body += piece))
      sent.on('error', reject).on('end', () => {
        session.close()
        resolve(JSON.parse(body))
      })
    }),
}
const headers = { authorization: 'Bearer ada_token', 'user-agent': 'isolation' }

export async function list({ client = 'fetch' }) {
  await pause()
  const all = await lists[client]()
  await pause()
  return { titles: all.map(({ title }) => title) }
}

export async function pay({ amount }) {
  await pause()
  const made = await stripe.paymentIntents.create({
    amount: Number(amount),
    currency: 'eur',
    confirm: true,
    payment_method: 'pm_card_visa',
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
  })
  await pause()
  const { data } = await stripe.paymentIntents.list()
  return { status: made.status, amounts: data.map((each) => each.amount) }
}

// One pool for all requests, with fewer connections than there are requests at once.
const database = new MongoClient('mongodb+srv://ada:secret@cluster0.backlot.mongodb.net/?maxPoolSize=3').db('shop')

export async function note({ text }) {
  await pause()
  const notes = database.collection('notes')
  await notes.insertOne({ text })
  await pause()
  const all = await notes.find().batchSize(1).toArray()
  return { notes: all.map((each) => each.text), count: await notes.countDocuments() }
}

export function login(origin) {
  const query = new URLSearchParams({ client_id: 'Iv1.isolation', redirect_uri: `${origin}/callback`, state: 's' })
  return `https://github.com/login/oauth/authorize?${query}`
}

export async function callback({ code }) {
  const answer = await fetch('https://github.com/login/oauth/access_token', {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify({ client_id: 'Iv1.isolation', client_secret: 'isolation_secret', code }),
  })
  const { access_token: token } = await answer.json()
  const id = crypto.randomUUID()
  sessions.set(id, token)
  return id
}

export async function me({ session }) {
  await pause()
  const answer = await fetch('https://api.github.com/user', {
    headers: { authorization: `Bearer ${sessions.get(session)}` },
  })
  return { login: (await answer.json()).login }
}

// Work that a webhook causes belongs to the test that has caused the webhook.
const heard = new Map()
export async function hook(event) {
  if (event.action !== 'opened') return {}
  const { number, title } = event.issue
  await octokit.rest.issues.createComment({
    owner: 'ada',
    repo: 'engine',
    issue_number: number,
    body: `heard of ${title}`,
  })
  heard.set(title, true)
  return {}
}

/** Calls a vendor when no request is under way. */
export async function lost() {
  const outside = new Promise((resolve, reject) => waiting.push({ resolve, reject }))
  return outside.then(
    (value) => ({ value }),
    (error) => ({ error: error.cause?.message ?? error.message }),
  )
}
const waiting = []
// A queue that takes jobs up by itself, as a worker of an application does.
setInterval(() => {
  for (const { resolve, reject } of waiting.splice(0))
    void fetch(ISSUES, { headers }).then((answer) => resolve(answer.status), reject)
}, 5).unref()
