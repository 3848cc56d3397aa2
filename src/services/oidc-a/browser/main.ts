import { cancel, disableAutoSelect, initialize, prompt, renderButton, storeCredential } from './id.ts'
import { readMarkup } from './markup.ts'
import { hasGrantedAllScopes, hasGrantedAnyScope, initCodeClient, initTokenClient, revoke } from './oauth2.ts'

// The program that `GET /gsi/client` serves: it defines `google.accounts`.

interface Page {
  google?: { accounts?: unknown }
  onGoogleLibraryLoad?: () => void
}

const page: Page = window as Page // the library defines the member, and the page the function

page.google = {
  ...page.google,
  accounts: {
    id: { initialize, prompt, renderButton, disableAutoSelect, storeCredential, cancel },
    oauth2: { initTokenClient, initCodeClient, hasGrantedAllScopes, hasGrantedAnyScope, revoke },
  },
}

function begin(): void {
  readMarkup()
  page.onGoogleLibraryLoad?.()
}

if (document.readyState === 'loading') addEventListener('DOMContentLoaded', begin)
else begin()
