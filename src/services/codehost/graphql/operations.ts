import { GraphQLError, Kind, type DocumentNode, type SelectionSetNode } from 'graphql'
import { isRecord } from '#core/objects.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { parseDocument } from './documents.ts'
import { types } from './types/index.ts'

/** The ids of the operations that a request to GraphQL carries, for faults: `query viewer`, `mutation addComment`. */
export const operationIds: readonly string[] = [
  ...Object.keys(types['Query'] ?? {}).map((field) => `query ${field}`),
  ...Object.keys(types['Mutation'] ?? {}).map((field) => `mutation ${field}`),
]

/** Returns the ids of the operations that a request carries; none for a document that cannot be parsed. */
export function operationsOf(call: CodehostCall): readonly string[] {
  const body = bodyOf(call)
  if (!isRecord(body) || typeof body['query'] !== 'string') return []
  const { operationName } = body
  const document = parseDocument(body['query'])
  if (document instanceof GraphQLError) return [] // The engine answers what is wrong with it.
  return document.definitions.flatMap((each) =>
    each.kind === Kind.OPERATION_DEFINITION && (operationName == null || each.name?.value === operationName)
      ? fieldsOf(document, each.selectionSet).map((field) => `${each.operation} ${field}`)
      : [],
  )
}

function bodyOf(call: CodehostCall): unknown {
  try {
    return call.json()
  } catch {
    return null // The route answers what is wrong with it.
  }
}

function fieldsOf(document: DocumentNode, { selections }: SelectionSetNode): string[] {
  return selections.flatMap((each) => {
    if (each.kind === Kind.FIELD) return [each.name.value]
    if (each.kind === Kind.INLINE_FRAGMENT) return fieldsOf(document, each.selectionSet)
    const fragment = document.definitions.find(
      (other) => other.kind === Kind.FRAGMENT_DEFINITION && other.name.value === each.name.value,
    )
    // A fragment of the root has fields only; one that is about itself is refused by the engine.
    return fragment?.kind === Kind.FRAGMENT_DEFINITION
      ? fragment.selectionSet.selections.flatMap((field) => (field.kind === Kind.FIELD ? [field.name.value] : []))
      : []
  })
}
