/** A framework at one version. */
export interface Cell {
  readonly name: string
  /** The section of docs/adapter.md. */
  readonly section: string
  /** The packages to install; the first one is the framework. */
  readonly packages: Readonly<Record<string, string>>
  /** The files beside those of the section. */
  readonly files: Readonly<Record<string, string>>
  /** Changes of the section's files, for what another version or a path of the application needs. */
  readonly edit?: (text: string, port: number) => string
  /** The path of the mount. Default: `/emulate` */
  readonly mount?: string
  /** The command that serves at the port in `PORT` while the application is written. */
  readonly develop: string
  /** The command that builds; absent where there is nothing to build. */
  readonly build?: string
  /** The command that serves what was built, at the port in `PORT`. */
  readonly serve: string
}

/** For frameworks that need a newer Node.js than the oldest one that backlot supports. */
const NODE = { node: '^24.0.0' }
const REACT = { react: '^19.2.0', 'react-dom': '^19.2.0', '@types/react': '^19.2.0' }

const NEXT_FILES = {
  'app/layout.tsx':
    'export default function Layout({ children }: { children: React.ReactNode }) {\n  return <html><body>{children}</body></html>\n}\n',
  'app/page.tsx': 'export default function Page() {\n  return <h1>The application</h1>\n}\n',
  // A second bundle that has the same instances.
  'app/other/[...path]/route.ts':
    "import { createHandler } from 'backlot/adapter'\n\nexport const { GET } = createHandler({ services: ['codehost'] })\n",
}
const proxy = (name: string): string =>
  `import { NextResponse } from 'next/server'\n\nexport function ${name}() {\n  return NextResponse.next()\n}\n`

const NEXT = {
  section: 'Next',
  develop: 'next dev --port $PORT',
  build: 'next build',
  serve: 'next start --port $PORT',
}
const NEXT_16 = {
  ...NEXT,
  packages: { next: '^16.0.0', ...REACT },
  files: { ...NEXT_FILES, 'proxy.ts': proxy('proxy') },
}

const SVELTEKIT = {
  section: 'SvelteKit',
  files: {
    'src/app.html': '<!doctype html><html><head>%sveltekit.head%</head><body>%sveltekit.body%</body></html>\n',
    'src/routes/+page.svelte': '<h1>The application</h1>\n',
  },
  develop: 'vite dev --host 127.0.0.1 --port $PORT --strictPort',
  build: 'vite build',
}

const SVELTEKIT_3 = {
  '@sveltejs/kit': '^3.0.0',
  '@sveltejs/adapter-node': '^6.0.0',
  '@sveltejs/vite-plugin-svelte': '^7.0.0',
  svelte: '^5.57.0',
  vite: '^8.0.0',
  ...NODE,
}

const REACT_ROUTER = {
  section: 'React Router',
  files: {
    'vite.config.ts':
      "import { reactRouter } from '@react-router/dev/vite'\n\nexport default { plugins: [reactRouter()] }\n",
    'app/root.tsx':
      "import { Outlet, Scripts } from 'react-router'\n\nexport default function Root() {\n  return <html><body><Outlet /><Scripts /></body></html>\n}\n",
    'app/routes/home.tsx': 'export default function Home() {\n  return <h1>The application</h1>\n}\n',
  },
  develop: 'react-router dev --host 127.0.0.1 --port $PORT',
  build: 'react-router build',
  serve: 'react-router-serve build/server/index.js',
}
const reactRouter = (version: string): Record<string, string> => ({
  'react-router': version,
  '@react-router/dev': version,
  '@react-router/node': version,
  '@react-router/serve': version,
})

const NUXT = {
  section: 'Nuxt and Nitro',
  files: {
    'nuxt.config.ts': "export default { compatibilityDate: '2025-07-15', telemetry: false }\n",
    'app/app.vue': '<template><h1>The application</h1></template>\n',
  },
  develop: 'nuxt dev --no-fork --host 127.0.0.1 --port $PORT',
  build: 'nuxt build',
  serve: 'node .output/server/index.mjs',
}

const ASTRO = {
  section: 'Astro',
  files: { 'src/pages/index.astro': '<h1>The application</h1>\n' },
  develop: 'astro dev --host 127.0.0.1 --port $PORT',
  build: 'astro build',
  serve: 'HOST=127.0.0.1 node dist/server/entry.mjs',
}

const EXPRESS = { section: 'Express', files: {}, develop: 'node --watch server.js', serve: 'node server.js' }
const HONO = {
  section: 'Hono',
  files: {},
  develop: 'node --watch src/server.ts',
  build: 'esbuild src/server.ts --bundle --packages=external --platform=node --format=esm --outfile=dist/server.mjs',
  serve: 'node dist/server.mjs',
}
const PLAIN = { section: 'Node.js', files: {}, develop: 'node --watch server.mjs', serve: 'node server.mjs' }

/**
 * Every framework of docs/adapter.md: the newest major version and the one before, and the newest with an application
 * below a path.
 */
export const cells: readonly Cell[] = [
  { name: 'next-16', ...NEXT_16 },
  {
    name: 'next-16-base-path',
    ...NEXT_16,
    edit: (text) => text.replace('skipTrailingSlashRedirect', "basePath: '/shop',\n  skipTrailingSlashRedirect"),
    mount: '/shop/emulate',
  },
  {
    name: 'next-16-paths',
    ...NEXT_16,
    // Next builds an application with i18n only where there are pages of its former router.
    files: {
      ...NEXT_16.files,
      'pages/former.tsx': 'export default function Page() {\n  return <h1>A page of the former router</h1>\n}\n',
    },
    // All of Next's options that change paths.
    edit: (text) =>
      text.replace(
        'skipTrailingSlashRedirect',
        "basePath: '/shop',\n  assetPrefix: '/assets',\n  i18n: { locales: ['en', 'nl'], defaultLocale: 'en' },\n  trailingSlash: true,\n  skipTrailingSlashRedirect",
      ),
    mount: '/shop/emulate',
  },
  {
    name: 'next-15',
    ...NEXT,
    packages: { next: '^15.0.0', ...REACT },
    files: { ...NEXT_FILES, 'middleware.ts': proxy('middleware') },
    edit: (text) => text.replace('proxyClientMaxBodySize', 'middlewareClientMaxBodySize'),
  },
  { name: 'hono-2', ...HONO, packages: { '@hono/node-server': '^2.0.0', hono: '^4.0.0', esbuild: '^0.27.0', ...NODE } },
  {
    name: 'hono-2-base-path',
    ...HONO,
    packages: { '@hono/node-server': '^2.0.0', hono: '^4.0.0', esbuild: '^0.27.0', ...NODE },
    edit: (text) => text.replace('new Hono()', "new Hono().basePath('/shop')"),
    mount: '/shop/emulate',
  },
  { name: 'hono-1', ...HONO, packages: { '@hono/node-server': '^1.0.0', hono: '^4.0.0', esbuild: '^0.27.0', ...NODE } },
  {
    name: 'sveltekit-3',
    ...SVELTEKIT,
    packages: SVELTEKIT_3,
    edit: (text, port) =>
      text.replace('adapter: adapter(),', `adapter: adapter(), paths: { origin: 'http://localhost:${port}' },`),
    serve: 'BODY_SIZE_LIMIT=64M node build',
  },
  {
    name: 'sveltekit-3-base',
    ...SVELTEKIT,
    packages: SVELTEKIT_3,
    edit: (text, port) =>
      text.replace(
        'adapter: adapter(),',
        `adapter: adapter(), paths: { origin: 'http://localhost:${port}', base: '/shop' },`,
      ),
    serve: 'BODY_SIZE_LIMIT=64M node build',
    mount: '/shop/emulate',
  },
  {
    name: 'sveltekit-2',
    ...SVELTEKIT,
    packages: {
      '@sveltejs/kit': '^2.62.0',
      '@sveltejs/adapter-node': '^5.0.0',
      '@sveltejs/vite-plugin-svelte': '^6.0.0',
      svelte: '^5.0.0',
      vite: '^7.0.0',
    },
    serve: 'BODY_SIZE_LIMIT=64M ORIGIN=http://localhost:$PORT node build',
  },
  {
    name: 'react-router-8',
    ...REACT_ROUTER,
    packages: { ...reactRouter('^8.0.0'), isbot: '^5.0.0', vite: '^8.0.0', ...REACT, ...NODE },
  },
  {
    name: 'react-router-8-basename',
    ...REACT_ROUTER,
    packages: { ...reactRouter('^8.0.0'), isbot: '^5.0.0', vite: '^8.0.0', ...REACT, ...NODE },
    files: {
      ...REACT_ROUTER.files,
      'vite.config.ts': REACT_ROUTER.files['vite.config.ts'].replace('{ plugins', "{ base: '/shop/', plugins"),
      'react-router.config.ts': "export default { basename: '/shop/' }\n",
    },
    mount: '/shop/emulate',
  },
  {
    name: 'react-router-7',
    ...REACT_ROUTER,
    packages: { ...reactRouter('^7.0.0'), isbot: '^5.0.0', vite: '^7.0.0', ...REACT },
  },
  { name: 'nuxt-4', ...NUXT, packages: { nuxt: '^4.5.0', h3: '^1.0.0', ...NODE } },
  {
    name: 'nuxt-4-base',
    ...NUXT,
    packages: { nuxt: '^4.5.0', h3: '^1.0.0', ...NODE },
    files: {
      ...NUXT.files,
      'nuxt.config.ts': NUXT.files['nuxt.config.ts'].replace('{ ', "{ app: { baseURL: '/shop/' }, "),
    },
    edit: (text) => text.replace('createHandler({', "createHandler({ basePath: '/shop/emulate',"),
    mount: '/shop/emulate',
  },
  {
    name: 'nuxt-3',
    ...NUXT,
    packages: { nuxt: '^3.0.0', h3: '^1.0.0', ...NODE },
    files: { 'nuxt.config.ts': NUXT.files['nuxt.config.ts'], 'app.vue': NUXT.files['app/app.vue'] },
  },
  {
    name: 'nitro-3',
    section: 'Nuxt and Nitro',
    // With 3.0.0, the signal of every request with a body fires once the body is read.
    packages: { nitro: '>=3.0.260903-beta <4.0.0', h3: '^2.0.0', ...NODE },
    files: { 'nitro.config.ts': "export default { serverDir: 'server', compatibilityDate: '2026-01-01' }\n" },
    develop: 'nitro dev --host 127.0.0.1 --port $PORT',
    build: 'nitro build',
    serve: 'node .output/server/index.mjs',
  },
  {
    name: 'nitro-2',
    section: 'Nuxt and Nitro',
    packages: { nitropack: '^2.0.0', h3: '^1.0.0' },
    files: { 'nitro.config.ts': "export default { srcDir: 'server', compatibilityDate: '2025-01-01' }\n" },
    develop: 'nitropack dev --host 127.0.0.1 --port $PORT',
    build: 'nitropack build',
    serve: 'node .output/server/index.mjs',
  },
  { name: 'astro-7', ...ASTRO, packages: { astro: '^7.0.0', '@astrojs/node': '^11.0.0', ...NODE } },
  {
    name: 'astro-7-base',
    ...ASTRO,
    packages: { astro: '^7.0.0', '@astrojs/node': '^11.0.0', ...NODE },
    edit: (text) => text.replace('defineConfig({', "defineConfig({ base: '/shop',"),
    mount: '/shop/emulate',
  },
  { name: 'astro-6', ...ASTRO, packages: { astro: '^6.4.0', '@astrojs/node': '^10.0.0', ...NODE } },
  { name: 'express-5', ...EXPRESS, packages: { express: '^5.0.0', '@hono/node-server': '^2.0.0' } },
  {
    name: 'express-5-sub',
    ...EXPRESS,
    packages: { express: '^5.0.0', '@hono/node-server': '^2.0.0' },
    edit: (text) =>
      text
        .replace('createHandler({', "createHandler({ basePath: '/shop/emulate',")
        .replace('const app = express()', "const app = express()\nconst shop = express()\napp.use('/shop', shop)")
        .replace('app.all(', 'shop.all('),
    mount: '/shop/emulate',
  },
  {
    name: 'express-4',
    ...EXPRESS,
    packages: { express: '^4.0.0', '@hono/node-server': '^2.0.0' },
    // The wildcards of Express 4 have no name.
    edit: (text) => text.replace('/emulate/*path', '/emulate/*'),
  },
  { name: 'node', ...PLAIN, packages: { '@hono/node-server': '^2.0.0' } },
]
