import * as v from 'valibot'
import { formBoundary, formParts, MalformedForm } from '#core/http/form-data.ts'
import { problems } from '#core/input.ts'
import type { MailCall, PathContext } from '#mail/call.ts'
import { missingField, notFound, validationError } from '#mail/errors.ts'
import { uuidOf } from '#mail/rules/uuid.ts'
import type { ContactImport } from '#mail/schema/imports.ts'

const property = v.object({
  column: v.string(),
  type: v.optional(v.picklist(['string', 'number', 'boolean'])),
})
const column = v.optional(v.string())

const ImportInput = v.object({
  column_map: v.optional(
    v.object({
      email: column,
      first_name: column,
      last_name: column,
      unsubscribed: column,
      properties: v.optional(v.record(v.pipe(v.string(), v.regex(/^\w{1,50}$/)), property)),
    }),
    {},
  ),
  on_conflict: v.optional(v.picklist(['upsert', 'skip']), 'skip'),
  segments: v.optional(v.array(v.object({ id: v.string() })), []),
  topics: v.optional(v.array(v.object({ id: v.string(), subscription: v.picklist(['opt_in', 'opt_out']) })), []),
})

/** The form of an import: its file, and its other fields. */
interface ImportForm {
  readonly csv: string
  readonly input: v.InferOutput<typeof ImportInput>
}

/**
 * A step that reads the form of an import. Its fields but for `on_conflict` are JSON.
 *
 * @throws 422 for another body, without a file, and for fields that do not fit.
 */
export async function loadImportForm(call: MailCall): Promise<{ readonly upload: ImportForm }> {
  const parts = await partsOf(call)
  const { file, ...fields } = parts
  if (file === undefined) throw missingField('file')
  const entries = Object.entries(fields).map(([name, text]) => [
    name,
    name === 'on_conflict' ? text : fromJson(name, text),
  ])
  const result = v.safeParse(ImportInput, Object.fromEntries(entries))
  if (!result.success) throw call.dialect.invalid(problems(result.issues), call)
  return { upload: { csv: file, input: result.output } }
}

async function partsOf(call: MailCall): Promise<Readonly<Record<string, string>>> {
  const boundary = formBoundary(call.header('content-type'))
  if (boundary === null) throw validationError('The request body must be `multipart/form-data`.')
  const parts = new Map<string, string>()
  try {
    for await (const { name, pieces } of formParts(once(call.bytes), boundary)) {
      const all: Uint8Array[] = []
      for await (const piece of pieces) all.push(piece)
      parts.set(name, Buffer.concat(all).toString('utf8'))
    }
  } catch (error) {
    if (error instanceof MalformedForm) throw validationError(`The form is malformed: ${error.message}.`)
    throw error
  }
  return Object.fromEntries(parts)
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

function fromJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw validationError(`Invalid \`${name}\` field. It must be JSON.`)
  }
}

/**
 * A step that loads the contact import of the path.
 *
 * @throws 404, and 422 for a malformed id.
 */
export function loadContactImport({ rows, params }: PathContext<'id'>): { readonly contactImport: ContactImport } {
  const contactImport = rows.contactImports.find('uuid', uuidOf(params.id))
  if (contactImport === undefined) throw notFound('Contact import')
  return { contactImport }
}
