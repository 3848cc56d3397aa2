/** A program on MongoDB's driver, or one with a driver of another language, that runs an everyday flow. */
export interface Program {
  readonly name: string
  /** The file of the flow, in this folder. */
  readonly file: string
  /** The packages of npm that it needs, with their versions. */
  readonly packages: Readonly<Record<string, string>>
  /** The packages of Debian that it needs. */
  readonly system?: readonly string[]
  /** A command that succeeds when what it needs from the system is there. */
  readonly requires?: string
  /** The command, in the folder of the flow. */
  readonly command: string
}

function ofNode(name: string, packages: Program['packages']): Program {
  return { name, file: `${name}.mjs`, packages, command: `node ${name}.mjs` }
}

/** The programs that `npm run test:database-programs` runs. */
export const PROGRAMS: readonly Program[] = [
  {
    name: 'mongosh',
    file: 'mongosh.js',
    packages: { mongosh: '2.12.0' },
    command: 'npx mongosh "$MONGODB_URI" --quiet --norc --file mongosh.js',
  },
  ofNode('mikro-orm', { '@mikro-orm/core': '6.6.16', '@mikro-orm/mongodb': '6.6.16' }),
  ofNode('typeorm', { typeorm: '1.1.1', mongodb: '7.9.0', 'reflect-metadata': '0.2.2' }),
  ofNode('typegoose', { '@typegoose/typegoose': '13.4.0', mongoose: '9.7.4' }),
  ofNode('auth-adapter', { '@auth/mongodb-adapter': '3.11.3', '@auth/core': '0.41.3', mongodb: '6.22.0' }),
  ofNode('better-auth', { 'better-auth': '1.7.25', '@better-auth/mongo-adapter': '1.7.25', mongodb: '7.9.0' }),
  ofNode('migrate-mongo', { 'migrate-mongo': '14.0.7', mongodb: '7.9.0' }),
  ofNode('langchain', { '@langchain/mongodb': '1.3.1', '@langchain/core': '1.4.0', mongodb: '6.22.0' }),
  ofNode('prisma-next', { '@prisma-next/mongo': '0.16.0', mongodb: '7.9.0' }),
  ofNode('mongo-oplog', { 'mongo-oplog': '2.1.4', mongodb: '3.7.4' }),
  ofNode('payload', { payload: '3.90.2', '@payloadcms/db-mongodb': '3.90.2' }),
  ofNode('parse-server', { 'parse-server': '9.10.0', express: '5.2.1', router: '2.2.0' }),
  {
    name: 'go',
    file: 'flow.go',
    packages: {},
    system: ['golang-go', 'golang-mongodb-mongo-driver-dev'],
    requires: 'go version && test -d /usr/share/gocode/src/go.mongodb.org/mongo-driver',
    command: 'GO111MODULE=off GOPATH=/usr/share/gocode go build -o flow flow.go && ./flow',
  },
  {
    name: 'c',
    file: 'flow.c',
    packages: {},
    system: ['gcc', 'pkg-config', 'libmongoc-dev'],
    requires: 'pkg-config --exists libmongoc-1.0',
    command: 'gcc flow.c -o flow $(pkg-config --cflags --libs libmongoc-1.0) && ./flow',
  },
  {
    name: 'php',
    file: 'flow.php',
    packages: {},
    system: ['php-cli', 'php-mongodb'],
    requires: 'php -r "exit((int) !extension_loaded(\'mongodb\'));"',
    command: 'php flow.php',
  },
  {
    name: 'perl',
    file: 'flow.pl',
    packages: {},
    system: ['libmongodb-perl'],
    requires: 'perl -MMongoDB -e 1',
    command: 'perl flow.pl',
  },
  {
    name: 'python',
    file: 'flow.py',
    packages: {},
    system: ['python3-pymongo', 'python3-gridfs'],
    requires: 'python3 -c "import pymongo, gridfs"',
    command: 'python3 flow.py',
  },
  {
    // No registry has them: they are left out where they are not on the path.
    name: 'tools',
    file: 'tools.sh',
    packages: {},
    requires: 'mongodump --version && mongorestore --version',
    command: 'bash tools.sh',
  },
  {
    name: 'java',
    file: 'Flow.java',
    packages: {},
    system: ['default-jdk-headless', 'libmongodb-java'],
    requires: 'javac -version && test -f /usr/share/java/mongo-java-driver.jar',
    command: 'java -cp /usr/share/java/mongo-java-driver.jar Flow.java',
  },
  {
    name: 'ruby',
    file: 'flow.rb',
    packages: {},
    system: ['ruby', 'ruby-mongo'],
    requires: 'ruby -e "require %q(mongo)"',
    command: 'ruby flow.rb',
  },
]
