/** Whether a host name or address is this machine: localhost, a name below it, 127.0.0.0/8 or ::1. */
export function isLoopback(hostname: string): boolean {
  const name = hostname.replace(/^\[|\]$/g, '').toLowerCase()
  return name === 'localhost' || name.endsWith('.localhost') || name === '::1' || /^127(\.\d{1,3}){3}$/.test(name)
}

/** The host name of a Host header, without its port. */
export function hostnameOf(host: string): string {
  return host.replace(/:\d+$/, '').toLowerCase()
}
