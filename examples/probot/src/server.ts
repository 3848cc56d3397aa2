import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { createNodeMiddleware, createProbot } from 'probot'
import app from './app.ts'

/** Where GitHub sends webhooks. */
export const WEBHOOKS = '/api/github/webhooks'

/**
 * Serves the app. Which app it is and where GitHub is, is in the environment: APP_ID, PRIVATE_KEY, WEBHOOK_SECRET, and
 * GHE_HOST with GHE_PROTOCOL for a GitHub of one's own.
 */
export async function serve(port: number): Promise<Server> {
  const middleware = await createNodeMiddleware(app, { probot: createProbot(), webhooksPath: WEBHOOKS })
  const server = createServer((request, response) => {
    void middleware(request, response, () => response.writeHead(404).end())
  })
  server.listen(port)
  await once(server, 'listening')
  return server
}
