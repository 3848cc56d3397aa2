import type { Provider } from '#oauth/endpoints/browser.ts'
import type { SignInContext } from '#oidc-b/call.ts'
import { profile } from './profile.ts'
import { chooseEmail } from '#oidc-b/rules/sharing.ts'
import { words } from './scopes.ts'

/** The provider of oidc-b's pages and endpoints. */
export const provider: Provider<SignInContext> = {
  service: { id: 'oidc-b', title: 'Sign in with Apple REST API' },
  profile,
  words,
  seededAt: 'oidc-b.users',
  // The vendor asks on the page on which a person first agrees; here that is the sign-in page.
  choices: (_context, { scopes }) =>
    scopes?.includes('email') === true
      ? [
          {
            name: 'email',
            label: 'E-mail address, the first time',
            options: [
              { value: 'share', words: 'Share My Email' },
              { value: 'hide', words: 'Hide My Email' },
            ],
          },
        ]
      : [],
  chosen(context, { request, client, person, form }) {
    if (request.scopes?.includes('email') !== true) return
    const choice = form.get('email')
    const hidden = choice === 'hide' ? true : choice === 'share' ? false : null
    chooseEmail(context, client, String(person.id), hidden)
  },
}
