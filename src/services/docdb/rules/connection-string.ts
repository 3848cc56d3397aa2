import type { Urls } from '#core/vendor-hosts.ts'
import { MEMBERS, SET_NAME } from './elections.ts'

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

/** The port of the vendor's servers. */
const VENDOR_PORT = 27_017

/**
 * Returns the hosts and ports of the members of the replica set: those of the vendor's cluster with `hosts: 'real'`,
 * else the instance's own address, and others that it listens at.
 *
 * @param called the host of the vendor that a driver has called; null for one that called an address
 * @param ports the further ports
 */
export function memberHosts(urls: Urls, called: string | null, ports: readonly number[]): string[] {
  if (urls.real) {
    const host = called ?? new URL(protocolUrl(urls)).hostname
    const { cluster = host, domain = '' } = SHARD_HOST.exec(host)?.groups ?? CLUSTER_HOST.exec(host)?.groups ?? {}
    return Array.from({ length: MEMBERS }, (_, member) => `${cluster}-shard-00-0${member}.${domain}:${VENDOR_PORT}`)
  }
  const { hostname, port, protocol } = new URL(urls.of('') === '' ? 'http://127.0.0.1' : urls.of(''))
  const own = port === '' ? (protocol === 'https:' ? 443 : 80) : port
  return [own, ...ports].map((each) => `${hostname}:${each}`)
}

/** A member of a cluster: `cluster0-shard-00-01.abcde.mongodb.net`. */
const SHARD_HOST = /^(?<cluster>.+?)-shard-00-0(?<member>\d)\.(?<domain>.+)$/

const CLUSTER_HOST = /^(?<cluster>[^.]+)\.(?<domain>.+)$/

/** Returns the place of the member that a host of the vendor stands for; null where it stands for the whole cluster. */
export function memberAt(called: string): number | null {
  const member = SHARD_HOST.exec(called)?.groups?.['member']
  return member === undefined ? null : Math.min(Number(member), MEMBERS - 1)
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

/** Returns the connection string by which drivers find a cluster without a look-up. */
export function standardConnectionString(urls: Urls, options: { readonly appName: string }): string {
  if (!urls.real) return connectionString(protocolUrl(urls), options)
  const query = new URLSearchParams({ ssl: 'true', authSource: 'admin', replicaSet: SET_NAME, ...options })
  return `mongodb://${memberHosts(urls, null, []).join(',')}/?${query}`
}

/**
 * Returns the connection string of the drivers' protocol, which is served at the port of the API. The name of the
 * application chooses the cluster, as in connection strings of the vendor.
 */
export function connectionString(
  url: string,
  { user, appName = '' }: { readonly user?: ConnectingUser | undefined; readonly appName?: string } = {},
): string {
  const { hostname, port, protocol, pathname } = new URL(url)
  const isTls = protocol === 'https:'
  // The protocol has no path by which a tenant could be told.
  const [tag = ''] = /~[^/]+/.exec(pathname) ?? []
  const name = `${appName}${tag}`
  const { username = '', password = username } = user ?? {}
  const credentials = user === undefined ? '' : `${encodeURIComponent(username)}:${encodeURIComponent(password)}@`
  const options = new URLSearchParams({
    ...(user === undefined ? {} : { authSource: 'admin' }),
    ...(isTls ? { tls: 'true' } : {}),
    ...(name === '' ? {} : { appName: name }),
  })
  const query = options.size === 0 ? '' : `?${options}`
  return `mongodb://${credentials}${hostname}:${port === '' ? (isTls ? 443 : 80) : port}/${query}`
}
