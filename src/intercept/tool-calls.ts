import type { RefusedCall } from './refused-call.ts'

/** The hosts to which tools of the application send telemetry. */
const TELEMETRY_HOSTS: ReadonlySet<string> = new Set([
  'telemetry.nextjs.org',
  'telemetry.vercel.com',
  'telemetry.astro.build',
  'telemetry.storybook.js.org',
  'r.stripe.com',
])

/** The paths at npm's registry where development servers look for a newer version of themselves: Next and Astro. */
const VERSION_PATHS: ReadonlySet<string> = new Set(['/-/package/next/dist-tags', '/astro/latest'])

/**
 * Returns whether a tool of the application made a call for itself: telemetry, or the question for its newest version.
 * Such a call is refused without a record, so that no test fails by it.
 */
export function isOfTool({ host, path }: Pick<RefusedCall, 'host' | 'path'>): boolean {
  return TELEMETRY_HOSTS.has(host) || (host === 'registry.npmjs.org' && path !== null && VERSION_PATHS.has(path))
}
