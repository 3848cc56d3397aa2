// The table of the application's users, by their id. A real application has a database.
export const users = (globalThis.teamAppUsers ??= new Map())
