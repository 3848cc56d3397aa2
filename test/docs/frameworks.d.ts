// The parts of frameworks and clients that code blocks of docs/adapter.md import, and that are not installed here. npm
// run test:frameworks builds the same blocks with the frameworks themselves, and npm run test:persistence checks the
// types of the clients.
declare module 'h3' {
  export function fromWebHandler(handler: (request: Request) => Promise<Response>): unknown
}
declare module '@sveltejs/adapter-node' {
  export default function adapter(): unknown
}
declare module '@sveltejs/kit/vite' {
  export function sveltekit(config: { adapter: unknown; csrf: { trustedOrigins: string[] } }): Promise<never[]>
}
declare module '@astrojs/node' {
  export default function node(options: { mode: 'standalone' }): unknown
}
declare module 'astro/config' {
  export function defineConfig(config: { adapter: unknown; security: { checkOrigin: boolean } }): unknown
}
declare module '@react-router/dev/routes' {
  export type RouteConfig = readonly unknown[]
  export function index(file: string): unknown
  export function route(path: string, file: string): unknown
}
declare module 'ioredis' {
  export class Redis {
    constructor(url: string)
    eval(script: string, keyCount: number, ...keysAndArguments: string[]): Promise<unknown>
    defineCommand(name: string, definition: { lua: string }): void
  }
}
declare module 'pg' {
  export class Pool {
    constructor(options: { connectionString: string })
    query(text: string, values: unknown[]): Promise<{ rows: unknown[] }>
  }
}
