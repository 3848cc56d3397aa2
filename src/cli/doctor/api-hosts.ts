/** The hosts that the vendors' clients call, by the service that answers for them. `*.` stands for any labels. */
export const API_HOSTS: Readonly<Record<string, readonly string[]>> = {
  deployhost: ['api.vercel.com', 'vercel.com'],
  codehost: ['api.github.com', 'uploads.github.com', 'github.com'],
  'oidc-a': ['accounts.google.com', 'oauth2.googleapis.com', 'www.googleapis.com', 'openidconnect.googleapis.com'],
  chat: ['slack.com', 'hooks.slack.com', 'files.slack.com'],
  'oidc-b': ['appleid.apple.com'],
  'oidc-c': ['login.microsoftonline.com', 'graph.microsoft.com'],
  cloud: ['*.amazonaws.com'],
  docdb: ['*.mongodb.net', 'cloud.mongodb.com'],
  'oidc-d': ['*.okta.com'],
  mail: ['api.resend.com'],
  payments: ['api.stripe.com', 'files.stripe.com'],
  'auth-saas': ['api.clerk.com', '*.clerk.accounts.dev'],
}

/** Returns the service whose vendor has the host of a URL, or of the beginning of one; null for any other. */
export function serviceAt(url: string | null): string | null {
  if (url === null || !URL.canParse(url)) return null
  const { hostname } = new URL(url)
  const isAt = (host: string): boolean =>
    host.startsWith('*.') ? hostname.endsWith(host.slice(1)) && hostname !== host.slice(2) : hostname === host
  return Object.entries(API_HOSTS).find(([, hosts]) => hosts.some(isAt))?.[0] ?? null
}

/** Returns the services whose vendor has a host that a URL's pattern matches, such as one of nock: `/github\.com/`. */
export function servicesMatching(pattern: RegExp): string[] {
  return Object.entries(API_HOSTS).flatMap(([service, hosts]) =>
    hosts.some((host) => pattern.test(`https://${host.replace('*', 'a')}`)) ? [service] : [],
  )
}
