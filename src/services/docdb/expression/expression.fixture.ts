import type { MongoClient, MongoServerError } from 'mongodb'

const stagesWith = (expression: unknown, document: object) => [
  { $documents: [document] },
  { $project: { value: expression } },
]

/** Returns the value of an expression for a document, with the types of numbers as they are. */
export async function valueOf(client: MongoClient, expression: unknown, document: object = {}): Promise<unknown> {
  const found = client.db('shop').aggregate(stagesWith(expression, document), { promoteValues: false })
  return (await found.toArray())[0]?.['value']
}

/** Returns the code by which an expression is refused; null for one that has a value. */
export function refusalOf(client: MongoClient, expression: unknown, document: object = {}): Promise<unknown> {
  const found = client.db('shop').aggregate(stagesWith(expression, document)).toArray()
  return found.then(
    () => null,
    (error: MongoServerError) => error.code,
  )
}
