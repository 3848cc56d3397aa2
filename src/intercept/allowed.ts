/**
 * Compiles patterns of hosts: `internal.test`, `*.internal.test` (any name below it), each with a port or without. The
 * function returns whether a host is allowed at a port; at any port for null.
 */
export function allowedHosts(patterns: readonly string[]): (host: string, port: number | null) => boolean {
  const compiled = patterns.map(compile)
  return (host, port) =>
    compiled.some((each) => each.host.test(host) && (each.port === null || port === null || each.port === port))
}

interface Allowed {
  readonly host: RegExp
  readonly port: number | null
}

/** @throws TypeError for a pattern that is not a host. */
function compile(pattern: string): Allowed {
  const [, host = '', port] = /^(\[[^\]]+\]|[^:/\s]+)(?::(\d+))?$/.exec(pattern) ?? []
  if (host === '') {
    throw new TypeError(
      `allow: expected a host such as "internal.test", "*.internal.test" or "internal.test:8443", got ${JSON.stringify(pattern)}`,
    )
  }
  const name = host.replace(/^\[|\]$/g, '').toLowerCase()
  const source = name.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll('*', '.+')
  return { host: new RegExp(`^${source}$`), port: port === undefined ? null : Number(port) }
}
