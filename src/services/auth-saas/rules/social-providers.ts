/** The names of social providers that are not their id with a capital letter. */
const NAMES: Readonly<Record<string, string>> = {
  github: 'GitHub',
  gitlab: 'GitLab',
  hubspot: 'HubSpot',
  huggingface: 'Hugging Face',
  linkedin: 'LinkedIn',
  linkedin_oidc: 'LinkedIn',
  tiktok: 'TikTok',
  x: 'X / Twitter',
}

/** Returns the name of a social provider for people: `Google` for `oauth_google`. */
export function nameOf(strategy: string): string {
  const provider = strategy.replace(/^oauth_(?:custom_)?/, '')
  return NAMES[provider] ?? provider.slice(0, 1).toUpperCase() + provider.slice(1)
}

/** Returns the path of the icon of a social provider. */
export function iconPath(strategy: string): string {
  return `/images/static/${strategy.replace(/^oauth_/, '')}.svg`
}
