/** The scopes about the user's identity. https://vercel.com/docs/sign-in-with-vercel/scopes-and-permissions */
const IDENTITY_SCOPES: Readonly<Record<string, string>> = {
  openid: 'Know who you are',
  email: 'See your email address',
  profile: 'See your name, username and avatar',
  offline_access: 'Stay signed in when you are away',
}

/** The scopes of the API. The vendor sets permissions per application; here they are the scopes of tokens. */
const API_SCOPES: Readonly<Record<string, string>> = {
  repo: 'Change projects, deployments, domains and environment variables',
  user: 'Change your profile',
  'admin:org': 'Change teams and their members',
}

/** Descriptions of all scopes for the consent page. */
export const SCOPE_WORDS: Readonly<Record<string, string>> = { ...IDENTITY_SCOPES, ...API_SCOPES }
