import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { createNodeMiddleware, createProbot } from 'probot'
import app from './app.ts'

/** The path to which GitHub sends webhooks. */
export const WEBHOOKS = '/api/github/webhooks'

/**
 * Serves the app. The environment has its credentials, APP_ID, PRIVATE_KEY and WEBHOOK_SECRET, and for another host
 * than github.com GHE_HOST and GHE_PROTOCOL.
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
