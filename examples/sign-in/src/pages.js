import { html } from 'hono/html'

/** @typedef {import('./providers.js').Provider} Provider */

/** @param {Iterable<Provider>} providers */
export function welcomePage(providers) {
  const links = [...providers].map(({ id, name }) => html`<li><a href="/sign-in/${id}">Sign in with ${name}</a></li>`)
  return layout(
    html`<h1>Welcome to Acme</h1>
      <ul>
        ${links}
      </ul>`,
  )
}

/**
 * @param {{ name: string, email: string }} person
 * @param {Provider} provider
 */
export function homePage({ name, email }, provider) {
  return layout(
    html`<h1>Hello, ${name}</h1>
      <p>You are signed in with ${provider.name} as ${email}.</p>
      <form method="post" action="/sign-out"><button>Sign out</button></form>`,
  )
}

/**
 * @param {string} message
 * @param {string} [reason] The provider's own words.
 */
export function failurePage(message, reason) {
  return layout(
    html`<h1>You are not signed in</h1>
      <p role="alert">${message}${reason === undefined ? '' : html`<br /><small>${reason}</small>`}</p>
      <p><a href="/">Try again</a></p>`,
  )
}

/** @param {ReturnType<typeof html>} content */
function layout(content) {
  return html`<!doctype html>
    <html lang="en">
      <title>Acme</title>
      ${content}
    </html>`
}
