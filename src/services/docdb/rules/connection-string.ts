import type { Urls } from '#core/vendor-hosts.ts'

/** A user by whom a connection string signs in. */
interface ConnectingUser {
  readonly username: string
  /** Absent: the name of the user. */
  readonly password?: string | undefined
}

/**
 * Returns the base URL at which drivers reach the instance: that of the API, or with `hosts: 'real'` a host of the
 * vendor's clusters.
 */
export function protocolUrl(urls: Urls): string {
  return urls.real ? `${urls.of('', 'cluster')}:27017` : urls.of('')
}

/**
 * Returns the connection string by which drivers look the hosts of a cluster up. At an instance's own address, which no
 * name server knows, it is that of {@link connectionString}.
 */
export function srvConnectionString(urls: Urls, options: { readonly appName: string }): string {
  const url = protocolUrl(urls)
  if (!urls.real) return connectionString(url, options)
  return `mongodb+srv://${new URL(url).hostname}/?${new URLSearchParams(options)}`
}

/**
 * Returns the connection string of the drivers' protocol, which is served at the port of the API. The name of the
 * application chooses the cluster, as in connection strings of the vendor.
 */
export function connectionString(
  url: string,
  { user, appName }: { readonly user?: ConnectingUser | undefined; readonly appName?: string } = {},
): string {
  const { hostname, port, protocol } = new URL(url)
  const isTls = protocol === 'https:'
  const { username = '', password = username } = user ?? {}
  const credentials = user === undefined ? '' : `${encodeURIComponent(username)}:${encodeURIComponent(password)}@`
  const options = new URLSearchParams({
    ...(user === undefined ? {} : { authSource: 'admin' }),
    ...(isTls ? { tls: 'true' } : {}),
    ...(appName === undefined ? {} : { appName }),
  })
  const query = options.size === 0 ? '' : `?${options}`
  return `mongodb://${credentials}${hostname}:${port === '' ? (isTls ? 443 : 80) : port}/${query}`
}
