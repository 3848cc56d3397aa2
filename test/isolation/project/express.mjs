import express from 'express'
import * as journey from './journey.mjs'

const app = express()
const answered = (work) => (request, response, next) => {
  work({ ...request.query, ...request.body }, request).then((answer) => response.json(answer), next)
}
app.use(express.json())
app.get('/health', (_request, response) => response.end('ok'))
app.post('/issues', answered(journey.create))
app.get('/issues', answered(journey.list))
app.post('/pay', answered(journey.pay))
app.post('/notes', answered(journey.note))
app.post('/hook', answered(journey.hook))
app.get('/lost', answered(journey.lost))
app.get('/login', (request, response) => response.redirect(journey.login(`http://${request.headers.host}`)))
app.get('/callback', (request, response, next) => {
  journey.callback(request.query).then((session) => response.cookie('session', session).redirect('/me'), next)
})
app.get(
  '/me',
  answered((_input, { headers }) => journey.me({ session: /session=([\w-]+)/.exec(headers.cookie ?? '')?.[1] })),
)
app.listen(Number(process.env.PORT), '127.0.0.1')
