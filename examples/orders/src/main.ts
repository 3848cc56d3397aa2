import { serve } from '@hono/node-server'
import { createConnection } from 'mongoose'
import { appOf } from './app.ts'
import { createIndexes, shopOf, summarizeOrders } from './shop.ts'

const uri = process.env['MONGODB_URI']
if (!uri) throw new Error('MONGODB_URI names no database')

const connection = await createConnection(uri, { dbName: 'shop', autoIndex: false, autoCreate: false }).asPromise()
const shop = shopOf(connection)
await createIndexes(shop)

const stop = new AbortController()
const server = serve({ fetch: appOf(shop).fetch, port: Number(process.env['PORT'] ?? 3000) })
process.once('SIGTERM', () => stop.abort())
await summarizeOrders(shop, stop.signal)
server.close()
await connection.close()
