/** The scopes of OAuth applications, with their descriptions for the consent page. */
export const SCOPE_WORDS: Readonly<Record<string, string>> = {
  openid: 'Know who you are',
  profile: 'See your name, username and image',
  email: 'See your email address',
  offline_access: 'Stay signed in when you are away',
  public_metadata: 'See your public metadata',
  private_metadata: 'See your private metadata',
  'user:org:read': 'See the organizations that you are a member of',
}
