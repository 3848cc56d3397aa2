import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import * as journey from './journey.mjs'

const app = new Hono()
const answered = (work) => async (context) => {
  const body = context.req.method === 'POST' ? await context.req.json() : {}
  return context.json(await work({ ...context.req.query(), ...body }))
}
app.get('/health', (context) => context.text('ok'))
app.post('/issues', answered(journey.create))
app.get('/issues', answered(journey.list))
app.post('/pay', answered(journey.pay))
app.post('/notes', answered(journey.note))
app.post('/hook', answered(journey.hook))
app.get('/lost', answered(journey.lost))
app.get('/login', (context) => context.redirect(journey.login(new URL(context.req.url).origin)))
app.get('/callback', async (context) => {
  setCookie(context, 'session', await journey.callback(context.req.query()))
  return context.redirect('/me')
})
app.get('/me', async (context) => context.json(await journey.me({ session: getCookie(context, 'session') })))
serve({ fetch: app.fetch, port: Number(process.env.PORT), hostname: '127.0.0.1' })
