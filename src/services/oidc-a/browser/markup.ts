import { disableAutoSelect, initialize, prompt, renderButton } from './id.ts'
import { complain, type Options } from './options.ts'

// The markup that a page may have in place of calls.
// https://developers.google.com/identity/gsi/web/reference/html-reference

/** Does what the markup of the page asks for. */
export function readMarkup(): void {
  const onload = document.getElementById('g_id_onload')
  if (onload !== null) {
    const options = optionsOf(onload)
    initialize({ ...options, callback: functionOf(options['callback']) })
    for (const button of document.querySelectorAll<HTMLElement>('.g_id_signin')) {
      const { click_listener: listener, ...rest } = optionsOf(button)
      renderButton(button, { ...rest, click_listener: functionOf(listener) })
    }
    if (options['auto_prompt'] !== 'false') prompt()
  }
  for (const link of document.querySelectorAll('.g_id_signout')) link.addEventListener('click', disableAutoSelect)
}

/** Returns the options in the `data-` attributes of an element, which have the names of those of calls. */
function optionsOf({ attributes }: HTMLElement): Options {
  const named = [...attributes].flatMap(({ name, value }) =>
    name.startsWith('data-') ? [[name.slice('data-'.length), value] as const] : [],
  )
  return Object.fromEntries(named)
}

function functionOf(name: unknown): unknown {
  if (typeof name !== 'string') return undefined
  const found: unknown = Reflect.get(window, name)
  if (typeof found !== 'function') complain(`The value of 'callback' is not a function: ${name}.`)
  return found
}
