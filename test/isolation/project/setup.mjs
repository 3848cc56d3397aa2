import { startSharedApp } from 'backlot/vitest'

// Each application runs once, for all workers.
const commands = JSON.parse(process.env.ISOLATION_APPS)

export default async function setup() {
  const apps = []
  for (const [name, command] of Object.entries(commands)) {
    const app = await startSharedApp({ command, readyUrl: 'http://127.0.0.1:{port}/health', timeout: 60_000 })
    process.env[`ISOLATION_${name.toUpperCase()}`] = app.url
    apps.push(app)
  }
  return () => Promise.all(apps.map((app) => app.stop()))
}
