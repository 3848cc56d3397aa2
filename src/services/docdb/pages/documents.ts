import type { Answer } from '#core/answer.ts'
import { html, type Html, type Part } from '#pages/html.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import { documentWithId, searchDocuments, type FoundDocuments } from '#docdb/server-commands/edit-documents.ts'
import type { CollectionRow } from '#docdb/schema/data.ts'
import { findCollection, shownIndexes, optionsOf } from '#docdb/storage/catalog.ts'
import type { IndexShape } from '#docdb/storage/index-shape.ts'
import { fromEjson, MalformedEjson, toEjson } from '#docdb/values/ejson.ts'
import { MalformedShell } from '#docdb/values/shell-reader.ts'
import { isDocument, type Document, type Value } from '#docdb/values/value.ts'
import { explorerPage, missingPage, table, type Explorer } from './explorer.ts'
import { placeUrl, type Place, type ShownCluster } from './place.ts'
import { inOneLine, valueHtml, valueText } from './values.ts'

/** Documents per page. */
const PAGE_SIZE = 20

/** The most characters of a document in the list. */
const MOST_CHARACTERS = 20_000

/** A change that was refused: the text that the person has written, and the reason. */
export interface RefusedChange {
  readonly action: string
  readonly text: string
  readonly error: CommandError | MalformedShell
}

/** The place of a collection: all its members are known. */
export interface CollectionPlace {
  readonly cluster: ShownCluster
  readonly database: string
  readonly collection: string
}

const NOTICES: Readonly<Record<string, string>> = {
  inserted: 'Inserted.',
  saved: 'Saved.',
  deleted: 'Deleted.',
}

/** The page of a collection: its documents, a search, an insertion and its indexes. */
export function collectionPage(
  explorer: Explorer,
  { cluster, database, collection }: CollectionPlace,
  refused?: RefusedChange,
): Answer {
  const { call, place } = explorer
  const namespace = { clusterId: cluster.clusterId, database, name: collection }
  const row = findCollection(call, namespace)
  if (row === undefined && refused === undefined) return missingPage(explorer, `Collection ${database}.${collection}`)
  const number = Math.max(1, Math.trunc(Number(place.page ?? 1)) || 1)
  const { filter = '', sort = '' } = place
  const found = attempt(() =>
    searchDocuments(call, namespace, { filter, sort, skip: (number - 1) * PAGE_SIZE, limit: PAGE_SIZE }),
  )
  const isWritable = row?.kind !== 'view'
  const content = html`<div class="bar">
      <h1 id="place">${database}.${collection}</h1>
      <span class="soft" role="status">${'error' in found ? '' : countInWords(found.value, filter)}</span>
    </div>
    ${notice(place)} ${refused !== undefined && refused.action !== 'insert' && problem(refused.error)}
    ${searchForm(explorer, found)}
    ${'error' in found ? problem(found.error) : list(explorer, found.value, number, isWritable)}
    ${isWritable && insertForm(explorer, refused)} ${row !== undefined && isWritable && indexes(explorer, row)}
    ${row !== undefined && options(explorer, row)}`
  const status = refused === undefined && !('error' in found) ? 200 : 400
  return explorerPage(explorer, { title: `${database}.${collection}`, content, status })
}

/** The page on which a person edits a document. */
export function documentPage(
  explorer: Explorer,
  { cluster, database, collection }: CollectionPlace,
  refused?: RefusedChange,
): Answer {
  const { call, place } = explorer
  const id = idOf(place)
  const namespace = { clusterId: cluster.clusterId, database, name: collection }
  const document = id === undefined ? undefined : documentWithId(call, namespace, id)
  if (id === undefined || (document === undefined && refused === undefined)) return missingPage(explorer, 'Document')
  const title = `Document ${inOneLine(id)}`
  const content = html`<h1 id="place">${title}</h1>
    <p class="soft">
      In <a href="${placeUrl(call.mountPath, { ...place, document: undefined })}">${database}.${collection}</a>
    </p>
    ${refused !== undefined && problem(refused.error)} ${forms(explorer)}
    <form method="post" action="${placeUrl(call.mountPath, place)}">
      <input type="hidden" name="action" value="save" />
      ${field('Document', refused?.text ?? valueText(document ?? null, place.as === 'ejson'), refused !== undefined)}
      <div class="actions">
        <button class="primary">Save</button>
        <button class="quiet delete" name="action" value="delete" formnovalidate>Delete</button>
      </div>
    </form>`
  return explorerPage(explorer, { title, content, status: refused === undefined ? 200 : 400 })
}

/** Returns the `_id` that an address names; undefined where it names none. */
export function idOf({ document }: Place): Value | undefined {
  if (document === undefined) return undefined
  try {
    return fromEjson(JSON.parse(document))
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof MalformedEjson) return undefined
    throw error
  }
}

/** A result, or the error of the server or of the reader. */
type Attempt<T> = { readonly value: T } | { readonly error: CommandError | MalformedShell }

function attempt<T>(work: () => T): Attempt<T> {
  try {
    return { value: work() }
  } catch (error) {
    if (error instanceof CommandError || error instanceof MalformedShell) return { error }
    throw error
  }
}

function notice({ notice: name }: Place): Part {
  const text = name !== undefined && Object.hasOwn(NOTICES, name) ? NOTICES[name] : undefined
  return text !== undefined && html`<p class="notice" role="status">${text}</p>`
}

function problem(error: CommandError | MalformedShell): Html {
  const info = error instanceof CommandError ? error.extra['errInfo'] : undefined
  return html`<div class="reason" id="problem" role="alert">
    ${error.message} ${info !== undefined && html`<pre>${valueText(info, false)}</pre>`}
  </div>`
}

function countInWords({ total, documents }: FoundDocuments, filter: string): string {
  const number = `${total} ${total === 1 ? 'document' : 'documents'}${filter === '' ? '' : ' found'}`
  return documents.length < total ? `${number}, ${documents.length} shown` : number
}

function searchForm({ call, place }: Explorer, found: Attempt<unknown>): Html {
  const { cluster, database, collection, as, filter = '', sort = '' } = place
  const hidden = Object.entries({ cluster, database, collection, as }).filter(([, value]) => value !== undefined)
  const isInvalid = (name: string): Part =>
    'error' in found &&
    (!(found.error instanceof MalformedShell) || found.error.message.startsWith(name)) &&
    html` aria-invalid="true" aria-describedby="problem"`
  return html`<form class="search" method="get" action="${call.mountPath}/" role="search">
    ${hidden.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <div>
      <label for="filter">Filter</label>
      <input
        id="filter"
        name="filter"
        value="${filter}"
        placeholder="{ status: 'open' }"
        autocomplete="off"
        spellcheck="false"
        ${isInvalid('Filter')}
      />
    </div>
    <div>
      <label for="sort">Sort</label>
      <input
        id="sort"
        name="sort"
        value="${sort}"
        placeholder="{ total: -1 }"
        autocomplete="off"
        spellcheck="false"
        ${isInvalid('Sort')}
      />
    </div>
    <button class="primary">Find</button>
  </form>`
}

/** The links between the two forms of documents. */
function forms({ call, place }: Explorer): Html {
  const link = (as: string | undefined, text: string): Html =>
    html`<a
      href="${placeUrl(call.mountPath, { ...place, as, notice: undefined })}"
      ${place.as === as && html` aria-current="true"`}
      >${text}</a
    >`
  return html`<p class="views">${link(undefined, 'Shell')} ${link('ejson', 'Extended JSON')}</p>`
}

function list(explorer: Explorer, found: FoundDocuments, number: number, isWritable: boolean): Html {
  const { call, place } = explorer
  const { documents, total } = found
  if (documents.length === 0) return html`<p>${total > 0 ? 'This page is empty.' : 'There is no such document.'}</p>`
  const pageUrl = (page: number): string =>
    placeUrl(call.mountPath, { ...place, page: String(page), notice: undefined })
  const hasNext = number * PAGE_SIZE < total
  return html`${forms(explorer)}
    <ol class="documents" aria-label="Documents">
      ${documents.map((document) => html`<li>${shownDocument(explorer, document, isWritable)}</li> `)}
    </ol>
    ${
      (number > 1 || hasNext) &&
      html`<nav class="actions" aria-label="Pages">
        ${number > 1 && html`<a href="${pageUrl(number - 1)}">Previous</a>`}
        ${hasNext && html`<a href="${pageUrl(number + 1)}">Next</a>`}
      </nav>`
    }`
}

function shownDocument({ call, place }: Explorer, document: Document, isWritable: boolean): Html {
  const isEjson = place.as === 'ejson'
  const text = valueText(document, isEjson)
  const isLong = text.length > MOST_CHARACTERS
  const id = document['_id']
  const name = id === undefined ? '' : inOneLine(id)
  const own = {
    ...place,
    notice: undefined,
    document: id === undefined ? '' : JSON.stringify(toEjson(id, 'canonical')),
  }
  const url = placeUrl(call.mountPath, own)
  return html`<pre tabindex="0" aria-label="Document ${name}">
${isLong ? `${text.slice(0, MOST_CHARACTERS)} …` : valueHtml(document, isEjson)}</pre>
    ${isLong && html`<p class="soft">${text.length} characters in all: open the document to see them.</p>`}
    ${
      isWritable &&
      id !== undefined &&
      html`<form class="actions" method="post" action="${url}">
        <a href="${url}" aria-label="Edit ${name}">Edit</a>
        <button class="quiet delete" name="action" value="delete" aria-label="Delete ${name}">Delete</button>
      </form>`
    }`
}

function field(label: string, text: string, isInvalid: boolean): Html {
  const lines = Math.min(30, Math.max(6, text.split('\n').length + 1))
  // The first line break of a textarea is no part of its text.
  return html`<label for="text">${label}</label>
    <textarea
      id="text"
      name="text"
      rows="${lines}"
      required
      autocomplete="off"
      autocapitalize="off"
      spellcheck="false"
      aria-describedby="hint${isInvalid && ' problem'}"
      ${isInvalid && html` aria-invalid="true" autofocus`}
    >
${text}</textarea>
    <p class="soft" id="hint">
      As in mongosh, or Extended JSON: <code>{ _id: ObjectId("…"), placed: ISODate("…") }</code>
    </p>`
}

function insertForm({ call, place }: Explorer, refused: RefusedChange | undefined): Html {
  const isRefused = refused?.action === 'insert'
  return html`<details ${isRefused && html` open`}>
    <summary>Insert documents</summary>
    <form method="post" action="${placeUrl(call.mountPath, { ...place, notice: undefined })}">
      <input type="hidden" name="action" value="insert" />
      ${isRefused && problem(refused.error)}
      ${field('Document, or a list of documents', isRefused ? refused.text : '{\n  \n}', isRefused)}
      <div class="actions"><button class="primary">Insert</button></div>
    </form>
  </details>`
}

function indexes({ call }: Explorer, row: CollectionRow): Html {
  const cells = shownIndexes(call, row).map((shape): Part[] => [
    shape.row.name,
    html`<code>${inOneLine(shape.spec['key'] ?? {})}</code>`,
    propertiesOf(shape).join(', '),
  ])
  return html`<h2>Indexes</h2>
    ${table('Indexes', ['Name', 'Key', 'Properties'], cells)}`
}

function propertiesOf({ row, spec }: IndexShape): string[] {
  const partial = spec['partialFilterExpression']
  const collation = spec['collation']
  return [
    ...(row.kind === 'ordered' ? [] : [row.kind]),
    ...(row.unique ? ['unique'] : []),
    ...(row.sparse ? ['sparse'] : []),
    ...(row.hidden ? ['hidden'] : []),
    ...(row.expireAfter === null ? [] : [`expires after ${row.expireAfter} s`]),
    ...(isDocument(partial) ? [`partial: ${inOneLine(partial)}`] : []),
    ...(isDocument(collation) ? [`collation: ${inOneLine(collation)}`] : []),
  ]
}

function options({ call }: Explorer, row: CollectionRow): Part {
  const collectionOptions = optionsOf(call, row)
  if (Object.keys(collectionOptions).length === 0) return null
  return html`<h2>Options</h2>
    <pre tabindex="0" aria-label="Options">${valueHtml(collectionOptions, false)}</pre>`
}
