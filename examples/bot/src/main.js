import { createServer } from 'node:http'
import { createApp } from './app.js'

await createApp(process.env).start()

// The health check of the platform. It answers once the app is connected.
createServer((_request, response) => response.end('ok')).listen(Number(process.env.PORT ?? 3000))
