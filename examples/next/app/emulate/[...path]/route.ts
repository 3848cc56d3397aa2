import { createHandler, filePersistence } from 'backlot/adapter'

// The stand-ins, on the application's own origin. Their state survives a restart of the server.
export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = createHandler({
  services: ['codehost', 'oidc-a'],
  persistence: filePersistence('.backlot/state.json'),
  // The end-to-end tests run the production build. Nothing else sets this variable.
  allowProduction: process.env.STAND_INS === 'on',
})
