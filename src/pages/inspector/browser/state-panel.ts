import type { InspectedInstance, InspectedRows } from '#core/inspection/inspection.ts'
import { bodyView } from './body-view.ts'
import { button, copy, el, fill } from './dom.ts'
import type { Source } from './source.ts'

/** The rows to show: those of a collection that contain a text, in an order, from an offset on. */
interface Query {
  collection: string
  search: string
  /** The member that has to be `value`; empty: any row. */
  field: string
  value: string
  sort: string
  /** `true` or empty. */
  descending: string
  offset: string
}

/** All rows of a collection, by their id. */
const WHOLE = { search: '', field: '', value: '', sort: 'id', descending: '', offset: '0' }

/** The collections of an instance, and the rows of one of them. */
export class StatePanel {
  readonly element = el('div', { class: 'panel' })
  readonly #source: Source
  readonly #open: (content: HTMLElement) => void
  readonly #query: Query = { ...WHOLE, collection: '' }
  #instance: InspectedInstance | null = null

  constructor(source: Source, open: (content: HTMLElement) => void) {
    this.#source = source
    this.#open = open
  }

  async show(instance: InspectedInstance): Promise<void> {
    if (this.#instance?.key !== instance.key) this.#query.collection = ''
    this.#instance = instance
    const { changes, collections } = instance
    const text = changes?.text ?? ''
    const rows = el('section')
    fill(
      this.element,
      el(
        'section',
        {},
        el('h2', {}, 'Changed since the seed'),
        changes === null
          ? el('p', { class: 'soft' }, 'The application holds its own state.')
          : el('pre', {}, text === '' ? 'Nothing.' : text),
        text !== '' &&
          el(
            'div',
            { class: 'actions' },
            button('Copy', () => copy(text, 'changes')),
          ),
      ),
      this.#source.report === null &&
        collections.length > 0 &&
        el('section', {}, el('h2', {}, 'State'), this.#tools(collections, rows), rows),
    )
    if (this.#source.report === null && collections.length > 0) await this.#fill(rows)
  }

  #tools(collections: InspectedInstance['collections'], rows: HTMLElement): HTMLElement {
    const filled = collections.filter(({ count }) => count > 0)
    const present = filled.some(({ name }) => name === this.#query.collection)
    if (!present) this.#query.collection = (filled[0] ?? collections[0])?.name ?? ''
    const choose: HTMLSelectElement = el(
      'select',
      {
        'aria-label': 'Collection',
        input: (): void => this.#go(rows, { ...WHOLE, collection: choose.value }),
      },
      [...filled, ...collections.filter(({ count }) => count === 0)].map(({ name, count }) =>
        el('option', { value: name }, `${name} (${count})`),
      ),
    )
    choose.value = this.#query.collection
    const search: HTMLInputElement = el('input', {
      type: 'search',
      placeholder: 'Search rows',
      'aria-label': 'Search rows',
      value: this.#query.search,
      input: (): void => this.#go(rows, { search: search.value, offset: '0' }),
    })
    return el('div', { class: 'actions' }, choose, search)
  }

  #go(rows: HTMLElement, change: Partial<Query>): void {
    Object.assign(this.#query, change)
    void this.#fill(rows)
  }

  async #fill(rows: HTMLElement): Promise<void> {
    const instance = this.#instance
    if (instance === null) return
    const found = await this.#source.rows(instance.key, { ...this.#query })
    const offset = Number(this.#query.offset)
    fill(
      rows,
      found.rows.length === 0
        ? el('p', { class: 'empty' }, 'No rows.')
        : el('div', { class: 'wide' }, this.#table(found, rows)),
      el(
        'div',
        { class: 'actions' },
        this.#query.field !== '' &&
          button(`only ${this.#query.field} ${this.#query.value} ×`, () =>
            this.#go(rows, { field: '', value: '', offset: '0' }),
          ),
        el(
          'span',
          { class: 'soft' },
          found.total === 0 ? '' : `${offset + 1} to ${offset + found.rows.length} of ${found.total}`,
        ),
        offset > 0 && button('Earlier', () => this.#go(rows, { offset: String(Math.max(0, offset - 100)) })),
        offset + found.rows.length < found.total &&
          button('Later', () => this.#go(rows, { offset: String(offset + 100) })),
      ),
    )
  }

  #table({ fields, rows: list, references, name }: InspectedRows, rows: HTMLElement): HTMLElement {
    const { sort, descending } = this.#query
    const changes = this.#instance?.changes?.collections[name]
    const added = new Set(changes?.added.map(({ id }) => String(id)))
    const changed = new Set(changes?.changed.map(({ id }) => String(id)))
    const order = (field: string): void =>
      this.#go(rows, { sort: field, descending: sort === field && descending === '' ? 'true' : '' })
    return el(
      'table',
      {},
      el(
        'thead',
        {},
        el(
          'tr',
          {},
          fields.map((field) =>
            el(
              'th',
              { 'aria-sort': sort === field ? (descending === '' ? 'ascending' : 'descending') : 'none' },
              button(field, () => order(field)),
            ),
          ),
        ),
      ),
      el(
        'tbody',
        {},
        list.map((row) => {
          const id = String(row['id'])
          const mark = added.has(id) ? 'added' : changed.has(id) ? 'changed' : ''
          return el(
            'tr',
            { class: mark, title: mark === '' ? null : `${mark} since the seed` },
            fields.map((field) => this.#cell(field, row, references[field])),
          )
        }),
      ),
    )
  }

  #cell(field: string, row: InspectedRows['rows'][number], reference: string | undefined): HTMLElement {
    const value = row[field]
    const text = typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value)
    if (field === 'id')
      return el(
        'td',
        {},
        button(text, () => void this.#show(String(row['id']))),
      )
    if (reference === undefined || value === null || value === undefined) return el('td', { title: text }, text)
    return el(
      'td',
      {},
      button(text, () => this.#follow(reference, 'id', text), { title: `the row of ${reference}` }),
    )
  }

  /** Shows the rows of a collection of which a member has a value. */
  #follow(collection: string, field: string, value: string): void {
    Object.assign(this.#query, WHOLE, { collection, field, value })
    if (this.#instance !== null) void this.show(this.#instance)
  }

  /** Opens a row: as the vendor sends it, as it is held, and with the rows that refer to it. */
  async #show(id: string): Promise<void> {
    const instance = this.#instance
    if (instance === null) return
    const { collection } = this.#query
    const { stored, sent, referring } = await this.#source.row(instance.key, collection, id)
    this.#open(
      el(
        'article',
        {},
        el('h2', {}, `${collection} ${id}`),
        referring.length > 0 && [
          el('h3', {}, 'Referred to by'),
          el(
            'div',
            { class: 'actions' },
            referring.map((each) =>
              button(`${each.collection} (${each.count})`, () => this.#follow(each.collection, each.field, id), {
                title: each.field,
              }),
            ),
          ),
        ],
        sent !== null && jsonSection('As the API answers it', sent),
        jsonSection('As it is held', stored),
      ),
    )
  }
}

function jsonSection(title: string, value: unknown): HTMLElement {
  const text = JSON.stringify(value, null, 2)
  return el(
    'section',
    {},
    el('h3', {}, title),
    el(
      'div',
      { class: 'actions' },
      button('Copy', () => copy(text, 'row')),
    ),
    bodyView(text, 'application/json'),
  )
}
