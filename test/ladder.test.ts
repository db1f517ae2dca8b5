import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect } from 'chai'
import { root } from '../src/root.ts'

/** The ladder: a file imports from lower rungs or its own folder. */
const rungs: readonly (readonly string[])[] = [
  [
    'src/rules',
    'src/text',
    'src/records',
    'src/config',
    'src/clock',
    'src/log',
    'src/metrics',
    'src/tracing',
    'src/root',
    'src/in_time',
  ],
  ['src/render', 'sql', 'workers', 'src/redis'],
  ['src/web'],
  ['src/identity', 'src/reading', 'src/mail', 'actors'],
  ['src/tools'],
  ['src/http'],
  [
    'src/app',
    'src/own_stores',
    'src/app_parts',
    'src/roles',
    'src/main',
    'src/reset',
    'src/backup',
    'src/restore',
    'src/run_command',
    'src/demo',
  ],
]

/** A worker draws on what it computes, and reading and actors share who may see what. */
const allowedBeside: Readonly<Record<string, readonly string[]>> = {
  workers: ['src/render'],
  'src/text': ['src/rules'],
  'src/records': ['src/rules', 'src/text'],
  'src/log': ['src/rules'],
  'src/config': ['src/rules', 'src/records'],
}

interface Source {
  readonly path: string
  readonly text: string
  readonly imports: readonly { readonly path: string; readonly typeOnly: boolean }[]
}

const sources: readonly Source[] = ['src', 'sql', 'actors', 'workers'].flatMap(filesUnder).map(readSource)
const byPath = new Map(sources.map((source) => [source.path, source]))

describe('the ladder', () => {
  it('knows the folder of every file', () => {
    expect(sources.length).to.be.greaterThan(20)
    expect(sources.map(({ path }) => path).filter((path) => rungOf(path) === -1)).to.deep.equal([])
  })

  it('is climbed by every import: from lower rungs or the same folder', () => {
    const wrong = sources.flatMap(({ path, imports }) =>
      imports
        .filter(({ path: target }) => !mayImport(path, target))
        .map(({ path: target }) => `${path} imports ${target}`),
    )
    expect(wrong).to.deep.equal([])
  })

  it('has a runtime of which front and host share only the wire between them', () => {
    const room = (path: string): string | undefined => /^actors\/runtime\/(front|host|wire)\//.exec(path)?.[1]
    const wrong = sources.flatMap(({ path, imports }) =>
      imports
        .filter((from) => room(path) && room(from.path) && room(from.path) !== room(path) && room(from.path) !== 'wire')
        .map((from) => `${path} imports ${from.path}`),
    )
    expect(wrong).to.deep.equal([])
  })

  it('has no circles', () => {
    expect(circles()).to.deep.equal([])
  })

  it('keeps tools and the ways in away from SQL', () => {
    const wrong = sources
      .filter(({ path }) => path.startsWith('src/tools/') || path.startsWith('src/http/'))
      .flatMap(({ path, imports }) =>
        imports
          .filter((from) => from.path.startsWith('sql/') && !from.typeOnly)
          .map((from) => `${path} imports ${from.path}`),
      )
    expect(wrong).to.deep.equal([])
  })

  it('has SQL only under sql/', () => {
    expect(matching(/\bsql(<[^`]*>)?`|\.unsafe\(/, (path) => !path.startsWith('sql/'))).to.deep.equal([])
  })

  it('builds the keys of Redis only in src/redis/keys.ts', () => {
    const prefixes = [...(byPath.get('src/redis/keys.ts')?.text ?? '').matchAll(/[`']([a-z_]+:)/g)].map(
      ([, key]) => key,
    )
    expect(prefixes).not.to.deep.equal([])
    const built = new RegExp(`[\`'](${[...new Set(prefixes)].join('|')})(\\$\\{|\\{)`)
    expect(matching(built, (path) => path !== 'src/redis/keys.ts')).to.deep.equal([])
  })

  it('opens Untrusted words only where they are parsed, printed, stored or computed on', () => {
    // actors compute on them: they merge, compare and split; tools and doors only hand them on
    const may = ['src/text/', 'src/render/', 'sql/', 'workers/', 'actors/']
    expect(matching(/(?<![\w.])words\(/, (path) => !may.some((folder) => path.startsWith(folder)))).to.deep.equal([])
  })

  it('keeps rules, text and rendering free of input and output', () => {
    const io = /from '(node:(fs|net|http|https|child_process|worker_threads|dns)[^']*|ioredis|postgres|koa)'/
    const pure = ['src/rules/', 'src/text/', 'src/render/']
    expect(matching(io, (path) => pure.some((folder) => path.startsWith(folder)))).to.deep.equal([])
  })

  it('gives a browser only rules, text, records and rendering', () => {
    const wrong = sources
      .filter(({ path }) => path.startsWith('src/web/') && !path.startsWith('src/web/build'))
      .flatMap(({ path, imports }) =>
        imports
          .filter(
            ({ path: target }) =>
              !['src/web/', 'src/render/', 'src/records/', 'src/rules/', 'src/text/'].some((own) =>
                target.startsWith(own),
              ),
          )
          .map(({ path: target }) => `${path} imports ${target}`),
      )
    expect(wrong).to.deep.equal([])
  })

  it('sets a status or a header only in src/http', () => {
    expect(matching(/\bctx\.(status|set)\b|\.setHeader\(/, (path) => !path.startsWith('src/http/'))).to.deep.equal([])
  })

  it('has the addresses under /api in src/http/api, and those of pages elsewhere', () => {
    const inApi = (path: string): boolean => path.startsWith('src/http/api/')
    expect(matching(/\b(router|calls)\.(get|post)\('(?!\/api\/)/, inApi)).to.deep.equal([])
    expect(matching(/\b(router|calls)\.(get|post)\('\/api\//, (path) => !inApi(path))).to.deep.equal([])
  })

  it('reads the time from the service clock alone', () => {
    // the demo is somebody else's program: a client of the service
    // and a browser has a clock of its own
    const mayReadWallTime = ['src/clock.ts', 'src/own_stores/', 'src/demo/', 'src/web/']
    const read = /\bDate\.now\b|\bnew Date\(\)/
    expect(matching(read, (path) => !mayReadWallTime.some((place) => path.startsWith(place)))).to.deep.equal([])
    const inSql = /\b(now\(\)|current_timestamp|clock_timestamp\(\)|transaction_timestamp\(\))/i
    // leases and signs of life are kept by the database's clock: a shifted service clock must not end them
    const decides = (path: string): boolean => path.startsWith('sql/') && !path.startsWith('sql/runtime/')
    expect(matching(inSql, decides, /now\(\)\s*(=>|\{)/)).to.deep.equal([])
  })

  it('builds and drops indexes of tables that are in use step by step', () => {
    // those before came with the first releases
    const folder = join(root, 'sql', 'migrations')
    const since = readdirSync(folder).filter((name) => name >= '0020')
    const wrong = since.filter((name) => {
      const text = readFileSync(join(folder, name), 'utf8')
      const made = [...text.matchAll(/^create table (\w+)/gm)].map(([, table]) => table)
      const built = [...text.matchAll(/^create (?:unique )?index (?!concurrently)\w+\s+on (\w+)/gm)]
      return built.some(([, table]) => !made.includes(table)) || /^drop index (?!concurrently)/m.test(text)
    })
    expect(since).to.include('0031_ages.sql')
    expect(wrong).to.deep.equal([])
  })

  it('names no file after a drawer', () => {
    const drawers = /(^|\/|_)(utils?|helpers?|common|lib|services?|managers?|misc)(\/|_|\.ts$)/
    expect(sources.map(({ path }) => path).filter((path) => drawers.test(path))).to.deep.equal([])
  })

  it('tells of no file that has gone, in a comment or in ARCHITECTURE.md', () => {
    const all = [...sources.map(({ path }) => path), ...filesUnder('test')].map((path) => `/${path}`)
    const said = [{ path: 'ARCHITECTURE.md', text: readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8') }, ...sources]
    const gone = said.flatMap(({ path, text }) =>
      text
        .split('\n')
        .filter((line) => path.endsWith('.md') || /^\s*(\/\/|\/?\*)/.test(line))
        .flatMap((line) => line.match(/(?<![\w/.<>-])(?:\w+\/)*\w+\.ts\b/g) ?? [])
        .filter((named) => !all.some((one) => one.endsWith(`/${named}`)))
        .map((named) => `${path} tells of ${named}`),
    )
    expect(gone).to.deep.equal([])
  })
})

function filesUnder(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name))
}

function readSource(path: string): Source {
  const text = readFileSync(join(root, path), 'utf8')
  const statements = text.matchAll(
    /^(?:import|export)\b(?<clause>[^'"]*?)\bfrom\s+'(?<from>\.[^']+)'|import\('(?<lazy>\.[^']+)'\)/gms,
  )
  const imports = [...statements].map(({ groups }) => ({
    path: relative(root, resolve(root, dirname(path), groups?.['from'] ?? groups?.['lazy'] ?? '')),
    typeOnly: isTypeOnly(groups?.['clause'] ?? ''),
  }))
  return { path, text, imports }
}

function isTypeOnly(clause: string): boolean {
  if (clause.trim().startsWith('type ')) return true
  const names = /^\s*\{([^]*)\}\s*$/
    .exec(clause)?.[1]
    ?.split(',')
    .map((name) => name.trim())
    .filter(Boolean)
  return names !== undefined && names.length > 0 && names.every((name) => name.startsWith('type '))
}

function folderOf(path: string): string {
  return rungs.flat().find((place) => path.startsWith(`${place}/`) || path === `${place}.ts`) ?? ''
}

const rungOf = (path: string): number => rungs.findIndex((places) => places.includes(folderOf(path)))

function mayImport(from: string, to: string): boolean {
  const [here, there] = [folderOf(from), folderOf(to)]
  if (here === there || rungOf(to) < rungOf(from)) return rungOf(to) !== -1
  if (rungOf(from) === rungs.length - 1 && rungOf(to) === rungs.length - 1) return true
  return allowedBeside[here]?.includes(there) ?? false
}

/** Lines of our own code that match, as path:line; comments do not count. */
function matching(pattern: RegExp, where: (path: string) => boolean, except?: RegExp): string[] {
  return sources
    .filter(({ path }) => where(path))
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, at) => {
        const code = line.replace(/^\s*(\/\*\*?|\*|\/\/).*$|\s\/\/ .*$/, '')
        return pattern.test(code) && !except?.test(code) ? [`${path}:${at + 1} ${code.trim()}`] : []
      }),
    )
}

/** Types too: two files that need each other's shapes are read as one, so a third should hold them. */
function circles(): string[] {
  const found: string[] = []
  const finished = new Set<string>()
  const trail: string[] = []
  const visit = (path: string): void => {
    if (trail.includes(path)) found.push([...trail.slice(trail.indexOf(path)), path].join(' → '))
    if (trail.includes(path) || finished.has(path)) return
    trail.push(path)
    for (const { path: target } of byPath.get(path)?.imports ?? []) visit(target)
    trail.pop()
    finished.add(path)
  }
  for (const { path } of sources) visit(path)
  return found
}
