import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Systems give ports above these to connections, also between the moment when a test finds one free and that when it
 * listens there.
 */
const PORTS = { from: 20_000, to: 30_000 }

/** Returns a port that is free now, and so is the next one. */
export async function freePort(): Promise<number> {
  const port = randomInt(PORTS.from, PORTS.to)
  return (await isFree(port)) && (await isFree(port + 1)) ? port : freePort()
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
