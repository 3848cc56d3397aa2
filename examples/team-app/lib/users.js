// The application's users by id. A real application has a database.
export const users = (globalThis.teamAppUsers ??= new Map())
