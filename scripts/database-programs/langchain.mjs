import { deepEqual, equal } from 'node:assert/strict'
import { Document } from '@langchain/core/documents'
import { Embeddings } from '@langchain/core/embeddings'
import { HumanMessage, AIMessage } from '@langchain/core/messages'
import { MongoDBAtlasVectorSearch, MongoDBChatMessageHistory } from '@langchain/mongodb'
import { MongoClient } from 'mongodb'

/** Letters counted: the same for the same text. */
class Letters extends Embeddings {
  async embedQuery(text) {
    return [...'abcdefghij'].map((letter) => text.split(letter).length)
  }
  async embedDocuments(texts) {
    return Promise.all(texts.map((text) => this.embedQuery(text)))
  }
}
const client = await MongoClient.connect(process.env.MONGODB_URI)
const collection = client.db('notes').collection('pages')
await client.db('notes').createCollection('pages')
await collection.createSearchIndex({
  name: 'vectors',
  type: 'vectorSearch',
  definition: {
    fields: [
      { type: 'vector', path: 'embedding', numDimensions: 10, similarity: 'cosine' },
      { type: 'filter', path: 'kind' },
    ],
  },
})
const store = new MongoDBAtlasVectorSearch(new Letters({}), {
  collection,
  indexName: 'vectors',
  textKey: 'text',
  embeddingKey: 'embedding',
})
const ids = await store.addDocuments([
  new Document({ pageContent: 'a cab', metadata: { kind: 'x' } }),
  new Document({ pageContent: 'fig', metadata: { kind: 'y' } }),
  new Document({ pageContent: 'head', metadata: { kind: 'x' } }),
])
equal(ids.length, 3)
deepEqual(
  (await store.similaritySearch('cab', 2)).map(({ pageContent }) => pageContent),
  ['a cab', 'head'],
)
deepEqual(
  (await store.similaritySearch('cab', 2, { preFilter: { kind: { $eq: 'y' } } })).map(({ metadata }) => metadata.kind),
  ['y'],
)
const [[, score]] = await store.similaritySearchWithScore('a cab', 1)
equal(Math.round(score * 1000), 1000)
equal((await store.maxMarginalRelevanceSearch('cab', { k: 2, fetchK: 3 })).length, 2)
await store.delete({ ids: [ids[0]] })
equal(await collection.countDocuments(), 2)
const history = new MongoDBChatMessageHistory({ collection: client.db('notes').collection('chats'), sessionId: 'a' })
await history.addMessage(new HumanMessage('hello'))
await history.addMessage(new AIMessage('good day'))
deepEqual(
  (await history.getMessages()).map(({ content }) => content),
  ['hello', 'good day'],
)
await history.clear()
await client.close()
console.log('ok')
