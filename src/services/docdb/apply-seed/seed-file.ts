import { readFileSync } from 'node:fs'
import { SeedProblem } from '#core/service.ts'
import { fromEjson, MalformedEjson } from '#docdb/values/ejson.ts'
import { MalformedShell, readShell } from '#docdb/values/shell-reader.ts'
import { isDocument, type Document, type Value } from '#docdb/values/value.ts'

/** A document of a file. */
export interface FileDocument {
  readonly document: Document
  /** The place of the document, for messages: `orders.ndjson:3`, or `orders.json: document 3`. */
  readonly place: string
}

/**
 * Reads the documents of a file, as `mongoexport` writes them: an array, or one document in each line. They are
 * Extended JSON, or in the form of the shell.
 *
 * @param file the path, from the working directory
 * @param path the path of the file's name in the seed
 * @throws SeedProblem that names the file and the line.
 */
export function readSeedFile(file: string, path: readonly (string | number)[]): FileDocument[] {
  const content = contentOf(file, path)
  if (content.trimStart().startsWith('[')) {
    const values = read(content, file, 1, path)
    if (!Array.isArray(values)) throw new SeedProblem(path, `${file}: expected an array of documents`)
    return values.map((value, at) => checked(value, `${file}: document ${at + 1}`, path))
  }
  return content.split('\n').flatMap((line, at) => {
    if (line.trim() === '') return []
    const place = `${file}:${at + 1}`
    return [checked(read(line, file, at + 1, path), place, path)]
  })
}

function contentOf(file: string, path: readonly (string | number)[]): string {
  try {
    const content = readFileSync(file, 'utf8')
    return content.startsWith('\uFEFF') ? content.slice(1) : content
  } catch (error) {
    const reason = error instanceof Error && 'code' in error && error.code === 'ENOENT' ? 'no such file' : String(error)
    throw new SeedProblem(path, `${file}: ${reason} (looked for it from ${process.cwd()})`)
  }
}

/** Reads JSON as fast as it can; the reader of the shell reads the rest, and knows the line of a mistake. */
function read(text: string, file: string, line: number, path: readonly (string | number)[]): Value {
  try {
    return fromEjson(JSON.parse(text))
  } catch (error) {
    if (!(error instanceof SyntaxError) && !(error instanceof MalformedEjson)) throw error
    try {
      return readShell(text)
    } catch (mistake) {
      if (!(mistake instanceof MalformedShell)) throw mistake
      const { place, reason } = mistake
      const where = place === null ? `${file}:${line}` : `${file}:${line + place.line - 1}:${place.column}`
      throw new SeedProblem(path, `${where}: ${reason}`)
    }
  }
}

function checked(value: Value, place: string, path: readonly (string | number)[]): FileDocument {
  if (!isDocument(value)) throw new SeedProblem(path, `${place}: expected a document`)
  return { document: value, place }
}
