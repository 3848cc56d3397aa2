import { adminCollections } from './schema/admin.ts'
import { dataCollections } from './schema/data.ts'

/** The collections of docdb. */
export const collections = { ...adminCollections, ...dataCollections }
