import type { CallSummary, InspectionEvent } from '#core/inspection/inspection.ts'
import { el, fill, operationOf } from './dom.ts'
import { wordsOf, type Named, type Source } from './source.ts'

/** A call in the list, with the instance that received it. */
export interface Listed extends CallSummary {
  readonly key: string
}

/** The calls of all instances. Only the rows in sight are elements, so that any number of them can be scrolled. */
export class CallList {
  readonly element: HTMLElement
  readonly #scroll = el('div', { class: 'scroll', role: 'listbox', tabindex: 0, 'aria-label': 'Calls' })
  readonly #space = el('div', { role: 'presentation' })
  readonly #count = el('span', { class: 'soft', 'aria-live': 'polite' })
  readonly #search = el('input', {
    type: 'search',
    placeholder: 'Filter: path, operation, text of a body ( / )',
    'aria-label': 'Filter calls',
  })
  readonly #status = select('Status', ['any status', '2xx', '3xx', '4xx', '5xx', 'refused', 'no answer'])
  readonly #service = select('Service', ['all services'])
  readonly #open: (call: Listed) => void
  readonly #source: Source
  /** The calls whose bodies have the words of the search, by instance and id. */
  #found: ReadonlySet<string> = new Set()
  #asked: ReturnType<typeof setTimeout> | null = null
  #calls: Listed[] = []
  readonly #places = new Map<string, number>()
  #shown: readonly Listed[] = []
  #chosen: string | null = null
  #names = new Map<string, string>()
  #drawn = false

  constructor(source: Source, open: (call: Listed) => void) {
    this.#source = source
    this.#open = open
    this.element = el(
      'div',
      { class: 'list' },
      el('div', { class: 'tools' }, this.#search, this.#service, this.#status, this.#count),
      this.#scroll,
    )
    this.#scroll.append(this.#space)
    this.#space.style.position = 'relative'
    for (const each of [this.#search, this.#status, this.#service]) each.addEventListener('input', () => this.#filter())
    this.#search.addEventListener('input', () => this.#findInBodies())
    this.#scroll.addEventListener('scroll', () => this.#draw())
    this.#scroll.addEventListener('keydown', (event) => this.#move(event))
    new ResizeObserver(() => this.#draw()).observe(this.#scroll)
  }

  /** Sets the names of the instances. */
  name(instances: readonly Named[]): void {
    this.#names = new Map(instances.map(({ key, service }) => [key, service]))
    const { value } = this.#service
    fill(
      this.#service,
      el('option', { value: 'all services' }, 'all services'),
      instances.map(({ key, service }) => el('option', { value: key }, service)),
    )
    this.#service.value = this.#names.has(value) ? value : 'all services'
    this.#service.hidden = instances.length < 2
  }

  /** Adds what has happened. */
  add({ key, reset, calls }: InspectionEvent): void {
    if (reset) {
      this.#calls = this.#calls.filter((call) => call.key !== key)
      this.#place()
    }
    const last = this.#calls.at(-1)
    let isInOrder = true
    for (const summary of calls) {
      const call = { ...summary, key }
      const place = this.#places.get(idOf(call))
      if (place === undefined) this.#places.set(idOf(call), this.#calls.push(call) - 1)
      else this.#calls[place] = call
      isInOrder &&= last === undefined || place !== undefined || call.beganAt >= last.beganAt
    }
    if (!isInOrder) {
      this.#calls.sort((left, right) => left.beganAt - right.beganAt)
      this.#place()
    }
    this.#filter()
    if (calls.length > 0) this.#findInBodies()
  }

  #place(): void {
    this.#places.clear()
    for (const [index, call] of this.#calls.entries()) this.#places.set(idOf(call), index)
  }

  /** Asks the instances which calls have the words in their bodies, at most once in a moment. */
  #findInBodies(): void {
    if (this.#asked !== null) return
    this.#asked = setTimeout(() => {
      this.#asked = null
      void this.#ask(this.#search.value)
    }, 150)
  }

  async #ask(text: string): Promise<void> {
    const keys = wordsOf(text).length === 0 ? [] : [...this.#names.keys()]
    // One that has ended meanwhile finds nothing.
    const found = await Promise.all(keys.map((key) => this.#source.search(key, text).catch(() => [])))
    if (this.#search.value !== text) return
    this.#found = new Set(keys.flatMap((key, index) => (found[index] ?? []).map((id) => idOf({ key, id }))))
    this.#filter()
  }

  focusSearch(): void {
    this.#search.focus()
  }

  focus(): void {
    this.#scroll.focus()
  }

  #filter(): void {
    const words = wordsOf(this.#search.value)
    const service = this.#service.value
    const status = this.#status.value
    const atEnd = this.#scroll.scrollTop + this.#scroll.clientHeight >= this.#scroll.scrollHeight - 8
    const isPlain = words.length === 0 && service === 'all services' && status === 'any status'
    this.#shown = isPlain
      ? this.#calls
      : this.#calls.filter(
          (call) =>
            (service === 'all services' || call.key === service) &&
            hasStatus(call, status) &&
            (hasWords(call, words) || (words.length > 0 && this.#found.has(idOf(call)))),
        )
    fill(this.#count, `${this.#shown.length} ${this.#shown.length === 1 ? 'call' : 'calls'}`)
    this.#space.style.height = `${this.#shown.length * this.#height}px`
    // A reader at the end follows what comes.
    if (atEnd && this.#chosen === null) this.#scroll.scrollTop = this.#scroll.scrollHeight
    this.#draw()
  }

  get #height(): number {
    return matchMedia('(max-width: 44rem)').matches ? 44 : 36
  }

  #draw(): void {
    if (this.#drawn) return
    this.#drawn = true
    requestAnimationFrame(() => {
      this.#drawn = false
      const height = this.#height
      const first = Math.max(0, Math.floor(this.#scroll.scrollTop / height) - 5)
      const last = Math.ceil((this.#scroll.scrollTop + this.#scroll.clientHeight) / height) + 5
      if (this.#shown.length === 0) {
        this.#space.style.height = 'auto'
        const none =
          this.#calls.length === 0 ? 'No call has come yet. They appear here as they come.' : 'No call matches.'
        fill(this.#space, el('p', { class: 'empty' }, none))
        return
      }
      fill(
        this.#space,
        this.#shown.slice(first, last).map((call, index) => this.#row(call, (first + index) * height)),
      )
    })
  }

  #row(call: Listed, top: number): HTMLElement {
    const bad = call.refusal !== null || (call.status ?? 0) >= 400
    const chosen = idOf(call) === this.#chosen
    const status = call.status ?? (call.durationMs === null ? '…' : 'none')
    const row = el(
      'div',
      {
        class: bad ? 'row bad' : 'row',
        role: 'option',
        'aria-selected': String(chosen),
        click: () => this.#choose(call),
      },
      el('span', { class: 'status' }, status),
      el('span', { class: 'soft' }, call.method),
      el(
        'span',
        { title: call.refusal ?? call.path },
        call.refusal === null ? call.path : `${call.path} — ${call.refusal}`,
      ),
      el(
        'span',
        { class: 'soft' },
        this.#names.size > 1 ? `${this.#names.get(call.key) ?? ''} ` : '',
        operationOf(call) ?? 'no operation',
      ),
      el('span', { class: 'soft wide' }, call.principal ?? 'anonymous'),
      el('span', { class: 'soft right wide' }, call.size === null ? '' : sizeOf(call.size)),
      el('span', { class: 'soft right' }, call.durationMs === null ? '' : durationOf(call.durationMs)),
    )
    row.style.top = `${top}px`
    return row
  }

  #choose(call: Listed): void {
    this.#chosen = idOf(call)
    this.#draw()
    this.#open(call)
  }

  #move(event: KeyboardEvent): void {
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: 1,
      j: 1,
      ArrowUp: -1,
      k: -1,
      PageDown: 10,
      PageUp: -10,
      Home: -Infinity,
      End: Infinity,
    }
    const step = steps[event.key]
    if (step === undefined || this.#shown.length === 0) return
    event.preventDefault()
    const at = this.#shown.findIndex((call) => idOf(call) === this.#chosen)
    // Without a choice, the first step down is to the first call and the first one up to the last.
    const from = at >= 0 ? at : step > 0 ? -1 : this.#shown.length
    const next = Math.min(this.#shown.length - 1, Math.max(0, from + step))
    const call = this.#shown[next]
    if (call === undefined) return
    const top = next * this.#height
    if (top < this.#scroll.scrollTop) this.#scroll.scrollTop = top
    const end = top + this.#height - this.#scroll.clientHeight
    if (end > this.#scroll.scrollTop) this.#scroll.scrollTop = end
    this.#choose(call)
  }
}

/** Returns milliseconds, with a digit after the point where there is room for it. */
function durationOf(milliseconds: number): string {
  return `${milliseconds.toFixed(milliseconds < 100 ? 1 : 0)} ms`
}

/** Returns a number of bytes in the unit that keeps it short. */
function sizeOf(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
}

function idOf({ key, id }: Pick<Listed, 'key' | 'id'>): string {
  return `${key} ${id}`
}

function hasStatus({ status, refusal, durationMs }: Listed, wanted: string): boolean {
  if (wanted === 'any status') return true
  if (wanted === 'refused') return refusal !== null
  if (wanted === 'no answer') return status === null && durationMs !== null
  return status !== null && String(status)[0] === wanted[0]
}

function hasWords(call: Listed, words: readonly string[]): boolean {
  const text =
    `${call.method} ${call.path} ${operationOf(call) ?? ''} ${call.principal ?? ''} ${call.refusal ?? ''}`.toLowerCase()
  return words.every((word) => text.includes(word))
}

function select(label: string, options: readonly string[]): HTMLSelectElement {
  return el(
    'select',
    { 'aria-label': label },
    options.map((option) => el('option', { value: option }, option)),
  )
}
