/** The collections of the app's side: views, triggers, response URLs, installations. */
export const appCollections = {}
