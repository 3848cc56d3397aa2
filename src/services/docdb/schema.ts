import { adminCollections } from './schema/admin.ts'

/** The collections of docdb. */
export const collections = { ...adminCollections }
