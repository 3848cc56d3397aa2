// Serves the application without tests: `npm start`, then open http://localhost:4020/rooms.
import { serve } from '@hono/node-server'
import { app, fill } from './rooms.ts'

fill({})
serve({ fetch: app.fetch, port: Number(process.env['PORT'] ?? 4020) }, ({ port }) => {
  console.log(`http://localhost:${port}/rooms`)
})
