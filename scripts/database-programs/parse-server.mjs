import { deepEqual, equal, rejects } from 'node:assert/strict'
import { createServer } from 'node:http'
import express from 'express'
import { ParseServer } from 'parse-server'
import Parse from 'parse/node'

const port = 14337
const server = new ParseServer({
  databaseURI: process.env.MONGODB_URI.replace('/?', '/parse?'),
  appId: 'app',
  masterKey: 'master',
  serverURL: `http://127.0.0.1:${port}/parse`,
  allowClientClassCreation: true,
  fileUpload: { enableForPublic: true },
  logLevel: 'error',
  silent: true,
})
await server.start()
const app = express()
app.use('/parse', server.app)
const http = createServer(app).listen(port)
Parse.initialize('app', undefined, 'master')
Parse.serverURL = `http://127.0.0.1:${port}/parse`
const user = await Parse.User.signUp('ada', 'secret', { email: 'ada@example.com' })
equal((await Parse.User.logIn('ada', 'secret')).id, user.id)
await rejects(Parse.User.signUp('ada', 'other'), { code: 202 })
const Score = Parse.Object.extend('Score')
await Parse.Object.saveAll(
  [
    [2, 48, 10],
    [20, 48, 30],
  ].map(([x, y, points]) => new Score({ points, place: new Parse.GeoPoint(y, x), player: user })),
)
const query = new Parse.Query('Score').greaterThan('points', 5).descending('points').include('player')
deepEqual(
  (await query.find()).map((each) => each.get('points')),
  [30, 10],
)
const [near] = await new Parse.Query('Score').withinKilometers('place', new Parse.GeoPoint(48, 2.1), 50).find()
equal(near.get('points'), 10)
near.increment('points', 5)
await near.save()
equal((await new Parse.Query('Score').get(near.id)).get('points'), 15)
deepEqual(
  await new Parse.Query('Score').aggregate([{ $group: { _id: null, total: { $sum: '$points' } } }], {
    useMasterKey: true,
  }),
  [{ objectId: null, total: 45 }],
)
equal(await new Parse.Query('Score').count(), 2)
const file = await new Parse.File('a.txt', [104, 105], 'text/plain').save({ useMasterKey: true })
equal(await (await fetch(file.url())).text(), 'hi')
await near.destroy()
equal(
  await new Parse.Query('Score')
    .matches('points', /x/)
    .count()
    .catch(() => 0),
  0,
)
http.close()
console.log('ok')
process.exit(0)
