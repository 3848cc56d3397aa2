import { el } from './dom.ts'

/** The most members of a list or an object that are shown at once. */
const MEMBERS = 200

/** The most members with which a list or an object is open at first, by its depth; deeper ones are closed. */
const OPEN_MEMBERS = [100, 30]

/** Returns a body by its type: JSON as a tree, a form as its fields, XML by its elements, other text as it is. */
export function bodyView(text: string, type: string): HTMLElement {
  if (/x-www-form-urlencoded/i.test(type)) return formView(text)
  if (/[/+]xml\b/i.test(type) || /^\s*<\?xml/.test(text)) return el('pre', {}, laidOutXml(text))
  if (/^\s*[{[]/.test(text)) {
    try {
      return el('ul', { class: 'tree mono' }, node(null, JSON.parse(text) as unknown, 0))
    } catch {
      // It was cut: shown as text.
    }
  }
  return el('pre', {}, text)
}

function formView(text: string): HTMLElement {
  return el(
    'dl',
    { class: 'mono' },
    [...new URLSearchParams(text)].map(([name, value]) => [el('dt', {}, name), el('dd', {}, value)]),
  )
}

function node(name: string | null, value: unknown, depth: number): HTMLElement {
  const label = name === null ? null : el('span', { class: 'key' }, `${name}: `)
  if (typeof value !== 'object' || value === null) {
    const kind = typeof value === 'string' ? 'string' : 'number'
    return el('li', {}, label, el('span', { class: kind }, JSON.stringify(value)))
  }
  const members = Object.entries(value)
  const size = Array.isArray(value) ? `[${members.length}]` : `{${members.length}}`
  if (members.length === 0) return el('li', {}, label, Array.isArray(value) ? '[]' : '{}')
  const list = el('ul')
  const details: HTMLDetailsElement = el('details', {
    toggle: (): unknown => details.open && list.childElementCount === 0 && show(list, members, 0, depth),
  })
  details.append(el('summary', {}, label, el('span', { class: 'soft' }, size)), list)
  if (members.length <= (OPEN_MEMBERS[depth] ?? 0)) {
    details.open = true
    show(list, members, 0, depth)
  }
  return el('li', {}, details)
}

function show(list: HTMLElement, members: readonly [string, unknown][], from: number, depth: number): void {
  for (const [name, value] of members.slice(from, from + MEMBERS)) list.append(node(name, value, depth + 1))
  const left = members.length - from - MEMBERS
  if (left <= 0) return
  const more = el('button', { type: 'button' }, `${left} more`)
  const item = el('li', {}, more)
  more.addEventListener('click', () => {
    item.remove()
    show(list, members, from + MEMBERS, depth)
  })
  list.append(item)
}

/** Puts each element of an XML document on a line of its own, by its depth. */
function laidOutXml(text: string): string {
  let depth = 0
  return text
    .replaceAll(/>\s*</g, '>\n<')
    .split('\n')
    .map((line) => {
      if (line.startsWith('</')) depth = Math.max(0, depth - 1)
      const shown = '  '.repeat(depth) + line
      if (/^<[^/?!]/.test(line) && !/\/>$|<\//.test(line)) depth += 1
      return shown
    })
    .join('\n')
}
