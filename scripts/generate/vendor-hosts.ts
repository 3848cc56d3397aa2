import * as v from 'valibot'
import type { AnyService } from '#core/service.ts'
import type { VendorHost } from '#core/vendor-hosts.ts'

const HEADING = "## The vendor's hosts\n"

/**
 * Returns the page of a service with the table of its vendor's hosts under the heading for it.
 *
 * @throws Error when the page has no such heading.
 */
export function withHosts(page: string, name: string, { hosts, seed }: AnyService): string {
  const start = page.indexOf(`\n${HEADING}`)
  if (start === -1) throw new Error(`docs/${name}.md has no heading ${JSON.stringify(HEADING.trim())}`)
  const end = page.indexOf('\n## ', start + HEADING.length)
  const section = `\n${HEADING}\n${text(hosts, seed)}`
  return page.slice(0, start) + section + (end === -1 ? '' : page.slice(end))
}

function text(hosts: AnyService['hosts'], seed: AnyService['seed']): string {
  const dependsOnSeed = typeof hosts === 'function'
  // The section is the output of the service's own schema.
  const list = dependsOnSeed ? hosts(v.parse(seed, {}) as never) : (hosts ?? [])
  const words = dependsOnSeed ? ' Some depend on the seed; these are those of an empty one.' : ''
  return `With \`hosts: 'real'\` an instance answers for these hosts, and its URLs in answers, webhooks and pages are at them.${words}

| host | paths |
|---|---|
${list.map((host) => `| \`${host.host}\` | ${pathsOf(host)} |\n`).join('')}`
}

/**
 * Returns the paths of a host, each with the instance's own path where that is another: `` `/token` (here
 * `/oauth2/token`) ``.
 */
function pathsOf({ paths = { '/': '/' } }: VendorHost): string {
  return Object.entries(paths)
    .map(([vendor, instance]) => {
      const path = vendor === '/' ? 'all' : `\`${vendor}\``
      return vendor === instance ? path : `${path} (here \`${instance}\`)`
    })
    .join(', ')
}
