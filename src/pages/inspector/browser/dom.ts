import type { CallSummary } from '#core/inspection/inspection.ts'

type Child = Node | string | number | null | undefined | false | readonly Child[]

type Properties = Readonly<Record<string, string | number | boolean | null | undefined | ((event: never) => unknown)>>

/** Returns the name under which a call is shown: of the operations in its body, or of its route. */
export function operationOf({ operation, carried }: CallSummary): string | null {
  return carried.length > 0 ? carried.join(', ') : operation
}

/** Makes an element. A property that is a function listens to the event of its name; true is an empty attribute. */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Properties = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === 'function') element.addEventListener(name, value as EventListener)
    else if (value === true) element.setAttribute(name, '')
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value))
  }
  append(element, children)
  return element
}

/** Replaces what is in an element. */
export function fill(element: Element, ...children: readonly Child[]): void {
  element.replaceChildren()
  append(element, children)
}

function append(element: Element, children: readonly Child[]): void {
  for (const child of children) {
    if (Array.isArray(child)) append(element, child as readonly Child[])
    else if (child instanceof Node) element.append(child)
    else if (typeof child === 'string' || typeof child === 'number') element.append(String(child))
  }
}

/** Shows a short message for a moment. */
export function toast(message: string): void {
  const shown = el('div', { class: 'toast', role: 'status' }, message)
  document.body.append(shown)
  setTimeout(() => shown.remove(), 1800)
}

/** Copies a text, and says so. */
export async function copy(text: string, name: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    // A page of a file may not have the clipboard.
    const area = el('textarea', {}, text)
    document.body.append(area)
    area.select()
    // Deprecated, and the only way left where the clipboard is refused.
    document.execCommand('copy')
    area.remove()
  }
  toast(`${name} copied`)
}

/** Saves a text or bytes as a file of the browser's downloads. */
export function save(content: string | Uint8Array<ArrayBuffer>, name: string): void {
  const link = el('a', { download: name, href: URL.createObjectURL(new Blob([content])) })
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 1000)
}

/** Returns a button. */
export function button(label: string, act: () => unknown, properties: Properties = {}): HTMLButtonElement {
  return el('button', { type: 'button', ...properties, click: act }, label)
}

/** Returns a moment as people read it. */
export function timeOf(moment: number): string {
  return new Date(moment).toISOString().replace('T', ' ').replace('Z', '')
}
