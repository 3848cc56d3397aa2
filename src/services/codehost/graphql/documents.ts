import { GraphQLError, parse, type DocumentNode, type GraphQLSchema } from 'graphql'
import { mistakesOf } from './validation.ts'

/** The number of documents that are remembered, and the length of the longest of them, in UTF-16 code units. */
const MOST = 100
const LONGEST = 20_000

// Module state on purpose: a program sends the same few documents again and again, and a document is the same for every
// instance. Those that were used last are at the end.
const documents = new Map<string, DocumentNode>()
const mistakes = new WeakMap<DocumentNode, readonly object[]>()

/** Parses a document; returns the error of one that cannot be parsed. */
export function parseDocument(query: string): DocumentNode | GraphQLError {
  const known = documents.get(query)
  if (known !== undefined) {
    documents.delete(query)
    documents.set(query, known)
    return known
  }
  try {
    const document = parse(query)
    if (query.length <= LONGEST) remember(query, document)
    return document
  } catch (error) {
    if (error instanceof GraphQLError) return error
    throw error
  }
}

/** Returns the vendor's errors for a document that is not valid by its schema, which is always the same one. */
export function validateDocument(schema: GraphQLSchema, document: DocumentNode): readonly object[] {
  const known = mistakes.get(document)
  if (known !== undefined) return known
  const found = mistakesOf(schema, document)
  mistakes.set(document, found)
  return found
}

function remember(query: string, document: DocumentNode): void {
  documents.set(query, document)
  const [oldest] = documents.keys()
  if (documents.size > MOST && oldest !== undefined) documents.delete(oldest)
}
