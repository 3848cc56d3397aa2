// Builds and serves the files of docs/adapter.md in each framework, in an empty project that installs the packed
// package from a tarball and the framework from the registry, and calls the stand-ins there. Needs the network. `npm
// run test:frameworks [name…]`
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const FOLDER = resolve('.matrix')

/** The longest that one step of one project may take, in milliseconds. */
const PATIENCE = 600_000

/** A framework at one version. */
interface Cell {
  readonly name: string
  /** The section of docs/adapter.md. */
  readonly section: string
  readonly packages: Readonly<Record<string, string>>
  /** The files beside those of the section. */
  readonly files: Readonly<Record<string, string>>
  /** The command that builds; absent where there is nothing to build. */
  readonly build?: string
  /** The command that serves at the port in `PORT`. */
  readonly serve: string
}

const NEXT_FILES = {
  'app/layout.tsx':
    'export default function Layout({ children }: { children: React.ReactNode }) {\n  return <html><body>{children}</body></html>\n}\n',
  'app/page.tsx': 'export default function Page() {\n  return <h1>The application</h1>\n}\n',
  // A second bundle that has the same instances.
  'app/other/[...path]/route.ts':
    "import { createHandler } from 'backlot/adapter'\n\nexport const { GET } = createHandler({ services: ['codehost'] })\n",
}
const NEXT_PACKAGES = { react: '^19.0.0', 'react-dom': '^19.0.0', '@types/react': '^19.0.0' }

const CELLS: readonly Cell[] = [
  {
    name: 'next-15',
    section: 'Next',
    packages: { next: '^15.0.0', ...NEXT_PACKAGES },
    files: NEXT_FILES,
    build: 'next build',
    serve: 'next start --port $PORT',
  },
  {
    name: 'next-16',
    section: 'Next',
    packages: { next: '^16.0.0', ...NEXT_PACKAGES },
    files: NEXT_FILES,
    build: 'next build',
    serve: 'next start --port $PORT',
  },
  {
    name: 'hono',
    section: 'Hono',
    packages: { hono: '^4.0.0', '@hono/node-server': '^2.0.0', esbuild: '^0.27.0' },
    files: {},
    build: 'esbuild src/server.ts --bundle --packages=external --platform=node --format=esm --outfile=dist/server.mjs',
    serve: 'node dist/server.mjs',
  },
  {
    name: 'sveltekit',
    section: 'SvelteKit',
    packages: {
      '@sveltejs/kit': '^2.0.0',
      '@sveltejs/adapter-node': '^5.0.0',
      '@sveltejs/vite-plugin-svelte': '^6.0.0',
      svelte: '^5.0.0',
      vite: '^7.0.0',
    },
    files: {
      'vite.config.js': "import { sveltekit } from '@sveltejs/kit/vite'\n\nexport default { plugins: [sveltekit()] }\n",
      'src/app.html': '<!doctype html><html><head>%sveltekit.head%</head><body>%sveltekit.body%</body></html>\n',
      'src/routes/+page.svelte': '<h1>The application</h1>\n',
    },
    build: 'vite build',
    serve: 'ORIGIN=http://localhost:$PORT node build',
  },
  {
    name: 'react-router',
    section: 'React Router',
    packages: {
      'react-router': '^7.0.0',
      '@react-router/dev': '^7.0.0',
      '@react-router/node': '^7.0.0',
      '@react-router/serve': '^7.0.0',
      isbot: '^5.0.0',
      vite: '^7.0.0',
      ...NEXT_PACKAGES,
    },
    files: {
      'vite.config.ts':
        "import { reactRouter } from '@react-router/dev/vite'\n\nexport default { plugins: [reactRouter()] }\n",
      'app/root.tsx':
        "import { Outlet, Scripts } from 'react-router'\n\nexport default function Root() {\n  return <html><body><Outlet /><Scripts /></body></html>\n}\n",
      'app/routes/home.tsx': 'export default function Home() {\n  return <h1>The application</h1>\n}\n',
    },
    build: 'react-router build',
    serve: 'react-router-serve build/server/index.js',
  },
  {
    name: 'nitro',
    section: 'Nuxt and Nitro',
    packages: { nitropack: '^2.0.0', h3: '^1.0.0' },
    files: { 'nitro.config.ts': "export default { srcDir: 'server', compatibilityDate: '2025-01-01' }\n" },
    build: 'nitropack build',
    serve: 'node .output/server/index.mjs',
  },
  {
    name: 'nuxt',
    section: 'Nuxt and Nitro',
    packages: { nuxt: '^4.0.0', h3: '^1.0.0' },
    files: {
      'nuxt.config.ts': "export default { compatibilityDate: '2025-07-15', telemetry: false }\n",
      'app/app.vue': '<template><h1>The application</h1></template>\n',
    },
    build: 'nuxt build',
    serve: 'node .output/server/index.mjs',
  },
  {
    name: 'astro-5',
    section: 'Astro',
    packages: { astro: '^5.0.0', '@astrojs/node': '^9.0.0' },
    files: { 'src/pages/index.astro': '<h1>The application</h1>\n' },
    build: 'astro build',
    serve: 'HOST=127.0.0.1 node dist/server/entry.mjs',
  },
  {
    name: 'astro-newest',
    section: 'Astro',
    // It needs a newer Node.js than the oldest one that backlot supports: the npm package `node` brings it.
    packages: { astro: 'latest', '@astrojs/node': 'latest', node: '^24.0.0' },
    files: { 'src/pages/index.astro': '<h1>The application</h1>\n' },
    build: 'astro build',
    serve: 'HOST=127.0.0.1 node dist/server/entry.mjs',
  },
  {
    name: 'express',
    section: 'Express',
    packages: { express: '^5.0.0', '@hono/node-server': '^2.0.0' },
    files: {},
    serve: 'node server.js',
  },
  {
    name: 'node',
    section: 'Node.js',
    packages: { '@hono/node-server': '^2.0.0' },
    files: {},
    serve: 'node server.mjs',
  },
]

const SEED = JSON.stringify({
  tokens: { dev: { login: 'ada', scopes: ['repo', 'user'] } },
  codehost: { users: [{ login: 'ada' }], repos: [{ owner: 'ada', name: 'site' }] },
  'oidc-a': { users: [{ email: 'ada@example.com', name: 'Ada' }] },
  cloud: { s3: { buckets: [{ name: 'box' }] } },
})

const chosen = CELLS.filter(({ name }) => process.argv.length < 3 || process.argv.slice(2).includes(name))
mkdirSync(FOLDER, { recursive: true })
const tarball = pack()
const failed: string[] = []
for (const [index, cell] of chosen.entries()) {
  const began = performance.now()
  let result = 'ok'
  try {
    // Each framework takes the whole machine.
    await tryCell(cell, 4400 + index)
  } catch (error) {
    result = `FAILED\n${error instanceof Error ? error.message : String(error)}`
    failed.push(cell.name)
  }
  process.stdout.write(`${cell.name.padEnd(14)} ${((performance.now() - began) / 1000).toFixed(0)} s  ${result}\n`)
}
process.exitCode = failed.length === 0 ? 0 : 1

async function tryCell({ name, section, packages, files, build, serve }: Cell, port: number): Promise<void> {
  const folder = join(FOLDER, `framework-${name}`)
  rmSync(folder, { recursive: true, force: true })
  const manifest = { private: true, type: 'module', dependencies: { ...packages, backlot: `file:${tarball}` } }
  const all: Record<string, string> = {
    ...files,
    ...filesIn(section),
    'package.json': JSON.stringify(manifest, null, 2),
    'backlot.config.json': SEED,
  }
  for (const [file, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  run(folder, 'npm install --no-audit --no-fund --loglevel=error --legacy-peer-deps')
  if (build !== undefined) run(folder, build)
  const first = await start(folder, serve, port)
  try {
    // Next sends every body in pieces, without its length.
    // Astro 5 refuses a path that has %2B beside other escapes.
    const key = name === 'astro-5' ? 'folder/c.bin' : 'folder/a%20b%2Bc.bin'
    await check(first.base, { hasLength: section !== 'Next', key })
    if (name.startsWith('next')) await checkSecondBundle(first.base)
    await pause(400)
  } finally {
    await first.stop()
  }
  const second = await start(folder, serve, port)
  try {
    const issues = await fetch(`${second.base}/codehost/repos/ada/site/issues`)
    equal((await issues.json()).length, 1, 'the issue after a restart')
  } finally {
    await second.stop()
  }
  if (section === 'Next' && build !== undefined) checkEdge(folder, build)
}

/** The edge runtime of Next is refused with the line to write instead, when the application is built. */
function checkEdge(folder: string, build: string): void {
  const file = join(folder, 'app/edge/[...path]/route.ts')
  mkdirSync(dirname(file), { recursive: true })
  const handler = "export const { GET } = createHandler({ services: ['codehost'] })"
  writeFileSync(file, `import { createHandler } from 'backlot/adapter'\n\nexport const runtime = 'edge'\n${handler}\n`)
  let output = 'the build succeeded'
  try {
    run(folder, build)
  } catch (error) {
    output = String(error)
  }
  equal(output.includes("write export const runtime = 'nodejs'"), true, `the refusal of the edge runtime in ${output}`)
}

/** Calls the stand-ins in every way in which a framework may be in the way. */
async function check(
  base: string,
  { hasLength, key }: { readonly hasLength: boolean; readonly key: string },
): Promise<void> {
  const user = await fetch(`${base}/codehost/users/ada`)
  equal(user.status, 200, 'the status of a user')
  equal((await user.json()).url, `${base}/codehost/users/ada`, 'the URL of a user')
  const made = await fetch(`${base}/codehost/repos/ada/site/issues?labels=a%2Fb&x=%20y`, {
    method: 'POST',
    headers: { authorization: 'Bearer dev', 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Broken' }),
  })
  equal(made.status, 201, 'the status of a new issue')
  equal(made.headers.get('location'), `${base}/codehost/repos/ada/site/issues/1`, 'the location of a new issue')
  await checkSignIn(base)
  await checkObject(`${base}/cloud/box/${key}`, hasLength)
  equal((await fetch(`${base}/codehost/_backlot/health`)).status, 404, 'the status of the control plane')
}

/** Signs a user in, from the sign-in page to the tokens. */
async function checkSignIn(base: string): Promise<void> {
  const discovery = await fetch(`${base}/oidc-a/.well-known/openid-configuration`)
  equal((await discovery.json()).issuer, `${base}/oidc-a`, 'the issuer')
  const query = 'client_id=web&redirect_uri=http%3A%2F%2Flocalhost%2Fcb&response_type=code&scope=openid&state=s'
  const authorize = `${base}/oidc-a/o/oauth2/v2/auth?${query}`
  equal((await (await fetch(authorize)).text()).includes('Sign in to'), true, 'a sign-in page')
  const origin = new URL(base).origin
  const answered = await fetch(authorize, {
    method: 'POST',
    headers: { origin },
    body: new URLSearchParams({ user: 'ada@example.com' }),
    redirect: 'manual',
  })
  equal(answered.status, 302, 'the status of a sign-in')
  equal(answered.headers.getSetCookie().join().includes('Path=/emulate/oidc-a;'), true, 'the path of the cookie')
  const code = new URL(answered.headers.get('location') ?? '').searchParams.get('code') ?? ''
  // Clients send this form without an Origin header.
  const exchanged = await fetch(`${base}/oidc-a/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      client_id: 'web',
      client_secret: 's',
      redirect_uri: 'http://localhost/cb',
    }),
  })
  equal(exchanged.status, 200, 'the status of a token request')
}

/** Writes, reads and deletes an object that has several chunks. */
async function checkObject(object: string, hasLength: boolean): Promise<void> {
  const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 256))
  const headers = { 'content-type': 'application/octet-stream' }
  equal((await fetch(object, { method: 'PUT', headers, body: bytes })).status, 200, 'the status of an upload')
  equal(Buffer.from(await (await fetch(object)).arrayBuffer()).equals(bytes), true, 'the bytes of an object')
  const head = await fetch(object, { method: 'HEAD' })
  equal(head.status, 200, 'the status of a HEAD request')
  if (hasLength) equal(head.headers.get('content-length'), '300000', 'the length of an object')
  equal((await fetch(object, { method: 'DELETE' })).status, 204, 'the status of a deletion')
}

/** The handler of another route has the same instances. */
async function checkSecondBundle(base: string): Promise<void> {
  const issues = await fetch(`${base.replace(/emulate$/, 'other')}/codehost/repos/ada/site/issues`)
  equal((await issues.json()).length, 1, 'the issue in the other bundle')
}

function equal(found: unknown, wanted: unknown, what: string): void {
  if (found !== wanted) throw new Error(`${what}: expected ${String(wanted)}, got ${String(found)}`)
}

/** Returns the code blocks of a section of docs/adapter.md that name their file in the first line, by file. */
function filesIn(section: string): Record<string, string> {
  const text = readFileSync('docs/adapter.md', 'utf8')
    .split(/^#{2,3} /m)
    .find((each) => each.startsWith(`${section}\n`))
  const blocks = [...(text ?? '').matchAll(/^```[jt]s\n\/\/ (\S+)\n([^]*?)^```$/gm)]
  if (blocks.length === 0) throw new Error(`docs/adapter.md has no files for ${section}`)
  return Object.fromEntries(
    blocks.map(([, file = '', code = '']) => [
      file,
      code.replace('createHandler({', 'createHandler({ allowProduction: true,'),
    ]),
  )
}

function run(folder: string, command: string): void {
  const { status, stdout, stderr } = spawnSync(command, {
    cwd: folder,
    shell: true,
    encoding: 'utf8',
    timeout: PATIENCE,
    env: { ...process.env, ...environment(folder) },
  })
  if (status !== 0) throw new Error(`${command}\n${`${stdout}${stderr}`.slice(-4000)}`)
}

function environment(folder: string): Record<string, string> {
  return {
    PATH: `${join(folder, 'node_modules', '.bin')}:${process.env['PATH'] ?? ''}`,
    NO_COLOR: '1',
    CI: '1',
    NEXT_TELEMETRY_DISABLED: '1',
    ASTRO_TELEMETRY_DISABLED: '1',
    NUXT_TELEMETRY_DISABLED: '1',
  }
}

/** Serves a project and waits until it answers. */
async function start(folder: string, command: string, port: number): Promise<{ base: string; stop(): Promise<void> }> {
  let output = ''
  const child: ChildProcess = spawn('sh', ['-c', `exec ${command.replace(/^((?:\w+=\S+ )*)/, 'env $1')}`], {
    cwd: folder,
    env: { ...process.env, ...environment(folder), PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text: Buffer) => (output += text.toString()))
  const ended = new Promise<void>((done) => {
    child.once('close', () => done())
  })
  const base = `http://localhost:${port}/emulate`
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM')
    const patience = setTimeout(() => child.kill('SIGKILL'), 3000)
    await ended
    clearTimeout(patience)
  }
  for (let turn = 0; turn < 150; turn++) {
    // The server is asked until it answers.
    const response = await fetch(`${base}/codehost/zen`).catch(() => null)
    if (response?.status === 200) return { base, stop }
    if (child.exitCode !== null) break
    await pause(200)
  }
  await stop()
  throw new Error(`${command} does not serve the stand-ins\n${output.slice(-4000)}`)
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((done) => {
    setTimeout(done, milliseconds)
  })
}

function pack(): string {
  const args = ['pack', '--silent', '--ignore-scripts', '--pack-destination', FOLDER]
  const { stdout, status, stderr } = spawnSync('npm', args, { encoding: 'utf8' })
  const name = stdout.trim().split('\n').at(-1)
  if (status !== 0 || name === undefined || name === '') throw new Error(`npm pack: ${stderr}`)
  return join(FOLDER, name)
}
