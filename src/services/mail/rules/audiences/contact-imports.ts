import { Failure } from '#core/errors.ts'
import { SECOND } from '#core/duration.ts'
import { defined } from '#core/objects.ts'
import { parseCsv } from '#core/text/csv.ts'
import type { MailContext, Rows } from '#mail/call.ts'
import type { Contact, PropertyValue } from '#mail/schema/audiences.ts'
import type { ColumnMap, ContactImport } from '#mail/schema/imports.ts'
import { parseAddress } from '../sending/addresses.ts'
import { addContact, changedProperties, contactByIdOrEmail, joinSegment, subscribe } from './contacts.ts'

/** How long an import takes, in milliseconds of the instance's clock. */
const IMPORT_TIME = SECOND / 2

const NO_ROWS: ContactImport['counts'] = { total: 0, created: 0, updated: 0, skipped: 0, failed: 0 }

/** Queues an import, which the clock carries out. */
export function queueImport(
  context: MailContext,
  input: Pick<ContactImport, 'csv' | 'columns' | 'onConflict' | 'segments' | 'topics'>,
): ContactImport {
  const { rows, ids, clock } = context
  const queued = { uuid: ids.uuid(), status: 'queued', counts: NO_ROWS, createdAt: clock.now() } as const
  const created = rows.contactImports.insert({ ...queued, ...input, completedAt: null })
  context.schedule(IMPORT_TIME, 'importContacts', { importId: created.id })
  return created
}

/** The timer's action: imports the contacts of the file. Without a column of addresses the import fails. */
export function importContacts(context: MailContext, { importId }: { readonly importId: number }): void {
  const { rows, clock } = context
  const source = rows.contactImports.require(importId)
  const [header = [], ...records] = parseCsv(source.csv)
  const columns = columnsOf(header, source.columns)
  const counts = { ...NO_ROWS, total: records.length }
  if (columns.email !== undefined)
    for (const record of records) counts[importRow(context, source, columns, record)] += 1
  rows.contactImports.update(importId, {
    status: columns.email === undefined ? 'failed' : 'completed',
    csv: '',
    counts,
    completedAt: clock.now(),
  })
}

/** The positions of the fields of contacts in a record. */
interface Columns {
  readonly email: number | undefined
  readonly firstName: number | undefined
  readonly lastName: number | undefined
  readonly unsubscribed: number | undefined
  readonly properties: readonly { readonly key: string; readonly type: string; readonly at: number | undefined }[]
}

/** Finds the columns that the map names; a field that it does not name is in a column of the field's name. */
function columnsOf(header: readonly string[], map: ColumnMap): Columns {
  const at = (name: string): number | undefined => {
    const found = header.indexOf(name)
    return found < 0 ? undefined : found
  }
  return {
    email: at(map.email ?? 'email'),
    firstName: at(map.first_name ?? 'first_name'),
    lastName: at(map.last_name ?? 'last_name'),
    unsubscribed: at(map.unsubscribed ?? 'unsubscribed'),
    properties: Object.entries(map.properties ?? {}).map(([key, { column, type = 'string' }]) => ({
      key,
      type,
      at: at(column),
    })),
  }
}

function importRow(
  context: MailContext,
  source: ContactImport,
  columns: Columns,
  record: readonly string[],
): 'created' | 'updated' | 'skipped' | 'failed' {
  const { rows } = context
  // An empty cell says nothing.
  const cell = (at: number | undefined): string | undefined => (at === undefined ? '' : record[at]?.trim()) || undefined
  const email = cell(columns.email) ?? ''
  if (parseAddress(email)?.email !== email.toLowerCase()) return 'failed'
  const known = contactByIdOrEmail(rows, email)
  if (known !== undefined && source.onConflict === 'skip') return 'skipped'
  try {
    const written = {
      firstName: cell(columns.firstName),
      lastName: cell(columns.lastName),
      unsubscribed: flagOf(cell(columns.unsubscribed)),
      properties: changedProperties(rows, known?.properties ?? {}, propertiesOf(rows, columns, cell)),
    }
    addToAudience(context, source, written, known ?? email)
    return known === undefined ? 'created' : 'updated'
  } catch (error) {
    if (error instanceof Failure) return 'failed'
    throw error
  }
}

interface Written {
  readonly firstName: string | undefined
  readonly lastName: string | undefined
  readonly unsubscribed: boolean | undefined
  readonly properties: Contact['properties']
}

function addToAudience(context: MailContext, source: ContactImport, written: Written, known: Contact | string): void {
  const { rows, clock } = context
  const none = { firstName: null, lastName: null, unsubscribed: false }
  const contact =
    typeof known === 'string'
      ? addContact(context, { email: known, properties: {}, ...none, ...defined(written) })
      : rows.contacts.update(known.id, { ...defined(written), updatedAt: clock.now() })
  for (const uuid of source.segments) {
    const segment = rows.segments.find('uuid', uuid)
    // It may have been deleted since the import was created.
    if (segment !== undefined) joinSegment(context, contact, segment)
  }
  const topics = source.topics.filter(({ id }) => rows.topics.find('uuid', id) !== undefined)
  subscribe(context, contact, topics)
  context.emit({ event: typeof known === 'string' ? 'contact.created' : 'contact.updated', contact })
}

function flagOf(text: string | undefined): boolean | undefined {
  return text === undefined ? undefined : /^(?:true|1|yes)$/i.test(text)
}

/** Returns the values of the properties of a row; a number that is none stays text, which its property refuses. */
function propertiesOf(
  rows: Rows,
  { properties }: Columns,
  cell: (at: number | undefined) => string | undefined,
): Readonly<Record<string, PropertyValue>> {
  const entries = properties.flatMap(({ key, at }): [string, PropertyValue][] => {
    const text = cell(at)
    if (text === undefined) return []
    const isNumber = rows.contactProperties.find('key', key)?.type === 'number' && Number.isFinite(Number(text))
    return [[key, isNumber ? Number(text) : text]]
  })
  return Object.fromEntries(entries)
}

/**
 * Creates the properties that an import maps and that do not exist: numbers, and texts for all others.
 */
export function addMissingProperties({ rows, ids, clock }: MailContext, { properties = {} }: ColumnMap): void {
  for (const [key, { type }] of Object.entries(properties)) {
    if (rows.contactProperties.find('key', key) !== undefined) continue
    const kind = type === 'number' ? 'number' : 'string'
    rows.contactProperties.insert({ uuid: ids.uuid(), key, type: kind, fallbackValue: null, createdAt: clock.now() })
  }
}
